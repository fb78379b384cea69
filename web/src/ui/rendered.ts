import type { Component } from 'svelte';

const server = import.meta.env.SSR ? await import('svelte/server') : undefined;

/** Any HTML will do: Svelte keeps what the page already has, unless this is an empty string. */
const KEPT = '<!--kept-->';

/** A component's HTML, rendered by the build; browsers reuse the HTML of the page. */
export function rendered<P extends object>(
  component: Component<P> | undefined,
  props: P,
  idPrefix: string,
): string {
  if (!import.meta.env.SSR || !server || !component) return KEPT;
  return server.render(component as Component, { props, idPrefix }).body;
}

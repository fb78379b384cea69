import type { Component } from 'svelte';

const server = import.meta.env.SSR ? await import('svelte/server') : undefined;

/** Any HTML: what a page holds already is kept as it is, but for an empty string. */
const KEPT = '<!--kept-->';

/** A component's HTML in the build, where there is a component; browsers have that HTML already. */
export function rendered<P extends object>(
  component: Component<P> | undefined,
  props: P,
  idPrefix: string,
): string {
  if (!import.meta.env.SSR || !server || !component) return KEPT;
  return server.render(component as Component, { props, idPrefix }).body;
}

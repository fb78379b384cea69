import type { Component } from 'svelte';
import type { FigureProps } from '../model/given';

// Asked for here and not imported: a static import would put the figure's code on every page.
const server = import.meta.env.SSR ? await import('svelte/server') : undefined;
const figure = import.meta.env.SSR ? await import('./Figure.svelte') : undefined;

/** Any HTML: what a page holds already is kept as it is, but for an empty string. */
const KEPT = '<!--kept-->';

/**
 * The figure as it stands in the page's HTML; browsers have that HTML already. Several figures of one
 * page need a word each for their ids to begin with.
 */
export function drawn(props: FigureProps, idPrefix = 'f'): string {
  if (!import.meta.env.SSR || !server || !figure) return KEPT;
  const component: Component<FigureProps> = figure.default;
  return server.render(component, { props, idPrefix }).body;
}

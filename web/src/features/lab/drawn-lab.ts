import type { Component } from 'svelte';
import type { LabProps } from './lab';

// Asked for here and not imported: a static import would put the lab's code into the first load.
const [server, lab] = import.meta.env.SSR
  ? await Promise.all([import('svelte/server'), import('./Lab.svelte')])
  : [];

/** The lab as it stands in the page's HTML; browsers have that HTML already. */
export function drawnLab(props: LabProps): string {
  if (!server || !lab) return '<!--kept-->';
  const component: Component<LabProps> = lab.default;
  return server.render(component, { props }).body;
}

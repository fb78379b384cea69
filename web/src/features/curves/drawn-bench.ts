import type { Component } from 'svelte';
import type { BenchmarksProps } from './page';

// Asked for here and not imported: a static import would put the charts' code into the first load.
const [server, benchmarks] = import.meta.env.SSR
  ? await Promise.all([import('svelte/server'), import('./Benchmarks.svelte')])
  : [];

const KEPT = '<!--kept-->';

/** The page's charts as they stand in its HTML; browsers have that HTML already. */
export function drawnBenchmarks(props: BenchmarksProps): string {
  if (!server || !benchmarks) return KEPT;
  const component: Component<BenchmarksProps> = benchmarks.default;
  return server.render(component, { props, idPrefix: 'b' }).body;
}

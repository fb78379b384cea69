import type { Component } from 'svelte';
import type { ChartFigureProps } from './chart-figure';
import type { CurveFigureProps } from './curve-figure';

// Asked for here and not imported: a static import would put the charts' code into the first load. Apart
// from the benchmarks' own page: the build gives a page the styles of what its modules ask for by name.
const [server, curve, chart] = import.meta.env.SSR
  ? await Promise.all([
      import('svelte/server'),
      import('./CurveFigure.svelte'),
      import('./ChartFigure.svelte'),
    ])
  : [];

const KEPT = '<!--kept-->';

/** One figure; several of one page need a word each for their ids to begin with. */
export function drawnCurve(props: CurveFigureProps, idPrefix = 'c'): string {
  if (!server || !curve) return KEPT;
  const component: Component<CurveFigureProps> = curve.default;
  return server.render(component, { props, idPrefix }).body;
}

export function drawnChart(props: ChartFigureProps, idPrefix = 'd'): string {
  if (!server || !chart) return KEPT;
  const component: Component<ChartFigureProps> = chart.default;
  return server.render(component, { props, idPrefix }).body;
}

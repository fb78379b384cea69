import { rendered } from '../../ui/rendered';
import type { ChartFigureProps } from './chart-figure';
import type { CurveFigureProps } from './curve-figure';

// Asked for here and not imported: a static import would put the charts' code into the first load. Apart
// from the benchmarks' own page: the build gives a page the styles of what its modules ask for by name.
const [curve, chart] = import.meta.env.SSR
  ? await Promise.all([import('./CurveFigure.svelte'), import('./ChartFigure.svelte')])
  : [];

/** One figure; several of one page need a word each for their ids to begin with. */
export const drawnCurve = (props: CurveFigureProps, idPrefix = 'c'): string =>
  rendered(curve?.default, props, idPrefix);
export const drawnChart = (props: ChartFigureProps, idPrefix = 'd'): string =>
  rendered(chart?.default, props, idPrefix);

/** Once a reader means one. */
export const fetchCurve = async () => (await import('./CurveFigure.svelte')).default;
export const fetchChart = async () => (await import('./ChartFigure.svelte')).default;

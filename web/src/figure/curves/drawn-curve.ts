import { rendered } from '../../ui/rendered';
import type { ChartFigureProps } from './chart-figure';
import type { CurveFigureProps } from './curve-figure';

// Imported dynamically: a static import would put the charts' code into the first load. Not part of the benchmarks' own
// page, because the build gives a page the styles of every module that its modules import by name.
const [curve, chart] = import.meta.env.SSR
  ? await Promise.all([import('./CurveFigure.svelte'), import('./ChartFigure.svelte')])
  : [];

/** Renders one figure. If a page has several, each needs an `idPrefix` of its own for its ids. */
export const curveHtml = (props: CurveFigureProps, idPrefix = 'c'): string =>
  rendered(curve?.default, props, idPrefix);
export const chartHtml = (props: ChartFigureProps, idPrefix = 'd'): string =>
  rendered(chart?.default, props, idPrefix);

/** Called once a reader shows interest. */
export const fetchCurve = async () => (await import('./CurveFigure.svelte')).default;
export const fetchChart = async () => (await import('./ChartFigure.svelte')).default;

import { rendered } from '../../ui/rendered';
import type { BenchmarksProps } from './page';

// Imported dynamically: a static import would put the charts' code into the first load.
const benchmarks = import.meta.env.SSR ? await import('./Benchmarks.svelte') : undefined;

/** The HTML of the page's charts. */
export const benchmarksHtml = (props: BenchmarksProps): string =>
  rendered(benchmarks?.default, props, 'b');

/** Called once a reader shows interest. */
export const fetchBenchmarks = async () => (await import('./Benchmarks.svelte')).default;

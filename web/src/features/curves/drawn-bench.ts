import { rendered } from '../../ui/rendered';
import type { BenchmarksProps } from './page';

// Asked for here and not imported: a static import would put the charts' code into the first load.
const benchmarks = import.meta.env.SSR ? await import('./Benchmarks.svelte') : undefined;

/** The page's charts as they stand in its HTML. */
export const drawnBenchmarks = (props: BenchmarksProps): string =>
  rendered(benchmarks?.default, props, 'b');

/** Once a reader means them. */
export const fetchBenchmarks = async () => (await import('./Benchmarks.svelte')).default;

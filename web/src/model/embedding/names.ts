/** Names of widgets. Their addresses contain them and must never change. */
import { pairKey } from '../benchmarks/benchmark';

export const pairName = (left: string, right: string) => `${left}-vs-${right}`;

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
export const curveName = (of: { readonly machine: string; readonly workload: string }) =>
  `benchmark-${slug(pairKey(of))}`;
export const tableName = (benchmark: string) => `benchmark-${benchmark}`;

import type { Benchmark } from '../../model/benchmarks/benchmark';
import { tableName } from '../../model/embedding/names';
import type { Subject } from '../../model/embedding/snippets';

/** A published table as a frame in another page. */
export const tableSubject = ({ id, title }: Pick<Benchmark, 'id' | 'title'>): Subject => ({
  name: tableName(id),
  kind: 'benchmark',
  title,
  page: `curves/?v=1&b=${id}`,
});

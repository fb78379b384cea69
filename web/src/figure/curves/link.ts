/**
 * What the benchmark page shows, in its address:
 * `?v=1&b=mariadb-5.5&machine=pitbull&workload=POINT_SELECT&clients=1024&with=windows.POINT_SELECT`, with
 * `&cores=64&groups=8` if the machine was changed, and for a table without a model a place on its axis:
 * `?v=1&b=percona-2016-05&measure=p95_ms&x=1200`. Read strictly: unknown or impossible values are reported and otherwise
 * ignored.
 */
import { m } from '#paraglide/messages.js';
import { COUNTS, pairKey } from '../../model/benchmarks/benchmark';
import { TURNED_NAMES, TURNED_VALUES, turnedOf, type Turned } from './turned';
import { LIST } from '../../model/joined';

export interface Selection {
  readonly benchmark: string;
  readonly machine: string;
  readonly workload: string;
  readonly clients: number;
  readonly with: string | undefined;
  /** Changes to the fitted machine. */
  readonly turned?: Partial<Turned>;
}

/** A table on the page without a model: its contents and its range. */
export interface OtherTable {
  readonly id: string;
  readonly measures: readonly string[];
  /** One chart each; none: there is a single chart. */
  readonly groups?: readonly { readonly machine: string; readonly workload: string }[];
  readonly places: readonly number[];
}

/** What a table shows: one of its measures, at a place. */
export interface TablePoint {
  readonly measure?: string | undefined;
  readonly machine?: string | undefined;
  readonly workload?: string | undefined;
  readonly x?: number | undefined;
}

export interface KnownTables {
  readonly pairs: readonly {
    readonly benchmark: string;
    readonly machine: string;
    readonly workload: string;
  }[];
  readonly others: readonly OtherTable[];
}

export interface LinkedState {
  readonly selection: Selection;
  /** Set if the address names a table without a model. */
  readonly point?: TablePoint;
  /** True if the address asks for a pair, not only for a table. */
  readonly asked: boolean;
  readonly sentences: readonly string[];
}

const NAMES = [
  'v',
  'b',
  'machine',
  'workload',
  'clients',
  'with',
  'measure',
  'x',
  ...TURNED_NAMES,
] as const;
const LONGEST = 64;

export function printSelection(selection: Selection): string {
  const { benchmark, machine, workload, clients } = selection;
  const search = new URLSearchParams({ v: '1', b: benchmark, machine, workload });
  search.set('clients', String(clients));
  if (selection.with !== undefined) search.set('with', selection.with);
  for (const [name, value] of Object.entries(selection.turned ?? {}))
    search.set(name, String(value));
  return `?${search.toString()}`;
}

export function printPoint(id: string, { measure, machine, workload, x }: TablePoint): string {
  const search = new URLSearchParams({ v: '1', b: id });
  if (machine !== undefined) search.set('machine', machine);
  if (workload !== undefined) search.set('workload', workload);
  if (measure !== undefined) search.set('measure', measure);
  if (x !== undefined) search.set('x', String(x));
  return `?${search.toString()}`;
}

export function readSelection(
  search: URLSearchParams,
  { pairs, others }: KnownTables,
  first: Selection,
): LinkedState {
  const sentences: string[] = [];
  const short = (text: string) => text.slice(0, LONGEST);
  for (const name of new Set(search.keys())) {
    if (!NAMES.some((one) => one === name)) {
      sentences.push(m.bench_link_unknown({ name: short(name), allowed: NAMES.join(LIST) }));
    } else if (search.getAll(name).length > 1) {
      sentences.push(m.bench_link_twice({ name }));
    }
  }
  const version = search.get('v');
  if (version !== null && version !== '1') {
    sentences.push(m.bench_link_version({ value: short(version) }));
    return { selection: first, asked: false, sentences };
  }
  /** The value if it is one of these; else the default and a problem. */
  const one = <T extends string>(
    name: (typeof NAMES)[number],
    allowed: readonly T[],
    before: T,
    words = [...new Set(allowed)].join(LIST),
  ): T => {
    const value = search.get(name);
    if (value === null) return before;
    const found = allowed.find((candidate) => candidate === value);
    if (found !== undefined) return found;
    sentences.push(m.bench_link_value({ name, value: short(value), allowed: words }));
    return before;
  };
  const benchmark = one(
    'b',
    [...new Set([...pairs.map((pair) => pair.benchmark), ...others.map(({ id }) => id)])],
    first.benchmark,
  );
  const of = pairs.filter((pair) => pair.benchmark === benchmark);
  if (of.length === 0) {
    for (const name of ['clients', 'with', ...TURNED_NAMES] as const) one(name, [], '');
    const table = others.find(({ id }) => id === benchmark);
    const groups = table?.groups ?? [];
    const machine = one('machine', [...new Set(groups.map((group) => group.machine))], '');
    const workload = one(
      'workload',
      groups
        .filter((group) => machine === '' || group.machine === machine)
        .map((group) => group.workload),
      '',
    );
    const measure = one('measure', table?.measures ?? [], '');
    const x = one('x', (table?.places ?? []).map(String), '');
    const point = {
      ...(measure !== '' && { measure }),
      ...(machine !== '' && { machine }),
      ...(workload !== '' && { workload }),
      ...(x !== '' && { x: Number(x) }),
    };
    return { selection: { ...first, benchmark }, point, asked: false, sentences };
  }
  for (const name of ['measure', 'x'] as const) one(name, [], '');
  const machine = one(
    'machine',
    of.map((pair) => pair.machine),
    first.machine,
  );
  const workload = one(
    'workload',
    of.map((pair) => pair.workload),
    first.workload,
  );
  const clients = Number(one('clients', COUNTS.map(String), String(first.clients)));
  const keys = of.map(pairKey).filter((key) => key !== pairKey({ machine, workload }));
  const beside = one('with', keys, '');
  const turned = turnedOf((name) =>
    one(name, TURNED_VALUES[name].values, '', TURNED_VALUES[name].words),
  );
  return {
    selection: {
      benchmark,
      machine,
      workload,
      clients,
      with: beside === '' ? undefined : beside,
      ...(Object.keys(turned).length > 0 && { turned }),
    },
    asked: search.has('machine') || search.has('workload'),
    sentences,
  };
}

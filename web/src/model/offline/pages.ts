/**
 * The data of many pages in one file (made by `web/tools/kept.mjs`). A run is stored as its scenario and settings and
 * computed again when its page is opened: that takes a quarter of the bytes.
 */
import { stringify } from 'devalue';
import type { Run } from '#wasm/poolscope_wasm.js';
import { carried, finish, pictureAt, unpackable } from '../engine/remade';
import type { Overrides } from '../run/types';

/** JSON in which an object with `$` is a reference: to data that many pages share, or to a value that JSON lacks. */
type Written =
  | null
  | boolean
  | number
  | string
  | readonly Written[]
  | { readonly [key: string]: Written };

export interface Pages {
  readonly version: string;
  readonly shared: readonly Written[];
  /** By address; null for a page without data. */
  readonly pages: Readonly<Record<string, PageData | null>>;
}

/** Kit's answer to a request for a page's data. */
export interface PageData {
  readonly nodes: readonly (null | { readonly data?: Written })[];
}

/** A value that is written out unchanged: the types of `hooks.ts` (transport). */
class AsIs {
  constructor(
    readonly type: string,
    readonly value: unknown,
  ) {}
}
const as = (type: string) => (value: unknown) =>
  value instanceof AsIs && value.type === type && value.value;
const TRANSPORT = { Outcome: as('Outcome'), Frame: as('Frame') };

const ARRAYS = { Float32Array, Float64Array, Uint8Array, Uint16Array, Uint32Array };

function run(Class: typeof Run, scenario_json: string, overrides: Overrides, time_ns: number) {
  const run = finish(Class, scenario_json, overrides);
  try {
    const outcome = new AsIs('Outcome', JSON.stringify(unpackable(carried(run))));
    const [first, frame] = [pictureAt(run, 0), pictureAt(run, time_ns)];
    return { scenario_json, overrides, outcome, first, frame };
  } finally {
    run.free();
  }
}

function reader(shared: Pages['shared'], Class: typeof Run) {
  const known = new Map<number, unknown>();
  const sharedAt = (place: number): unknown => {
    if (!known.has(place)) known.set(place, read(shared[place] ?? null));
    return known.get(place);
  };
  const read = (written: Written): unknown => {
    if (typeof written !== 'object' || written === null) return written;
    if (Array.isArray(written)) return (written as readonly Written[]).map(read);
    const { $, ...object } = written as Readonly<Record<string, Written>>;
    if (typeof $ === 'number') return sharedAt($);
    const values = Object.fromEntries(Object.entries(object).map(([key, one]) => [key, read(one)]));
    if (typeof $ !== 'string') return values;
    const { value } = values;
    if ($ === 'run') {
      const { scenario_json, overrides, time_ns } = values;
      return run(Class, String(scenario_json), overrides as Overrides, Number(time_ns));
    }
    if ($ in TRANSPORT) return new AsIs($, value);
    return $ in ARRAYS ? new ARRAYS[$ as keyof typeof ARRAYS](value as number[]) : undefined;
  };
  return read;
}

/** The text that Kit would have answered with. */
export function answerOf({ nodes, ...rest }: PageData, shared: Pages['shared'], Class: typeof Run) {
  const read = reader(shared, Class);
  const whole = nodes.map((node) =>
    node?.data === undefined
      ? node
      : { ...node, data: JSON.parse(stringify(read(node.data), TRANSPORT)) as unknown },
  );
  return JSON.stringify({ ...rest, nodes: whole });
}

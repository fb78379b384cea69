/**
 * The data of many pages in one file (made by `web/tools/kept.mjs`). A run is stored as its scenario and settings and
 * computed again when its page is opened: that takes a quarter of the bytes.
 */
import { stringify } from 'devalue';
import type { Run } from '#wasm/poolscope_wasm.js';
import type { RunFile } from '../engine/aside';
import { carried, finish, pictureAt, unpackable, unpackableFrame } from '../engine/remade';
import type { PosterPacked } from '../run/poster';
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
  /** Those of all posters on these pages, by name. */
  readonly runs: Readonly<
    Record<string, { readonly scenario: Written; readonly overrides: Overrides }>
  >;
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
const TRANSPORT = { Poster: as('Poster') };

const ARRAYS = { Float32Array, Float64Array, Uint8Array, Uint16Array, Uint32Array };

/** Its picture is drawn again. */
type KeptPoster = Omit<PosterPacked, 'frame'> & { readonly time_ns: number };

/** What a run says, before it is freed. */
function asked<Answer>(
  { shared, runs }: Pages,
  name: string,
  Class: typeof Run,
  say: (run: Run, scenario_json: string) => Answer,
): Answer | undefined {
  const kept = runs[name];
  if (!kept) return undefined;
  const scenario_json = JSON.stringify(reader(shared)(kept.scenario));
  const run = finish(Class, scenario_json, kept.overrides);
  try {
    return say(run, scenario_json);
  } finally {
    run.free();
  }
}

/** The file of a run, as the network would answer; undefined if no page here shows it. */
export const runOf = (pages: Pages, name: string, Class: typeof Run): string | undefined =>
  asked(pages, name, Class, (run, scenario_json) => {
    const outcome = unpackable(carried(run));
    const first = unpackableFrame(pictureAt(run, 0));
    return JSON.stringify({ scenario_json, outcome, first } satisfies RunFile);
  });

function reader(shared: Pages['shared'], draw?: (poster: KeptPoster) => unknown) {
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
    if ($ === 'poster') return draw?.(values as unknown as KeptPoster);
    const { value } = values;
    return $ in ARRAYS ? new ARRAYS[$ as keyof typeof ARRAYS](value as number[]) : undefined;
  };
  return read;
}

/** The text that Kit would have answered with. */
export function answerOf({ nodes, ...rest }: PageData, pages: Pages, Class: typeof Run) {
  const read = reader(pages.shared, (poster) => {
    const { time_ns, ...rest } = poster;
    const frame = asked(pages, poster.run, Class, (run) =>
      unpackableFrame(pictureAt(run, time_ns)),
    );
    return new AsIs('Poster', { ...rest, frame });
  });
  const whole = nodes.map((node) =>
    node?.data === undefined
      ? node
      : { ...node, data: JSON.parse(stringify(read(node.data), TRANSPORT)) as unknown },
  );
  return JSON.stringify({ ...rest, nodes: whole });
}

/** Several captures of one server as a film: a picture of each, and the verdict that was possible by then. */
import type { Block, Diagnosed, Known } from '../generated/diagnosis';
import { seenPool, type SeenPool } from './seen';

/** A longer series is thinned evenly; the first and the last look are kept. */
export const MOST_LOOKS = 600;
/** A shorter series is judged as one capture. */
const LEAST_LOOKS = 3;
/** A verdict needs two looks at least this far apart, which is the distance in capture.sql. */
const WINDOW_US = 1_900_000;
/** How long the film is computed in one go before the page gets to respond. */
const SLICE_MS = 30;

export interface FilmLook {
  readonly at_us: number;
  /** The text that it was judged by: the look that its window starts with, and itself. */
  readonly text: string;
  /** This look alone, with the settings in force. */
  readonly alone: string;
  readonly pool: SeenPool;
  readonly diagnosed: Diagnosed;
}

export interface Film {
  readonly looks: readonly FilmLook[];
  /** Looks that were cut off before THREAD_POOL_GROUPS, or say nothing about a pool. */
  readonly broken: number;
  /** Looks left out because there are too many. */
  readonly thinned: number;
  /** Indexes of the looks whose verdict differs from the one before; includes the first. */
  readonly changes: readonly number[];
  /** Index of the first look at which the worst verdict is certain. */
  readonly opens: number;
}

interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** The level and the trouble: a change of either is a new verdict. */
export const verdictOf = ({ diagnosis: { level, troubles } }: Diagnosed): string => {
  const [worst] = troubles;
  return `${level} ${worst?.cause} ${worst?.groups.join()}`;
};

/** How well what is wrong is known. */
const KNOWN: Readonly<Record<Known, number>> = { certain: 3, probable: 2, possible: 1 };

function weightOf({ diagnosis: { level, troubles } }: Diagnosed): number {
  const roots = (troubles[0]?.roots ?? []).map(({ known }) => KNOWN[known]);
  return level === 'wrong' ? 10 + Math.max(0, ...roots) : Number(level === 'fine');
}

/** Picks at most `most` items evenly, always with the first and the last. */
export function thinned<Item>(all: readonly Item[], most: number): readonly Item[] {
  if (all.length <= most) return all;
  const step = (all.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, nth) => all[Math.round(nth * step)]).flatMap(
    (one) => one ?? [],
  );
}

interface Excerpt {
  readonly text: string;
  /** The paste's line number for a line of this excerpt. */
  readonly lineOf: (line: number) => number;
}

/** Cuts a paste into ranges of lines. */
class Cutter {
  readonly #lines: readonly string[];
  readonly #blocks: readonly Block[];
  readonly #version: string | undefined;
  constructor(text: string, { blocks, version }: Diagnosed['capture']) {
    this.#lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
    this.#blocks = blocks;
    this.#version = version?.value;
  }

  /** A look starts with its time and ends where the next one starts. */
  looks(): readonly LineRange[] {
    const starts = this.#blocks.filter(({ kind }) => kind === 'now').map(({ first }) => first);
    return starts.map((first, nth) => ({
      first,
      last: (starts[nth + 1] ?? this.#lines.length + 1) - 1,
    }));
  }

  /** Adds the settings printed last before these looks, or else the first ones. */
  part(looks: readonly LineRange[]): Excerpt {
    const [end = 0] = looks.map(({ last }) => last).slice(-1);
    const settings = this.#blocks.filter(({ kind }) => kind === 'variables');
    const within = settings.some(({ first }) =>
      looks.some((look) => look.first <= first && first <= look.last),
    );
    const before = settings.findLast(({ first }) => first <= end) ?? settings[0];
    // Settings printed one by one are one block each; those of one answer form a single block.
    const held = within || !before ? [] : [before];
    const chosen = [...held, ...looks];
    // An empty line ends a table.
    const lines = chosen.flatMap(({ first, last }) => [...this.#lines.slice(first - 1, last), '']);
    const version = this.#version;
    if (version !== undefined && !lines.some((line) => line.includes(version)))
      lines.push('Variable_name\tValue', `version\t${version}`, '');
    return {
      text: lines.join('\n'),
      lineOf: (line) => {
        let left = line;
        for (const { first, last } of chosen) {
          const many = last - first + 2;
          if (left <= many) return Math.min(first + left - 1, last);
          left -= many;
        }
        return this.#lines.length;
      },
    };
  }
}

const LINES: ReadonlySet<string> = new Set(['line', 'first', 'last']);

/** The result for an excerpt, with its line numbers translated to the whole paste. */
const told = (json: string, { lineOf }: Excerpt) =>
  JSON.parse(json, (key, value: unknown) =>
    typeof value === 'number' && LINES.has(key) ? lineOf(value) : value,
  ) as Diagnosed;

/** Undefined if it has too few looks with a time to make a film. */
export async function filmOf(
  text: string,
  { capture }: Diagnosed,
  /** Returns JSON. */
  read: (text: string) => string,
  ontold: (done: number, all: number) => Promise<void>,
): Promise<Film | undefined> {
  const cutter = new Cutter(text, capture);
  const all = cutter.looks();
  if (all.length < LEAST_LOOKS) return undefined;
  const taken = thinned(all, MOST_LOOKS);
  let since = performance.now();
  const breathe = async (done: number) => {
    if (performance.now() - since < SLICE_MS) return;
    await ontold(done, taken.length);
    since = performance.now();
  };
  const found: (Omit<FilmLook, 'text' | 'diagnosed'> & { place: LineRange; counted: boolean })[] =
    [];
  for (const [nth, place] of taken.entries()) {
    const part = cutter.part([place]);
    const seen = told(read(part.text), part);
    const pool = seenPool(seen);
    const look = seen.capture.looks[pool?.look ?? 0];
    const at_us = look?.taken_at_us?.value;
    if (pool && at_us !== undefined)
      found.push({ at_us, alone: part.text, pool, place, counted: look?.groups !== null });
    await breathe(nth / 2);
  }
  // If some looks have the groups, one without them was cut off. Two prints of the same look count as one.
  const counted = found.some((one) => one.counted);
  const times = new Set<number>();
  const whole = found
    .filter((one) => one.counted === counted)
    .sort((a, b) => a.at_us - b.at_us)
    .filter(({ at_us }) => times.size < times.add(at_us).size);
  const twins = found.filter((one) => one.counted === counted).length - whole.length;
  if (whole.length < LEAST_LOOKS) return undefined;
  const looks: FilmLook[] = [];
  for (const [nth, { place, at_us, alone, pool }] of whole.entries()) {
    const before = whole.findLast((one) => one.at_us <= at_us - WINDOW_US) ?? whole[0];
    const part = cutter.part(nth === 0 || !before ? [place] : [before.place, place]);
    const diagnosed = told(read(part.text), part);
    looks.push({ at_us, alone, pool, text: part.text, diagnosed });
    await breathe((taken.length + nth) / 2);
  }
  const changes = looks.flatMap(({ diagnosed }, nth) => {
    const before = looks[nth - 1];
    return before && verdictOf(before.diagnosed) === verdictOf(diagnosed) ? [] : [nth];
  });
  const weights = looks.map(({ diagnosed }) => weightOf(diagnosed));
  return {
    looks,
    broken: taken.length - whole.length - twins,
    thinned: all.length - taken.length,
    changes,
    opens: weights.indexOf(Math.max(...weights)),
  };
}

/** The server's clock, with as many digits as the spacing of the looks requires: `12:34:13`. */
export function timeOf(at_us: number, { looks }: Pick<Film, 'looks'>): string {
  const [first, ...others] = looks;
  const span_us = (others.at(-1)?.at_us ?? 0) - (first?.at_us ?? 0);
  const fine = span_us / Math.max(1, others.length) < 900_000;
  return new Date(Math.floor(at_us / 1000)).toISOString().slice(11, fine ? 21 : 19);
}

/** Reads and checks the attributes of each directive. */
import { parseTime, parseValue } from '../../model/link/url';
import { isPart, NUMBERED_PARTS, WHOLE_PARTS, type ScenePart } from '../../model/run/cue';
import type { Overrides, OverrideValue } from '../../model/run/types';
import { SECTIONS, type Section } from '../../figure/model/given';
import { oneOf } from './problems';

/** Required ones first; the others are optional. */
const ATTRIBUTES: Readonly<
  Record<string, { readonly needed: readonly string[]; readonly free: readonly string[] }>
> = {
  // Inline directives.
  term: { needed: [], free: ['of'] },
  see: { needed: ['part'], free: [] },
  claim: { needed: ['of'], free: ['run', 'set', 'bench', 'to', 'seeds'] },
  measured: { needed: ['of'], free: ['run', 'bench', 'real', 'to'] },
  // Block directives.
  figure: {
    needed: ['scenario'],
    free: ['at', 'request', 'light', 'knobs', 'set', 'sections'],
  },
  twins: {
    needed: ['left', 'right'],
    free: ['at', 'request', 'light', 'knobs', 'left-set', 'right-set', 'sections'],
  },
  curve: {
    needed: ['benchmark', 'machine', 'workload'],
    free: ['at', 'draw', 'only', 'light', 'sections', 'beside'],
  },
  chart: { needed: ['benchmark', 'curves'], free: ['measure', 'before'] },
  predict: {
    needed: ['of'],
    free: ['options', 'all', 'bar', 'way', 'run', 'set', 'bench', 'to', 'show', 'opens', 'in'],
  },
  // An item of a list of options.
  option: { needed: [], free: ['if', 'run', 'set', 'shape'] },
  draw: { needed: ['of', 'max', 'step'], free: ['items', 'run', 'set', 'start', 'opens', 'in'] },
  why: { needed: [], free: [] },
  goals: {
    needed: ['scenario'],
    free: ['at', 'request', 'light', 'knobs', 'set', 'sections'],
  },
  calculator: { needed: [], free: [] },
  server: { needed: [], free: [] },
  act: { needed: [], free: [] },
};

export const INLINE = ['term', 'see', 'claim', 'measured'] as const;
export const BLOCKS = [
  'figure',
  'twins',
  'curve',
  'chart',
  'predict',
  'draw',
  'why',
  'goals',
  'calculator',
  'server',
  'act',
] as const;
export type InlineName = (typeof INLINE)[number];
export type BlockName = (typeof BLOCKS)[number];

type Given = Readonly<Record<string, string | null | undefined>> | null | undefined;

export class Attributes {
  readonly #given: Readonly<Record<string, string>>;

  constructor(name: InlineName | BlockName | 'option', given: Given) {
    const { needed, free } = ATTRIBUTES[name] ?? { needed: [], free: [] };
    const allowed = [...needed, ...free];
    const read: Record<string, string> = {};
    for (const [key, value] of Object.entries(given ?? {})) {
      if (!allowed.includes(key))
        throw new Error(
          `${name} has no attribute "${key}"; allowed: ${oneOf(allowed) || 'none at all'}`,
        );
      if (!value) throw new Error(`${name}: ${key} is empty`);
      read[key] = value;
    }
    for (const key of needed)
      if (read[key] === undefined) throw new Error(`${name} needs the attribute "${key}"`);
    this.#given = read;
  }

  get(key: string): string | undefined {
    return this.#given[key];
  }
  /** An attribute that the constructor has made sure of. */
  need(key: string): string {
    return this.#given[key] ?? '';
  }

  /** The unit to which a number is rounded: 100 in `to=100`. */
  to(): number {
    const text = this.get('to');
    if (text === undefined) return 0;
    if (!/^\d+(\.\d+)?$/.test(text) || Number(text) <= 0)
      throw new Error(`to="${text}": what the number is rounded to, such as 100`);
    return Number(text);
  }

  /** The number of seeds, which start at 1. */
  seeds(): number | undefined {
    const text = this.get('seeds');
    if (text === undefined) return undefined;
    const seeds = Number(text);
    if (!Number.isInteger(seeds) || seeds < 2 || seeds > 100)
      throw new Error(`seeds="${text}": how many, from 2 to 100`);
    return seeds;
  }

  time(key: string): number | undefined {
    const text = this.get(key);
    return text === undefined ? undefined : timeOf(key, text);
  }

  /** `thread_pool_max_threads=8 seed=2` */
  set(key = 'set'): Overrides {
    const overrides: Record<string, OverrideValue> = {};
    for (const part of words(this.get(key))) {
      const [, name, value] = /^([^=]+)=(.+)$/.exec(part) ?? [];
      if (name === undefined || value === undefined)
        throw new Error(`${key}="${part}": written name=value, several with spaces between`);
      // A version is a string, although 10.4 looks like a number.
      overrides[name] = name === 'version' ? value : parseValue(value);
    }
    return overrides;
  }

  parts(key: string): readonly ScenePart[] {
    return words(this.get(key)).map((part) => {
      if (isPart(part)) return part;
      const numbered = NUMBERED_PARTS.map((name) => `${name}:N`);
      throw new Error(`no part "${part}"; allowed: ${oneOf([...WHOLE_PARTS, ...numbered])}`);
    });
  }

  sections(): readonly Section[] | undefined {
    if (this.get('sections') === undefined) return undefined;
    return words(this.get('sections')).map((name) => {
      const found = SECTIONS.find((section) => section === name);
      if (!found) throw new Error(`no section "${name}"; allowed: ${oneOf(SECTIONS)}`);
      return found;
    });
  }

  /** One of a few words. */
  choice<T extends string>(key: string, allowed: readonly T[]): T | undefined {
    const text = this.get(key);
    if (text === undefined) return undefined;
    const found = allowed.find((one) => one === text);
    if (found === undefined) throw new Error(`${key}="${text}"; allowed: ${oneOf(allowed)}`);
    return found;
  }

  /** Several words, separated by commas if they contain spaces. */
  list(key: string): readonly string[] | undefined {
    const text = this.get(key);
    if (text === undefined) return undefined;
    const parts = text.split(BETWEEN);
    return parts.length > 1 ? parts.map((one) => one.trim()) : words(text);
  }
}

/** A comma, unless it is within a number: 4,096. */
const BETWEEN = /,(?!\d{3}(?!\d))/;

function words(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter(Boolean);
}

function timeOf(key: string, text: string): number {
  const time_ns = parseTime(text.replaceAll(' ', ''));
  if (time_ns === undefined)
    throw new Error(`${key}="${text}": a time is written like 1.2s, 300ms or 50us`);
  return time_ns;
}

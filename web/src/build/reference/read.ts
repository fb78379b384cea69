/** What content/reference/pages.json may say: everything that is wrong at once, each with its place. */
import { REFERENCE, type ReferencePage } from '../../model/reference/list';
import { isPart, type Part } from '../../model/run/cue';
import { isRecord } from '../../model/run/pointer';
import type { OverrideValue, Overrides } from '../../model/run/types';
import { parseTime } from '../../model/link/url';
import { oneOf } from '../lessons/problems';

export type CellOf = number | Readonly<Record<string, string | number>>;

/** What is read off a run to show that the knob matters: a measure, a cell or a counter at the moment, or how many stand where. */
export type Reads =
  | { readonly kind: 'measure'; readonly measure: string }
  | { readonly kind: 'cell'; readonly table: string; readonly column: string; readonly row: CellOf }
  | { readonly kind: 'status'; readonly name: string }
  | { readonly kind: 'places'; readonly places: readonly string[] };

export interface FigureAsk {
  /** A file of content/scenarios, or with an @ of content/reference/scenarios. */
  readonly scenario: string;
  readonly at_ns: number;
  readonly knob: string;
  readonly stops: readonly OverrideValue[];
  readonly reads: Reads;
  readonly says: string | undefined;
  readonly see: string;
  readonly light: readonly Part[];
  readonly request: number | string | undefined;
  readonly set: Overrides;
}

/** A row of the table by server, where the engine has none. */
export interface Documented {
  readonly server: string;
  readonly range: string;
  readonly default: string;
  readonly dynamic: boolean | undefined;
}

export const CHECKED = ['measured', 'modelled', 'documented'] as const;

export interface PageAsk {
  readonly page: ReferencePage;
  readonly more: readonly string[];
  readonly not: readonly string[];
  readonly set: string | undefined;
  readonly earlier: string | undefined;
  readonly group: string | undefined;
  /** By scheduler, where its row leaves the default open. */
  readonly default: Readonly<Record<string, string>>;
  readonly documented: readonly Documented[];
  readonly figure: FigureAsk | undefined;
  readonly step: string | undefined;
  readonly measured: readonly string[];
  readonly near: readonly ReferencePage[];
  readonly checked: (typeof CHECKED)[number];
  readonly how: string | undefined;
  readonly sources: readonly string[];
}

const FILE = 'content/reference/pages.json';
const FIELDS = [
  'more',
  'not',
  'set',
  'earlier',
  'group',
  'default',
  'documented',
  'figure',
  'step',
  'measured',
  'near',
  'checked',
  'how',
  'sources',
];

/** Of a message the last part of its address, else its name. */
export const keyOf = ({ kind, name, address }: ReferencePage) =>
  kind === 'message' ? (address.split('/').at(-2) ?? '') : name;

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isValue = (value: unknown): value is OverrideValue =>
  ['string', 'number', 'boolean'].includes(typeof value);

export function readPages(json: unknown): readonly PageAsk[] {
  const wrong: string[] = [];
  const file = isRecord(json) ? json : {};
  const known = new Set(REFERENCE.map(keyOf));
  for (const key of Object.keys(file)) if (!known.has(key)) wrong.push(`/${key}: no such page`);

  function pageOf(page: ReferencePage): PageAsk {
    const at = `/${keyOf(page)}`;
    const given = file[keyOf(page)];
    if (!isRecord(given)) wrong.push(`${at} is missing`);
    const one = isRecord(given) ? given : {};
    for (const key of Object.keys(one))
      if (!FIELDS.includes(key)) wrong.push(`${at} has no "${key}"; allowed: ${oneOf(FIELDS)}`);
    const words = (key: string, of = one, where = at) => {
      const value = of[key];
      if (value !== undefined && !isWord(value)) wrong.push(`${where}/${key} needs some words`);
      return isWord(value) ? value : undefined;
    };
    const list = (key: string, of = one, where = at): readonly string[] => {
      const value: unknown = of[key] ?? [];
      if (Array.isArray(value) && value.every(isWord)) return value;
      wrong.push(`${where}/${key} is a list of words`);
      return [];
    };

    function figureOf(asked: Record<string, unknown>): FigureAsk | undefined {
      const where = `${at}/figure`;
      const scenario = words('scenario', asked, where);
      const at_ns = parseTime(words('at', asked, where) ?? '');
      const knob = words('knob', asked, where);
      const see = words('see', asked, where);
      const stops: unknown = asked['stops'];
      const set: unknown = asked['set'] ?? {};
      const request = asked['request'];
      const reads = readsOf(asked['reads']);
      const light = list('light', asked, where).filter((part): part is Part => {
        if (!isPart(part)) wrong.push(`${where}/light: no part "${part}"`);
        return isPart(part);
      });
      if (at_ns === undefined) wrong.push(`${where}/at is a time like 1.2s`);
      if (!reads) wrong.push(`${where}/reads is a measure, a cell, a counter or places`);
      if (!Array.isArray(stops) || stops.length < 2 || !stops.every(isValue))
        wrong.push(`${where}/stops needs at least two values`);
      if (!scenario || !knob || !see || at_ns === undefined || !reads || !Array.isArray(stops))
        return undefined;
      return {
        scenario,
        at_ns,
        knob,
        stops: stops.filter(isValue),
        reads,
        says: words('says', asked, where),
        see,
        light,
        request: typeof request === 'number' || isWord(request) ? request : undefined,
        set: isRecord(set)
          ? Object.fromEntries(
              Object.entries(set).flatMap(([name, value]) => (isValue(value) ? [[name, value]] : [])),
            )
          : {},
      };
    }

    const checked = CHECKED.find((word) => word === one['checked']);
    if (!checked) wrong.push(`${at}/checked is ${String(one['checked'])}; allowed: ${oneOf(CHECKED)}`);
    if (checked !== 'measured' && list('measured').length > 0)
      wrong.push(`${at}/checked is ${String(checked)}, and yet it links to measurements`);
    const not = list('not');
    if (not.length === 0) wrong.push(`${at}/not: what does it not do?`);
    const near = list('near').flatMap((name) => {
      const found = REFERENCE.find((other) => other.name === name);
      if (!found) wrong.push(`${at}/near: no page is called "${name}"`);
      return found ?? [];
    });
    const defaults: unknown = one['default'] ?? {};
    const documented: unknown = one['documented'] ?? [];
    return {
      page,
      more: list('more'),
      not,
      set: words('set'),
      earlier: words('earlier'),
      group: words('group'),
      default: isRecord(defaults)
        ? Object.fromEntries(Object.entries(defaults).map(([key, value]) => [key, String(value)]))
        : {},
      documented: (Array.isArray(documented) ? documented : []).filter(isRecord).map((row) => ({
        server: words('server', row, at) ?? '',
        range: words('range', row, at) ?? '',
        default: words('default', row, at) ?? '',
        dynamic: typeof row['dynamic'] === 'boolean' ? row['dynamic'] : undefined,
      })),
      figure: isRecord(one['figure']) ? figureOf(one['figure']) : undefined,
      step: words('step'),
      measured: list('measured'),
      near,
      checked: checked ?? 'documented',
      how: words('how'),
      sources: list('sources'),
    };
  }

  const pages = REFERENCE.map(pageOf);
  if (wrong.length > 0) throw new Error(wrong.map((one) => FILE + one).join('\n'));
  return pages;
}

function readsOf(reads: unknown): Reads | undefined {
  if (isWord(reads)) return { kind: 'measure', measure: reads };
  if (!isRecord(reads)) return undefined;
  const { table, column, status, places } = reads;
  const row: unknown = reads['row'] ?? 0;
  if (isWord(status)) return { kind: 'status', name: status };
  if (Array.isArray(places) && places.every(isWord)) return { kind: 'places', places };
  if (!isWord(table) || !isWord(column)) return undefined;
  if (typeof row === 'number') return { kind: 'cell', table, column, row };
  if (!isRecord(row)) return undefined;
  const where = Object.entries(row).flatMap(([name, value]) =>
    typeof value === 'number' || isWord(value) ? [[name, value] as const] : [],
  );
  return { kind: 'cell', table, column, row: Object.fromEntries(where) };
}

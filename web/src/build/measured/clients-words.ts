/** Figures of the experiments with clients that give up, in words. */
import { m } from '#paraglide/messages.js';
import { count } from '../../model/words/format';
import { shownName } from '../../model/words/names';
import { unitOf, type FigureDefinition, type RunFigure } from './clients-format';

const UNITS: Readonly<Record<ReturnType<typeof unitOf>['kind'], (title: string) => string>> = {
  s: (title) => m.measured_clients_in_s({ title }),
  ms: (title) => m.measured_clients_in_ms({ title }),
  per_s: (title) => m.measured_clients_per_s({ title }),
  plain: (title) => title,
};

/** With its unit, and with the part that a number of it is about. */
export const figureTitle = (name: string, { title }: FigureDefinition, part?: string): string =>
  UNITS[unitOf(name).kind](part === undefined ? title : m.measured_clients_part({ title, part: shownName(part) }));

const decimalsOf = (value: number | null) => (String(value ?? 0).split('.')[1] ?? '').length;

/** One number if all runs agree, else that of each run, with as many decimals as the others. */
export function runsSaid(
  values: readonly (number | null)[],
  { never = '' }: FigureDefinition,
): string[] {
  const decimals = Math.max(...values.map(decimalsOf));
  const all = values.map((value) => {
    if (value === null) return never;
    const [whole = '', rest = ''] = count(value).split('.');
    return decimals > 0 ? `${whole}.${rest.padEnd(decimals, '0')}` : whole;
  });
  return new Set(all).size === 1 ? all.slice(0, 1) : all;
}

/** A figure's numbers by run, once for each of its parts. */
export function byPart(
  values: readonly RunFigure[],
  { parts = [undefined] }: { readonly parts?: readonly (string | undefined)[] | undefined },
): (readonly [part: string | undefined, values: (number | null)[]])[] {
  return parts.map((part, at) => [
    part,
    values.map((value) => (Array.isArray(value) ? (value[at] ?? null) : value)),
  ]);
}

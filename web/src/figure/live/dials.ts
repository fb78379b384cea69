/** The three sliders: their words, and the position of a value on the track. */
import { m } from '#paraglide/messages.js';
import { hasLatch, takes, type CaseName, type Dials } from '../../model/hand/cases';
import { count, shortDuration } from '../../model/words/format';

export type { Dials };
export type Dial = keyof Dials;
export const DIALS: readonly Dial[] = ['arrivals', 'threads', 'work_ms'];

/** The values of each slider. */
const VALUES: Readonly<Record<Dial, readonly number[]>> = {
  arrivals: [...steps(0, 40, 1), ...steps(42, 120, 2)],
  threads: steps(1, 24, 1),
  work_ms: [
    ...[5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90],
    ...steps(100, 300, 10),
    ...steps(350, 1000, 50),
    ...steps(1250, 3000, 250),
  ],
};

/** A thread for each client: far apart, because it takes many more to be seen. */
const AT_LATCH = [4, 8, 16, 24, 32, 48, 64, 128];

export const dialsFor = (name: CaseName): readonly Dial[] => (hasLatch(name) ? ['threads'] : DIALS);

/** Whether its slider moves. */
export const takesDial = (name: CaseName, dial: Dial): boolean =>
  takes(
    name,
    hasLatch(name) ? 'T' : ({ arrivals: 'Q', threads: 'A', work_ms: 'W' } as const)[dial],
  );

const valuesOf = (dial: Dial, name: CaseName): readonly number[] =>
  hasLatch(name) && dial === 'threads' ? AT_LATCH : VALUES[dial];

/** The next number of threads at a latch. */
export function nextStop(threads: number, by: 1 | -1): number {
  return valueAt('threads', placeOf('threads', threads, 'slower') + by, 'slower');
}

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.round((to - from) / by) + 1 }, (_, n) => from + n * by);
}

export const lastPlace = (dial: Dial, name: CaseName = 'steady'): number =>
  valuesOf(dial, name).length - 1;

export const valueAt = (dial: Dial, place: number, name: CaseName = 'steady'): number =>
  valuesOf(dial, name)[Math.min(Math.max(Math.round(place), 0), lastPlace(dial, name))] ?? 0;

/** The position of the nearest value. */
export function placeOf(dial: Dial, value: number, name: CaseName = 'steady'): number {
  const off = (place: number) => Math.abs(valueAt(dial, place, name) - value);
  return valuesOf(dial, name).reduce(
    (best, _, place) => (off(place) < off(best) ? place : best),
    0,
  );
}

const NAMES: Readonly<Record<Dial, () => string>> = {
  arrivals: m.live_arrivals,
  threads: m.live_threads,
  work_ms: m.live_work,
};
export const dialName = (dial: Dial): string => NAMES[dial]();

export function dialValue(dial: Dial, { [dial]: value }: Dials): string {
  switch (dial) {
    case 'arrivals':
      return m.live_a_second({ count: count(value) });
    case 'threads':
      return String(value);
    case 'work_ms':
      return value < 1000 ? `${value} ms` : shortDuration(value * 1e6);
    default:
      return dial satisfies never;
  }
}

/** How many threads the arriving work keeps busy on average. */
export const loadOf = ({ arrivals, work_ms }: Dials): number => (arrivals * work_ms) / 1000;

/** Reads the parameters next to `scenario=`; undefined if none concerns a slider. */
export function readDials(search: URLSearchParams, dials: Dials): Dials | undefined {
  const said = DIALS.flatMap((dial) => {
    const value = Number(search.get(dial) ?? Number.NaN);
    // A value that the slider has not is not replaced by one that it has.
    const has = value >= valueAt(dial, 0) && value <= valueAt(dial, lastPlace(dial));
    return has ? [[dial, valueAt(dial, placeOf(dial, value))] as const] : [];
  });
  return said.length > 0 ? { ...dials, ...Object.fromEntries(said) } : undefined;
}

export const printDials = (dials: Dials): string =>
  `?${DIALS.map((dial) => `${dial}=${dials[dial]}`).join('&')}`;

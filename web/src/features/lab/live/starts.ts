/** The cases that a live run starts from: each is an engine scenario with the sliders' values. */
import { m } from '#paraglide/messages.js';
import type { Deed, LiveStory } from '../../../model/engine/live-run';
import type { JsonObject } from '../../../model/run/json';
import type { Dials } from './dials';

export const STARTS = ['burst', 'sleeps', 'deaf', 'thousand'] as const;
/** The page opens with `steady`. */
export type StartName = 'steady' | (typeof STARTS)[number];

const S = 1e9;
const US_PER_S = 1e6;
/** As long as the engine can count, which is longer than anybody watches. */
const UNTIL_US = 864_000 * US_PER_S;
/** The interval of a stream that never sends. */
const NEVER_US = UNTIL_US;
export const CONNECTIONS = 2_000;
export const CLIENTS = 1_000;
export const BURST = 200;
const SLEEPERS = 8;

interface Start {
  readonly dials: Dials;
  /** The history before the page opens: other slider values, and until when. */
  readonly before?: readonly { readonly at_s: number; readonly dials: Partial<Dials> }[];
  readonly until_s?: number;
  /** True if there is no extra listener while the others work. */
  readonly deaf?: boolean;
  /** Closed loop: clients that send again only after their answer, instead of a stream. */
  readonly closed?: boolean;
  readonly beside?: readonly object[];
  /** True if the second crowd sends the same work. */
  readonly same_work?: boolean;
}

const own = (work: object | number) => [{ steps: [{ wait_us: work }] }];

const ALL: Readonly<Record<StartName, Start>> = {
  steady: {
    dials: { arrivals: 52, threads: 6, work_ms: 150 },
    before: [
      { at_s: 0, dials: { arrivals: 32 } },
      { at_s: 14, dials: { arrivals: 44 } },
      { at_s: 20, dials: {} },
    ],
    until_s: 28,
  },
  burst: {
    dials: { arrivals: 28, threads: 6, work_ms: 150 },
    beside: [{ count: BURST, arrivals: { batch: { at_us: US_PER_S } }, statements: own(150_000) }],
    same_work: true,
  },
  sleeps: {
    dials: { arrivals: 0, threads: 6, work_ms: 2000 },
    beside: [
      {
        count: SLEEPERS,
        arrivals: { bursts: { every: 6 * US_PER_S, from_us: US_PER_S } },
        statements: own(2 * US_PER_S),
      },
    ],
    same_work: true,
  },
  deaf: {
    dials: { arrivals: 20, threads: 6, work_ms: 100 },
    deaf: true,
    beside: [
      {
        count: 6,
        arrivals: { bursts: { every: 24 * US_PER_S, from_us: US_PER_S } },
        statements: own(12 * US_PER_S),
      },
    ],
  },
  thousand: {
    dials: { arrivals: 60, threads: 6, work_ms: 150 },
    closed: true,
  },
};

export const startDials = (start: StartName): Dials => ALL[start].dials;
export const hasEar = (start: StartName): boolean => !ALL[start].deaf;
export const isClosed = (start: StartName): boolean => ALL[start].closed === true;

const NAMES: Readonly<Record<StartName, () => string>> = {
  steady: m.live_start_steady,
  burst: m.live_start_burst,
  sleeps: m.live_start_sleeps,
  deaf: m.live_start_deaf,
  thousand: m.live_start_thousand,
};
export const startName = (start: StartName): string => NAMES[start]();

/** The limits that allow a group this many working threads: one more listens. */
function limits(start: Start, threads: number) {
  return {
    thread_pool_oversubscribe: threads - 1,
    thread_pool_max_threads: threads + (start.deaf ? 0 : 1),
  };
}

/** Work varies around its mean; the eight sleeps are all equally long. */
const workOf = (start: StartName, work_ms: number) =>
  start === 'sleeps' ? work_ms * 1000 : { erlang: { k: 3, mean_us: work_ms * 1000 } };

function gapOf(start: StartName, arrivals: number) {
  if (arrivals === 0) return NEVER_US;
  const mean_us = Math.round(((isClosed(start) ? CLIENTS : 1) * US_PER_S) / arrivals);
  return { exponential: { mean_us: Math.min(mean_us, NEVER_US) } };
}

/** An engine scenario with the sliders' values. */
function scenarioOf(
  start: StartName,
  dials: Dials,
  until_us = UNTIL_US,
  connections = CONNECTIONS,
) {
  const it = ALL[start];
  const gap = gapOf(start, dials.arrivals);
  const work = own(workOf(start, dials.work_ms));
  const crowd = isClosed(start)
    ? { count: CLIENTS, arrivals: { closed: { think: gap, ask_first: true, from_us: US_PER_S } } }
    : { count: connections, arrivals: { open: { between: gap } } };
  return {
    title: startName(start),
    server: {
      scheduler: 'percona',
      version: '8.0',
      thread_pool_size: 1,
      ...limits(it, dials.threads),
    },
    start: { idle_workers: dials.threads - (it.deaf ? 1 : 0) },
    seed: 7,
    until_us,
    clients: [
      { ...crowd, first_connection: 1, statements: work },
      ...(it.beside ?? []).map((one) => (it.same_work ? { ...one, statements: work } : one)),
    ],
  };
}

/** What a change of the sliders does in the run. */
export function turnOf(start: StartName, dials: Dials, was: Dials): Deed[] {
  const it = ALL[start];
  const span_us = workOf(start, dials.work_ms);
  const crowds = it.same_work ? [0, 1] : [0];
  const set = Object.entries(limits(it, dials.threads));
  return [
    ...(dials.threads === was.threads
      ? []
      : set.map(([variable, value]) => ({ set: { variable, value } }))),
    ...(dials.arrivals === was.arrivals
      ? []
      : [{ between: { client: 0, span_us: gapOf(start, dials.arrivals) } }]),
    ...(dials.work_ms === was.work_ms
      ? []
      : crowds.map((client) => ({ work: { client, span_us } }))),
  ];
}

/** A few seconds of it, as a scenario for a figure and for the drawer. */
export function figureOf(start: StartName, dials: Dials): JsonObject {
  const seconds = ALL[start].beside ? 8 : 4;
  const connections = Math.min(256, Math.max(8, dials.arrivals * seconds));
  return scenarioOf(start, dials, seconds * US_PER_S, connections) as JsonObject;
}

/** How to prepare a run before it is first shown. */
export function storyOf(start: StartName, dials: Dials = startDials(start)): LiveStory {
  const { before = [], until_s = 0 } = ALL[start];
  const at = (partial: Partial<Dials>): Dials => ({ ...dials, ...partial });
  const [first, ...turns] = before;
  let was = at(first?.dials ?? {});
  const scenario = {
    ...scenarioOf(start, was),
    record: { lives: 0, events: 0 },
    budget: { steps: 2_000_000_000 },
  };
  return {
    scenario: JSON.stringify(scenario),
    turns: turns.map(({ at_s, dials: turned }) => {
      const [before, after] = [was, at(turned)];
      was = after;
      return { at_ns: at_s * S, deeds: turnOf(start, after, before) };
    }),
    until_ns: until_s * S,
  };
}

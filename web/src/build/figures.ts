/** Ten figures about queues, for any text: what each of them found, computed from its runs. */
import { m } from '#paraglide/messages.js';
import type { Metrics } from '../model/generated/types';
import type { Overrides } from '../model/run/types';
import { count, shortDuration } from '../model/words/format';
import { asking } from './runs/engine';
import { scenarios } from './runs/scenarios';
import { widgetNamed, type AnyWidget } from './widgets/widgets';

export interface QueueFigure {
  readonly widget: AnyWidget;
  /** What people search for; empty: its own title. */
  readonly title: string;
  /** With numbers. */
  readonly found: string;
}

type Edit = (scenario: Readonly<Record<string, unknown>>) => object;
const asItIs: Edit = (scenario) => scenario;
/** Long enough for the hundredth of the slowest; a figure shows one minute. */
const MINUTES = 20;
const WARM_UP_US = 10_000_000;
const long: Edit = (scenario) => ({
  ...scenario,
  until_us: WARM_UP_US + MINUTES * 60_000_000,
  warm_up_us: WARM_UP_US,
});
/** Counts the last ten seconds only. */
const late: Edit = (scenario) => ({
  ...scenario,
  warm_up_us: Number(scenario['until_us']) - 10_000_000,
});

/** With what it says of each statement, which pages leave out. */
export function measuredOf(name: string, set: Overrides = {}, edit: Edit = asItIs): Metrics {
  const file = scenarios.find((one) => one.name === name);
  if (!file) throw new Error(`no scenario is called ${name}`);
  const json = JSON.stringify(edit({ ...file.scenario }));
  const printed = asking(json, set, (run) =>
    run.answer('poolscope-figures', '', (of) =>
      JSON.stringify((JSON.parse(of.outcome()) as { readonly metrics: Metrics }).metrics),
    ),
  );
  return JSON.parse(printed) as Metrics;
}

const p99 = ({ latency }: Metrics) => shortDuration(latency.p99_ns);
const mean = ({ latency }: Metrics) => shortDuration(latency.mean_ns);
const rate = ({ throughput_per_s }: Metrics) => count(Math.round(throughput_per_s));

function ofStatement(metrics: Metrics, name: string) {
  const found = metrics.statements.find((one) => one.name === name);
  if (!found) throw new Error(`no statement is called ${name}`);
  return found;
}

function busy(): string {
  const [half, ninth, most] = [50_000, 27_778, 26_316].map((gap) =>
    measuredOf('busy', { gap }, long),
  );
  if (!half || !ninth || !most) return '';
  return m.figures_busy({
    minutes: MINUTES,
    ...{ half_mean: mean(half), half_p99: p99(half) },
    ...{ ninth_mean: mean(ninth), ninth_p99: p99(ninth) },
    ...{ most_mean: mean(most), most_p99: p99(most) },
  });
}

function littlesLaw(): string {
  const { throughput_per_s, latency, little, in_system_mean } = measuredOf('littles-law', {}, long);
  return m.figures_littles_law({
    minutes: MINUTES,
    rate: throughput_per_s.toFixed(1),
    time: shortDuration(latency.mean_ns),
    product: little.toFixed(1),
    inside: in_system_mean.toFixed(1),
  });
}

function poolSize(): string {
  const [small, right, large] = [4, 9, 200].map((pool) => measuredOf('nine-connections', { pool }));
  if (!small || !right || !large) return '';
  return m.figures_pool_size({
    ...{ small: p99(small), right: p99(right), right_rate: rate(right) },
    ...{ large: p99(large), large_rate: rate(large) },
  });
}

function retryStorm(): string {
  const budget = { budget: 10, saved: 10 };
  return m.figures_retry_storm({
    retries: rate(measuredOf('retry-storm', {}, late)),
    backoff: rate(measuredOf('retry-storm', { backoff: 8_000_000 }, late)),
    budget: rate(measuredOf('retry-storm', budget, late)),
  });
}

const oneOrMany = () =>
  m.figures_one_or_many({
    one: p99(measuredOf('one-queue-16-workers')),
    many: p99(measuredOf('many-queues-16-workers')),
    two: p99(measuredOf('two-choices-16-workers')),
  });

function headOfLine(): string {
  const [one, two, six] = [1, 2, 6].map((thread_pool_size) =>
    shortDuration(
      ofStatement(measuredOf('head-of-line', { thread_pool_size }), 'short').latency.p99_ns,
    ),
  );
  return m.figures_head_of_line({ one: one ?? '', two: two ?? '', six: six ?? '' });
}

function backpressure(): string {
  const [all, some] = [2_000, 30].map((max_connections) =>
    measuredOf('backpressure', { max_connections }),
  );
  if (!all || !some) return '';
  const refused = ((some.clients?.refused ?? 0) / some.measured_ns) * 1e9;
  return m.figures_backpressure({
    all: rate(all),
    some: rate(some),
    p99: p99(some),
    refused: count(Math.round(refused)),
  });
}

function twoPools(): string {
  const told = (pool: number, name: string) =>
    shortDuration(ofStatement(measuredOf('two-pools', { pool }), name).latency.p99_ns);
  return m.figures_two_pools({
    ten: told(10, 'busy app'),
    twenty: told(20, 'busy app'),
    others: told(10, 'others'),
  });
}

function slowClients(): string {
  const pool = measuredOf('slow-clients');
  const own = measuredOf('slow-clients', {}, (scenario) => ({
    ...scenario,
    server: { scheduler: 'one-thread-per-connection' },
    knobs: [],
  }));
  return m.figures_slow_clients({
    pool: count(ofStatement(pool, 'short').finished),
    own: count(ofStatement(own, 'short').finished),
    time: shortDuration(ofStatement(own, 'short').latency.p99_ns),
  });
}

function waitsForItself(): string {
  const [four, five, eight] = [4, 5, 8].map((thread_pool_size) =>
    measuredOf('waits-for-itself', { thread_pool_size }),
  );
  if (!four || !five || !eight) return '';
  return m.figures_waits_for_itself({
    open: count(four.open),
    five: shortDuration(five.latency.max_ns),
    eight: shortDuration(eight.latency.max_ns),
  });
}

/** By the names of their widgets. */
const FOUND: Readonly<Record<string, () => string>> = {
  busy,
  'littles-law': littlesLaw,
  'nine-connections': poolSize,
  'retry-storm': retryStorm,
  'one-queue-16-workers-vs-many-queues-16-workers': oneOrMany,
  'head-of-line': headOfLine,
  backpressure,
  'two-pools': twoPools,
  'slow-clients': slowClients,
  'waits-for-itself': waitsForItself,
};

/** Whether the widget of this name is one of the figures for any text. */
export const isOfQueues = (name: string): boolean => name in FOUND;

const TITLES: Readonly<Record<string, () => string>> = {
  'nine-connections': m.figures_name_pool,
  'retry-storm': m.figures_name_storm,
};

/** Its name there; empty: its own title. */
const titleThere = (name: string): string => TITLES[name]?.() ?? '';

/** A figure for any text under the title that people search for. */
export const forAnyText = (widget: AnyWidget): AnyWidget => ({
  ...widget,
  title: titleThere(widget.name) || widget.title,
});

export const queueFigures = (): readonly QueueFigure[] =>
  Object.entries(FOUND).map(([name, found]) => {
    const widget = widgetNamed(name);
    if (!widget) throw new Error(`no figure is called ${name}`);
    return { widget, title: titleThere(name), found: found() };
  });

/** The facts to compare: values that can be read from a run, measured or simulated. */
import { batchesOf, labelled, splitOf } from '../../../web/src/build/measured/batches';
import type { Fact, FactName, Rule, Unit } from '../../../web/src/build/measured/compared';
import {
  COUNTERS,
  type MeasuredFile,
  type MeasuredScenario,
} from '../../../web/src/build/measured/format';
import { isBurn, isWait, sleepOf } from '../../../web/src/build/measured/sql';
import { clientList, stallLimitMs, type Client } from '../../../web/src/build/measured/translate';
import { median } from '../../../web/src/model/measures/stats';
import type { Sighting } from './simulate';

export interface Spec extends Fact {
  readonly value: (run: Sighting) => number | string | undefined;
}

const fact = (name: FactName, rule: Rule, unit: Unit, value: Spec['value'], of = ''): Spec => ({
  name,
  of,
  rule,
  unit,
  value,
});

/** The properties of a workload that decide which facts apply. */
interface Shape {
  readonly clients: readonly Client[];
  /** True if no more statements compute than there are cores, so that CPU time decides nothing. */
  readonly calm: boolean;
  readonly labels: readonly string[];
  readonly loop_labels: readonly string[];
  readonly loops_sleep: boolean;
  readonly shortest_us: number;
}

function shapeOf(scenario: MeasuredScenario, cores: number): Shape {
  const clients = clientList(scenario);
  const burning = clients.filter(({ steps }) => steps.some(({ sql }) => isBurn(sql))).length;
  const all = clients.flatMap(({ steps }) => steps);
  const loops = all.filter(({ until_ms }) => until_ms !== undefined);
  const single = all.filter(({ until_ms }) => until_ms === undefined);
  const sleeps = all.map(({ sql }) => sleepOf(sql)).filter((us) => us > 0);
  return {
    clients,
    calm: burning <= cores,
    labels: [...new Set(single.map(({ label }) => label))],
    loop_labels: [...new Set(loops.map(({ label }) => label))],
    loops_sleep: loops.some(({ sql }) => sleepOf(sql) > 0),
    shortest_us: Math.min(...sleeps, 1e6),
  };
}

function batchFacts(scenario: MeasuredScenario, measured: readonly Sighting[]): Spec[] {
  const splits = [...new Set(measured.map((run) => splitOf(scenario, run)))];
  const times = splits.flatMap((split) => {
    const run = measured.find((one) => splitOf(scenario, one) === split);
    const batches = run ? batchesOf(scenario, run) : [];
    const of = (i: number) =>
      splits.length > 1 ? `${i + 1} of ${split}` : batches.length > 1 ? String(i + 1) : '';
    return batches.map((_, i) => {
      const value = (one: Sighting) =>
        splitOf(scenario, one) === split ? batchesOf(scenario, one)[i]?.first_ms : undefined;
      return fact('batch_time', 'within', 'ms', value, of(i));
    });
  });
  return [fact('batches', 'among', 'split', (run) => splitOf(scenario, run)), ...times];
}

/** For calm scenarios whose batches mean nothing, because a loop sleeps too or the sleeps are very short. */
function labelFacts({ clients, labels }: Shape): Spec[] {
  const spec = (
    name: FactName,
    of: string,
    value: (took: readonly number[]) => number | undefined,
  ): Spec => {
    const took = (run: Sighting) =>
      labelled(clients, run).flatMap(({ label, sent_ms, done_ms }) =>
        label === of ? [done_ms - sent_ms] : [],
      );
    return fact(name, 'within', 'ms', (run) => value(took(run).sort((a, b) => a - b)), of);
  };
  // The duration of a burn depends on the machine's other work.
  const burns = clients.flatMap(({ steps }) => steps.filter(({ sql }) => isBurn(sql)));
  const compared = labels.filter((label) => !burns.some((step) => step.label === label));
  return compared.flatMap((label) => [
    spec('first_answer', label, (took) => took[0]),
    spec('middle_latency', label, (took) => median(took)),
    spec('longest_latency', label, (took) => took.at(-1)),
  ]);
}

function loopFacts({ clients, loop_labels, loops_sleep, calm }: Shape): Spec[] {
  if (!calm) return [];
  return loop_labels.flatMap((label): Spec[] => {
    const ours = ({ loops }: Sighting) =>
      loops.filter(({ client }) => clients[client]?.steps[0]?.label === label);
    const most = (run: Sighting) => Math.max(...ours(run).map(({ max_ms }) => max_ms));
    const count = (run: Sighting) => ours(run).reduce((sum, { answers }) => sum + answers, 0);
    return [
      loops_sleep
        ? fact('loop_answers', 'overlaps', 'count', count, label)
        : fact('loop_longest', 'held_up', 'ms', most, label),
    ];
  });
}

/** The order of service, for scenarios in which CPU time blurs the times. */
function orderFact({ clients, labels }: Shape): Spec[] {
  const short = labels.filter((label) =>
    clients.some(({ steps }) => steps.some((step) => step.label === label && !isBurn(step.sql))),
  );
  if (short.length < 2) return [];
  const value = (run: Sighting) => {
    const all = labelled(clients, run);
    const done = (label: string) =>
      median(all.filter((one) => one.label === label).map(({ done_ms }) => done_ms));
    return [...short].sort((a, b) => done(a) - done(b)).join(' before ');
  };
  return [fact('order', 'among', 'split', value)];
}

/** Timer rounds between two moments, rounded to halves. */
const rounds = (from_ms: number, to_ms: number, stall_ms: number) =>
  Math.round(((to_ms - from_ms) / stall_ms) * 2) / 2;

/**
 * The timer adds a thread per round until the group has too many active ones. The next thread then listens, and from then
 * on each needs a stall, which takes two rounds.
 */
function admissionFacts(scenario: MeasuredScenario, { calm }: Shape): Spec[] {
  const stall_ms = stallLimitMs(scenario);
  // Each computation lasts several rounds.
  if (calm || stall_ms < 40 || stall_ms > 100 || scenario.kind === 'older-server') return [];
  const value = ({ births_ms }: Sighting) => {
    if (births_ms.length < 3) return undefined;
    const late = births_ms.findIndex(
      (at, i) => i > 0 && at - (births_ms[i - 1] ?? at) > 1.6 * stall_ms,
    );
    return late < 0 ? births_ms.length : late;
  };
  return [fact('admissions', 'usual', 'count', value)];
}

/** How many statements a computing group keeps running, and when each was admitted. */
function runningFacts(scenario: MeasuredScenario, measured: readonly Sighting[]): Spec[] {
  if (!scenario.settled_ms) return [];
  const stall_ms = stallLimitMs(scenario);
  const since = ({ running }: Sighting, at_ms: number | undefined) => {
    const first = running?.admitted_ms?.[0];
    return first && at_ms !== undefined ? rounds(first[1], at_ms, stall_ms) : undefined;
  };
  const most = Math.max(
    0,
    ...measured.flatMap(({ running }) => (running?.admitted_ms ?? []).map(([n]) => n)),
  );
  const kept = measured[0]?.running?.settled ?? 0;
  return [
    fact('settled', 'always', 'count', ({ running }) => running?.settled),
    fact('settled_share', 'overlaps', 'count', ({ running }) =>
      running?.share === undefined ? undefined : Math.round(running.share * 100),
    ),
    ...Array.from({ length: Math.max(0, most - 2) }, (_, i) => {
      const value = (run: Sighting) =>
        since(run, run.running?.admitted_ms?.find(([n]) => n === i + 3)?.[1]);
      // Beyond that number each needs a stall, and its time depends on CPU time.
      return fact('admitted', i + 3 <= kept ? 'always' : 'overlaps', 'ticks', value, String(i + 3));
    }),
    fact('listener', 'among', 'ticks', (run) => since(run, run.running?.listener_ms)),
  ];
}

/** The timer creates threads: the number of its rounds between two creations. */
function birthFacts(
  scenario: MeasuredScenario,
  { calm }: Shape,
  measured: readonly Sighting[],
): Spec[] {
  const stall_ms = stallLimitMs(scenario);
  // The threads in /proc were sampled every 4 ms.
  if (calm || stall_ms < 40 || median(measured.map(({ births_ms }) => births_ms.length)) < 6)
    return [];
  const value = ({ births_ms }: Sighting) => {
    const gaps = births_ms.slice(1).map((at, i) => at - (births_ms[i] ?? at));
    // A few creations have no rhythm.
    return gaps.length < 3 ? undefined : Math.round((median(gaps) / stall_ms) * 2) / 2;
  };
  return [fact('birth_gap', 'overlaps', 'ticks', value)];
}

/** Until 10.4 the gap grows with the threads of the group, in steps at 4, 8 and 16. */
function staircaseFacts(scenario: MeasuredScenario, { calm }: Shape, idle: number): Spec[] {
  if (calm || scenario.kind !== 'older-server') return [];
  const stall_ms = stallLimitMs(scenario);
  return [
    [4, 8],
    [8, 16],
    [16, 32],
  ].map(([from = 0, to = 0]) => {
    const value = ({ births_ms }: Sighting) => {
      // The k-th creation found k threads, the listener and the idle ones.
      const gaps = births_ms.slice(1).flatMap((at, k) => {
        const threads = k + 2 + idle;
        return threads >= from && threads < to ? [at - (births_ms[k] ?? at)] : [];
      });
      return gaps.length > 0 ? Math.round((median(gaps) / stall_ms) * 2) / 2 : undefined;
    };
    return fact('birth_gap', 'overlaps', 'ticks', value, `${from} to ${to - 1}`);
  });
}

function deathFacts(scenario: MeasuredScenario): Spec[] {
  if (scenario.kind !== 'idle-timeout') return [];
  return [
    fact('first_death', 'within', 'ms', ({ deaths_ms }) => deaths_ms[0]),
    fact('last_death', 'within', 'ms', ({ deaths_ms }) => deaths_ms.at(-1)),
    fact('deaths', 'among', 'count', ({ deaths_ms }) => deaths_ms.length),
  ];
}

/** Waits of logins and of disks do not belong to the workload. */
const BESIDE = ['NET', 'SYNC'];

function waitFacts({ calm, loops_sleep }: Shape, measured: readonly Sighting[]): Spec[] {
  if (!calm || loops_sleep) return [];
  const kinds = new Set(measured.flatMap(({ waits }) => Object.keys(waits)));
  return [...kinds]
    .filter((kind) => !BESIDE.includes(kind))
    .map((kind) => fact('waits', 'among', 'count', ({ waits }) => waits[kind] ?? 0, kind));
}

/** All facts that a scenario is compared by. */
export function specsOf(
  scenario: MeasuredScenario,
  { machine, warm_idle_workers }: MeasuredFile,
  measured: readonly Sighting[],
): Spec[] {
  const shape = shapeOf(scenario, machine.cores);
  const { calm, loops_sleep, shortest_us, clients } = shape;
  const single = clients.flatMap(({ steps }) =>
    steps.filter((step) => step.until_ms === undefined),
  );
  const waiting = single.some(({ sql }) => isWait(sql));
  const groups = Math.min(
    Number(scenario.variables['thread_pool_size']),
    Math.max(...measured.map(({ threads_peak }) => threads_peak.length)),
  );
  const peak_rule = shortest_us < 100_000 ? 'at_most' : calm ? 'among' : 'overlaps';
  const peaks =
    groups > 2
      ? [
          fact(
            'threads_peak',
            peak_rule,
            'count',
            ({ threads_peak }) => threads_peak.reduce((sum, one) => sum + one, 0),
            'all',
          ),
        ]
      : Array.from({ length: groups }, (_, group) =>
          fact(
            'threads_peak',
            peak_rule,
            'count',
            ({ threads_peak }) => threads_peak[group],
            groups > 1 ? String(group) : '',
          ),
        );
  const batched = calm && waiting && !loops_sleep && shortest_us >= 100_000;
  return [
    ...(batched ? batchFacts(scenario, measured) : []),
    ...(calm && !batched && scenario.kind !== 'yardstick' ? labelFacts(shape) : []),
    ...loopFacts(shape),
    ...(calm ? [] : orderFact(shape)),
    ...(scenario.kind === 'older-server'
      ? staircaseFacts(scenario, shape, warm_idle_workers)
      : birthFacts(scenario, shape, measured)),
    ...admissionFacts(scenario, shape),
    ...runningFacts(scenario, measured),
    ...deathFacts(scenario),
    ...peaks,
    ...waitFacts(shape, measured),
    ...COUNTERS.filter((name) => scenario.counters?.[name]).map((name) =>
      fact('counter', 'overlaps', 'count', ({ counters }) => counters[name], name),
    ),
  ];
}

/** What nobody measured about the runs of a real server: each value is tried over a range. */
import { median } from '../../model/measures/stats';
import { clientsOf, type MeasuredFile, type MeasuredScenario } from './format';
import { roundsOf, sleepOf } from './sql';
import { clientList, type Sample } from './translate';

export const SAMPLES = 40;
/** More samples, because races between logins have more outcomes. */
const COLD_SAMPLES = 200;

/** The k-th of evenly scattered numbers from 0 to 1; each `prime` gives another sequence. */
function scattered(k: number, prime: number): number {
  let [value, share] = [0, 1];
  for (let rest = k + 1; rest > 0; rest = Math.floor(rest / prime)) {
    share /= prime;
    value += share * (rest % prime);
  }
  return value;
}

/** Ranges of the modelling choices, in microseconds. */
export const TRIED = {
  poll_wake_us: [20, 150],
  thread_wake_us: [30, 200],
  thread_create_us: [40, 250],
  login_us: [50, 400],
  short_us: [30, 90],
  answer_us: [30, 300],
} as const;

/** The range around a duration that was measured with the statement running alone. */
const OF_ALONE = [0.95, 1.15] as const;

/** What a round of BENCHMARK took on this machine, from the scenario in which it ran alone. */
function roundRange({ scenarios }: MeasuredFile): readonly [number, number] {
  const alone = scenarios.find(({ kind }) => kind === 'yardstick');
  const rounds = roundsOf(alone?.clients[0]?.steps[0]?.sql ?? '');
  const took = (alone?.runs ?? []).flatMap(({ answers }) => answers.map(([, a, b]) => b - a));
  if (took.length === 0) return [0.7, 1.2];
  return [(Math.min(...took) * 1000) / rounds, (Math.max(...took) * 1000) / rounds];
}

/** The lateness of sleeps that nothing delayed, by run: a thread for each, logged in before. */
function plainSleeps({ scenarios }: MeasuredFile): number[][] {
  const plain = scenarios.filter(
    (scenario) =>
      Number(scenario.variables['thread_pool_max_threads'] ?? 65536) >= clientsOf(scenario) &&
      scenario.clients.length === 1 &&
      scenario.clients.every(
        ({ cold, steps }) => !cold && steps.length === 1 && sleepOf(steps[0]?.sql ?? '') >= 100_000,
      ) &&
      scenario.variables['thread_pool_dedicated_listener'] !== 'ON',
  );
  return plain.flatMap(({ clients, runs }) => {
    const asked_ms = sleepOf(clients[0]?.steps[0]?.sql ?? '') / 1000;
    return runs.map(({ answers }) =>
      answers.map(([, sent, done]) => done - sent - asked_ms).sort((x, y) => x - y),
    );
  });
}

export const lateness = (file: MeasuredFile) =>
  plainSleeps(file)
    .flat()
    .sort((x, y) => x - y);

export const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** The default tolerance of a thread's timers in Linux. */
const TIMER_SLACK_US = 50;
/** No two sleeps are equally late. */
const JITTER_US = 100;

/** The lateness of a sleep itself: up to that of a run's first answer, which waited for no other thread. */
function lateRange(file: MeasuredFile): readonly [number, number] {
  const first = plainSleeps(file)
    .flatMap(([late]) => (late === undefined ? [] : [late * 1000]))
    .sort((x, y) => x - y);
  return first.length === 0
    ? [TIMER_SLACK_US, 500]
    : [TIMER_SLACK_US, Math.round(quantile(first, 0.5))];
}

/** The cost of a round of BENCHMARK: from the yardstick, up to the average over all burns of a run. */
function priceRange(file: MeasuredFile, scenario: MeasuredScenario): readonly [number, number] {
  const [least, most] = roundRange(file);
  const rounds = clientList(scenario)
    .flatMap(({ steps }) => steps)
    .reduce((sum, { sql }) => sum + roundsOf(sql), 0);
  const last = scenario.runs.map(({ answers }) => Math.max(0, ...answers.map(([, , at]) => at)));
  const shared = rounds > 0 ? (median(last) * 1000 * file.machine.cores) / rounds : 0;
  return [least, Math.max(most, shared)];
}

export function samplesOf(file: MeasuredFile, scenario: MeasuredScenario): Sample[] {
  const rounds = priceRange(file, scenario);
  const late = lateRange(file);
  const length = scenario.clients.some(({ cold }) => cold) ? COLD_SAMPLES : SAMPLES;
  return Array.from({ length }, (_, k) => {
    const pick = ([from, to]: readonly [number, number], prime: number) =>
      from + (to - from) * scattered(k, prime);
    const whole = (range: readonly [number, number], prime: number) =>
      Math.round(pick(range, prime));
    const late_us = whole(late, 17);
    return {
      seed: k + 1,
      phase: (k + 0.5) / length,
      poll_wake_us: whole(TRIED.poll_wake_us, 2),
      thread_wake_us: whole(TRIED.thread_wake_us, 3),
      thread_create_us: whole(TRIED.thread_create_us, 5),
      login_us: whole(TRIED.login_us, 7),
      costs: {
        short_us: whole(TRIED.short_us, 11),
        round_us: pick(rounds, 13),
        of_alone: pick(OF_ALONE, 13),
        late_us: [late_us, late_us + JITTER_US],
        answer_us: whole(TRIED.answer_us, 19),
      },
      run: scenario.runs[k % scenario.runs.length] ?? { answers: [], births_ms: [] },
    };
  });
}

/** The longest time for which the machine delayed a statement that had nothing to wait for. */
export function heldUpMs(file: MeasuredFile): number {
  const free = file.scenarios.filter(({ kind }) => kind === 'two-groups');
  const longest = free.flatMap(({ runs }) =>
    runs.flatMap(({ loops }) => (loops ?? []).map(({ max_ms }) => max_ms)),
  );
  return Math.max(0, ...longest, ...lateness(file));
}

/** What a crowd did in the last period of its run, from the run's own time series. */
import { m } from '#paraglide/messages.js';
import { censusOf, inLineOf, NONE, unreadOf } from '../../../model/run/frame';
import { livesCut } from '../../../model/run/record';
import { hasLatch } from '../../../model/run/machine';
import type { Outcome } from '../../../model/run/types';
import { tick } from '../../../model/words/format';
import { numberWord, sentence } from '../../../model/words/number';
import { isCrowd, type Scene } from './cast';
import { fitting } from './pieces';
import { crowdStands, goneWords } from './standing';
import { NEXT } from '../../../model/joined';

const NS_PER_S = 1e9;

/**
 * The number of answers after one moment, up to another. If a run recorded only some lives, the moments must be boundaries
 * of its series.
 */
export function answersBetween(outcome: Outcome, from_ns: number, to_ns: number): number {
  if (!livesCut(outcome))
    return outcome.lives.filter(
      ({ end_ns, failed }) => !failed && end_ns !== null && end_ns > from_ns && end_ns <= to_ns,
    ).length;
  return countIn(outcome, 'answers_per_s', from_ns, to_ns);
}

/** The sum of a rate between boundaries of the series. */
function countIn(
  { metrics }: Pick<Outcome, 'metrics'>,
  rate: string,
  from_ns: number,
  to_ns: number,
): number {
  const { bucket_ns, columns, values } = metrics.series;
  const rates = values[columns.indexOf(rate)] ?? [];
  const [from, to] = [from_ns, to_ns].map((ns) => Math.round(ns / bucket_ns));
  const sum = rates.slice(from, to).reduce((all, one) => all + one, 0);
  return Math.round((sum * bucket_ns) / NS_PER_S);
}

/** The number of statements done after one moment, up to another, for clients that had left. */
export function forNobodyBetween(
  outcome: Pick<Outcome, 'metrics' | 'events' | 'not_kept'>,
  from_ns: number,
  to_ns: number,
): number {
  if (!outcome.metrics.clients) return 0;
  if (outcome.not_kept) return countIn(outcome, 'for_nobody_per_s', from_ns, to_ns);
  return outcome.events.filter(
    ({ kind, at_ns }) => kind === 'answered_nobody' && at_ns > from_ns && at_ns <= to_ns,
  ).length;
}

/**
 * The last period with a round length, at most `most_ns`; it ends at a boundary of the series if only the series has the
 * count.
 */
export function lastWindow(
  outcome: Outcome,
  now_ns: number,
  most_ns: number,
): { readonly from_ns: number; readonly to_ns: number; readonly first: boolean } | undefined {
  const { bucket_ns } = outcome.metrics.series;
  const to_ns = livesCut(outcome) ? Math.floor(now_ns / bucket_ns) * bucket_ns : now_ns;
  if (to_ns === 0) return undefined;
  const scale = 10 ** Math.floor(Math.log10(Math.max(most_ns, 1)));
  const round_ns = ([5, 2].find((one) => one * scale <= most_ns) ?? 1) * scale;
  return round_ns >= to_ns || round_ns < bucket_ns
    ? { from_ns: 0, to_ns, first: true }
    : { from_ns: to_ns - round_ns, to_ns, first: false };
}

/** When the last request before this moment was answered; the run's start if none was. */
function lastAnswer(outcome: Outcome, before_ns: number): number {
  if (!livesCut(outcome))
    return Math.max(
      0,
      ...outcome.lives.flatMap(({ end_ns, failed }) =>
        failed || end_ns === null || end_ns > before_ns ? [] : [end_ns],
      ),
    );
  const { bucket_ns, columns, values } = outcome.metrics.series;
  const rates = values[columns.indexOf('answers_per_s')] ?? [];
  const last = rates.slice(0, Math.round(before_ns / bucket_ns)).findLastIndex((rate) => rate > 0);
  return (last + 1) * bucket_ns;
}

/** "second", "5 ms", "0.3 s". */
const lengthWords = (ns: number) =>
  ns === NS_PER_S ? m.narr_second() : tick(Number(ns.toPrecision(2)));

/** The comparison with the period before the stall. */
function againstBefore({ outcome, frame }: Scene, per_s: number): string | undefined {
  const [stall] = outcome.scenario.stalls ?? [];
  if (!stall || stall.for_us === 0) return undefined;
  const [from_ns, to_ns] = [stall.at_us * 1e3, (stall.at_us + stall.for_us) * 1e3];
  if (frame.time_ns < to_ns || from_ns === 0) return undefined;
  const before_per_s = (answersBetween(outcome, 0, from_ns) / from_ns) * NS_PER_S;
  const share = before_per_s > 0 ? per_s / before_per_s : 1;
  if (share < 0.01) return m.narr_none_pass();
  if (share >= 0.93) return m.narr_as_before();
  return share > 0.45 && share < 0.55
    ? m.narr_half_before()
    : m.narr_share_before({ percent: Math.round(share * 100) });
}

function latchWords({ frame }: Scene): string | undefined {
  const stand = frame.latch_queue.length;
  if (stand === 0) return undefined;
  const all = sentence(numberWord(stand));
  const asleep = Math.min(stand, Math.round(frame.latch_asleep));
  if (asleep === 0) return m.narr_at_latch_few({ count: all });
  const spin = stand - asleep;
  return spin > 0
    ? m.narr_at_latch({ count: all, spin: numberWord(spin) })
    : m.narr_at_latch_sleep({ count: all });
}

/** How many requests of a group have no thread. */
export const waitingIn = ({ frame }: Scene, group: number): number =>
  inLineOf(frame, group) + unreadOf(frame, group);

/** The group in question, else the one in which most requests wait. */
function subjectOf(scene: Scene, asked: number | undefined): number | undefined {
  const { group_low } = scene.frame;
  if (group_low.length < 2) return undefined;
  if (asked !== undefined && asked !== NONE && asked < group_low.length) return asked;
  let best = 0;
  group_low.forEach((_, group) => {
    if (waitingIn(scene, group) > waitingIn(scene, best)) best = group;
  });
  return best;
}

export function groupWords(scene: Scene, asked: number | undefined): string | undefined {
  const group = subjectOf(scene, asked);
  if (group === undefined) return undefined;
  const waiting = waitingIn(scene, group);
  if (waiting === 0) return m.narr_subject_group_none({ group });
  return m.narr_subject_group({ group, n: waiting, count: sentence(numberWord(waiting)) });
}

/** What happened in the last period, then the subject. `asked` is the group of the request in question. */
export function rateWords(scene: Scene, most_ns: number, asked: number | undefined): string {
  const { outcome, frame } = scene;
  const window = lastWindow(outcome, frame.time_ns, most_ns);
  if (!window) return crowdStands(scene);
  const { from_ns, to_ns, first } = window;
  const answered = answersBetween(outcome, from_ns, to_ns);
  const window_words = lengthWords(to_ns - from_ns);
  const told = { window: window_words, n: answered, count: numberWord(answered) };
  const groups = frame.group_low.length;
  const short =
    answered === 0
      ? m.narr_rate_none({ window: lengthWords(frame.time_ns - lastAnswer(outcome, to_ns)) })
      : first
        ? m.narr_rate_first(told)
        : m.narr_rate(told);
  const nobody = forNobodyBetween(outcome, from_ns, to_ns);
  const spent = { ...told, nobody: numberWord(nobody) };
  const in_vain =
    nobody === 0
      ? undefined
      : answered === 0
        ? m.narr_rate_all_for_nobody(spent)
        : m.narr_rate_for_nobody(spent);
  if (in_vain) return fitting(in_vain + NEXT + (goneWords(scene) ?? crowdStands(scene))) ?? in_vain;
  const plain =
    groups > 1 && answered > 1 && !first && isCrowd(scene)
      ? m.narr_rate_groups({ ...told, groups: numberWord(groups) })
      : short;
  const per_s = (answered / (to_ns - from_ns)) * NS_PER_S;
  const before = first ? undefined : againstBefore(scene, per_s);
  const subject = hasLatch(outcome.scenario)
    ? latchWords(scene)
    : isCrowd(scene)
      ? groupWords(scene, asked)
      : undefined;
  const stands = subject ?? coresWords(scene) ?? crowdStands(scene);
  return (
    fitting(
      before && before + NEXT + stands,
      plain + NEXT + stands,
      short + NEXT + stands,
      short,
    ) ?? stands
  );
}

function coresWords(scene: Scene): string | undefined {
  const ready = censusOf(scene.frame).get('runnable') ?? 0;
  return ready > 0 ? m.narr_at_cores({ count: sentence(numberWord(ready)) }) : undefined;
}

/** Determines from a run when a question is asked about it, and when it has the answer. */
import {
  evaluate,
  holds,
  isCondition,
  MeasureError,
  readCondition,
  readMeasure,
  type Measure,
} from '../../model/measures/measure';
import { batches, byLatency } from '../../model/measures/ranks';
import { requestOf } from '../../model/run/cue';
import { playableEnd } from '../../model/run/end';
import type { Life, Outcome } from '../../model/run/types';

/** The request of a fact, by its number or its name. */
function lifeOf(name: string | undefined, { lives }: Outcome): Life | undefined {
  return lives[requestOf(name, lives) ?? -1];
}

/** The moment at which a fact is known; the end, for facts about the whole run. */
function knownAt(measure: Measure, outcome: Outcome): number {
  const end_ns = playableEnd(outcome);
  switch (measure.kind) {
    case 'literal':
      return 0;
    case 'sum':
      return Math.max(knownAt(measure.left, outcome), knownAt(measure.right, outcome));
    case 'fact':
      break;
  }
  const { name, args } = measure;
  const [about] = args;
  const value = () => Number(evaluate(measure, outcome).value);
  switch (name) {
    case 'arrived':
    case 'started':
    case 'ended':
    case 'first':
      return value();
    case 'latency':
      return lifeOf(about, outcome)?.end_ns ?? end_ns;
    case 'waited':
      return lifeOf(about, outcome)?.start_ns ?? end_ns;
    case 'answered_by':
      return Math.min(Number(evaluate(readMeasure(about ?? ''), outcome).value), end_ns);
    case 'batch': {
      const batch = batches(outcome)[Number(about) - 1];
      return batch?.last_ns ?? end_ns;
    }
    case 'fastest':
      return byLatency(outcome.lives)[0]?.end_ns ?? end_ns;
    case 'slowest':
      return outcome.lives.every((life) => life.end_ns !== null)
        ? (byLatency(outcome.lives).at(-1)?.end_ns ?? end_ns)
        : end_ns;
    case 'setting':
    case 'group_of':
    case 'groups':
    case 'requests':
      return 0;
    default:
      return end_ns;
  }
}

/** Whether a request took less than a given time is known once it is answered, or once that time has passed. */
function comparedAt(left: Measure, right: Measure, outcome: Outcome): number {
  const known_ns = Math.max(knownAt(left, outcome), knownAt(right, outcome));
  const life =
    left.kind === 'fact' && left.name === 'latency' ? lifeOf(left.args[0], outcome) : undefined;
  const { value } = right.kind === 'literal' ? right : {};
  return life && value?.unit === 'ns'
    ? Math.min(known_ns, life.arrive_ns + value.value)
    : known_ns;
}

export function decidedAt(of: string, outcome: Outcome): number {
  if (!isCondition(of)) return knownAt(readMeasure(of), outcome);
  return Math.max(
    ...readCondition(of).map(({ left, right }) => comparedAt(left, right, outcome)),
  );
}

/** A moment that an author writes as a measure, such as `started(6)` or `2s`. */
export function momentAt(of: string, outcome: Outcome): number {
  const { unit, value } = evaluate(readMeasure(of), outcome);
  if (unit !== 'ns') throw new MeasureError(`"${of}" is no time`);
  return Math.round(value);
}

/** When a question without a moment is asked: when its request arrives, else at the picture's moment, else at the start. */
export function askedAt(
  of: string,
  decided_ns: number,
  picture_ns: number | undefined,
  outcome: Outcome,
): number {
  const [, named] = /^(?:latency|waited)\(([^)]*)\)/.exec(of) ?? [];
  const moments = [lifeOf(named, outcome)?.arrive_ns, picture_ns];
  return moments.find((one) => one !== undefined && one < decided_ns) ?? 0;
}

/**
 * Whether the picture of a moment shows the answer of a question about how many are in a place on average: if as many are
 * there at that moment.
 */
export function standsThere(of: string, outcome: Outcome, at_ns: number): boolean {
  if (!isCondition(of)) return false;
  const condition = readCondition(of);
  const means = ({ left }: (typeof condition)[number]) =>
    left.kind === 'fact' && left.name === 'mean_at';
  if (!condition.every(means)) return false;
  const { series } = outcome.metrics;
  const at = Math.floor(at_ns / series.bucket_ns);
  const mean = series.values.map((column) => column[at] ?? 0);
  return holds(condition, { ...outcome, metrics: { ...outcome.metrics, mean } });
}

/** Compares a drawn line with the measured one, in words. */
import { m } from '#paraglide/messages.js';
import { MEASURED_TO, type Pair, type PairLine } from '../../model/benchmarks/benchmark';
import { count } from '../../model/words/format';
import { furthest, halfFrom, pointsOf, type Guess, type Furthest } from './guess';
import { amount, pairTitle, percent, systemName, times } from './words';
import { NEXT } from '../../model/joined';

const CLOSE = 1.25;

export interface GuessVerdict {
  /** True if it is close everywhere. */
  readonly close: boolean;
  readonly worst: Furthest | undefined;
  /** "I was 14 times too high" */
  readonly headline: string;
  /** The same, addressed to the reader. */
  readonly short: string;
  /** Where the two are furthest apart, and their values there. */
  readonly far: string;
  /** Where each of the two falls. */
  readonly falls: string;
  /** The caption for people who see the picture elsewhere. */
  readonly what: string;
}

export function verdictOf(guess: Guess, line: PairLine, pair: Pair): GuessVerdict {
  const worst = furthest(guess, line.measured);
  const fall = halfFrom(line.measured);
  const own = halfFrom(pointsOf(guess).filter(([x]) => x <= MEASURED_TO));
  const falls = [
    fall === undefined ? m.bench_draw_stays() : m.bench_draw_falls({ clients: count(fall) }),
    own === undefined
      ? m.bench_draw_yours_stays()
      : m.bench_draw_yours_falls({ clients: count(own) }),
  ].join(NEXT);
  const line_name = { title: pairTitle(pair), system: systemName(line.system) };
  if (!worst) {
    const { title } = line_name;
    return { close: true, worst, headline: title, short: '', far: '', falls, what: title };
  }
  const words = {
    ...line_name,
    clients: count(worst.clients),
    guess: amount(worst.guess),
    truth: amount(worst.truth),
    times: times(worst.factor),
    direction: worst.high ? m.bench_draw_high() : m.bench_draw_low(),
    percent: percent(worst.factor - 1, 0),
  };
  const close = worst.factor <= CLOSE;
  return {
    close,
    worst,
    headline: close ? m.curve_card_close(words) : m.curve_card_far(words),
    short: close ? m.bench_draw_close(words) : m.curve_verdict_short(words),
    far: close ? '' : m.bench_draw_far(words),
    falls,
    what: m.curve_card_what(words),
  };
}

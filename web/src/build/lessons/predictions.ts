/** Guesses before the key run, with their computed answers. */
import type { BarAsk, DrawItem, Option } from '../../features/lesson/types';
import {
  evaluate,
  isCondition,
  statesValue,
  writtenLike,
  type Measure,
  type Value,
} from '../../model/measures/measure';
import type { Language } from '../../model/measures/measure-language';
import { parseTime } from '../../model/link/url';
import { LIST } from '../../model/joined';
import { byLatency } from '../../model/measures/ranks';
import { requestOf } from '../../model/run/cue';
import type { Life, Outcome } from '../../model/run/types';
import { YES_NO } from '#locale';
import { m } from '#paraglide/messages.js';
import type { Attributes } from './attributes';
import { oneOf } from './problems';

/** "2s" as readers see it. */
const spaced = (text: string) => text.replace(/^([\d.,]+)\s*(ns|us|µs|ms|s|%)$/, '$1 $2');

export interface Answer {
  readonly options: readonly Option[];
  readonly all?: boolean | undefined;
  readonly bar?: BarAsk | undefined;
  readonly answer: string;
  readonly words: string;
}

type Meant = Pick<Option, 'at_ns' | 'answers' | 'request'>;

/** A subject on which measures can be evaluated. */
export interface Asker {
  readonly holds: (condition: string) => boolean;
  readonly measure: (of: string) => { readonly words: string; readonly value: Value };
  /** The moment that a guess means, for measures of time or of answers up to a time. */
  readonly meansOf?: ((of: string, guess: string) => Meant) | undefined;
}
export const askerOf = <Subject>(
  language: Language<Subject>,
  subject: Subject,
  words: (measure: Measure) => string,
): Asker => ({
  holds: (condition) => language.holds(language.readCondition(condition), subject),
  measure: (of) => {
    const measure = language.read(of);
    return { words: words(measure), value: language.evaluate(measure, subject) };
  },
});

/** `said` is how the answer begins, which has the words for yes and no in some languages. */
export function predictOf(attributes: Attributes, asker: Asker, said = ''): Answer {
  const of = attributes.need('of');
  if (isCondition(of)) {
    if (attributes.get('options') !== undefined)
      throw new Error('a condition is answered by yes or no: leave out options');
    const right = asker.holds(of);
    const [yes, no] = YES_NO(said) ?? [m.lesson_yes(), m.lesson_no()];
    const options = [
      { text: yes, right },
      { text: no, right: !right },
    ];
    return { options, answer: right ? yes : no, words: of };
  }
  if (attributes.get('bar') !== undefined) return barOf(attributes, asker);
  const texts = attributes.list('options') ?? [];
  if (texts.length < 2 || texts.length > 6)
    throw new Error('predict needs 2 to 6 options, such as options="4 6 8" or options="2s, 4s"');
  const { words, value } = asker.measure(of);
  const to = attributes.to();
  const options = texts.map((text) => ({
    text: spaced(text),
    right: statesValue(text, value, to),
    ...asker.meansOf?.(of, text),
  }));
  const right = options.filter((option) => option.right);
  const answer = writtenLike(texts[0] ?? '', value);
  if (right.length !== 1)
    throw new Error(
      right.length === 0
        ? `no option is right: ${of} is ${answer}, options are ${oneOf(texts)}`
        : `more than one option is right: ${oneOf(right.map(({ text }) => text))}`,
    );
  return { options, answer: to > 0 ? (right[0]?.text ?? answer) : answer, words };
}

/** An option in words, which is right if its condition holds. */
export interface Worded {
  readonly text: string;
  readonly right: boolean;
  readonly shape?: readonly number[] | undefined;
}

/** One of the options is right; with `all` any number of them, and the reader taps all that are. */
export function wordedOf(attributes: Attributes, options: readonly Worded[]): Answer {
  for (const other of ['options', 'bar', 'way'])
    if (attributes.get(other) !== undefined)
      throw new Error(`the options stand in a list: leave out ${other}`);
  const all = attributes.choice('all', ['yes']) !== undefined;
  const [least, most] = all ? [2, 8] : [2, 6];
  if (options.length < least || options.length > most)
    throw new Error(`options are ${least} to ${most}, not ${options.length}`);
  const right = options.filter((option) => option.right).map(({ text }) => text);
  if (!all && right.length !== 1)
    throw new Error(
      right.length === 0
        ? `no option is right: ${oneOf(options.map(({ text }) => text))}`
        : `more than one option is right: ${oneOf(right)}`,
    );
  const answer = right.length === 0 ? m.lesson_all_none() : right.join(LIST);
  return { options, ...(all ? { all } : {}), answer, words: attributes.need('of') };
}

/** A whole number that the reader drags, up to `bar`. */
function barOf(attributes: Attributes, asker: Asker): Answer {
  const of = attributes.need('of');
  if (attributes.get('options') !== undefined)
    throw new Error('a bar is dragged: leave out options');
  const most = Number(attributes.need('bar'));
  if (!Number.isInteger(most) || most < 5 || most > 9_999)
    throw new Error(`bar="${attributes.need('bar')}": a whole number from 5 to 9999, where the bar ends`);
  const { words, value } = asker.measure(of);
  const truth = Math.round(Number(value.value));
  if (!(truth >= 0 && truth <= most))
    throw new Error(`bar="${most}": ${of} is ${String(value.value)}`);
  return { options: [], bar: { most, truth }, answer: String(truth), words };
}

/** Of a measure that a knob changes by less than this share, it is said that it stays the same. */
const SAME = 0.02;
const WAYS = {
  time: () => [m.lesson_way_sooner(), m.lesson_way_same(), m.lesson_way_later()],
  count: () => [m.lesson_way_fewer(), m.lesson_way_same(), m.lesson_way_more()],
};

/** Which way a measure goes when a knob is turned: the answer of a run, against that of the picture before the tap. */
export function wayOf(attributes: Attributes, before: Asker, after: Asker): Answer {
  const of = attributes.need('of');
  const way = attributes.choice('way', ['time', 'count']) ?? 'time';
  const [was, is] = [before, after].map((asker) => Number(asker.measure(of).value.value));
  if (was === undefined || is === undefined || !Number.isFinite(is / was))
    throw new Error(`way="${way}": ${of} is no number in one of the two runs`);
  const change = is / was - 1;
  const place = Math.abs(change) < SAME ? 1 : change < 0 ? 0 : 2;
  const options = WAYS[way]().map((text, at) => ({ text, right: at === place }));
  return { options, answer: options[place]?.text ?? '', words: after.measure(of).words };
}

/** How long a reader watches a run that answers a guess, unless its author says otherwise. */
export const WATCHED_MS = 6_000;

/** The moment from which a measure counts: its request's arrival, or the run's start. */
export function meantIn(outcome: Outcome): NonNullable<Asker['meansOf']> {
  return (of, guess) => {
    const [, name = '', about] = /^(\w+)(?:\(([^)]*)\))?$/.exec(of) ?? [];
    if (name === 'answered_by')
      return { at_ns: parseTime(about ?? ''), answers: Number(guess.replaceAll(',', '')) };
    const guess_ns = parseTime(guess.replaceAll(' ', ''));
    if (guess_ns === undefined) return {};
    const ranked = byLatency(outcome.lives);
    const life =
      name === 'latency'
        ? outcome.lives[requestOf(about, outcome.lives) ?? -1]
        : { slowest: ranked.at(-1), fastest: ranked[0] }[name];
    const from_ns = name === 'ended' || name === 'first' ? 0 : life?.arrive_ns;
    return from_ns === undefined ? {} : { at_ns: from_ns + guess_ns, request: life?.request };
  };
}

const PER_REQUEST = ['latency', 'waited', 'ended', 'started'];

/** The values that a reader draws: one per request, in order of answer unless the requests are named. */
export function drawOf(attributes: Attributes, outcome: Outcome) {
  const of = attributes.need('of');
  if (!PER_REQUEST.includes(of)) throw new Error(`draw of="${of}"; allowed: ${oneOf(PER_REQUEST)}`);
  const [max_ns = 0, step_ns = 0] = [attributes.time('max'), attributes.time('step')];
  const start_ns = attributes.time('start') ?? Math.round(max_ns / 2 / step_ns) * step_ns;
  if (step_ns <= 0 || max_ns < step_ns || start_ns > max_ns)
    throw new Error('draw needs step <= max and start <= max');
  const value = (request: string): number => {
    const fact: Measure = { kind: 'fact', name: of, args: [request], field: undefined };
    return Number(evaluate(fact, outcome).value);
  };
  const named = attributes.list('items');
  const item = (label: string, { request, arrive_ns }: Life): DrawItem => ({
    label,
    truth_ns: value(String(request)),
    request,
    from_ns: of === 'latency' || of === 'waited' ? arrive_ns : 0,
  });
  const items = named
    ? named.flatMap((label) => {
        const life = outcome.lives[requestOf(label, outcome.lives) ?? -1];
        return life ? [item(label, life)] : [];
      })
    : byLatency(outcome.lives.filter((life) => life.end_ns !== null && !life.failed)).map(
        (life, rank) => item(String(rank + 1), life),
      );
  if (items.length < 2 || items.length > 24)
    throw new Error(`draw is for 2 to 24 values, not ${items.length}: name some with items=`);
  const above = items.find((item) => item.truth_ns > max_ns * 1.02);
  if (above) throw new Error(`max is below the truth, ${above.truth_ns / 1e9} s`);
  return { items, max_ns, step_ns, start_ns };
}

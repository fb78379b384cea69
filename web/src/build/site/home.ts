/** The home page: one case, and one question about it. */
import type { StepData } from '../../features/lesson/types';
import { m } from '#paraglide/messages.js';
import { parseTime } from '../../model/link/url';
import { escapeXml } from '../../model/words/escape';
import { RUNS } from '../../model/measures/measure';
import { latencyOf } from '../../model/measures/ranks';
import { numberWord, sentence } from '../../model/words/number';
import { Attributes } from '../lessons/attributes';
import { lessons } from '../lessons';
import { askerOf, meantIn, predictOf, WATCHED_MS } from '../lessons/predictions';
import { wordsOf } from '../lessons/words';
import { posterOf, runOf } from '../runs/engine';
import { figureData, links, scenarios } from '../runs/scenarios';

/** The case that the site opens with. Its question: how many requests are answered a little after two seconds? */
const FIRST = 'mariadb-max-threads-6';
const ASKED = '2.01s';
const OPTIONS = '2 4 6 8';

const html = (text: string) => `<p>${escapeXml(text)}</p>`;

export function home() {
  const file = scenarios.find(({ name }) => name === FIRST) ?? scenarios[0];
  if (!file) throw new Error('content/scenarios holds no scenario');
  const outcome = runOf(file.json);
  const latencies = outcome.lives.map((life) => latencyOf(life) ?? Infinity);
  const soonest = Math.min(...latencies);
  const late = latencies.filter((latency) => latency > 1.5 * soonest).length;
  const threads = outcome.lives.length - late;
  const guess = predictOf(
    new Attributes('predict', { of: `answered_by(${ASKED})`, options: OPTIONS }),
    { ...askerOf(RUNS, outcome, wordsOf), meansOf: meantIn(outcome) },
  );
  const words = (number: number) => sentence(numberWord(number));
  const title = m.home_title({ clients: words(outcome.lives.length) });
  const figure = { ...figureData(file), poster: posterOf(file.json, { time_ns: 0 }) };
  const step: StepData['step'] = {
    slug: 'guess',
    title,
    claims: [],
    terms: [],
    blocks: [
      {
        kind: 'predict',
        id: 'guess',
        question: html(m.home_ask()),
        // In one line, in view on a phone too. The rest is next to or below the figure: more text above would push it down.
        reveal: [html(m.home_reveal_title({ threads: words(threads) }))],
        opens_ns: 0,
        show_ns: parseTime(ASKED),
        ms: WATCHED_MS,
        turns: undefined,
        ...guess,
      },
      { kind: 'figure', caption: [] },
    ],
  };
  const [first] = lessons;
  return {
    title,
    what: m.home_what({ threads: words(threads) }),
    step,
    reveal: [html(m.home_reveal({ late: numberWord(late), threads: words(threads) }))],
    picture: {
      kind: 'figure' as const,
      figure: { ...figure, cue: { time_ns: 0 }, sections: undefined },
    },
    lessons: lessons.length,
    scenarios: links.length,
    first: first && { slug: first.slug, minutes: first.minutes },
  };
}

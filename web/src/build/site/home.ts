/** The home page: a case with a guess, and the pictures on its three doors. */
import type { StepData } from '../../features/lesson/types';
import { m } from '#paraglide/messages.js';
import { escapeXml } from '../../model/words/escape';
import { latencyOf } from '../../model/measures/ranks';
import { Attributes } from '../lessons/attributes';
import { barThumb, lessons, lineThumb } from '../lessons';
import { drawOf } from '../lessons/predictions';
import { posterOf, runOf } from '../runs/engine';
import { figureData, links, scenarios } from '../runs/scenarios';

/** The case that the site opens with, and what its knob is turned to on the lab's door. */
const FIRST = 'mariadb-max-threads-6';
const TURNED = { thread_pool_max_threads: 8 };
/** The curves on the third door. */
const CURVES = { bench: 'mariadb-5.5', machine: 'pitbull', workload: 'POINT_SELECT' };

const paragraph = (text: string) => `<p>${escapeXml(text)}</p>`;

export function home() {
  const file = scenarios.find(({ name }) => name === FIRST) ?? scenarios[0];
  if (!file) throw new Error('content/scenarios holds no scenario');
  const outcome = runOf(file.json);
  const latencies = outcome.lives.map((life) => latencyOf(life) ?? Infinity);
  const soonest = Math.min(...latencies);
  const late = latencies.filter((latency) => latency > 1.5 * soonest).length;
  const draw = drawOf(
    new Attributes('draw', { of: 'latency', max: '6s', step: '500ms', start: '1s' }),
    outcome,
  );
  const figure = { ...figureData(file), poster: posterOf(file.json, { time_ns: 0 }) };
  const cue = { time_ns: 0 };
  const step: StepData['step'] = {
    slug: 'guess',
    title: m.home_title(),
    aside: false,
    claims: [],
    terms: [],
    blocks: [
      {
        kind: 'draw',
        id: 'guess',
        question: paragraph(m.home_ask()),
        reveal: [paragraph(m.home_reveal({ late, threads: outcome.lives.length - late }))],
        opens_ns: 0,
        show_ns: Math.max(...draw.items.map(({ from_ns, truth_ns }) => from_ns + truth_ns)),
        words: 'latency',
        ...draw,
      },
      { kind: 'figure', caption: [] },
    ],
  };
  const [first] = lessons;
  return {
    step,
    picture: { kind: 'figure' as const, figure: { ...figure, cue, sections: undefined } },
    lessons: lessons.length,
    minutes: lessons.reduce((sum, { minutes }) => sum + minutes, 0),
    scenarios: links.length,
    first: first && { slug: first.slug, minutes: first.minutes },
    doors: {
      lessons: barThumb(outcome),
      lab: { ...barThumb(outcome), other: barThumb(runOf(file.json, TURNED)).rows },
      curves: lineThumb(CURVES),
    },
  };
}

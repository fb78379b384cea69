/** All requests over time as a complete picture, without the page's styles or scripts. */
import { m } from '#paraglide/messages.js';
import { requestsOf } from '../../model/run/record';
import type { Outcome } from '../../model/run/types';
import type { Colours } from '../marks/attributes';
import { sheet } from '../marks/markup';
import { line, rect, text, those, type Mark } from '../marks/marks';
import { widthOf } from '../marks/measure';
import type { Tone } from '../views/shapes';
import { timeScaleIn } from '../views/time-scale';
import { requestRows } from '../views/timeline';
import { answerMark, barMarks } from '../views/timeline-bars';
import { axisMarks } from '../views/timeline-marks';
import { count, duration } from '../../model/words/format';
import { requestLabel } from '../../model/words/phrase';
import { LIST } from '../../model/joined';

const WIDTH = 960;
const LEFT = 120;
const RIGHT = 110;
const HEAD = 70;
const LINE = 16;

const TONE_ORDER: readonly Tone[] = [
  'idle',
  'socket',
  'low',
  'high',
  'soon',
  'run',
  'sleep',
  'lock',
  'away',
  'latch',
  'ready',
];

/** Writes settings in full, on as many lines as needed, without breaking one. */
function settingLines(words: string): string[] {
  const lines: string[] = [];
  for (const part of words.split(LIST)) {
    const last = lines.at(-1);
    const longer = (last ?? '') + LIST + part;
    if (last !== undefined && widthOf(longer, 12) < WIDTH - 32) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

export function timelineSvg(outcome: Outcome, subtitle: string, colours: Colours): string {
  const rows = requestRows(outcome);
  const kept = outcome.lives.length;
  const total = requestsOf(outcome);
  const { title } = outcome.scenario;
  const pitch = Math.max(4, Math.min(22, Math.floor(2_400 / Math.max(1, rows.length))));
  const bar = Math.max(3, pitch - 6);
  const tones = TONE_ORDER.flatMap((tone) => {
    const found = rows.flatMap(({ stretches }) => stretches).find((one) => one.tone === tone);
    return found ? [{ tone, words: found.words }] : [];
  });
  const settings = settingLines(subtitle);
  const top = HEAD + Math.max(0, settings.length - 1) * LINE;
  const bottom = top + rows.length * pitch;
  const height = bottom + 34 + Math.ceil(tones.length / 4) * 22 + 14;
  const scale = timeScaleIn(outcome.end_ns, LEFT, WIDTH - LEFT - RIGHT);
  const words = { fill: '--ink-2' } as const;
  const marks: Mark[] = [
    text(16, 24, title, { size: 16, weight: 650 }),
    ...settings.map((one, index) => text(16, 43 + index * LINE, one, { fill: '--ink-2' })),
    ...axisMarks(outcome.end_ns, scale, top, bottom),
    ...rows.flatMap((row, index): Mark[] => {
      const y = top + index * pitch + (pitch - bar) / 2;
      const took = row.latency_ns === undefined ? m.table_open() : duration(row.latency_ns);
      const end = scale.x(row.end_ns ?? outcome.end_ns);
      const named: Mark[] =
        pitch < 12
          ? []
          : [
              text(LEFT - 10, y + bar - 3, requestLabel(row.name.slice(0, 14)), {
                anchor: 'end',
                ...words,
              }),
              text(Number(end) + 22, y + bar - 3, took, words),
            ];
      const box = { scale, y, h: bar };
      const answered = row.end_ns !== undefined && pitch >= 12;
      return those(
        line(LEFT, y + bar / 2, WIDTH - RIGHT, y + bar / 2, { stroke: '--grid' }),
        named,
        row.stretches.flatMap((stretch) =>
          barMarks(stretch, box).map((mark) => ({ ...mark, title: stretch.words })),
        ),
        answered && answerMark(end, y + bar / 2, false, false),
      );
    }),
    ...tones.flatMap(({ tone, words: said }, index): Mark[] => {
      const x = 16 + (index % 4) * 230;
      const y = bottom + 22 + Math.floor(index / 4) * 22;
      return [
        rect(x, y, 14, 14, { r: 3, fill: `--${tone}`, stroke: '--edge' }),
        text(x + 20, y + 12, said, words),
      ];
    }),
    text(
      16,
      height - 8,
      total === rows.length
        ? m.lab_export_simulated()
        : total === kept
          ? m.lab_export_rows({ shown: rows.length, count: count(total) })
          : m.lab_export_rows_kept({ shown: rows.length, kept: count(kept), count: count(total) }),
      { size: 11, fill: '--ink-2' },
    ),
  ];
  return sheet({ title, desc: subtitle, width: WIDTH, height, size: 12, marks }, colours);
}

/** What must be true of every timeline: of each scenario, at five moments. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { latencyOf } from '../../web/src/model/measures/ranks';
import { playableEnd } from '../../web/src/model/run/end';
import { CONNECTION_STATES } from '../../web/src/model/run/frame';
import { duration } from '../../web/src/model/words/format';
import type { Mark } from '../../web/src/ui/marks/marks';
import { mostDelayed, timelineOf } from '../../web/src/ui/views/timeline';
import { eventTimes } from '../../web/src/ui/views/timeline-bursts';
import {
  BOX,
  LOW_BOX,
  naturalHeight,
  type Box,
  type GuessMark,
} from '../../web/src/ui/views/timeline-layout';
import { timelineNotes } from '../../web/src/ui/views/timeline-notes';
import {
  rowWords,
  TimelinePicture,
  type Block,
  type Moment,
} from '../../web/src/ui/views/timeline-picture';
import { overprinted, px, runNamed, seen, wordsIn } from '../seen';
import { turnsOf } from '../turns';

const NAMES = readdirSync('content/scenarios').filter((name) => name.endsWith('.json'));
const SHARES = [0, 0.13, 0.5, 0.81, 1];
const WIDTHS = [330, 360, 520, 700, 860, 920, 1_400];
/** A run whose preferred height doesn't fill its box is also drawn in a phone's. */
const LOW = 96;
const HALF = 0.5;
const LEAST = 2;

/** Every mark with the place of its group, in pixels. */
const put = (marks: readonly Mark[], w: number) => seen(marks, { box: { w, h: 0 } });

const written = (marks: readonly Mark[], w: number, from = 0) =>
  wordsIn(marks, { box: { w, h: 0 }, letters: { size: 12, up: 0.8, down: 0.22 } }).map((one) => ({
    ...one,
    x: from + one.x,
  }));

interface Bar {
  readonly from_ns: number;
  readonly to_ns: number;
  readonly left: number;
  readonly wide: number;
  readonly kind: Mark['kind'];
}

const bars = (marks: readonly Mark[], width: number): Bar[] =>
  [...put(marks, width)].flatMap(({ mark, x }): Bar[] => {
    const { data } = mark;
    if (data?.['from-us'] === undefined || mark.kind === 'group') return [];
    const [from_ns, to_ns] = [Number(data['from-us']) * 1e3, Number(data['to-us']) * 1e3];
    if (mark.kind === 'rect')
      return [
        { from_ns, to_ns, left: x + px(mark.x, width), wide: px(mark.w, width), kind: 'rect' },
      ];
    if (mark.kind !== 'path') return [];
    const xs = [...mark.d.matchAll(/[MH](-?[\d.]+)/g)].map(([, at]) => Number(at));
    const left = Math.min(...xs);
    return [{ from_ns, to_ns, left, wide: Math.max(...xs) - left, kind: 'path' }];
  });

const words = (moment: Moment): readonly Mark[] => [
  ...moment.names,
  ...moment.ground,
  ...moment.bars,
  ...moment.over,
  ...moment.lens,
];

const runs = NAMES.map((name, nth) => {
  const { outcome, at } = runNamed(name.replace('.json', ''));
  const end_ns = playableEnd(outcome);
  const data = timelineOf(outcome, outcome.scenario.published ?? []);
  const chosen = mostDelayed(outcome.lives)?.request;
  const times = eventTimes([data], end_ns);
  const guess: readonly GuessMark[] = [
    { at_ns: end_ns * 0.4, words: 'your guess: all of them here' },
  ];
  const marks = [0.1, 0.11, 0.5, 0.9].map((share, index) => ({
    at_ns: share * end_ns,
    label: `${index + 1}`,
    words: 'a moment',
  }));
  const picture = (width: number, height = naturalHeight([data.rows.length])) =>
    new TimelinePicture({
      blocks: [{ data, chosen }],
      box: { width, height },
      end_ns,
      times: () => times,
      id: 'p',
    });
  const said = (time_ns: number) => ({
    frames: [at(time_ns)] as const,
    notes: timelineNotes,
    marks,
    guess,
  });
  return { name, nth, outcome, end_ns, data, times, chosen, guess, picture, said };
});

test('the name of a run that stands over its rows is not crossed by the handle', () => {
  const [run] = runs;
  if (!run) throw new Error('no run');
  const { data, end_ns, times } = run;
  const head = 'thread_pool_oversubscribe = 3';
  const block = { data, chosen: undefined, head };
  const made = new TimelinePicture({
    blocks: [block, block],
    box: { width: 360, height: 220 },
    end_ns,
    times: () => times,
    id: 'p',
  });
  const frames = [run.said(0).frames[0], run.said(0).frames[0]] as const;
  for (const share of SHARES) {
    const { names, over } = made.at(end_ns * share, { frames, notes: timelineNotes });
    const heads = written(names, 360).filter(({ words }) => words === head);
    expect(heads).toHaveLength(2);
    const lines = [...put(over, 360)].flatMap(({ mark, x, y }) =>
      mark.kind === 'line' && mark.thick === 2 && mark.stroke === '--ink'
        ? [{ x: x + made.layout.plot.x, from: y + Number(mark.y1), to: y + Number(mark.y2) }]
        : [],
    );
    expect(lines.length).toBeGreaterThan(0);
    for (const { x, y, w, h } of heads)
      expect(
        lines.filter((one) => one.x > x && one.x < x + w && one.from < y + h && one.to > y),
      ).toEqual([]);
  }
});

describe.each(runs)(
  '$name',
  ({ nth, outcome, end_ns, data, times, chosen, guess, picture, said }) => {
    const wide = picture(920);
    const { scale, layout } = wide;
    const { width } = layout.plot;
    const moments = SHARES.map((share) => {
      const time_ns = Math.round(share * end_ns);
      return { time_ns, moment: wide.at(time_ns, said(time_ns)) };
    });

    test('the scale is linear, and a bar is as long as its time', () => {
      const k = width / (scale.to_ns - scale.from_ns);
      for (const { moment } of moments)
        for (const { from_ns, to_ns, left, wide: w, kind } of bars(moment.bars, width)) {
          if (kind === 'path') continue;
          const answers = w < (to_ns - from_ns) * k;
          expect(Math.abs(left - from_ns * k)).toBeLessThanOrEqual(HALF + 0.01);
          // Bars of answers are a pixel apart.
          if (w !== LEAST)
            expect(Math.abs(w - (to_ns - from_ns) * k)).toBeLessThanOrEqual(answers ? 1.01 : HALF);
        }
      const step = end_ns / 4;
      const between = [0, 1, 2, 3].map((at) => scale.px((at + 1) * step) - scale.px(at * step));
      for (const one of between) expect(Math.abs(one - (between[0] ?? 0))).toBeLessThan(HALF);
    });

    test('ticks are 1, 2 or 5 times a power of ten apart, and at their times', () => {
      const lines = moments[0]?.moment.ground.flatMap((mark) =>
        mark.kind === 'line' && String(mark.key).startsWith('line ')
          ? [{ at_ns: Number(String(mark.key).slice(5)), x: px(mark.x1, width) }]
          : [],
      );
      expect(lines?.length).toBeGreaterThan(2);
      const [first, second] = lines ?? [];
      const step = (second?.at_ns ?? 0) - (first?.at_ns ?? 0);
      expect(String(Math.round(step))).toMatch(/^[125]0*$/);
      for (const { at_ns, x } of lines ?? []) {
        expect(at_ns % step).toBe(0);
        expect(Math.abs(x - scale.px(at_ns))).toBeLessThan(HALF);
      }
    });

    test('a published time within a hundredth of the run touches the end of its bar', () => {
      const over = moments.at(-1)?.moment.over ?? [];
      const drawn = [...put(over, width)].filter(({ mark }) => mark.data?.['published-us']);
      const ends = data.rows.flatMap(({ lives, marks }) =>
        marks.map(({ at_ns, latency_ns }) => {
          const life = lives.find(({ arrive_ns }) => arrive_ns + latency_ns === at_ns);
          return { at_ns, end_ns: life?.end_ns ?? undefined };
        }),
      );
      for (const { at_ns, end_ns: own_ns } of ends) {
        if (own_ns === undefined || Math.abs(at_ns - own_ns) > end_ns / 100 || at_ns > end_ns)
          continue;
        const found = drawn.find(
          ({ mark }) => Math.abs(Number(mark.data?.['published-us']) - at_ns / 1e3) < 0.01,
        );
        if (!found || found.mark.kind !== 'group') throw new Error('no mark');
        const centre = px(found.mark.x, width);
        expect(Math.abs(centre - scale.px(at_ns))).toBeLessThan(HALF);
        const reach = found.mark.marks.flatMap((mark) =>
          mark.kind === 'line'
            ? [centre + Number(mark.x1), centre + Number(mark.x2)]
            : [centre - 5, centre + 5],
        );
        const end = scale.px(own_ns);
        expect(Math.min(...reach)).toBeLessThanOrEqual(end + 1);
        expect(Math.max(...reach)).toBeGreaterThanOrEqual(end - 1);
      }
    });

    test('the future is hidden: no bar beyond the handle, no answer before it is given', () => {
      for (const { time_ns, moment } of moments) {
        const now = scale.px(time_ns);
        for (const { left, wide: w, to_ns } of bars(moment.bars, width)) {
          expect(to_ns).toBeLessThanOrEqual(time_ns + 1);
          expect(left + w).toBeLessThanOrEqual(now + (w === LEAST ? LEAST : HALF + 0.2));
        }
        for (const { to_ns } of bars(moment.lens, 60))
          expect(to_ns).toBeLessThanOrEqual(time_ns + 1);
        for (const { mark } of put(moment.over, width)) {
          const at_us = mark.data?.['published-us'] ?? mark.data?.['burst-us'];
          if (at_us !== undefined) expect(Number(at_us) * 1e3).toBeLessThanOrEqual(time_ns + 1);
        }
        const told = [
          ...[...put(words(moment), width)].flatMap(({ mark }) => [
            ...(mark.title === undefined ? [] : [mark.title]),
            ...(mark.kind === 'text' && typeof mark.words === 'string' ? [mark.words] : []),
          ]),
          ...moment.rows.map(({ row }) => rowWords(row, time_ns)),
        ];
        const all = told.join('\n');
        const known = new Set(
          outcome.lives.flatMap((life) =>
            life.end_ns !== null && life.end_ns <= time_ns
              ? [duration(latencyOf(life) ?? 0), duration(life.end_ns)]
              : [],
          ),
        );
        known.add(duration(time_ns));
        for (const life of outcome.lives) {
          if (life.end_ns === null || life.end_ns <= time_ns) continue;
          for (const late of [duration(latencyOf(life) ?? 0), duration(life.end_ns)])
            if (!known.has(late)) expect(all).not.toContain(late);
        }
      }
    });

    test('the row of a client keeps its marks until something in it changes', () => {
      const at = Math.round(end_ns * 0.5);
      const [one, other] = [wide.at(at, said(at)).bars, wide.at(at, said(at)).bars].map((marks) =>
        marks.flatMap((mark) => (mark.kind === 'group' ? mark.marks : [])),
      );
      one?.forEach((mark, index) => {
        if (mark.key !== 'area') expect(mark).toBe(other?.[index]);
      });
    });

    test('a lens shows four events or more that fall within three pixels, and takes a twelfth at most', () => {
      for (const { layout: own, bursts, scale: its } of WIDTHS.map((one) => picture(one))) {
        for (const { first_ns, last_ns, from_ns, to_ns } of bursts) {
          const inside = times.filter((time) => first_ns <= time && time <= last_ns);
          expect(inside.length).toBeGreaterThanOrEqual(4);
          expect(its.px(last_ns) - its.px(first_ns)).toBeLessThanOrEqual(3.001);
          expect(from_ns).toBeLessThanOrEqual(first_ns);
          expect(to_ns).toBeGreaterThanOrEqual(last_ns);
        }
        if (!own.lens) continue;
        expect(bursts.length).toBeGreaterThan(0);
        expect(own.lens.width).toBeLessThanOrEqual(own.width * 0.08);
      }
    });

    test('the counts beside an area are those of the moment, with the colours of its layers', () => {
      const phone = picture(520, 240);
      if (!phone.layout.blocks.some(({ area }) => area)) return;
      for (const { time_ns } of moments) {
        const { frames, ...notes } = said(time_ns);
        const [frame] = frames;
        const { names, bars: drawn } = phone.at(time_ns, { frames, ...notes });
        const marks = [...seen(names)].map(({ mark }) => mark);
        const told = marks.flatMap(({ key, ...mark }) =>
          mark.kind === 'text' && typeof mark.words === 'string' && String(key).startsWith('count ')
            ? [mark.words]
            : [],
        );
        // With a thread for each connection everybody waits at the latch.
        if (told.some((words) => words.startsWith('at the latch: '))) continue;
        const summed = (of: Uint32Array) => of.reduce((all, one) => all + one, 0);
        const soon = CONNECTION_STATES.indexOf('thread_wait');
        const waits = {
          unsent: summed(frame.crowd_waiting),
          unread: summed(frame.group_unpolled),
          // With those for whom a thread is being woken or made.
          queued:
            summed(frame.group_high) +
            summed(frame.group_low) +
            frame.connection_state.filter((state) => state === soon).length,
        };
        for (const [place, count] of Object.entries(waits)) {
          const [said_so, ...more] = told.filter((words) => words.startsWith(`${place}: `));
          expect(more).toEqual([]);
          expect(said_so ?? `${place}: 0`).toBe(`${place}: ${count.toLocaleString('en')}`);
        }
        const colours = marks.flatMap((mark) => (mark.kind === 'rect' ? [mark.fill] : []));
        const layers = [...seen(drawn)].flatMap(({ mark }) =>
          mark.kind === 'path' &&
          mark.data?.['state'] !== undefined &&
          mark.key === mark.data['state']
            ? [mark.fill]
            : [],
        );
        expect(layers.filter((fill) => !colours.includes(fill))).toEqual([]);
      }
    });

    test('no letters are small, no name is cut, and no texts overlap', () => {
      const boxes = turnsOf(WIDTHS, nth, 2).flatMap((width): Box[] => [
        { width, height: naturalHeight([data.rows.length]) },
        { width, height: LOW },
      ]);
      expect([...boxes, LOW_BOX, BOX].flatMap((box) => wrongIn(box, [{ data, chosen }]))).toEqual(
        [],
      );
    });

    test('nor beside another run', () => {
      const [width = 0] = turnsOf(WIDTHS, nth, 1);
      const blocks = [
        { data, chosen, head: 'KILL QUERY for an order that nobody reads' },
        { data, chosen, head: 'MariaDB' },
      ];
      const boxes: Box[] = [LOW_BOX, BOX, { width, height: LOW }, { width, height: 200 }];
      expect(boxes.flatMap((box) => wrongIn(box, blocks))).toEqual([]);
    });

    /** What is wrong with the texts in a box; before it is measured, also if it turns out to be as narrow as it may be. */
    function wrongIn(box: Box, blocks: readonly Block[]): string[] {
      const one = new TimelinePicture({ blocks, box, end_ns, times: () => times, id: 'p' });
      const { plot, lens, gutter } = one.layout;
      const narrower = box.width - (box.least ?? box.width);
      return SHARES.flatMap((share) => {
        const time_ns = Math.round(share * end_ns);
        const { frames, ...notes } = said(time_ns);
        const moment = one.at(time_ns, {
          ...notes,
          frames: blocks.map(() => frames[0]),
          // A reader who guesses has a page that is measured.
          guess: box.least === undefined ? guess : [],
        });
        return [0, narrower].flatMap((less) => {
          const found = [
            ...written(moment.names, gutter),
            ...written(moment.lens, lens?.width ?? 0, lens?.x),
            ...written(
              [...moment.ground, ...moment.bars, ...moment.over],
              plot.width - less,
              plot.x,
            ),
          ];
          const where = `${box.width - less} by ${box.height}, at ${share}`;
          return [
            ...found.flatMap(({ words: one, size, x, w }) => [
              ...(size < 11 ? [`"${one}" is small, ${where}`] : []),
              ...(x < -1 || x + w > box.width - less + 1 || one.endsWith('…')
                ? [`"${one}" is cut, ${where}`]
                : []),
            ]),
            ...overprinted(found, 0).map((pair) => `${pair}, ${where}`),
          ];
        });
      });
    }
  },
);

test('a guess is hollow until the handle gets there and it is right', () => {
  const run = runs.find(({ name }) => name === 'mariadb-max-threads-6.json');
  if (!run) throw new Error('no run');
  const { data, end_ns, times } = run;
  const flags = (time_ns: number, guess: GuessMark) => {
    const { over } = new TimelinePicture({
      blocks: [{ data, chosen: 7 }],
      box: { width: 900, height: 190 },
      end_ns,
      times: () => times,
      id: 'p',
    }).at(time_ns, { ...run.said(time_ns), marks: [], guess: [guess] });
    const cloths = [...put(over, 800)].flatMap(({ mark }) =>
      mark.kind === 'path' && mark.stroke === '--guess' ? [mark] : [],
    );
    return [cloths.length, cloths.filter(({ fill }) => fill === '--guess').length];
  };
  const all = { at_ns: 2e9, words: 'your guess: all eight here' };
  expect(flags(1e9, all)).toEqual([8, 0]);
  expect(flags(2.001e9, all)).toEqual([8, 6]);
  expect(flags(end_ns, all)).toEqual([8, 6]);
  expect(flags(end_ns, { ...all, request: 7 })).toEqual([1, 0]);
  expect(flags(end_ns, { at_ns: 4e9, words: '', request: 7 })).toEqual([1, 1]);
});

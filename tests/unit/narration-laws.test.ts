// The narrator's sentences about every run, at rest and while it plays: short, never empty, and true.
import { readdirSync, readFileSync } from 'node:fs';
import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';
import { posterOf } from '../../web/src/build/runs/engine';
import {
  isLong,
  LONGEST,
  piecesOf,
  plainOf,
  type Token,
} from '../../web/src/figure/model/narrator/pieces';
import { standingWords } from '../../web/src/figure/model/narrator/standing';
import type { PageFigure } from '../../web/src/figure/model/page-figure.svelte';
import { eventsDone } from '../../web/src/figure/player/steps';
import { isSeen } from '../../web/src/figure/player/story';
import {
  CONNECTION_STATES,
  isGone,
  labelling,
  type ConnectionState,
} from '../../web/src/model/run/frame';
import { livesCut } from '../../web/src/model/run/record';
import { repeatsOf } from '../../web/src/model/run/repeats';
import type { Frame } from '../../web/src/model/run/types';
import { wrap } from '../../web/src/ui/marks/measure';
import { TONES } from '../../web/src/ui/views/shapes';
import { begun, read } from '../desk';
import { everyNth, oneOfEach, turnOf } from '../turns';
import { looksOfRun } from '../widget-looks';

/** The room for the sentence in pixels, on screens of 390 and 320. */
const PHONES = [358, 288];

const names = readdirSync('content/scenarios').map((file) => file.replace('.json', ''));
function opened(name: string, beside?: string) {
  const given = (one: string) => ({ poster: posterOf(read(one)), knobs: [] });
  return begun({ ...given(name), ...(beside === undefined ? {} : { beside: given(beside) }) });
}

const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
function numberOf(word: string | undefined): number {
  if (word === undefined) return NaN;
  const at = WORDS.indexOf(word.toLowerCase());
  return at >= 0 ? at : Number(word.replaceAll(',', ''));
}

const countIn = ({ connection_state }: Frame, ...states: readonly ConnectionState[]) =>
  connection_state.reduce(
    (sum, state) => sum + Number(states.includes(CONNECTION_STATES[state] ?? 'closed')),
    0,
  );
const waitsIn = (frame: Frame, group: number) =>
  Array.from(frame.connection_group).filter(
    (own, client) =>
      own === group &&
      ['low_queue', 'high_queue', 'socket'].includes(
        CONNECTION_STATES[frame.connection_state[client] ?? 0] ?? '',
      ),
  ).length;

const AT_WORK = ['run', 'sleep', 'lock', 'latch', 'ready', 'away', 'login'];
/** How a body looks beside these words. */
const SAID_OF: readonly (readonly [words: RegExp, tones: readonly string[]])[] = [
  [/<(\w+)> (?:is|are) answered/g, ['idle']],
  [/<(\w+)> arrives?/g, ['socket']],
  [/<(\w+)> goe?s? (?:back )?to the (?:end|head|high)/g, ['low', 'high']],
  [/<(\w+)> (?:falls?|is|are) asleep/g, ['sleep']],
  [/ takes <(\w+)>/g, AT_WORK],
  [/<(\w+)> runs on/g, AT_WORK],
];

/** Checks each number of a sentence by counting. */
function recount(figure: PageFigure): void {
  const { main } = figure.player;
  // Three bodies or fewer are named.
  const said = figure.narration.map((piece) => (typeof piece === 'string' ? piece : '@')).join('');
  // Bodies within the text are in the state that the picture draws.
  const labels = labelling(main.first)(main.frame);
  for (const piece of figure.narration) {
    if (typeof piece === 'string') continue;
    const client = labels.indexOf(piece.label);
    if (client < 0) continue;
    const state = CONNECTION_STATES[main.frame.connection_state[client] ?? 0] ?? 'closed';
    const gone = isGone(main.frame, client) ? { gone: true } : {};
    const drawn: Token = { label: piece.label, tone: TONES[state], ...gone };
    expect(piece, said).toEqual(drawn);
  }
  // And that state is the one that the sentence says.
  const looks = figure.narration
    .map((piece) => (typeof piece === 'string' ? piece : `<${piece.tone}>`))
    .join('');
  for (const [words, tones] of SAID_OF)
    for (const [, tone = ''] of looks.matchAll(words)) expect(tones, looks).toContain(tone);
  const counted: readonly [RegExp, () => number][] = [
    [/(\S+) are queued/i, () => countIn(main.frame, 'low_queue', 'high_queue', 'thread_wait')],
    [/(\S+) wait in the queue/i, () => countIn(main.frame, 'low_queue', 'high_queue')],
    [/(\S+) are unread/i, () => countIn(main.frame, 'socket')],
    [/(\S+) requests have arrived/i, () => countIn(main.frame, 'socket')],
    [/(\S+) run[,. ](?!for)/i, () => countIn(main.frame, 'running')],
    [/(\S+) are asleep/i, () => countIn(main.frame, 'waiting')],
    [/(\S+) connections are idle/i, () => countIn(main.frame, 'idle')],
    [/All (\S+) are answered/, () => main.frame.finished],
  ];
  for (const [words, count] of counted) {
    const number = numberOf(words.exec(said)?.[1]);
    if (Number.isFinite(number)) expect(number, said).toBe(count());
  }
  const [, waits, group] = /(\S+) waits? in group (\d+)\./.exec(said) ?? [];
  if (group !== undefined)
    expect(waits === 'Nobody' ? 0 : numberOf(waits), said).toBe(waitsIn(main.frame, Number(group)));
}

function holds(figure: PageFigure): string {
  const said = figure.narrated;
  expect(said.trim(), 'never silent').not.toBe('');
  expect(said.length, said).toBeLessThanOrEqual(LONGEST);
  // A body in it takes about the room of three letters.
  const long = isLong(figure.narration);
  const drawn = figure.narration.map((one) => (typeof one === 'string' ? one : `000${one.label}`));
  for (const width of PHONES)
    expect(wrap(drawn.join(''), width, long ? 14 : 17).length, said).toBeLessThanOrEqual(
      long ? 3 : 2,
    );
  expect(said).toMatch(/^[A-Z0-9].*\.$/u);
  expect(said).not.toMatch(/undefined|NaN|\{|_us\b|4294967295/u);
  expect(Array.from(said).every((letter) => letter >= ' ')).toBe(true);
  return said;
}

describe('of a scenario of each look', () => {
  const kinds = oneOfEach(names, (name) => looksOfRun(read(name)));
  test.each(kinds.map((name, nth) => [name, nth] as const))('%s', (name, nth) => {
    const { figure, player, clock } = opened(name);
    holds(figure);
    for (const share of [0, 0.2, 0.5, 0.8, 1]) {
      player.seek(share * player.end_ns);
      flushSync();
      holds(figure);
      recount(figure);
    }
    const { events } = player.outcome;
    const repeats = repeatsOf(events);
    const speeds = ['story', player.end_ns / 6e9, player.end_ns / 2e9] as const;
    for (const speed of turnOf(speeds, nth)) {
      player.seek(0);
      player.setSpeed(speed);
      player.play();
      flushSync();
      let since = { said: '', ms: 0, done: 0 };
      for (let ms = 0; ms < 6_000 && player.playing; ms += 100) {
        clock.on(100);
        flushSync();
        const said = holds(figure);
        // A sentence about a crowd stays for a while: it describes the moment at which it first appeared.
        if (said !== since.said) recount(figure);
        const done = eventsDone(events, player.position);
        if (said !== since.said) since = { said, ms, done };
        const passed = events
          .slice(since.done, done)
          .filter((one) => isSeen(one) && !repeats.has(one));
        if (passed.length > 0)
          expect(ms - since.ms, `${String(speed)}: ${said}`).toBeLessThanOrEqual(3_000);
      }
      player.pause();
    }
  });
});

test.each(names)(
  '%s: a sentence and its bodies say the same state, also a little later',
  (name) => {
    const { figure, player } = opened(name);
    const { events } = player.outcome;
    const told = events.filter(({ kind }) =>
      ['request_arrived', 'request_finished', 'queued', 'request_started', 'wait_began'].includes(
        kind,
      ),
    );
    for (const { at_ns } of everyNth(Math.ceil(told.length / 12), told))
      for (const later of [0, 1]) {
        player.seek(at_ns);
        for (let steps = 0; steps < later; steps += 1) player.stepForward();
        flushSync();
        recount(figure);
      }
  },
);

const UNITS: Readonly<Record<string, number>> = { s: 1e9, ms: 1e6, µs: 1e3 };
function windowOf(words: string): number {
  if (words === 'second') return 1e9;
  const [number, unit = ''] = words.split(' ');
  return Number(number) * (UNITS[unit] ?? NaN);
}

test('the number of answers given is that of the stated period', () => {
  let counted = 0;
  for (const name of ['plantegg-96-groups', 'requests-65-waiting', 'oracle-33-transactions']) {
    const { player, figure, clock } = opened(name);
    expect(livesCut(player.outcome)).toBe(false);
    player.play();
    let before = '';
    for (let ms = 0; ms < 15_000 && player.playing; ms += 100) {
      clock.on(100);
      flushSync();
      const said = figure.narrated;
      if (said === before) continue;
      before = said;
      const [, which, window = '', number] =
        /In the (first|last) (second|\S+ \S+) .*?(\S+) (?:was|were) answered/.exec(said) ?? [];
      if (which === undefined) continue;
      const from_ns = which === 'first' ? -1 : player.time_ns - windowOf(window);
      const own = player.outcome.lives.filter(
        ({ end_ns }) => end_ns !== null && end_ns > from_ns && end_ns <= player.time_ns,
      );
      expect(numberOf(number), said).toBe(own.length);
      counted += 1;
    }
  }
  expect(counted).toBeGreaterThan(5);
});

test('two runs are described in one sentence', () => {
  const { figure, player } = opened('mariadb-max-threads-6', 'percona-oversubscribe-1');
  player.seek(3e9);
  flushSync();
  expect(holds(figure)).toBe(
    'MariaDB: six done, two asleep. Percona: two done, two asleep, four at a shut gate.',
  );
});

test('a crowd is described by its rate, and by the group in question', () => {
  const { figure, player, clock } = opened('dense-36-groups');
  player.play();
  flushSync();
  for (let ms = 0; ms < 2_500; ms += 100) {
    clock.on(100);
    flushSync();
  }
  expect(holds(figure)).toMatch(
    /^In the last second 36 groups gave [\d,]+ answers\. \S+ waits? in group \d+\.$/,
  );
  // It stays for a while, whatever happens.
  const said = figure.narrated;
  clock.on(100);
  flushSync();
  expect(figure.narrated).toBe(said);
});

test('what has just happened is told with its reason; repeats are not', () => {
  const { figure, player } = opened('mariadb-max-threads-6');
  player.seek(1e9);
  flushSync();
  expect(holds(figure)).toBe(
    '6 and 7 wait in the queue. All six threads sleep, and a seventh is not allowed.',
  );
  const { events } = opened('percona-two-groups').player.outcome;
  const refused = events.filter(({ kind }) => kind === 'thread_refused');
  const repeats = repeatsOf(events);
  expect(refused.length).toBeGreaterThan(40);
  expect(refused.filter((event) => !repeats.has(event)).length).toBeLessThan(4);
});

test('that somebody listens is said of the group that a request is for', () => {
  const { player } = opened('percona-two-groups');
  player.seek(5e9);
  flushSync();
  expect(plainOf(piecesOf(standingWords(player.main)))).toBe('410 is unread.');
});

test('no sentence says that nothing changes', () => {
  for (const file of readdirSync('content/words'))
    expect(readFileSync(`content/words/${file}`, 'utf8').toLowerCase(), file).not.toContain(
      'nothing changes',
    );
});

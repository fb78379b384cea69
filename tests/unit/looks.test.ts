// Several looks as a film: each with its own picture and verdict, and nothing from a later look.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { diagnose, initSync } from '#diagnose/poolscope_wasm.js';
import { Reel } from '../../web/src/features/diagnose/reel.svelte';
import { actionOf } from '../../web/src/figure/player/keys';
import { filmOf, MOST_LOOKS, thinned, timeOf, type Film } from '../../web/src/model/diagnosis/film';
import { seenPool } from '../../web/src/model/diagnosis/seen';
import type { Diagnosed } from '../../web/src/model/generated/diagnosis';
import { filmMarks, filmScale, lookAt } from '../../web/src/ui/views/capture/film-marks';
import { mostOf } from '../../web/src/ui/views/capture/frame';
import { capturePicture } from '../../web/src/ui/views/capture/picture';
import type { Mark } from '../../web/src/ui/marks/marks';
import { filmText, MOODS } from '../film';
import { told } from '../marks';
import { overprinted, placesIn, wordsIn } from '../seen';

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg-diagnose/poolscope_wasm_bg.wasm') });
});

const read = (text: string) => JSON.parse(diagnose(text, false)) as Diagnosed;
const film = (text: string) =>
  filmOf(
    text,
    read(text),
    (part) => diagnose(part, false),
    () => Promise.resolve(),
  );
async function made(text = filmText(MOODS)) {
  const found = await film(text);
  if (!found) throw new Error('no film');
  return found;
}
const all = (marks: readonly Mark[]): readonly Mark[] =>
  marks.flatMap((mark) => (mark.kind === 'group' ? [mark, ...all(mark.marks)] : [mark]));

test('each look has the picture that it has alone, with line numbers of the whole paste', async () => {
  const text = filmText(MOODS);
  const { looks, broken, thinned: left } = await made(text);
  expect([looks.length, broken, left]).toEqual([MOODS.length, 0, 0]);
  const lines = text.split('\n');
  const sql = text.split(/(?=NOW\(6\))/);
  for (const [nth, look] of looks.entries()) {
    const alone = seenPool(read(sql[nth] ?? ''));
    const plain = (one: unknown) =>
      JSON.stringify(one, (key, value: unknown) => (key === 'line' ? undefined : value));
    expect(plain(look.pool)).toBe(plain(alone));
    expect(look.pool.groups.some(({ deaf }) => deaf)).toBe(MOODS[nth] === 'deaf');
    for (const { evidence } of look.diagnosed.diagnosis.troubles)
      for (const { table, value, line } of evidence.flatMap(({ from }) => from))
        if (table === 'THREAD_POOL_GROUPS' && !value.startsWith('+'))
          expect(lines[line - 1]?.split('\t')).toContain(value);
  }
});

test('a verdict depends on the looks up to it: later ones change nothing', async () => {
  const whole = await made();
  for (const many of [3, 5, 8, 11]) {
    const less = await made(
      filmText(MOODS)
        .split(/(?=NOW\(6\))/)
        .slice(0, many)
        .join(''),
    );
    const plain = (looks: Film['looks']) =>
      looks.map(({ at_us, pool, diagnosed }) => ({ at_us, pool, diagnosed }));
    expect(plain(less.looks)).toEqual(plain(whole.looks).slice(0, many));
  }
});

test('it shows when the group stopped listening and when it recovered, and opens there', async () => {
  const { looks, changes, opens } = await made();
  const causes = changes.map((nth) => looks[nth]?.diagnosed.diagnosis.troubles[0]?.cause);
  expect(causes[0]).toBeUndefined();
  expect(causes).toContain('deaf_group_thread_cap');
  expect(causes.at(-1)).toBeUndefined();
  expect(looks[opens]?.diagnosed.diagnosis.troubles[0]).toMatchObject({
    cause: 'deaf_group_thread_cap',
    groups: [0],
  });
  expect(looks[opens]?.pool.groups[0]?.deaf).toBe(true);
});

test('a look that is cut off in the middle is left out, and so is a look printed twice', async () => {
  const text = filmText(MOODS);
  const sql = text.split(/(?=NOW\(6\))/);
  const cut = await made(
    `${text}${(sql[2] ?? '').replaceAll(':02.', ':58.').replace(/GROUP_ID.*/s, '')}`,
  );
  expect([cut.looks.length, cut.broken]).toEqual([MOODS.length, 1]);
  const twice = await made(text + (sql[2] ?? ''));
  expect([twice.looks.length, twice.broken]).toEqual([MOODS.length, 0]);
  expect(await film(sql.slice(0, 2).join(''))).toBeUndefined();
});

test('settings printed once apply to all looks, and never count as a look', async () => {
  const text = filmText(MOODS);
  const settings = /Variable_name\tValue\nthread_handling(?:.*\n){5}/g;
  let nth = 0;
  const once = await made(text.replaceAll(settings, (all) => ((nth += 1) === 1 ? all : '')));
  expect(nth).toBe(MOODS.length);
  const said = ({ looks }: Film) =>
    looks.map(({ pool, diagnosed: { diagnosis } }) => [
      pool.limit,
      diagnosis.troubles.map(({ cause, groups }) => [cause, groups]),
    ]);
  expect(said(once)).toEqual(said(await made(text)));
});

test('too many looks are thinned evenly, keeping the first and the last', () => {
  const many = Array.from({ length: 3 * MOST_LOOKS }, (_, nth) => nth);
  const kept = thinned(many, MOST_LOOKS);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([MOST_LOOKS, 0, many.length - 1]);
  const steps = kept.slice(1).map((one, nth) => one - (kept[nth] ?? 0));
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
});

test('looks are at their true times, and nothing is drawn between two', async () => {
  const one = await made();
  for (const box of [
    { width: 920, height: 88 },
    { width: 360, height: 66 },
    { width: 290, height: 66 },
  ]) {
    const { x } = filmScale(one, box);
    const at = one.looks.map(x);
    const second = (at[1] ?? 0) - (at[0] ?? 0);
    expect((at.at(-1) ?? 0) - (at.at(-2) ?? 0)).toBeCloseTo(4 * second);
    at.forEach((place, nth) => expect(lookAt(one, box, place + second / 3)).toBe(nth));
    for (const nth of one.looks.keys()) {
      const marks = filmMarks(one, nth, box);
      for (const mark of all(marks))
        if (mark.kind === 'rect') expect(Number(mark.w)).toBeLessThan(second);
      const words = wordsIn(marks);
      expect(words.filter(({ size }) => size < 11)).toEqual([]);
      expect(overprinted(words)).toEqual([]);
      for (const { x: left, w } of [...words, ...placesIn(marks)]) {
        expect(left).toBeGreaterThanOrEqual(-3);
        expect(left + w).toBeLessThanOrEqual(box.width + 3);
      }
    }
  }
  const [first] = [filmMarks(one, 0, { width: 920, height: 88 })];
  expect(all(first).filter((mark) => mark.class === 'turn')).toHaveLength(one.changes.length - 1);
  expect(told(first)).toContain(timeOf(one.looks[0]?.at_us ?? 0, one));
});

test('the picture keeps its size from look to look', async () => {
  const { looks } = await made();
  const mosts = mostOf(looks.map(({ pool }) => pool));
  const seats = looks.map(({ pool }) => {
    const { marks } = capturePicture(
      { pool, mosts, troubled: [0], scheduler: 'mariadb', light: [], hatch: 'url(#x)' },
      700,
      420,
    );
    return told(marks.flatMap((mark) => (mark.kind === 'group' ? [{ ...mark, marks: [] }] : [])));
  });
  expect(new Set(seats).size).toBe(1);
});

test('it plays from look to look at their times, and keys lead to changes of the verdict', async () => {
  const one = await made();
  let tick: ((ms: number) => void) | undefined;
  const reel = new Reel(one, {
    animate(then) {
      tick = then;
      return () => (tick = undefined);
    },
    after: () => () => undefined,
  });
  expect(reel.at).toBe(one.opens);
  const press = (key: string) =>
    expect(reel.act(actionOf({ key, shift: false, other: false }, 'plain'))).toBe(true);
  press('Home');
  expect(reel.at).toBe(0);
  press('n');
  expect(reel.at).toBe(one.changes[1]);
  press('ArrowRight');
  press('b');
  expect(reel.at).toBe(one.changes[1]);
  press('Home');
  press('k');
  const seen = [reel.at];
  for (let nth = 0; tick && nth < 10_000; nth += 1) {
    tick(50);
    if (seen.at(-1) !== reel.at) seen.push(reel.at);
  }
  expect(seen).toEqual([...one.looks.keys()]);
  expect([reel.playing, reel.begins]).toEqual([false, 'again']);
});

/** The story of order 42: what its pages ask, what the end card says, and that its words keep the run's answers back. */
import { expect, test } from 'vitest';
import { cardData, sceneData, scenes } from '../../web/src/build/story';
import {
  clockOf,
  isAnswer,
  isRight,
  parseGuesses,
  printGuesses,
  scoreOf,
} from '../../web/src/features/lesson/story/guesses';
import { pathOf, scalesOf } from '../../web/src/features/lesson/story/line';
import { bucketCounts, secondCounts } from '../../web/src/model/run/series';
import { readWritten, statesValue } from '../../web/src/model/run/written';

const asked = scenes.flatMap((scene) => scene.asked ?? []);

test('eight scenes ask three guesses and one lever, and each run takes 4 to 7 s', () => {
  expect(scenes.map(({ slug }) => slug)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  expect(asked.map(({ kind }) => kind)).toEqual(['written', 'curve', 'bar', 'lever']);
  const spans = [
    ...scenes.flatMap(({ plays }) => plays ?? []),
    ...asked.flatMap((one) =>
      one.kind === 'lever' ? one.levers.map(({ span }) => span) : one.span,
    ),
  ];
  for (const { from_ns, to_ns, ms } of spans) {
    expect(to_ns).toBeGreaterThan(from_ns);
    expect(ms).toBeGreaterThanOrEqual(4000);
    expect(ms).toBeLessThanOrEqual(7000);
  }
});

test('the run answers: written, almost nothing, none; and only twelve places bring it back', () => {
  const [written, curve, bar, lever] = asked;
  expect(written && isRight(written, 'y')).toBe(true);
  expect(curve?.kind === 'curve' && [curve.truth, curve.right]).toEqual([
    [40, 40, 40, 36, 31, 18, 5],
    2,
  ]);
  expect(bar?.kind === 'bar' && bar.truth).toBe(0);
  const back =
    lever?.kind === 'lever' ? lever.levers.map((one) => one.back.filter(Boolean).length) : [];
  expect(back).toEqual([0, 0, 2, 8]);
});

test('what a scene says before its question does not hold the answer', () => {
  for (const { blocks, after, asked: one } of scenes) {
    if (!one) continue;
    expect(after).toBeLessThan(blocks.length);
    const before = JSON.stringify(blocks.slice(0, after));
    const answer = { written: '10.3', curve: 'lmost nothing', bar: 'Nobody since', lever: '245' }[
      one.kind
    ];
    expect(JSON.stringify(blocks.slice(after))).toContain(answer);
    expect(before).not.toContain(answer);
  }
});

test('the picture asks for the request of that name', () => {
  expect(sceneData('2')?.figure.cue.request).toBe('42');
  expect(sceneData('9')).toBeUndefined();
});

test('the address of the end card holds the guesses', () => {
  const said = parseGuesses('n,2,50,polite', asked);
  expect(said).toEqual(['n', '2', '50', 'polite']);
  expect(printGuesses(said)).toBe('n,2,50,polite');
  expect(scoreOf(asked, said)).toEqual({ right: 0, guesses: 3, lever: { back: 0, of: 8 } });
  const all = scoreOf(asked, parseGuesses('y,3,1,places', asked));
  expect(all).toEqual({ right: 3, guesses: 3, lever: { back: 8, of: 8 } });
  expect(parseGuesses(null, asked)).toEqual([undefined, undefined, undefined, undefined]);
  expect(parseGuesses('maybe,4,51,kill,more', asked)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(scoreOf(asked, [])).toEqual({ right: 0, guesses: 3, lever: undefined });
  const [written] = asked;
  expect(written && isAnswer(written, '')).toBe(false);
});

test('the card has both moments of the order', () => {
  const { order, lesson } = cardData();
  expect(Object.values(order).map(clockOf)).toEqual([
    '14:03:03.0',
    '14:03:04.0',
    '14:03:04.4',
    '14:03:10.3',
  ]);
  expect(lesson.slug).toBe('clients-that-give-up');
  expect(clockOf(65.25e9)).toBe('14:04:05.2');
});

test('a claim may be a clock', () => {
  expect(readWritten('14:03:10.3')).toMatchObject({ unit: 'ns', value: 10.3e9 });
  expect(statesValue('14:03:10.3', { unit: 'ns', value: 10.308e9 })).toBe(true);
  expect(statesValue('14:03:10.3', { unit: 'ns', value: 10.36e9 })).toBe(false);
});

test('rates that are rounded down are counts again', () => {
  const series = {
    bucket_ns: 166_666_667,
    columns: ['answers_per_s'],
    values: [[29, 53, 47, 0, 0, 5, 11]],
  };
  expect(bucketCounts(series, 'answers_per_s')).toEqual([5, 9, 8, 0, 0, 1, 2]);
  expect(secondCounts(series, 'answers_per_s')).toEqual([23, 2]);
  expect(secondCounts(series, 'no such')).toEqual([]);
});

test('the line of answers rises with the answers', () => {
  const scales = scalesOf(3, 10);
  expect(scales.y(60)).toBeLessThan(scales.y(0));
  expect(pathOf([60, 0], 3, scales)).toMatch(/^M[\d.]+,8L[\d.]+,76$/);
});

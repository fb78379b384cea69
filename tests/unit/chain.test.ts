// Who waits for whom, as the picture draws it: nobody is lost, nobody is there twice, and no line is invented.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { diagnose, initSync } from '#diagnose/poolscope_wasm.js';
import { rowWords } from '../../web/src/features/diagnose/chain-words';
import type { Diagnosed, Trouble } from '../../web/src/model/generated/diagnosis';
import { chainPicture, chainRows } from '../../web/src/ui/views/capture/chain';
import { overprinted, wordsIn } from '../seen';

const CAPTURES = 'wasm-core/diagnosis/tests/captures';
const folders = readdirSync(CAPTURES).filter((name) => /^\d/.test(name));
const texts = (name: string) =>
  [CAPTURES, 'content/captures'].flatMap((place) => {
    try {
      return [readFileSync(`${place}/${name}/capture-table.txt`, 'utf8')];
    } catch {
      return [];
    }
  });

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg-diagnose/poolscope_wasm_bg.wasm') });
});

const troublesOf = (name: string) =>
  texts(name).flatMap(
    (text) => (JSON.parse(diagnose(text, false)) as Diagnosed).diagnosis.troubles,
  );

type Said = Pick<Trouble, 'roots' | 'edges' | 'waiters' | 'unread' | 'logins'>;
const people = ({ roots, edges, waiters, unread }: Said) =>
  [
    ...new Set([
      ...roots.flatMap(({ id }) => id ?? []),
      ...edges.map(({ from }) => from),
      ...waiters,
      ...unread,
    ]),
  ].sort((a, b) => a - b);

describe.each(folders)('%s', (name) => {
  test('each is in one row, and lines lead to those that it waits for', () => {
    for (const trouble of troublesOf(name)) {
      const rows = chainRows(trouble);
      expect(rows.flatMap(({ ids }) => ids).sort((a, b) => a - b)).toEqual(people(trouble));
      for (const { ids, above } of rows)
        for (const id of ids) {
          const targets = trouble.edges
            .filter(({ from }) => from === id)
            .flatMap(({ to }) => to ?? []);
          const up = above.map(({ row }) => row);
          // Of those ahead in the same line only the first are drawn above; the others wait for the same.
          const fits = (to: number) =>
            rows.some(
              ({ ids, above }, at) =>
                ids.includes(to) &&
                (up.includes(at) ||
                  (above.length > 0 && above.every(({ row }) => up.includes(row)))),
            );
          expect(targets.filter((to) => !fits(to))).toEqual([]);
        }
    }
  });

  test.each([300, 720])('at %d px its words are inside and apart', (width) => {
    for (const trouble of troublesOf(name)) {
      const { marks } = chainPicture(chainRows(trouble), rowWords, width, '--line');
      expect(overprinted(wordsIn(marks))).toEqual([]);
      for (const { x, w } of wordsIn(marks)) expect(x + w).toBeLessThanOrEqual(width + 1);
    }
  });
});

test('a circle is two that hold, each a line to the other; those behind share a row', () => {
  const edge = (from: number, to: number) => ({ from, to, wait: 'row', known: 'certain' }) as const;
  const root = (id: number): Said['roots'][number] => ({
    id,
    known: 'certain',
    says: { key: '', params: [] },
  });
  const rows = chainRows({
    roots: [root(6), root(7)],
    edges: [edge(6, 7), edge(7, 6), edge(8, 6), edge(9, 6)],
    waiters: [6, 7, 8, 9, 12],
    unread: [13],
    logins: 2,
  });
  expect(rows.map(({ kind, ids, above }) => [kind, ids, above.map(({ row }) => row)])).toEqual([
    ['holds', [6], [1]],
    ['holds', [7], [0]],
    ['waits', [8, 9], [0]],
    ['queued', [12], []],
    ['unread', [13], []],
    ['login', [], []],
  ]);
});

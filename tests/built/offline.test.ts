import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { unflatten } from 'devalue';
import { expect, test } from 'vitest';
import { initSync, Run } from '#wasm/poolscope_wasm.js';
import { unpack, unpackFrame, type Packed } from '../../web/src/model/engine/packed';
import { answerOf, type Pages } from '../../web/src/model/offline/pages';
import { bytesOf, type Index } from '../../web/src/model/offline/store';
import { build } from '../../web/tools/server.mjs';

// Reads build/: npm run build first.

const KB = 1024;
/** What a reader's device fetches unasked, including fonts, and what it fetches when asked to store everything: gzip. */
const UNASKED = 1300 * KB;
const ASKED = 900 * KB;

const json = (file: string): unknown => JSON.parse(readFileSync(path.join(build, file), 'utf8'));
const index = json('kept/index.json') as Index;
const files = ['kept/pages.json', 'kept/more.json'].map((file) => json(file) as Pages);

test('what is stored unasked, and what is stored on request, stay within their budgets', () => {
  expect(bytesOf(index.first)).toBeGreaterThan(500 * KB);
  expect(bytesOf(index.first)).toBeLessThan(UNASKED);
  expect(bytesOf(index.rest)).toBeLessThan(ASKED);
});

test('every page is stored, frames are not', () => {
  const kept = files.flatMap(({ pages }) => Object.keys(pages));
  const made = readdirSync(build, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'index.html' && !/^(embed|take|zh)\//.test(file))
    .map((file) => file.slice(0, -'index.html'.length));
  expect(kept.sort()).toEqual(made.sort());
  // The Chinese edition stores its own.
  const own = ['zh/kept/pages.json', 'zh/kept/more.json'].map((file) => json(file) as Pages);
  expect(own.flatMap(({ pages }) => Object.keys(pages)).sort()).toEqual(kept.sort());
  const [first] = files;
  for (const page of ['', 'lab/', 'diagnose/', 'reference/', 'lessons/', 'scenarios/', 'offline/'])
    expect(Object.keys(first?.pages ?? {})).toContain(page);
});

/** As a page's script reads it (hooks.ts). */
const types = {
  Outcome: (text: string) => unpack(JSON.parse(text) as Packed),
  Frame: unpackFrame,
};
interface Answer {
  readonly type: string;
  readonly nodes: readonly ({ readonly uses?: unknown; readonly data?: unknown } | null)[];
}
const read = ({ nodes, ...rest }: Answer) => ({
  ...rest,
  nodes: nodes.map((node) =>
    node?.data === undefined
      ? node
      : { ...node, data: unflatten(node.data as [], types) as unknown },
  ),
});

test('pages made again on the device equal those of the build', () => {
  initSync({ module: readFileSync(path.join(build, index.engine)) });
  let runs = 0;
  for (const { pages, shared } of files) {
    runs += JSON.stringify(shared).split('"$":"run"').length - 1;
    for (const [page, kept] of Object.entries(pages)) {
      // A lesson on one page has no script: its data is in what is kept, and nowhere else.
      if (!kept || page.endsWith('/whole/')) continue;
      const again = read(JSON.parse(answerOf(kept, shared, Run)) as Answer);
      const made = read(json(`${page}__data.json`) as Answer);
      // Node compares strictly and fast; the runner's message describes a difference.
      if (!isDeepStrictEqual(again, made)) expect(again, page).toEqual(made);
    }
  }
  expect(runs).toBeGreaterThan(100);
});

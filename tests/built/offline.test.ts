import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { unflatten } from 'devalue';
import { expect, test } from 'vitest';
import { initSync, Run } from '#wasm/poolscope_wasm.js';
import type { RunFile } from '../../web/src/model/engine/aside';
import { unpack, unpackFrame } from '../../web/src/model/engine/packed';
import { answerOf, runOf, type Pages } from '../../web/src/model/offline/pages';
import type { Index } from '../../web/src/model/offline/store';
import type { PosterPacked } from '../../web/src/model/run/poster';
import { build } from '../../web/tools/server.mjs';
import { everyNth } from '../turns';

// Reads build/: npm run build first.

const json = (file: string): unknown => JSON.parse(readFileSync(path.join(build, file), 'utf8'));
const index = json('kept/index.json') as Index;
const packed = (file: string): unknown =>
  JSON.parse(gunzipSync(readFileSync(path.join(build, file))).toString());
const files = ['kept/pages.pack', 'kept/more.pack'].map((file) => packed(file) as Pages);

test('every page is stored, frames are not', () => {
  const kept = files.flatMap(({ pages }) => Object.keys(pages));
  const made = readdirSync(build, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'index.html' && !/^(embed|take|zh)\//.test(file))
    .map((file) => file.slice(0, -'index.html'.length));
  expect(kept.sort()).toEqual(made.sort());
  // The Chinese edition stores its own.
  const own = ['zh/kept/pages.pack', 'zh/kept/more.pack'].map((file) => packed(file) as Pages);
  expect(own.flatMap(({ pages }) => Object.keys(pages)).sort()).toEqual(kept.sort());
  const [first] = files;
  for (const page of ['', 'lab/', 'diagnose/', 'reference/', 'lessons/', 'scenarios/', 'offline/'])
    expect(Object.keys(first?.pages ?? {})).toContain(page);
});

/** As a figure reads it. */
const types = {
  Poster: ({ frame, ...rest }: PosterPacked) => ({ ...rest, frame: unpackFrame(frame) }),
};
const readRun = (text: string) => {
  const { outcome, first, scenario_json } = JSON.parse(text) as RunFile;
  return { scenario_json, outcome: unpack(outcome), first: unpackFrame(first) };
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

// All are made, and made again, by the same code.
test('pages made again on the device equal those of the build', () => {
  initSync({ module: readFileSync(path.join(build, index.engine)) });
  for (const known of files)
    for (const [page, kept] of everyNth(4, Object.entries(known.pages))) {
      // A lesson on one page has no script: its data is in what is kept, and nowhere else.
      if (!kept || page.endsWith('/whole/')) continue;
      const again = read(JSON.parse(answerOf(kept, known, Run)) as Answer);
      const made = read(json(`${page}__data.json`) as Answer);
      // Node compares strictly and fast; the runner's message describes a difference.
      if (!isDeepStrictEqual(again, made)) expect(again, page).toEqual(made);
    }
});

test('so do the runs, which pages share', () => {
  initSync({ module: readFileSync(path.join(build, index.engine)) });
  const made = readdirSync(path.join(build, 'run')).map((file) => file.replace(/\.json$/, ''));
  const kept = files.flatMap(({ runs }) => Object.keys(runs));
  expect([...new Set(kept)].sort()).toEqual(made.sort());
  expect(made.length).toBeGreaterThan(100);
  for (const known of files)
    for (const name of everyNth(4, Object.keys(known.runs))) {
      const again = readRun(runOf(known, name, Run) ?? '');
      const was = readRun(readFileSync(path.join(build, `run/${name}.json`), 'utf8'));
      if (!isDeepStrictEqual(again, was)) expect(again, name).toEqual(was);
    }
});

import { expect, test } from 'vitest';
import { networkFirst, strategyFor, type Strategy } from '../../web/src/model/offline/rules';

const SITE = 'https://example.org/pools/';
const way = (path: string, mode = 'cors', method = 'GET'): Strategy =>
  strategyFor({ url: new URL(path, SITE).href, mode, method }, SITE);

test('each request is answered in its way', () => {
  const expected: Readonly<Record<string, Strategy>> = {
    '_app/immutable/chunks/a.js': 'asset',
    '_app/immutable/assets/engine.a.wasm': 'asset',
    'lessons/the-cast/__data.json?x-sveltekit-invalidated=01': 'data',
    'run/0123456789ab.json': 'run',
    'search.json?v=abc': 'file',
    // Frames and their files, figures as one file, and the version file.
    'embed/': 'passes',
    'embed/mariadb-two-groups/': 'passes',
    'embed/mariadb-two-groups/run.json': 'passes',
    '_app/immutable/embed/main.js': 'passes',
    'take/mariadb-two-groups.html': 'passes',
    'favicon.svg': 'passes',
    '_app/version.json': 'passes',
    'kept/index.json': 'passes',
    'service-worker.js': 'passes',
    // The Chinese edition has a worker of its own.
    'zh/lab/': 'passes',
    'zh/_app/immutable/chunks/a.js': 'passes',
    'zh/run/0123456789ab.json': 'passes',
    // Another site of this origin, and another origin.
    '/': 'passes',
    'https://elsewhere.org/pools/lab/': 'passes',
  };
  for (const [path, expectation] of Object.entries(expected))
    expect(way(path), path).toBe(expectation);
  for (const path of ['', 'lab/', 'lab/?scenario=x', 'lessons/the-cast/#why', 'capture.sql'])
    expect(way(path, 'navigate'), path).toBe('page');
  for (const path of ['zh/lab/', 'embed/mariadb-two-groups/', 'take/mariadb-two-groups.html'])
    expect(way(path, 'navigate'), path).toBe('passes');
  expect(way('lab/', 'navigate', 'POST')).toBe('passes');
});

const never = new Promise<never>(() => {});
const now = Promise.resolve();
const lost = () => Promise.reject(new Error('no network'));
const nothing = () => Promise.resolve(undefined);
const kept = () => Promise.resolve('kept');

test('the network answers while the worker waits for it', async () => {
  expect(await networkFirst(Promise.resolve('new'), kept, never)).toBe('new');
});

test('a stored file answers at once if the network fails or takes too long', async () => {
  expect(await networkFirst(lost(), kept, never)).toBe('kept');
  expect(await networkFirst(never, kept, now)).toBe('kept');
});

test('a file that is not stored waits for the network, and fails with it', async () => {
  let answer: (text: string) => void = () => undefined;
  const slow = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const waiting = networkFirst(slow, nothing, now);
  answer('late');
  expect(await waiting).toBe('late');
  await expect(networkFirst(lost(), nothing, never)).rejects.toThrow('no network');
});

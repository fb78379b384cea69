import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { line, lookAt } from '../../web/tools/online.mjs';
import { serve, type ServeOptions } from '../../web/tools/server.mjs';

// A running copy of build/, healthy and broken. npm run build first.

const servers: { close: () => void }[] = [];
afterAll(() => {
  for (const { close } of servers) close();
});

/** The messages about a copy that is served with these options. */
async function linesOf(options: ServeOptions): Promise<string[]> {
  const server = await serve({ base: '', port: 0, ...options });
  servers.push(server);
  const { looked, findings } = await lookAt(server.address);
  expect(looked).toBeGreaterThan(30);
  return findings.map(line);
}
const only = (pattern: RegExp, changed: Record<string, string | undefined>) => ({
  headers: (name: string) => (pattern.test(name) ? changed : {}),
});

describe('a copy that is', () => {
  let well: string[] = [];
  beforeAll(async () => {
    well = await linesOf({});
  });

  test('healthy has no fault', () => {
    expect(well.filter((one) => !one.startsWith('note  /: was built for'))).toEqual([]);
  });

  test('healthy on GitHub Pages, where headers can’t be set, has only notes', async () => {
    const lines = await linesOf(
      only(/./, {
        Server: 'GitHub.com',
        'Cache-Control': 'max-age=600',
        'X-Content-Type-Options': undefined,
        'Content-Security-Policy': undefined,
      }),
    );
    expect(lines.filter((one) => !one.startsWith('note  '))).toEqual([]);
    expect(lines.join('\n')).toContain('Content-Security-Policy is missing; expected "sandbox');
  });

  const broken: readonly (readonly [string, ServeOptions, RegExp])[] = [
    [
      'closed to other origins',
      { cors: false },
      /^fault {2}\/ and \d\d more: Access-Control-Allow-Origin is missing; expected "\*"$/,
    ],
    [
      'sending a header twice',
      only(/^\/embed\//, { 'Access-Control-Allow-Origin': '*, *' }),
      /^fault {2}\/embed\/.*: Access-Control-Allow-Origin is "\*, \*"; expected "\*"$/,
    ],
    [
      'calling the engine by a wrong type',
      only(/\.wasm$/, { 'Content-Type': 'application/octet-stream' }),
      /^fault {2}\/_app\/.*\.wasm: Content-Type is "application\/octet-stream"; expected "application\/wasm"$/,
    ],
    [
      'without one of the headers',
      only(/./, { 'X-Content-Type-Options': undefined }),
      /^fault {2}\/ and \d\d more: X-Content-Type-Options is missing; expected "nosniff"$/,
    ],
    [
      'letting a figure as one file act for it',
      only(/^\/take\//, { 'Content-Security-Policy': undefined }),
      /^fault {2}\/take\/.*: Content-Security-Policy is missing; expected "sandbox allow-scripts /,
    ],
    [
      'asked anew for what never changes',
      only(/immutable/, { 'Cache-Control': 'no-cache' }),
      /^fault {2}\/_app\/.* and \d+ more: Cache-Control is "no-cache"; expected "public, max-age=31536000, immutable"$/,
    ],
    [
      'unpacked',
      { packed: 'none' },
      /^fault {2}\/ and \d\d more: is sent unpacked; expected Content-Encoding "br" or "gzip"$/,
    ],
    [
      'keeping its frames from other pages',
      only(/./, { 'X-Frame-Options': 'SAMEORIGIN' }),
      /^fault {2}\/embed\/.*: X-Frame-Options is "SAMEORIGIN"; expected none/,
    ],
  ];
  test.each(broken)('%s gets a message that says so', async (_, options, expected) => {
    const lines = await linesOf(options);
    expect(lines.filter((one) => expected.test(one))).toHaveLength(1);
    // And nothing else, except for consequences of it.
    expect(lines.length).toBeLessThanOrEqual(well.length + 2);
  });
});

test('another site fails every check', async () => {
  const server = await serve({ base: '', port: 0, folder: import.meta.dirname });
  servers.push(server);
  const lines = (await lookAt(server.address)).findings.map(line);
  expect(lines).toContainEqual(
    expect.stringMatching(/^fault {2}\/ and \d+ more: is answered with 404; expected 200$/),
  );
  expect(lines.join('\n')).toContain('leads to no engine');
});

test('an address where nobody answers is one fault, and no address is refused', async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  const { findings } = await lookAt(`http://127.0.0.1:${port}/`);
  expect(findings.map(line)).toEqual([
    expect.stringMatching(/^fault {2}\/: cannot be reached: .*ECONNREFUSED/),
  ]);
  await expect(lookAt('poolscope')).rejects.toThrow('"poolscope" is no address');
});

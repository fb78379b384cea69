import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { initSync, version } from '#wasm/poolscope_wasm.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cargoCount, playwrightCount, sum, vitestCount } from '../../web/tools/counts.mjs';
import {
  isInstalled,
  nodeProblem,
  LINTERS,
  parseToolchain,
  rustProblem,
  rustupArguments,
} from '../../web/tools/prerequisites.mjs';
import { inOrder, run } from '../../web/tools/run.mjs';
import { basePath, resolveRequest, serve } from '../../web/tools/server.mjs';

const wanted = parseToolchain(readFileSync('rust-toolchain.toml', 'utf8'));

describe('prerequisites', () => {
  test('an old Node is reported, with what to do', () => {
    expect(nodeProblem('20.19.0', '>=20.19')).toBeUndefined();
    // Numerically, not alphabetically.
    expect(nodeProblem('20.9.9', '>=20.19')).toBeDefined();
    expect(nodeProblem('v100.2.0', '>=20.19')).toBeUndefined();
    expect(nodeProblem('18.20.4', '>=20.19')).toMatch(
      /^Node 18\.20\.4 is too old: install Node 20\.19 /,
    );
  });

  test('the pinned toolchain is read from its own file', () => {
    expect(wanted.channel).toMatch(/^\d+\.\d+\.\d+$/);
    expect(wanted.targets).toEqual(['wasm32-unknown-unknown']);
  });

  test('rustup is asked only for what is missing', () => {
    const complete = [
      'cargo-x86_64-unknown-linux-gnu',
      'clippy-x86_64-unknown-linux-gnu',
      'rustfmt-x86_64-unknown-linux-gnu',
      'rust-std-wasm32-unknown-unknown',
    ];
    expect(rustupArguments(wanted, complete.join('\n'), LINTERS)).toBeUndefined();
    const compiler = complete.filter((name) => !/^(clippy|rustfmt)/.test(name)).join('\n');
    expect(rustupArguments(wanted, compiler)).toBeUndefined();
    for (const missing of complete.slice(1)) {
      const rest = complete.filter((name) => name !== missing).join('\n');
      const args = rustupArguments(wanted, rest, LINTERS) ?? [];
      expect(args.slice(0, -1)).toEqual(['component', 'add', '--toolchain', wanted.channel]);
      expect(missing.startsWith(args.at(-1) ?? '?')).toBe(true);
    }
    const all = rustupArguments(wanted, undefined, LINTERS)?.join(' ');
    expect(all).toContain(`toolchain install ${wanted.channel}`);
    expect(all).toContain('--component clippy --component rustfmt --target wasm32-unknown-unknown');
  });

  test('scripts that install packages need none to start', () => {
    /** All files that a script imports before its first line runs, and all packages. */
    const imported = (file: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(file)) return seen;
      seen.add(file);
      for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(
        /^(?:import|export)\s(?:[^;'"]*\sfrom\s)?'([^']+)'/gm,
      ))
        if (from.startsWith('.')) imported(path.join(path.dirname(file), from), seen);
        else if (!from.startsWith('node:')) seen.add(from);
      return seen;
    };
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const installing = Object.values(scripts)
      .map((script) => /^node (\S+)/.exec(script)?.[1])
      .filter((file) => file !== undefined)
      .map((file) => [file, imported(file)] as const)
      .filter(([, all]) => all.has(path.join('web', 'tools', 'setup.mjs')));
    expect(installing.map(([file]) => path.basename(file))).toEqual(
      expect.arrayContaining(['start.mjs', 'test.mjs', 'build.mjs', 'check.mjs']),
    );
    for (const [file, all] of installing)
      expect(
        [...all].filter((name) => !name.endsWith('.mjs')),
        file,
      ).toEqual([]);
  });

  test('without rustup, a Rust that can build the wasm is enough', () => {
    const facts = { rustup: false, rustc: 'rustc 1.99.0', wasmStd: true };
    expect(rustProblem(facts, wanted)).toBeUndefined();
    expect(rustProblem({ ...facts, rustc: 'rustc 1.63.0' }, wanted)).toMatch(
      /^Rust 1\.63\.0 is too old/,
    );
    expect(rustProblem({ ...facts, rustc: undefined }, wanted)).toMatch(
      /^Rust is missing: get rustup/,
    );
    expect(rustProblem({ ...facts, wasmStd: false }, wanted)).toMatch(/no library for wasm32/);
  });

  test('node_modules is compared with the lock file', () => {
    const manifest = { devDependencies: { a: '^1' } };
    const a = { version: '1.0.0', integrity: 'x' };
    const lock = { packages: { '': manifest, 'node_modules/a': a } };
    const withOther = { packages: { ...lock.packages, 'node_modules/b': { optional: true } } };
    expect(isInstalled(lock, undefined, manifest)).toBe(false);
    expect(isInstalled(lock, { packages: { 'node_modules/a': a } }, manifest)).toBe(true);
    expect(isInstalled(withOther, { packages: { 'node_modules/a': a } }, manifest)).toBe(true);
    expect(isInstalled(lock, { packages: {} }, manifest)).toBe(false);
    const newer = { packages: { 'node_modules/a': { ...a, version: '1.1.0' } } };
    expect(isInstalled(lock, newer, manifest)).toBe(false);
    expect(isInstalled(lock, { packages: { 'node_modules/a': a } }, {})).toBe(false);
  });

  test('the lock file names no registry', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"');
  });
});

test('the results of the three runners are added up', () => {
  const cargo = cargoCount(
    [
      'test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out',
      'test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out',
    ].join('\n'),
  );
  expect(cargo).toEqual({ passed: 15, failed: 2 });
  const vitest = vitestCount({ numPassedTests: 4, numFailedTests: 1 });
  const playwright = playwrightCount({ stats: { expected: 5, unexpected: 0, flaky: 1 } });
  expect(sum([cargo, vitest, playwright])).toEqual({ passed: 24, failed: 4 });
});

describe('the server of the built site', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'poolscope-'));
    mkdirSync(path.join(folder, 'lab'));
    writeFileSync(path.join(folder, 'index.html'), 'home');
    writeFileSync(path.join(folder, 'lab/index.html'), 'lab');
    writeFileSync(path.join(folder, '404.html'), 'nothing');
    writeFileSync(path.join(folder, 'a.wasm'), 'wasm');
    writeFileSync(path.join(folder, 'a.js'), 'plain');
    writeFileSync(path.join(folder, 'a.js.gz'), gzipSync('in gzip'));
    writeFileSync(path.join(folder, 'a.js.br'), brotliCompressSync('in brotli'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('folders end in a slash, and nothing outside is served', () => {
    const index = { file: path.join(folder, 'index.html') };
    expect(resolveRequest(folder, '', '/')).toEqual(index);
    expect(resolveRequest(folder, '/base', '/base/')).toEqual(index);
    expect(resolveRequest(folder, '/base', '/base')).toEqual({ redirect: '/base/' });
    expect(resolveRequest(folder, '/base', '/base/lab')).toEqual({ redirect: '/base/lab/' });
    for (const elsewhere of ['//evil.example/..', '//evil.example/%2e%2e', '/\\evil.example/..'])
      expect(resolveRequest(folder, '', elsewhere)).toEqual({ redirect: '/' });
    const outside = ['/', '/other/', '/base/../x', '/base/%2e%2e/x', '/base/%', '/base/no'];
    const impossible = ['/base/a.js/', '/base/index.html/x', `/base/${'x'.repeat(5000)}`];
    for (const out of [...outside, ...impossible])
      expect(resolveRequest(folder, '/base', out), out).toBeUndefined();
  });

  test('BASE_PATH is taken with or without its slashes', () => {
    expect(['', '/', 'a', '/a', '/a/b/'].map(basePath)).toEqual(['', '', '/a', '/a', '/a/b']);
  });

  test('types, cross-origin access and the page for missing addresses', async () => {
    const { address, close } = await serve({ folder, base: '/base' });
    try {
      const wasm = await fetch(`${address}a.wasm`);
      expect(wasm.headers.get('content-type')).toBe('application/wasm');
      expect(wasm.headers.get('access-control-allow-origin')).toBe('*');
      const missing = await fetch(`${address}missing`);
      expect([missing.status, await missing.text()]).toEqual([404, 'nothing']);
      expect((await fetch(`${new URL(address).origin}//base/`)).status).toBe(404);
      const lab = await fetch(`${address}lab?x=1`);
      expect([lab.url, await lab.text()]).toEqual([`${address}lab/?x=1`, 'lab']);
      const sent = await fetch(`${address}a.wasm`, { method: 'POST' });
      expect([sent.status, sent.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    } finally {
      close();
    }
  });

  test('a compressed copy is sent if the reader accepts it, and not compressed again', async () => {
    const { address, close } = await serve({ folder, base: '/base', port: 0 });
    const gzip = await serve({ folder, base: '', packed: 'gzip', port: 0 });
    const plain = await serve({ folder, base: '', packed: 'none', port: 0, cors: false });
    const ask = (from: string, taken: string) =>
      fetch(`${from}a.js`, { headers: { 'Accept-Encoding': taken } });
    const read = async (from: string, taken: string) => {
      const response = await ask(from, taken);
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      return [response.headers.get('content-encoding'), await response.text()];
    };
    try {
      expect(await read(address, 'gzip, br')).toEqual(['br', 'in brotli']);
      expect(await read(address, 'gzip')).toEqual(['gzip', 'in gzip']);
      expect(await read(address, 'identity')).toEqual([null, 'plain']);
      expect(await read(gzip.address, 'gzip, br')).toEqual(['gzip', 'in gzip']);
      expect(await read(plain.address, 'gzip, br')).toEqual([null, 'plain']);
      const { headers } = await ask(plain.address, 'gzip');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      const tag = headers.get('etag') ?? '';
      const again = await fetch(`${plain.address}a.js`, { headers: { 'If-None-Match': tag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    } finally {
      for (const one of [close, gzip.close, plain.close]) one();
    }
  });
});

test('a request for a file that is still being made waits until it is there, in whichever folder', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'poolscope-'));
  let draw: (into: string) => void = () => undefined;
  const drawn = new Promise<string>((resolve) => (draw = resolve));
  const { address, close } = await serve({
    folder: (name) => (name === '/a.png' ? drawn : path.join(folder, 'other')),
    // Not the port of the previous tests: their connections may still be open.
    port: 4801,
  });
  try {
    const picture = fetch(`${address}a.png?x=1`);
    expect((await fetch(`${address}a.html`)).status).toBe(404);
    writeFileSync(path.join(folder, 'a.png'), 'drawn');
    draw(folder);
    expect(await (await picture).text()).toBe('drawn');
  } finally {
    close();
    rmSync(folder, { recursive: true });
  }
});

test('the wasm runs in Node and reports the version of the package', () => {
  initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(version()).toBe(manifest.version);
});

describe('parallel stages', () => {
  const program = (text: string) => run(process.execPath, ['-e', text]);
  const printed = async (work: () => Promise<void>) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const error = await work().catch((found: unknown) => found);
      const text = write.mock.calls.map(([chunk]) => String(chunk)).join('');
      return { error, text };
    } finally {
      write.mockRestore();
    }
  };

  test('the output of a stage stays together, however long it takes', async () => {
    let secondIsDone: () => void = () => undefined;
    const second = new Promise<void>((resolve) => (secondIsDone = resolve));
    const { error, text } = await printed(() =>
      inOrder({
        first: {
          work: async () => {
            await program('console.log("one"); console.error("two")');
            await second;
            await program('console.log("three")');
          },
        },
        second: {
          work: async () => {
            await program('console.log("four")');
            setImmediate(secondIsDone);
          },
        },
      }),
    );
    expect(error).toBeUndefined();
    expect(text).toMatch(/> second\nfour\n {2}second: .*\n\n> first\n(one\ntwo|two\none)\nthree\n/);
  });

  test('the first failure stops the others, and its output comes last', async () => {
    const { error, text } = await printed(() =>
      inOrder(
        {
          endless: { work: () => program('setInterval(() => undefined, 1000)') },
          waiting: { work: () => new Promise<void>(() => undefined) },
          failing: { work: () => program('console.error("why"); process.exit(3)') },
          after: { needs: ['failing'], work: () => program('console.log("never")') },
        },
        3,
      ),
    );
    expect(String(error)).toMatch(/Failed \(3\): node -e/);
    expect(text).toBe('\n> failing\nwhy\n');
  });
});

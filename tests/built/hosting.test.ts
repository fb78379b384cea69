import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { onPath } from '../../web/tools/browser.mjs';
import { LANGUAGES } from '../../web/tools/languages.mjs';
import { caddyfile, filesOf, headersFile, nginxConf } from '../../web/tools/hosting/formats.mjs';
import {
  CACHING,
  EVERYWHERE,
  headersOf,
  isPackedOnce,
  POLICIES,
  TYPES,
} from '../../web/tools/hosting/headers.mjs';
import { line as told, lookAt } from '../../web/tools/online.mjs';
import { build } from '../../web/tools/server.mjs';

// Checks the files for hosts against every file. Reads build/: npm run build first.

const files = filesOf(build);
/** As a reader requests it. */
const addresses = files.map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`);
/**
 * The rules of Cloudflare Pages and Netlify, for which there is no program: all matching rules apply, "*" matches anything.
 */
function underscored(text: string) {
  const rules: [pattern: RegExp, said: [string, string][]][] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('#') || line === '') continue;
    const [, name = '', value = ''] = /^ {2}([\w-]+): (.+)$/.exec(line) ?? [];
    if (name) rules.at(-1)?.[1].push([name, value]);
    else {
      // Cloudflare ignores a rule with more than one.
      expect(line.split('*').length, line).toBeLessThanOrEqual(2);
      expect(line).toMatch(/^\//);
      rules.push([new RegExp(`^${line.replaceAll('.', '\\.').replace('*', '.*')}$`), []]);
    }
  }
  expect(rules.length).toBeLessThanOrEqual(100);
  return (address: string) =>
    rules.flatMap(([pattern, said]) => (pattern.test(address) ? said : []));
}

const sorted = (said: readonly (readonly [string, string])[]) =>
  [...said].sort(([a], [b]) => (a < b ? -1 : 1));

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

type Location = { place: string; port: number };
interface Program {
  readonly name: string;
  readonly config: (base: string, place?: Location) => string;
  /** Its arguments, once its files are in a folder. */
  readonly start: (folder: string, config: string) => readonly string[];
}
const PROGRAMS: readonly Program[] = [
  {
    name: 'caddy',
    config: caddyfile,
    start: (folder, config) => {
      const file = path.join(folder, 'Caddyfile');
      writeFileSync(file, `{\n\tadmin off\n}\n${config}`);
      return ['run', '--config', file, '--adapter', 'caddyfile'];
    },
  },
  {
    name: 'nginx',
    config: nginxConf,
    start: (folder, config) => {
      const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (one) => `${one}_temp_path ${folder};`,
      );
      const file = path.join(folder, 'nginx.conf');
      writeFileSync(
        file,
        `daemon off; pid ${folder}/pid; error_log stderr; events {}
${process.getuid?.() === 0 ? 'user root;' : ''}
http { access_log off; ${own.join(' ')}\n${config}\n}`,
      );
      return ['-p', folder, '-c', file, '-e', 'stderr'];
    },
  },
];
async function answers(address: string, program: ChildProcess): Promise<void> {
  const asked = () => fetch(address).catch(() => undefined);
  while (!(await asked())) {
    if (program.exitCode !== null) throw new Error(`${program.spawnfile} ended`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Requests that are redirected to another host. */
async function ledElsewhere(root: string): Promise<string[]> {
  const { origin, port, pathname } = new URL(root);
  const asked = ['/evil.example/..', '/evil.example/%2e%2e', '\\evil.example/..', 'lessons'];
  const led = asked.map(async (one) => {
    // Not fetch(), which removes dots before it sends.
    const to = await new Promise<string>((resolve, reject) => {
      const asking = get({ port, path: pathname + one, agent: false }, ({ headers }) => {
        resolve(headers.location ?? '');
        asking.destroy();
      });
      asking.on('error', reject);
    });
    return new URL(to, root).origin === origin ? [] : [`${one}: ${to}`];
  });
  return (await Promise.all(led)).flat();
}

describe.each(['', '/a/folder'])('below "%s"', (base) => {
  test('_headers states the table’s headers for every file, each once', () => {
    expect(files.length).toBeGreaterThan(2000);
    const saidOf = underscored(headersFile(files, base));
    const wrong = [...addresses, '/service-worker.js'].flatMap((address) => {
      const said = sorted(saidOf(base + address));
      // These hosts know the usual types by themselves.
      const typed = said.some(([one]) => one === 'Content-Type');
      const wanted = sorted(
        Object.entries(headersOf(address)).filter(([one]) => typed || one !== 'Content-Type'),
      );
      return JSON.stringify(said) === JSON.stringify(wanted) ? [] : [{ address, said, wanted }];
    });
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  test.each(PROGRAMS)(
    '$name sends the headers of the table, and nothing else is different',
    ({ config }) => {
      const text = config(base).replaceAll('\\.', '.');
      const ruled = [...CACHING, ...POLICIES];
      const said = [EVERYWHERE, TYPES, Object.fromEntries(ruled)].flatMap((of) =>
        Object.values(of),
      );
      for (const value of said) expect(text).toContain(`"${value}"`);
      for (const [rule] of ruled) expect(text).toContain(base + rule);
      if (base) expect(text).not.toMatch(/[ ^]\/_app/);
    },
  );

  test.each(PROGRAMS.filter(({ name }) => onPath(name)))(
    '$name, which is installed here, sends what the table says',
    async (program) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'poolscope-'));
      const place = path.join(folder, 'place');
      mkdirSync(path.dirname(place + base), { recursive: true });
      symlinkSync(build, place + base);
      const port = await freePort();
      const args = program.start(folder, program.config(base, { place, port }));
      const running = spawn(program.name, args, {
        stdio: 'ignore',
        env: { ...process.env, HOME: folder },
      });
      const root = `http://127.0.0.1:${port}${base}/`;
      try {
        await answers(root, running);
        const { findings } = await lookAt(root);
        expect(findings.filter(({ weight }) => weight === 'fault').map(told)).toEqual([]);
        expect(await ledElsewhere(root)).toEqual([]);
        for (const { path: own, tag } of LANGUAGES) {
          const missing = await fetch(`${root}${own}no-such-page/`);
          expect(await missing.text()).toContain(`lang="${tag}"`);
        }
      } finally {
        running.kill();
        rmSync(folder, { recursive: true });
      }
    },
  );
});

test('the table: hashed files are cached for ever, all others revalidated, and a figure as one file can’t act for the site', () => {
  const caching = (address: string) => headersOf(address)['Cache-Control'];
  expect(caching('/_app/immutable/chunks/a.js')).toBe('public, max-age=31536000, immutable');
  for (const address of ['/', '/service-worker.js', '/_app/version.json', '/embed/x/run.json'])
    expect(caching(address), address).toBe('no-cache');
  const policy = headersOf('/take/mariadb-max-threads-6.html')['Content-Security-Policy'];
  expect(policy).toMatch(/^sandbox allow-scripts /);
  expect(policy).not.toContain('same-origin');
  expect(headersOf('/embed/x/')['Content-Security-Policy']).toBeUndefined();
});

test('the build contains its header files, and each compressed copy matches its file', () => {
  const base = (process.env['BASE_PATH'] ?? '').replace(/\/+$/, '');
  expect(readFileSync(path.join(build, '_headers'), 'utf8')).toBe(headersFile(files, base));
  let packed = 0;
  for (const file of files) {
    const whole = readFileSync(path.join(build, file));
    for (const [ending, unpack] of [
      ['gz', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const beside = path.join(build, `${file}.${ending}`);
      if (!existsSync(beside)) continue;
      packed += 1;
      expect(isPackedOnce(file), file).toBe(true);
      const bytes = readFileSync(beside);
      expect(bytes.length, file).toBeLessThan(whole.length);
      expect(unpack(bytes).equals(whole), beside).toBe(true);
    }
  }
  expect(packed).toBeGreaterThan(files.filter(isPackedOnce).length / 2);
});

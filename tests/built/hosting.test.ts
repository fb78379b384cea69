import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { caddyfile, filesOf, headersFile, nginxConf } from '../../web/tools/hosting/formats.mjs';
import { headersOf, isPackable } from '../../web/tools/hosting/headers.mjs';
import { build } from '../../web/tools/server.mjs';

// What the files for hosts say, read as the hosts read them, for every file. Reads build/: npm run build first.

const files = filesOf(build);
/** As a reader asks for it. */
const addresses = files.map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`);

/** Every header that is said of an address, in the order in which it is said. */
type Said = readonly (readonly [name: string, value: string])[];
type Host = (text: string, base: string) => (address: string) => Said;

/** Cloudflare Pages and Netlify: all rules that match, "*" for anything; what is said twice is joined. */
const underscored: Host = (text) => {
  const rules: [pattern: RegExp, said: [string, string][]][] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('#') || line === '') continue;
    const [, name = '', value = ''] = /^ {2}([\w-]+): (.+)$/.exec(line) ?? [];
    if (name) rules.at(-1)?.[1].push([name, value]);
    else {
      // More than one of them Cloudflare drops without a word.
      expect(line.split('*').length, line).toBeLessThanOrEqual(2);
      expect(line).toMatch(/^\//);
      rules.push([new RegExp(`^${line.replaceAll('.', '\\.').replace('*', '.*')}$`), []]);
    }
  }
  expect(rules.length).toBeLessThanOrEqual(100);
  return (address) => rules.flatMap(([pattern, said]) => (pattern.test(address) ? said : []));
};

const typeIn = (text: string, address: string) => {
  const kind = path.posix.extname(address.endsWith('/') ? 'index.html' : address).slice(1);
  const types = [...text.matchAll(/^\t\t"([^"]+)" ([\w ]+);$/gm)];
  return types.find(([, , kinds = '']) => kinds.split(' ').includes(kind))?.[1] ?? '';
};

/** nginx: one location: the exact one, else the longest prefix; what it adds, and the type by its own table. */
const nginx: Host = (text) => {
  const locations = [...text.matchAll(/^\tlocation (=|\^~)? ?(\S+) \{\n([^}]*)\}/gm)].map(
    ([, how = '', place = '', body = '']) => ({ how, place, body }),
  );
  expect(locations.length).toBeGreaterThan(2);
  return (address) => {
    const served = address.endsWith('/') ? `${address}index.html` : address;
    const [chosen] = [
      ...locations.filter(({ how, place }) => how === '=' && place === served),
      ...locations
        .filter(({ how, place }) => how !== '=' && served.startsWith(place))
        .sort((a, b) => b.place.length - a.place.length),
    ];
    const added = [...(chosen?.body ?? '').matchAll(/add_header (\S+) "([^"]*)"( always)?;/g)];
    return [
      ...added.map(([, name = '', value = '']) => [name, value] as const),
      ['Content-Type', typeIn(text, address)],
    ];
  };
};

/** Caddy: every header directive whose matcher takes the path; "/a/*", "*.end", "/a", and not of some. */
const caddy: Host = (text) => {
  const [before = ''] = text.split('\thandle_errors');
  const globs = (list: string) =>
    list
      .split(' ')
      .map((glob) => new RegExp(`^${glob.replaceAll('.', '\\.').replace('*', '.*')}$`));
  const matchers = new Map<string, (address: string) => boolean>();
  for (const [, name = '', not, list = ''] of before.matchAll(/^\t(@\w+) (not )?path (.+)$/gm))
    matchers.set(name, (address) => globs(list).some((one) => one.test(address)) !== Boolean(not));
  const said: [(address: string) => boolean, string, string][] = [];
  for (const [, at = '', name = '', value = ''] of before.matchAll(
    /^\theader (\S+) (\S+) "([^"]*)"$/gm,
  ))
    said.push([
      matchers.get(at) ?? ((address) => globs(at).some((one) => one.test(address))),
      name,
      value,
    ]);
  const [, all = ''] = /^\theader \{\n([^}]*)\}/m.exec(before) ?? [];
  for (const [, name = '', value = ''] of all.matchAll(/^\t\t(\S+) "([^"]*)"$/gm))
    said.push([() => true, name, value]);
  return (address) => {
    const found = said.flatMap(([takes, name, value]) =>
      takes(address) ? [[name, value] as const] : [],
    );
    // A folder's page has no ending to go by: Caddy knows HTML itself.
    return address.endsWith('/') ? [...found, ['Content-Type', 'text/html; charset=utf-8']] : found;
  };
};

const sorted = (said: Said) => [...said].sort(([a], [b]) => (a < b ? -1 : 1));

describe.each(['', '/a/folder'])('below "%s"', (base) => {
  const hosts: readonly (readonly [string, string, Host])[] = [
    ['_headers', headersFile(files, base), underscored],
    ['Caddyfile', caddyfile(base), caddy],
    ['nginx.conf', nginxConf(base), nginx],
  ];
  test.each(hosts)(
    '%s says of every file what the table says, and nothing twice',
    (name, text, read) => {
      expect(files.length).toBeGreaterThan(2000);
      const saidOf = read(text, base);
      const wrong = [...addresses, '/service-worker.js'].flatMap((address) => {
        const said = sorted(saidOf(base + address));
        const expected = Object.entries(headersOf(address));
        // These two hosts know the usual types by themselves.
        const typed = name !== '_headers' || said.some(([one]) => one === 'Content-Type');
        const wanted = sorted(expected.filter(([one]) => typed || one !== 'Content-Type'));
        return JSON.stringify(said) === JSON.stringify(wanted) ? [] : [{ address, said, wanted }];
      });
      expect(wrong.slice(0, 3)).toEqual([]);
    },
  );

  test('what is not below it is not spoken of', () => {
    for (const [name, text] of hosts) if (base) expect(text, name).not.toMatch(/ \/_app|^\/_app/m);
  });
});

test('the table: what has a hash stays, all else is asked about, one file acts for nobody', () => {
  const caching = (address: string) => headersOf(address)['Cache-Control'];
  expect(caching('/_app/immutable/chunks/a.js')).toBe('public, max-age=31536000, immutable');
  for (const address of ['/', '/service-worker.js', '/_app/version.json', '/embed/x/run.json'])
    expect(caching(address), address).toBe('no-cache');
  const policy = headersOf('/take/mariadb-max-threads-6.html')['Content-Security-Policy'];
  expect(policy).toMatch(/^sandbox allow-scripts /);
  expect(policy).not.toContain('same-origin');
  expect(headersOf('/embed/x/')['Content-Security-Policy']).toBeUndefined();
});

test('the build carries its headers, and each packed file is the one beside it', () => {
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
      expect(isPackable(file), file).toBe(true);
      const bytes = readFileSync(beside);
      expect(bytes.length, file).toBeLessThan(whole.length);
      expect(unpack(bytes).equals(whole), beside).toBe(true);
    }
  }
  expect(packed).toBeGreaterThan(files.length / 2);
});

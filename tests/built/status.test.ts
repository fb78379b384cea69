import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { filesOf } from '../../web/tools/hosting/formats.mjs';
import { build } from '../../web/tools/server.mjs';

// Reads build/: npm run build first.

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const RECORD = 'node_modules/.cache/poolscope-tested.json';
interface Tested {
  readonly commit: string;
  readonly kinds: readonly { readonly passed: number }[];
}
const { version: commit } = json(path.join(build, '_app/version.json')) as { version: string };
const { version } = json('package.json') as { version: string };
const promised = json('content/embeds/v1.json') as Readonly<
  Record<'names' | 'of_each_name', readonly string[]>
>;

test.each([
  ['', 'all tests passed', 'Unknown.'],
  ['zh/', '所有测试都通过了', '未知。'],
])(
  '/%sstatus/ says what the build was made from, and claims no more than was recorded',
  (edition, passed, unknown) => {
    const page = load(readFileSync(path.join(build, `${edition}status/index.html`), 'utf8'));
    const main = page('main');
    const words = main.text().replaceAll(/\s+/g, ' ');
    expect(main.find('dd').first().text()).toBe(version);
    if (/^[\da-f]{12}$/.test(commit)) expect(main.find('dd code').text()).toBe(commit);
    expect(main.find('time').attr('datetime')).toMatch(/^\d{4}-\d\d-\d\d$/);
    const tested = existsSync(RECORD) ? (json(RECORD) as Tested) : undefined;
    const is_told = tested?.commit === commit;
    expect(words.includes(passed)).toBe(is_told);
    expect(words.includes(unknown)).toBe(!is_told);
    expect(main.find('tbody tr')).toHaveLength(is_told ? tested.kinds.length : 0);
    expect(words).toContain(String(promised.names.length));
    const listed = main.find('li code').map((_, one) => page(one).text());
    const own = promised.of_each_name.filter((one) => one.startsWith('zh/') === (edition !== ''));
    for (const one of own)
      expect(listed.get()).toContain(`/${one.replace('index.html', '').replace('{name}', 'NAME')}`);
    expect(page('a[href$="status.json"]').attr('href')).toBe(
      edition ? '../../status.json' : '../status.json',
    );
  },
);

test('About leads to it, and so does the search', () => {
  const about = load(readFileSync(path.join(build, 'about/index.html'), 'utf8'));
  expect(about('main a[href="../status"]')).toHaveLength(1);
  expect(readFileSync(path.join(build, 'search.json'), 'utf8')).toContain('/status/');
});

test('status.json has the size of both editions, without packed copies', () => {
  const told = json(path.join(build, 'status.json')) as Record<
    'en' | 'zh',
    { bytes: number; files: number }
  >;
  const all = filesOf(build).filter((file) => file !== 'status.json');
  for (const edition of ['en', 'zh'] as const) {
    const own = all.filter((file) => file.startsWith('zh/') === (edition === 'zh'));
    const bytes = own.reduce((sum, file) => sum + statSync(path.join(build, file)).size, 0);
    expect(told[edition]).toEqual({ bytes, files: own.length });
  }
});

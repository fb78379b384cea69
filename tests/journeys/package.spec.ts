import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { compile } from 'svelte/compiler';
import { holdClock, timeBrings, timeGoesBy } from '../clock';
import { serve } from '../../web/tools/server.mjs';
import { watch } from '../watch';

// The npm package from its own tarball, in a project that knows nothing of this one.

const root = path.resolve(import.meta.dirname, '../..');

const FILES = {
  'package.json': JSON.stringify({ name: 'a-blog', private: true, type: 'module' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      jsx: 'preserve',
      target: 'es2022',
      lib: ['es2022', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
    },
    include: ['*.ts', '*.tsx'],
  }),
  'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Blog</title><link rel="icon" href="data:,"></head>
    <body><pool-scope scenario="mariadb-max-threads-6" thread_pool_max_threads="8"><a href="x">Six threads</a></pool-scope>
    <script type="module" src="/main.ts"></script></body></html>`,
  'main.ts': `import { PoolScope } from 'pool-scope';
    PoolScope.site = new URLSearchParams(location.search).get('site') ?? '';
    const figure = document.querySelector('pool-scope');
    figure?.setAttribute('site', PoolScope.site);
    figure?.addEventListener('time', ({ detail }) => {
      const { state, time_ns }: { state: string; time_ns: number } = detail;
      document.title = state + ' ' + time_ns;
    });`,
  'App.tsx': `import 'pool-scope/react';
    import { createRef } from 'react';
    import type { PoolScope } from 'pool-scope';
    const ref = createRef<PoolScope>();
    ref.current?.seek('1.2s');
    if (ref.current) ref.current.accent = null;
    export const good = (
      <pool-scope ref={ref} scenario="a" thread_pool_max_threads={8} load="visible" theme="auto" lang="zh" accent="0a58ca" caption="c" font="serif" className="x" data-x="1" />
    );
    // @ts-expect-error no such value
    export const bad_value = <pool-scope scenario="a" load="soon" />;
    // @ts-expect-error the name is missing
    export const nameless = <pool-scope theme="dark" />;
    // @ts-expect-error no such attribute
    export const bad_name = <pool-scope scenario="a" them="dark" />;`,
  'vue.ts': `import 'pool-scope/vue';
    import type { GlobalComponents } from 'vue';
    type Props = InstanceType<GlobalComponents['pool-scope']>['$props'];
    export const good: Props = { scenario: 'a', theme: 'dark', onTime: ({ detail }) => detail.time_ns };
    // @ts-expect-error the name is missing
    export const nameless: Props = { theme: 'dark' };
    // @ts-expect-error no such detail
    export const wrong: Props = { scenario: 'a', onReady: ({ detail }) => detail.time_ns };`,
  'svelte.ts': `import 'pool-scope/svelte';
    import type { SvelteHTMLElements } from 'svelte/elements';
    type Props = SvelteHTMLElements['pool-scope'];
    export const good: Props = { scenario: 'a', class: 'x', load: 'visible', ontime: ({ detail }) => detail.time_ns };
    // @ts-expect-error the name is missing
    export const nameless: Props = { theme: 'dark' };
    // @ts-expect-error no such value
    export const wrong: Props = { scenario: 'a', load: 'soon' };`,
} as const;

/** The README's own examples, by the language of their blocks. */
const EXAMPLES = ['html', 'js', 'tsx', 'vue', 'svelte'];

test('npm pack, npm install, Vite, TypeScript with React’s JSX, and it plays', async ({
  page,
  baseURL,
}) => {
  const site = baseURL ?? '';
  const folder = mkdtempSync(path.join(tmpdir(), 'poolscope-'));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const program = (name: string, file: string, ...args: string[]) =>
    run(process.execPath, path.join(root, 'node_modules', name, file), ...args);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
  const tarball = run('npm', 'pack', path.join(root, 'web/embed'), '--silent').trim();
  const listed = run('tar', 'tzf', tarball).trim().split('\n').sort();
  expect(listed).toEqual(
    [
      'LICENSE',
      'README.md',
      'package.json',
      'picture.png',
      'pool-scope.js',
      'resize.js',
      'types/attributes.d.ts',
      'types/pool-scope.d.ts',
      'types/react.d.ts',
      'types/svelte.d.ts',
      'types/vue.d.ts',
    ].map((name) => `package/${name}`),
  );
  run('npm', 'install', `./${tarball}`, '--offline', '--no-audit', '--no-fund', '--silent');
  // Vue is not installed here: the interface that its types let others extend.
  mkdirSync(path.join(folder, 'node_modules/vue'));
  writeFileSync(
    path.join(folder, 'node_modules/vue/index.d.ts'),
    'export interface GlobalComponents {}',
  );
  // The project's own dependencies.
  mkdirSync(path.join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['vite', '@types/react', 'svelte'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  const readme = readFileSync(path.join(folder, 'node_modules/pool-scope/README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```(\w+)\n(.*?)^```/gms)];
  for (const kind of EXAMPLES) expect(examples.map(([, of]) => of)).toContain(kind);
  // What an example imports and the attributes that it sets are typed like the element's own.
  const [, , react = ''] = examples.find(([, of]) => of === 'tsx') ?? [];
  writeFileSync(path.join(folder, 'Example.tsx'), react);
  const [, , svelte = ''] = examples.find(([, of]) => of === 'svelte') ?? [];
  expect(compile(svelte, { generate: 'client' }).warnings).toEqual([]);
  for (const [, image = ''] of readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
    expect(listed).toContain(`package/${image}`);
  program('typescript', 'bin/tsc');
  program('vite', 'bin/vite.js', 'build', '--logLevel', 'error');
  // Importing it on a server is no error.
  run(process.execPath, '--input-type=module', '-e', "await import('pool-scope')");

  const wrong = watch(page);
  const blog = await serve({ folder: path.join(folder, 'dist'), base: '', port: 0 });
  await holdClock(page);
  await page.goto(`${blog.address.replace('127.0.0.1', 'localhost')}?site=${site}`);
  await page.getByRole('button', { name: 'Play: Six threads' }).click();
  await expect(page.frameLocator('iframe').locator('figure')).toHaveAttribute(
    'data-state',
    'playing',
  );
  // Past the events of its first instant; it reports to the page ten times a second.
  await timeGoesBy(page, 9000);
  await timeBrings(page, 100, (soon) => expect(page).toHaveTitle(/^playing \d{8,}$/, soon));
  expect(page.frames()[1]?.url()).toContain(
    `${site}embed/mariadb-max-threads-6/?v=1&thread_pool_max_threads=8`,
  );
  expect(wrong).toEqual([]);
  blog.close();
  rmSync(folder, { recursive: true });
});

import { readFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { lightness, PoolScope, siteAddress } from '../../web/embed/pool-scope.js';
import * as attributes from '../../web/src/model/embedding/attributes';
import * as params from '../../web/src/model/embedding/params';
import { madeOf } from '../../web/tools/attributes.mjs';
import { buildHostScripts } from '../../web/tools/host-scripts.mjs';

test('without a page, the modules load and do nothing', async () => {
  const script = '../../web/embed/resize.js'; // not a module for the compiler
  await import(/* @vite-ignore */ script);
  expect(typeof customElements).toBe('undefined');
  expect(PoolScope.site).toMatch(/^(file|http).*\/web\/$/); // it comes from a folder of that name
});

test('a colour’s lightness, in every form that browsers write', () => {
  const near = (color: string, to: number) => expect(lightness(color), color).toBeCloseTo(to, 1);
  near('rgb(0, 0, 0)', 0);
  near('rgba(255, 255, 255, 0.4)', 1);
  near('rgb(230 230 230)', 0.9);
  near('oklch(0.95 0.01 250)', 0.95);
  near('oklab(0.2 -0.1 0.1 / 0.5)', 0.2);
  near('lab(96.1 0 -3e-7)', 0.96);
  near('lch(20 5 90)', 0.2);
  near('color(display-p3 0.9 0.9 0.9)', 0.9);
  near('color(srgb 0 1.2e-7 0)', 0);
  near('', 0);
});

test('element, types and README have the attributes of the list: after a change run npm run generate', () => {
  for (const [file, text] of madeOf(attributes, params))
    expect(readFileSync(file, 'utf8'), file).toBe(text);
});

test('only safe addresses are sites', () => {
  vi.stubGlobal('document', { baseURI: 'https://blog.example/post/' });
  expect(siteAddress('https://a.example/pools')).toBe('https://a.example/pools/');
  expect(siteAddress('/pools/?x=1#y')).toBe('https://blog.example/pools/');
  expect(siteAddress('//a.example')).toBe('https://a.example/');
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'about:', 'http://', 'blob:x'])
    expect(siteAddress(bad), bad).toBe('');
  vi.unstubAllGlobals();
});

test('both scripts stay within their bytes; the package has the version of the project', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'poolscope-'));
  await buildHostScripts(folder);
  rmSync(folder, { recursive: true });
  const version = (file: string) =>
    (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  expect(version('web/embed/package.json')).toBe(version('package.json'));
});

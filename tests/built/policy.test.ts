import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from '../../web/tools/hosting/formats.mjs';
import { build } from '../../web/tools/server.mjs';

// A page's policy comes before anything it loads. Reads build/: npm run build first.

const files = filesOf(build);
const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const pages = files.filter(
  (file) => file.endsWith('.html') && !/^(zh\/)?(take|embed\/[^/]+)\//.test(file),
);
test('the policy of a page comes before anything but the charset, and contains the hash of each style and script in the page', () => {
  expect(pages.length).toBeGreaterThan(250);
  for (const file of pages) {
    const html = readFileSync(path.join(build, file), 'utf8');
    const [, policy = ''] =
      /^<!doctype html>\s*<html[^>]*>\s*<head>\s*<meta charset="utf-8" \/>\s*<meta http-equiv="content-security-policy" content="([^"]*)">/.exec(
        html,
      ) ?? [];
    const rules = new Map(
      policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]),
    );
    expect(rules.get('form-action'), file).toEqual(["'self'"]);
    // A page at a former address redirects even without scripts.
    expect(html.match(/http-equiv=(?!"refresh")/g), file).toHaveLength(1);
    for (const [tag, rule] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ] as const) {
      const sources = rules.get(rule) ?? [];
      expect(sources, file).toContain("'self'");
      expect(sources, file).not.toContain("'unsafe-inline'");
      for (const [, attributes = '', text = ''] of html.matchAll(
        new RegExp(`<${tag}\\b([^>]*)>([^]*?)</${tag}>`, 'g'),
      ))
        if (!/src=|type="(?!module)/.test(attributes))
          expect(sources, `${file}: ${text.slice(0, 60)}`).toContain(digest(text));
    }
  }
});

test('the policy of a frame and of a figure as one file comes first too', () => {
  for (const file of files.filter((one) => /^(zh\/)?(take\/|embed\/[^/]+\/index)/.test(one))) {
    const html = readFileSync(path.join(build, file), 'utf8').slice(0, 40_000);
    expect(html.slice(html.indexOf('<head>')).slice(0, 700), file).toMatch(
      /^<head><meta charset="utf-8">\s*(<script>document\.head\.append\(Object\.assign\(document\.createElement\('meta'\),\{httpEquiv:'Content-Security-Policy'|<meta http-equiv="content-security-policy")[^>]*form-action 'none'/,
    );
  }
});

test('no script adds a style that the policy refuses', () => {
  const scripts = files.filter((file) => /^(zh\/)?_app\/.*\.js$/.test(file));
  expect(scripts.length).toBeGreaterThan(100);
  // Svelte's output for `css="injected"`.
  const bringing = scripts.filter((file) =>
    /hash:[`"']s-/.test(readFileSync(path.join(build, file), 'utf8')),
  );
  expect(bringing).toEqual([]);
});

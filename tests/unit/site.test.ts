// Every page of the build, read as text: its links work, and what occurs twice differs.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { build, resolveRequest } from '../../web/tools/server.mjs';

interface Page {
  readonly address: string;
  /** Without its scripts and styles. */
  readonly html: string;
  readonly ids: ReadonlySet<string>;
}

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    unescaped(value),
  );

const pages = new Map<string, Page>();
beforeAll(() => {
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' });
  for (const file of files) {
    // A browser reads figures as one file: tests/journeys/alone.spec.ts.
    if (!file.endsWith('.html') || /^(zh\/)?take/.test(file)) continue;
    const full = path.join(build, file);
    const html = readFileSync(full, 'utf8').replaceAll(
      /<(script|style)\b[^>]*>[^]*?<\/\1>|<!--[^]*?-->/g,
      '',
    );
    const address = `/${file
      .split(path.sep)
      .join('/')
      .replace(/index\.html$/, '')}`;
    pages.set(full, { address, html, ids: new Set(attributes(html, 'id')) });
  }
});

describe('every page', () => {
  test('has a language, a title and one heading of the first order', () => {
    expect(pages.size).toBeGreaterThan(150);
    for (const { address, html } of pages.values()) {
      expect(html, address).toContain(
        `<html lang="${address.startsWith('/zh/') ? 'zh-Hans' : 'en'}"`,
      );
      expect(html, address).toMatch(/<title>[^<]*\S[^<]*<\/title>/);
      expect(html.match(/<h1\b/g), address).toHaveLength(1);
    }
  });

  test('never contains "undefined", and no id twice', () => {
    for (const { address, html, ids } of pages.values()) {
      const words = html.replaceAll(/<[^>]*>/g, ' ');
      expect(/\bundefined\b|\bNaN\b|\[object /.exec(words)?.[0], address).toBeUndefined();
      const code = attributes(html, 'style').filter((style) => /function|=>/.test(style));
      expect(code, address).toEqual([]);
      const all = attributes(html, 'id');
      expect(
        all.filter((id, at) => all.indexOf(id) !== at),
        address,
      ).toEqual([]);
      expect(ids.size, address).toBe(all.length);
    }
  });

  /** A page's, or a picture's: that of the dark theme is chosen so. */
  function hasPlace(file: string | undefined, id: string): boolean {
    if (!file?.endsWith('.svg')) return pages.get(file ?? '')?.ids.has(id) ?? false;
    return readFileSync(file, 'utf8').startsWith(`<svg id="${id}"`);
  }
  test('has links that work', () => {
    const missing: string[] = [];
    for (const { address, html } of pages.values()) {
      // What a writer copies is not the page's own.
      const own = html.replaceAll(/<pre\b[^]*?<\/pre>/g, '');
      const links = [...attributes(own, 'href'), ...attributes(own, 'src')];
      for (const link of new Set(links)) {
        const url = new URL(link, `http://site${address}`);
        if (url.origin !== 'http://site') continue;
        const found = resolveRequest(build, '', url.pathname);
        const to = found && 'redirect' in found ? resolveRequest(build, '', found.redirect) : found;
        const file = to && 'file' in to ? to.file : undefined;
        const id = decodeURIComponent(url.hash.slice(1));
        // A fragment with "=" is a state, read by a script.
        const place = id === '' || id.includes('=') || hasPlace(file, id);
        if (file === undefined || !place) missing.push(`${address}: ${link}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test('of a scenario has its question and its source, and the list leads to it', () => {
    const list = pages.get(path.join(build, 'scenarios', 'index.html'));
    const listed = new Set(attributes(list?.html ?? '', 'href'));
    for (const file of readdirSync('content/scenarios')) {
      if (!file.endsWith('.json')) continue;
      const name = file.slice(0, -'.json'.length);
      const { title, question } = JSON.parse(readFileSync(`content/scenarios/${file}`, 'utf8')) as {
        title: string;
        question: string;
      };
      const page = pages.get(path.join(build, 'scenarios', name, 'index.html'));
      // Numbers are kept with their units there.
      const text = unescaped((page?.html ?? '').replaceAll(/<[^>]*>/g, ' ')).replaceAll(
        '\u00a0',
        ' ',
      );
      for (const words of [title, question, 'Source']) expect(text, name).toContain(words);
      const links = [...listed].filter((link) => new RegExp(`/${name}/?$`).test(link));
      expect(links.length, name).toBeGreaterThan(0);
    }
  });
});

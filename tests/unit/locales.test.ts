// What each language of the site needs besides its texts. The types hold the names; here they meet the list.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import languages from '../../content/languages.json';
import * as en from '../../web/src/model/locales/en';
import type { Locale } from '../../web/src/model/locales/locale';
import * as zh from '../../web/src/model/locales/zh';

const LOCALES: readonly Locale[] = [en, zh];

test('each language of the list has a module, and each module stands in the list', () => {
  expect(LOCALES.map(({ CODE }) => CODE)).toEqual(languages.map(({ code }) => code));
});

test('the first language is the root of the site, the others have folders of their own', () => {
  expect(languages[0]?.path).toBe('');
  const folders = languages.slice(1).map(({ path }) => path);
  for (const folder of folders) expect(folder).toMatch(/^[a-z-]+\/$/);
  expect(new Set(folders).size).toBe(folders.length);
});

test('each language but the first has styles for its letters and a folder of translations', () => {
  for (const { code } of languages.slice(1)) {
    expect(existsSync(`web/src/ui/styles/${code}.css`), code).toBe(true);
    expect(existsSync(`content/${code}`), code).toBe(true);
  }
});

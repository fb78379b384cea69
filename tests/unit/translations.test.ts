import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseLesson } from '../../web/src/build/lessons/lesson';
import { library } from '../../web/src/build/lessons';
import { LANGUAGE } from '../../web/src/model/languages';
import type { Block, Lesson } from '../../web/src/features/lesson/types';
import { secondWays, seen, terms, texts } from '../../web/tools/chinese.mjs';
import { difference, missingIn } from '../../web/tools/translations.mjs';
import {
  accepted,
  files,
  gaps,
  hashOf,
  knownOf,
  leftOver,
  NEWER,
  NEWER_HEADING,
  placeOf,
  translated,
  wordsOf,
} from '../../web/tools/translated.mjs';

const english = (file: string) => readFileSync(`content/${file}`, 'utf8');

/** Each English text with its translation, but for those that have changed since. */
const pairs = files().flatMap((file) => {
  const { front, chunks } = wordsOf(file, english(file));
  const known = knownOf(file);
  const byHash = new Map([...known.front.values(), ...known.chunks]);
  const texts = [...front, ...chunks.map((chunk) => [hashOf(chunk), chunk] as const)];
  return texts.flatMap(([at, text]) => {
    const [of, here] = known.front.get(at) ?? [];
    const chinese = of === hashOf(text) ? here : byHash.get(hashOf(text));
    return chinese === undefined ? [] : [{ file, at, text, chinese }];
  });
});
const inMarkdown = pairs.filter(({ file }) => file.endsWith('.md'));

/** The places where a translation has other parts than its English text. */
const unlike = (some: typeof pairs, partsOf: (text: string, chinese: boolean) => string[]) =>
  some.flatMap(({ file, at, text, chinese }) => {
    const parts = [partsOf(chinese, true), partsOf(text, false)];
    const [is = '', should = ''] = parts.map((some) => some.sort().join('\n'));
    return is === should ? [] : [`${file} ${at}: ${is} for ${should}`];
  });
const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([whole, part]) => part ?? whole);

describe('the Chinese edition', () => {
  test('lacks nothing, and nothing in it is left over', () => {
    // What is stale is shown in English, and can wait.
    const missing = gaps().filter(({ was }) => was === undefined);
    expect(missing.map(({ file, at }) => `${file} ${at}`)).toEqual([]);
    expect(files().flatMap((file) => leftOver(file).map((one) => `${file} ${one}`))).toEqual([]);
  });

  test('fills the same places of a sentence', () => {
    const places = (text: string) => [...new Set(found(text, /\{(\w+)\}/g))];
    const messages = pairs.filter(({ file }) => file.startsWith('words/'));
    expect(messages.length).toBeGreaterThan(2_000);
    expect(unlike(messages, places)).toEqual([]);
  });

  test('has the same directives with the same attributes, except those in words', () => {
    const directives = (text: string) =>
      found(text, /:+\w+(?:\[[^\]]*\])?(?:\{[^}]*\})?/g)
        .filter((one) => /[[{]|^:::/.test(one))
        .map((one) =>
          one.replace(/\[[^\]]*\]/, '[]').replaceAll(/ (title|label|caption|alt)="[^"]*"/g, ''),
        );
    // A term that stands for its own key names the key in Chinese: :term[latch|闩锁].
    const keys = (text: string, chinese: boolean) =>
      found(text, chinese ? /:term\[([^\]|]*)\|[^\]]*\](?!\{)/g : /:term\[([^\]]*)\](?!\{)/g);
    expect(inMarkdown.flatMap(({ text }) => directives(text)).length).toBeGreaterThan(1_000);
    expect(unlike(inMarkdown, directives)).toEqual([]);
    expect(unlike(inMarkdown, keys)).toEqual([]);
  });

  test('has the same links, anchors, goals, blocks and tables', () => {
    const structure = (text: string) => [
      ...found(text, /\]\(([^)]*)\)/g),
      ...found(text, /\{(?:#|check=)[^}]*\}/g),
      ...found(text, /^(?:#+|\*\*\*|```.*|[-*] |\d+\. )/gm),
      ...found(text, /^\|.*$/gm).map((row) => `${row.split('|').length} columns`),
    ];
    expect(unlike(inMarkdown, structure)).toEqual([]);
  });

  test('has the same code, except comments', () => {
    const COMMENT = / *(#|--) .*$|"""[^"]*"""/gm;
    const code = (text: string) =>
      found(text, /^```[^\n]*\n([\s\S]*?)^```/gm).map((one) => one.replaceAll(COMMENT, ''));
    expect(inMarkdown.flatMap(({ text }) => code(text)).length).toBeGreaterThan(50);
    expect(unlike(inMarkdown, code)).toEqual([]);
  });

  test('has words of its own', () => {
    const untouched = pairs.filter(
      ({ text, chinese }) =>
        !/\p{Script=Han}/u.test(chinese) && /(?:\b[a-z]{3,}\b ){3}/.test(seen(text).join(' ')),
    );
    expect(untouched.map(({ file, at }) => `${file} ${at}`)).toEqual([]);
  });

  test('translates each term in one way', () => {
    expect(secondWays(texts(), terms())).toEqual([]);
    for (const { zh, not } of Object.values(terms()))
      for (const form of not)
        expect(
          zh.split('、').some((one) => new RegExp(form).test(one)),
          form,
        ).toBe(false);
  });

  test.each([
    ['ticket 就是一张票据', 'ticket is ticket（门票）, not 票据'],
    ['由定时器线程检查', 'stall timer (MariaDB, Percona Server) is timer 线程, not 定时器'],
  ])('a second translation is named: %s', (text, said) => {
    expect(secondWays([{ file: 'zh/x.json', at: 'a', text }], terms())).toEqual([
      `zh/x.json a: ${said}`,
    ]);
    expect(secondWays([{ file: 'zh/x.json', at: 'a/aliases/0', text }], terms())).toEqual([]);
  });
});

const LESSON = 'lessons/en/04-one-lane-is-stuck.md';

describe('English that is newer than its translation', () => {
  test.each([
    ['a paragraph of a lesson', LESSON, 'Neither statement reads', `:newer[${NEWER}] `, ''],
    ['a page of the reference', 'reference/pages.json', 'costs the pool nothing.', '', ` ${NEWER}`],
    ['a message', 'words/en.json', 'take it with you.', '', ` ${NEWER}`],
    ['a label', 'words/lab.en.json', 'Add a crowd', '', ''],
    ['a picture’s words', 'words/narrator.en.json', 'it has read none yet.', '', ''],
  ])('%s is shown and named', (_, file, words, before, after) => {
    const source = english(file);
    const { front, chunks } = wordsOf(file, source);
    const [at, old] = [
      ...front,
      ...chunks.map((chunk, index) => [`#${index + 1}`, chunk] as const),
    ].find(([, text]) => text.includes(words)) ?? ['', ''];
    const now = old.replace(words, `${words} Now`);
    const { text, gaps } = translated(file, source.replace(old, now));
    const chinese = pairs.find((one) => one.file === file && one.text === old)?.chinese;
    expect(gaps).toEqual([{ file, at, english: now, was: hashOf(old), chinese }]);
    expect(text).toContain(`${before}${now}${after}`);
    if (after === '') expect(text).not.toContain(`${now} ${NEWER}`);
    expect(text).not.toContain(chinese);
  });

  const nothing = { front: new Map(), chunks: [] };
  const lesson: Lesson = parseLesson(
    LESSON,
    translated(LESSON, english(LESSON), nothing).text,
    library,
  );
  const blocks = lesson.steps.flatMap((step) => step.blocks);
  const all = <K extends Block['kind']>(kind: K) =>
    blocks.filter((block): block is Extract<Block, { kind: K }> => block.kind === kind);
  const mark = `<small lang="${LANGUAGE}">${NEWER}</small>`;
  const proses = all('prose').map(({ html }) => html);

  test('a lesson with nothing in Chinese is a lesson, and says so', () => {
    expect(lesson.title).toBe('Why do some connections hang while others are fast?');
    expect(lesson.summary.endsWith(NEWER)).toBe(true);
    expect(lesson.steps[0]?.title).toBe("How long does SELECT 'slow' take?");
    expect(proses[0]).toBe(`<p lang="en"><small lang="${LANGUAGE}">${NEWER_HEADING}</small></p>`);
    expect(proses[1]).toMatch(new RegExp(`^<p lang="en">${mark}<br>\nTwo people`));
  });

  test('what stands in blocks is marked too', () => {
    for (const { caption } of all('figure'))
      expect(caption[0]).toMatch(new RegExp(`^<p lang="en">${mark}<br>`));
    for (const { question } of all('why')) expect(question.startsWith(`${mark}<br>`)).toBe(true);
    for (const { question, reveal } of all('predict')) {
      expect(question.startsWith(`<p lang="en">${mark}<br>`)).toBe(true);
      expect(reveal[0]).toContain(`>${mark}<br>`);
    }
    for (const { goals, intro } of all('goals')) {
      expect(goals.length).toBeGreaterThan(2);
      expect(intro.at(-1)).toBe(`<p lang="en">${mark}</p>`);
      expect(goals[0]?.html).not.toContain('newer');
    }
  });

  test('a list and a table come after the mark, and are in English', () => {
    const html = [...proses, ...all('why').flatMap(({ answer }) => answer)];
    for (const tag of ['ol', 'table']) {
      const at = html.findIndex((one) => one.startsWith(`<${tag}`));
      expect(html[at]?.startsWith(`<${tag} lang="en">`)).toBe(true);
      expect(html[at - 1]).toBe(`<p lang="en">${mark}</p>`);
      expect(html[at]).not.toContain('newer');
    }
  });
});

describe('npm run translations', () => {
  test('shows what changed between two English texts', () => {
    expect(difference('one pool is enough', 'one large pool is enough here')).toBe(
      'one {+large+} pool is enough {+here+}',
    );
    expect(difference('a b c', 'a c d')).toBe('a [-b-] c {+d+}');
    expect(difference('a', 'b')).toBe('[-a-] {+b+}');
  });

  test('accepts a translation, moves those whose path changed, and drops what is gone', () => {
    const file = 'glossary.json';
    const text = JSON.stringify({
      a: { term: 'latch' },
      moved: { text: 'A mutex.' },
      new: { term: 'core' },
    });
    const known = {
      front: new Map([
        ['a/term', [hashOf('lock'), '闩锁']],
        ['gone/text', [hashOf('Gone.'), '没了。']],
        ['b/text', [hashOf('A mutex.'), '一把互斥锁。']],
      ] as const),
      chunks: [],
    };
    const of = (accepts: boolean) =>
      JSON.parse(accepted(file, text, () => accepts, known)) as unknown;
    const moved = [hashOf('A mutex.'), '一把互斥锁。'];
    expect(of(true)).toEqual({ 'a/term': [hashOf('latch'), '闩锁'], 'moved/text': moved });
    expect(of(false)).toEqual({ 'a/term': [hashOf('lock'), '闩锁'], 'moved/text': moved });
    expect(leftOver(file, text, known)).toEqual(['gone/text']);
    expect(JSON.parse(missingIn(file, text, known))).toEqual({
      'new/term': [hashOf('core'), 'core'],
    });
  });

  test('finds the translation of a changed paragraph by its place', () => {
    const text = '---\ntitle: A title\n---\n\nOne now.\n\nBetween.\n\nTwo.\n\nThree now.\n';
    const chunks = [
      ['One.', '一。'],
      ['Two.', '二。'],
      ['Three.', '三。'],
      ['Four.', '四。'],
    ] as const;
    const known = {
      front: new Map(),
      chunks: chunks.map(([of, chinese]) => [hashOf(of), chinese] as const),
    };
    const paired = translated(LESSON, text, known).gaps.map(({ at, chinese }) => [at, chinese]);
    expect(paired).toEqual([
      ['title', undefined],
      ['#1', '一。'],
      ['#2', undefined],
      ['#4', '三。'],
    ]);
    expect(leftOver(LESSON, text, known)).toEqual(['四。']);
    expect(missingIn(LESSON, text, known)).toBe(
      `---\n"title": ["${hashOf('A title')}", "A title"]\n---\n\n<!-- ${hashOf('Between.')} -->\nBetween.\n`,
    );
    // Written and left as it is, a translation's file is the same.
    for (const file of files())
      expect(
        accepted(file, english(file), () => false),
        file,
      ).toBe(readFileSync(`content/${placeOf(file)}`, 'utf8'));
  });
});

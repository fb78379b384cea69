import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { library } from '../../web/src/build/lessons';
import { said, saidData } from '../../web/src/build/said';
import { parseSaid } from '../../web/src/build/said/said';
import { TRIES, unfounded } from '../../web/src/build/said/trials';
import { places } from '../../web/src/build/site/places';
import { widgetNamed } from '../../web/src/build/widgets/widgets';
import { claims, type Verdict } from '../../web/src/model/said/claims';
import type { Trial } from '../../web/src/features/said/types';
import recorded from '../../content/embeds/v1.json';

// Reading the claims proves that each verdict is what its runs show: the parser stops the build otherwise.

describe('claims on trial', () => {
  test('each has a page, and each page has a claim', () => {
    const files = readdirSync('content/said').filter((name) => /^[a-z0-9-]+\.md$/.test(name));
    expect(claims.map(({ slug }) => `${slug}.md`).sort()).toEqual(files.sort());
    expect(said.length).toBeGreaterThanOrEqual(16);
    expect(new Set(said.map(({ verdict }) => verdict)).size).toBe(4);
  });

  test.each(claims)('$slug is tried, cited and links on', ({ slug, verdict, address }) => {
    const data = saidData(slug);
    if (!data) throw new Error(`${slug} is not there`);
    const { trials, quote, told, source, see } = data.claim;
    expect(unfounded(verdict, trials)).toBeUndefined();
    // A disputed claim was tried with more than one random draw, or is published.
    for (const trial of trials)
      if (trial.kind !== 'published') expect(trial.tries, slug).toBe(TRIES);
    expect((quote ?? told ?? '').length).toBeGreaterThan(0);
    // A quotation is short.
    if (quote !== undefined)
      expect([source !== undefined, quote.length < 200]).toEqual([true, true]);
    expect(see.length).toBeGreaterThanOrEqual(2);
    for (const path of see) expect([...places.keys()]).toContain(path);
    expect(places.has(address)).toBe(true);
    // A name in another language is not read aloud as English.
    expect(/[\u4e00-\u9fff]/.test(quote ?? '')).toBe(data.claim.lang === 'zh');
  });

  test('a number, a rate or a share in the text comes from the claim or the tried condition', () => {
    const number = /\d{1,3}(?:,\d{3})+|\d[\d.]*(?= %)/g;
    /** Numbers of connections that are mentioned, and a share that an article states. */
    const named = ['16,384', '20,000', '30'];
    const loose = said.flatMap(({ slug, words, quote = '', trials, step }) => {
      const checked = [
        quote,
        ...step.claims.map(({ text }) => text),
        ...trials.map(({ of }) => of),
        ...trials.flatMap(({ kind, page }) => (kind === 'published' ? [] : [page])),
      ].map((text) => text.replaceAll(',', ''));
      const prose = step.blocks
        .flatMap((block) =>
          block.kind === 'prose' ? [block.html] : block.kind === 'figure' ? block.caption : [],
        )
        .map((html) =>
          html
            .replaceAll(/<(span|a) class="claim"[^>]*>.*?<\/\1>|<code.*?<\/code>/gs, '')
            .replaceAll(/<[^>]*>/g, ''),
        );
      return [words, ...trials.map((trial) => trial.words), ...prose]
        .flatMap((text) => text.match(number) ?? [])
        .filter((found) => !found.includes(',') || Number(found.replaceAll(',', '')) > 4096)
        .filter((found) => !named.includes(found))
        .filter((found) => !checked.some((text) => text.includes(found.replaceAll(',', ''))))
        .map((found) => `${slug}: ${found}`);
    });
    expect(loose).toEqual([]);
  });

  test('the frame of each has a permanent address', () => {
    const known = recorded.forms.map(({ address }) => address);
    expect(
      said.map(({ embed }) => `/${embed.address}`).filter((one) => !known.includes(one)),
    ).toEqual([]);
    for (const { embed, picture } of said) {
      const widget = widgetNamed(embed.name);
      expect(widget?.kind, embed.address).toBe(embed.kind);
      // Two runs are in the frame with the settings that the page gives them.
      if (picture.kind === 'twins' && widget?.kind === 'pair') {
        expect(widget.left.overrides, embed.address).toEqual(picture.left.cue.overrides ?? {});
        expect(widget.right.overrides, embed.address).toEqual(picture.right.cue.overrides ?? {});
      }
    }
  });
});

const TOP = `kind: told
told: A sixth and a seventh are answered with the others.
verdict: Not so.
since: '2026-11-22'
would:
  - words: All eight would be back after two seconds.
    run: mariadb-max-threads-6
    of: slowest < 2.1s
    luck: phases
    holds: 0
see: [/said/]`;
const FIGURE = ':::figure{scenario=mariadb-max-threads-6 at=1s}\nAt 1 s.\n:::';
const parse = (top = TOP, verdict: Verdict = 'not-so', body = FIGURE) =>
  parseSaid(
    'content/said/x.md',
    `---\n${top}\n---\n\n${body}\n`,
    { slug: 'x', title: 'X & Y', verdict, address: '/claims/x/' },
    library,
  );

describe('a claim’s file', () => {
  test('is read with its trial, its figure and the address of its frame', () => {
    const one = parse();
    expect(one.trials).toEqual([
      {
        kind: 'phases',
        words: 'All eight would be back after two seconds.',
        of: 'slowest < 2.1s',
        holds: 0,
        tries: 8,
        luck: true,
        title: 'Six threads, eight sleeps',
        page: 'scenarios/mariadb-max-threads-6/',
      },
    ]);
    expect(one.embed.address).toBe(
      'embed/mariadb-max-threads-6/?v=1&t=1s&title=%E2%80%9CX%20%26%20Y%E2%80%9D%3A%20not%20so',
    );
    expect(existsSync('content/scenarios/mariadb-max-threads-6.json')).toBe(true);
  });

  test.each([
    ['a count that is not so', TOP.replace('holds: 0', 'holds: 3'), 'holds in 0 of 8, by phases'],
    ['no such run', TOP.replace('max-threads-6', 'max-threads-5'), 'no scenario'],
    ['a condition that is none', TOP.replace('slowest < 2.1s', 'slowst < 2.1s'), 'no measure'],
    ['a luck that is none', TOP.replace('phases', 'weather'), 'allowed: seeds, phases'],
    ['a field that is none', `${TOP}\nquoted: x`, 'quoted is "x"; allowed: only kind'],
    [
      'a trial’s field that is none',
      TOP.replace('luck:', 'lucky:'),
      'lucky is "phases"; allowed: only words, of',
    ],
    [
      'a kind that is none',
      TOP.replace('kind: told', 'kind: rumour'),
      'kind is "rumour"; allowed: documentation',
    ],
    ['neither quote nor told', TOP.replace(/^told: .*$/m, ''), 'either quote'],
    [
      'a quote from nowhere',
      TOP.replace(/^told:/m, 'quote:'),
      'source is missing; allowed: where the quote is from',
    ],
    [
      'a quote without its meaning in another language of the site',
      TOP.replace(/^told:/m, 'quote:'),
      'means is missing; allowed: a quote in each language of the site but its own',
    ],
    [
      'a language of our own words',
      `${TOP}\nlang: zh`,
      'lang is "zh"; allowed: the language of a quote',
    ],
    ['an unknown source', `${TOP}\nsource: nobody`, 'no source "nobody"'],
    ['no date', TOP.replace("'2026-11-22'", 'soon'), 'since is "soon"; allowed: a date'],
    [
      'no verdict in words',
      TOP.replace(/^verdict: .*$/m, ''),
      'verdict is missing; allowed: words',
    ],
    ['nothing to be seen', TOP.replace(/would:[\s\S]*(?=see:)/, ''), 'what would be seen'],
    [
      'published points that say otherwise',
      TOP.replace(
        /run:[\s\S]*holds: 0/,
        'bench: mariadb-5.5\n    of: pairs_below(16, 1) = 0\n    holds: true',
      ),
      'of mariadb-5.5: no',
    ],
  ])('%s is refused', (_, top, said) => {
    expect(() => parse(top)).toThrow(said);
  });

  test('a page without its figure, or with a guess, is refused', () => {
    expect(() => parse(TOP, 'not-so', 'Words.')).toThrow('needs its figure');
    const guess = `${FIGURE}\n\n:::predict{of="slowest < 3s"}\nIs it?\n:::`;
    expect(() => parse(TOP, 'not-so', guess)).toThrow('no predict');
    expect(() => parse(TOP, 'not-so', `${FIGURE}\n\n:claim[3 s]{of=slowest}`)).toThrow(
      'is 4.000 s',
    );
  });

  test('a verdict goes no further than its trials', () => {
    const seen = (holds: number): Trial => ({
      kind: 'seeds',
      words: '',
      of: '',
      holds,
      tries: TRIES,
      luck: true,
      title: '',
      page: '',
    });
    const founded = (verdict: Verdict, ...holds: number[]) =>
      unfounded(verdict, holds.map(seen)) === undefined;
    expect(founded('true', 8, 8)).toBe(true);
    expect(founded('true', 8, 7)).toBe(false);
    expect(founded('not-so', 0, 1)).toBe(true);
    expect(founded('not-so', 0, 8)).toBe(false);
    expect(founded('true-if', 0, 8)).toBe(true);
    expect(founded('true-if', 8, 0)).toBe(false);
    expect(founded('true-if', 0, 1)).toBe(false);
    expect(founded('open', 8, 0)).toBe(true);
    expect(founded('open', 0, 0)).toBe(false);
    expect(founded('open', 8, 8)).toBe(false);
    expect(founded('true')).toBe(false);
  });
});

// The tones of both themes, by WCAG's formula for contrast.
import { readFileSync } from 'node:fs';
import { parse, type Rule } from 'postcss';
import { describe, expect, test } from 'vitest';
import { inTheme } from '../../web/src/ui/marks/canvas';

/** Every colour of tokens.css in one of the two themes. */
function tokens(dark: boolean): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  parse(readFileSync('web/src/ui/styles/tokens.css', 'utf8')).walkRules(':root', (rule: Rule) => {
    rule.walkDecls(/^--/, ({ prop, value }) => {
      const colour = inTheme(value, dark);
      if (/^#[0-9a-f]{6}$/.test(colour)) found.set(prop.slice(2), colour);
    });
  });
  return found;
}

const light = tokens(false);
const dark = tokens(true);

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test('the formula is WCAG’s', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('each colour is defined for both themes', () => {
  expect(light.size).toBeGreaterThan(40);
  expect([...dark.keys()]).toEqual([...light.keys()]);
});

const WORDS = ['ink', 'ink-2'];
const GROUNDS = ['paper', 'sheet', 'lens', 'hilite', 'pool', 'lane'];
/** Each state has a tone and a colour of text on it. */
const STATES = [...light.keys()].flatMap((name) =>
  name.startsWith('on-') ? [name.slice('on-'.length)] : [],
);

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (_, of) => {
  const at = (name: string) => {
    const colour = of.get(name);
    if (colour === undefined) throw new Error(`no --${name}`);
    return colour;
  };
  test('text is legible on every background', () => {
    const weak = WORDS.flatMap((word) =>
      GROUNDS.map((ground) => ({ word, ground, ratio: contrast(at(word), at(ground)) })),
    ).filter(({ ratio }) => ratio < 4.5);
    expect(weak).toEqual([]);
  });
  test('text is legible on the tone of every state', () => {
    expect(STATES.length).toBeGreaterThan(11);
    const weak = STATES.filter((state) => contrast(at(`on-${state}`), at(state)) < 4.5);
    expect(weak).toEqual([]);
  });
  test('the tone of every state, or the line around it, stands out from its background', () => {
    // Idle clients are hollow, with an ink line.
    const filled = STATES.filter((state) => state !== 'idle' && state !== 'away');
    const weak = filled.filter((state) =>
      ['paper', 'pool', 'lane'].some(
        (ground) => Math.max(contrast(at(state), at(ground)), contrast(at('edge'), at(ground))) < 3,
      ),
    );
    expect(weak).toEqual([]);
  });
  test('lines that carry meaning stand out from the background', () => {
    const lines = ['ink-3', 'rim', 'guess', 'focus'];
    const weak = lines.filter((line) =>
      ['paper', 'sheet', 'pool'].some((ground) => contrast(at(line), at(ground)) < 3),
    );
    expect(weak).toEqual([]);
  });
});

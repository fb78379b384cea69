// The tones of both themes, by WCAG's formula for contrast.
import { readFileSync } from 'node:fs';
import { parse, type Rule } from 'postcss';
import { describe, expect, test } from 'vitest';

const css = parse(readFileSync('web/src/ui/styles/tokens.css', 'utf8'));

function tokens(selector: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  css.walkRules(selector, (rule: Rule) => {
    rule.walkDecls(/^--/, ({ prop, value }) => {
      if (/^#[0-9a-f]{6}$/.test(value)) found.set(prop.slice(2), value);
    });
  });
  return found;
}

const light = tokens(':root');
const dark = tokens(":root:not([data-theme='light'])");
const chosen = tokens(":root[data-theme='dark']");

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

test('the formula is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('a theme that is chosen is the one of the system', () => {
  expect([...chosen]).toEqual([...dark]);
  // What dark colours do not say stays as it is in light ones; of colours they say all.
  expect([...dark.keys()]).toEqual([...light.keys()]);
});

const WORDS = ['ink', 'ink-2', 'muted', 'alert', 'link'];
const GROUNDS = ['paper', 'surface', 'raised', 'chosen'];
/** A state has its tone, the words on it, and its line, which stands on the ground. */
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
  test('words can be read on every ground', () => {
    const weak = WORDS.flatMap((word) =>
      GROUNDS.map((ground) => ({ word, ground, ratio: contrast(at(word), at(ground)) })),
    ).filter(({ ratio }) => ratio < 4.5);
    expect(weak).toEqual([]);
  });
  test('words can be read on the tone of every state', () => {
    expect(STATES.length).toBeGreaterThan(11);
    const weak = STATES.filter((state) => contrast(at(`on-${state}`), at(state)) < 4.5);
    expect(weak).toEqual([]);
  });
  test('the line of every state, and of what has the focus, stands out from the ground', () => {
    const lines = STATES.flatMap((state) => (of.has(`${state}-line`) ? [`${state}-line`] : []));
    const weak = [...lines, 'focus'].filter((line) =>
      ['paper', 'surface'].some((ground) => contrast(at(line), at(ground)) < 3),
    );
    expect(weak).toEqual([]);
  });
});

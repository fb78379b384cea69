import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { finished } from '../../web/src/build/runs/engine';
import { picturesOf } from '../../web/src/build/pictures/scene';
import { inTheme } from '../../web/src/build/pictures/themes';
import { widgets, type AnyWidget } from '../../web/src/build/widgets/widgets';
import { filmWithin, MOST_BYTES } from '../../web/src/figure/picture/film';
import { filmOf, momentsOf, wholeOf, type Stretch } from '../../web/src/figure/picture/moving';
import type { Frame } from '../../web/src/model/run/types';
import { looksOf } from '../widget-looks';
import { oneOfEach } from '../turns';

// Animated pictures go to places that nobody checks later: each must be a complete document, small, without scripts.

const TEXT = { title: 'A <title> & more', about: 'About', labels: ['left', 'right'], host: '' };

function filmFor(widget: AnyWidget, stretch: Partial<Stretch> = {}): string {
  const posters = picturesOf(widget);
  const { moments, lasts_ms } = momentsOf(posters, { ...wholeOf(posters), ...stretch });
  const frames = posters.map(({ scenario_json, overrides }) => {
    const run = finished(scenario_json, overrides);
    const all = moments.map(
      (at) => (at.by === 'step' ? run.frame_at_step(at.step) : run.frame(at.time_ns)) as Frame,
    );
    run.free();
    return all;
  });
  return filmWithin(filmOf(posters, frames, lasts_ms, TEXT), (svg) => inTheme(svg, 'light'));
}

/** Every tag is closed by its own, in order; attributes are quoted and no name occurs twice; no bare `&` or `<`. */
function illFormed(xml: string): string | undefined {
  const open: string[] = [];
  const rest = xml.replace(
    /<(\/?)([\w:]+)((?: [\w:-]+="[^"<]*")*)(\/?)>/g,
    (tag, end, name, of, alone) => {
      const names = [...String(of).matchAll(/ ([\w:-]+)=/g)].map(([, one]) => one);
      if (new Set(names).size < names.length) open.push(`twice in ${tag}`);
      if (end === '/') {
        if (open.pop() !== name) open.push(`not open: ${tag}`);
      } else if (alone === '') open.push(String(name));
      return '';
    },
  );
  if (open.length > 0) return open.join(', ');
  return /<|&(?!(amp|lt|gt|quot|#\d+);)/.exec(rest)?.[0];
}

test('malformed documents are recognised', () => {
  for (const bad of [
    '<a>',
    '<a></b>',
    '<a x="1" x="2"/>',
    '<a x=1/>',
    '<a>&</a>',
    '<a><b></a></b>',
  ])
    expect(illFormed(bad), bad).toBeDefined();
  expect(illFormed('<a x="&lt;"><b/>&amp;</a>')).toBeUndefined();
});

const runs = oneOfEach(
  widgets.filter(({ kind }) => kind !== 'benchmark'),
  looksOf,
);
test.each(runs.map((widget) => [widget.name, widget] as const))(
  '%s as a film is one small document without a script, that moves and stands',
  (_, widget) => {
    const svg = filmFor(widget);
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(MOST_BYTES);
    expect(illFormed(svg)).toBeUndefined();
    expect(
      /<script|<foreignObject|href|url\(|@import| on\w+=|var\(|NaN|undefined/.exec(svg)?.[0],
    ).toBe(undefined);
    const page = load(svg, { xml: true });
    expect(page('svg > title').text()).toBe(TEXT.title);
    const style = page('style').text();
    // Everything that moves is for readers who don't ask for less motion.
    expect(style.trim()).toMatch(/^@media \(prefers-reduced-motion:no-preference\)\{[^]*\}\}$/);
    const rules = new Set([...style.matchAll(/@keyframes (\w+)/g)].map(([, name]) => name));
    expect(rules.size).toBeGreaterThan(1);
    const named = page('[class]').toArray();
    for (const name of new Set(named.map((one) => page(one).attr('class') ?? '')))
      expect(style).toContain(`.${name}{`);
    // Part of it is visible without motion, with a single moment.
    const seen = page('text').filter(
      (_, one) => page(one).parents('[opacity="0"]').addBack('[opacity="0"]').length === 0,
    );
    const told = seen.toArray().filter((one) => /at [\d.,]+ \S+ of/.test(page(one).text()));
    expect(told).toHaveLength(1);
  },
);

test('a film has the chosen stretch, and no more', () => {
  const widget = widgets.find(({ name }) => name === 'mariadb-max-threads-6');
  if (!widget) throw new Error('no widget');
  const svg = filmFor(widget, { from_ns: 0.5e9, to_ns: 1.5e9 });
  const times = [...svg.matchAll(/at ([\d.]+) s of/g)].map(([, time]) => Number(time));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(0.5);
  expect(Math.max(...times)).toBe(1.5);
  expect(times.length).toBeGreaterThan(4);
});

// @vitest-environment node
// A scenario's figure as the build draws it, one of each look, at its opening, its middle or its end, compared as text with its run.
// tests/journeys/pages.spec.ts opens one of each kind in a browser.
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { posterOf, runOf } from '../../web/src/build/runs/engine';
import { knobsOf, scenarios } from '../../web/src/build/runs/scenarios';
import { drawn } from '../../web/src/figure/run/drawn';
import { isPart } from '../../web/src/model/run/cue';
import { partsOf } from '../../web/src/model/run/parts';
import { livesCut } from '../../web/src/model/run/record';
import type { Outcome } from '../../web/src/model/run/types';
import { caption } from '../../web/src/model/words/caption';
import { eventSentence } from '../../web/src/model/words/phrase';
import { mostDelayed } from '../../web/src/ui/views/timeline';
import { oneOfEach, turnOf } from '../turns';
import { looksOfRun } from '../widget-looks';

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Requests that are answered by then, counted from their lives. */
const answeredBy = ({ lives }: Outcome, time_ns: number) =>
  lives.filter(({ end_ns, failed }) => !failed && end_ns !== null && end_ns <= time_ns).length;

function look(json: string, name: string, time_ns: number | undefined) {
  const poster = posterOf(json, time_ns === undefined ? {} : { time_ns });
  const { outcome, frame } = poster;
  const knobs = knobsOf(outcome);
  const cue = time_ns === undefined ? undefined : { time_ns };
  // As a reader without scripts gets it: including the tabs that are not open.
  const html = drawn({ name, poster, knobs, cue }).replaceAll(/<!--.*?-->|<\/?noscript>/g, '');
  return { html, $: load(html, null, false), outcome, time_ns: frame.time_ns, knobs };
}

const MOMENTS = ['opening', 'middle', 'end'] as const;
const asked = oneOfEach(scenarios, ({ json }) => looksOfRun(json)).flatMap((one, nth) =>
  turnOf(MOMENTS, nth).map((moment) => ({ ...one, moment })),
);

describe('the picture, the text and the log are those of the run', () => {
  test.each(asked)('of $name, at its $moment', ({ name, json, scenario, moment }) => {
    const { end_ns } = runOf(json);
    const at_ns = { opening: undefined, middle: Math.round(end_ns / 2), end: end_ns }[moment];
    const { html, $, outcome, time_ns, knobs } = look(json, name, at_ns);
    if (at_ns !== undefined) expect(time_ns).toBe(at_ns);
    expect(/undefined|NaN|\[object/.exec(html)?.[0]).toBeUndefined();
    for (const words of [scenario.title, scenario.about]) expect(words).toMatch(/\S/);
    expect(scenario.question).toMatch(/\?$/);

    // The result, and the moment.
    expect(plain($('.still').text())).toContain(plain(caption(outcome)));
    const times = $('[data-part=timeline] input[type=range]');
    // One for much room, one for little: a style sheet shows one of them.
    expect(times.map((_, one) => Number($(one).attr('value'))).get()).toEqual([time_ns, time_ns]);

    // The picture: one per width, or a tile for each group.
    const scenes = $('.scenes, .scene').find('svg[role=img], [role=group]');
    expect(scenes.length).toBeGreaterThan(0);
    for (const scene of $('.scenes svg[role=img]').toArray()) {
      const said = $(scene).attr('aria-label') ?? '';
      const counted = /: ([\d,]+) of ([\d,]+) requests answered/.exec(said);
      if (!counted || livesCut(outcome)) continue;
      const [answered, all] = counted.slice(1).map((n) => Number(n.replaceAll(',', '')));
      expect([answered, all], said).toEqual([answeredBy(outcome, time_ns), outcome.lives.length]);
    }
    for (const part of $('[data-part=scene] [data-part]').toArray())
      expect(isPart($(part).attr('data-part') ?? '')).toBe(true);

    // The log around the moment: each line is its event's sentence, and the last that happened is marked.
    const lines = $('li[data-index]').toArray();
    expect(lines.length).toBe(Math.min(outcome.events.length, 24));
    for (const line of lines) {
      const event = outcome.events[Number($(line).attr('data-index'))];
      if (!event) throw new Error('a line without an event');
      expect(plain($(line).text())).toContain(plain(eventSentence(event, outcome)));
      for (const part of partsOf(event)) expect(isPart(part), part).toBe(true);
    }
    const done = outcome.events.filter((event) => event.at_ns <= time_ns).length;
    expect($('li[aria-current=step]').attr('data-index')).toBe(
      done > 0 ? String(done - 1) : undefined,
    );

    // Why the slowest was slow.
    const slowest = mostDelayed(outcome.lives);
    if (slowest) expect(plain($('h2').text())).toContain(slowest.name || String(slowest.request));
    for (const knob of knobs) expect(plain($('figure').text())).toContain(knob.label);

    // Every reference has exactly one target; everything pressable has a name.
    const ids = $('[id]')
      .toArray()
      .map((one) => $(one).attr('id') ?? '');
    expect(ids.length).toBe(new Set(ids).size);
    for (const attribute of ['aria-labelledby', 'aria-describedby', 'for'])
      for (const one of $(`[${attribute}]`).toArray())
        for (const id of ($(one).attr(attribute) ?? '').split(' '))
          expect(ids, `${attribute}="${id}"`).toContain(id);
    for (const [, id] of html.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"/g))
      if (id) expect(ids).toContain(id);
    for (const one of $('button, input, select, [role=img], [role=slider], a[href]').toArray()) {
      const element = $(one);
      const id = element.attr('id');
      const named =
        plain(element.text()) ||
        element.attr('aria-label') ||
        element.attr('aria-labelledby') ||
        element.closest('label').text() ||
        (id && $(`label[for="${id}"]`).text());
      expect(named, $.html(one).slice(0, 200)).toBeTruthy();
    }
  });
});

// @vitest-environment node
// A step contains nothing of an answer before its run has given it: as the page is sent, and as the guess is made.
import type { Component } from 'svelte';
import { describe, expect, test } from 'vitest';
import { render } from 'svelte/server';
import type { RunReport } from '../../web/src/figure/model/given';
import { lessons, stepData } from '../../web/src/build/lessons';
import { asks } from '../../web/src/features/lesson/asked';
import { partsOf } from '../../web/src/features/lesson/parts';
import { StepReading } from '../../web/src/features/lesson/reading.svelte';
import StepBlocks from '../../web/src/features/lesson/StepBlocks.svelte';
import type { StepData } from '../../web/src/features/lesson/types';

const steps = lessons.flatMap(({ slug, steps }) =>
  steps
    .filter(({ blocks }) => blocks.some(asks))
    .map((step): [string, string, string] => [`${slug}/${step.slug}`, slug, step.slug]),
);

const wordsOf = (html: string) =>
  html
    .replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

async function shown({ step, lesson }: StepData, reading: StepReading): Promise<string> {
  const parts = await partsOf(step.blocks);
  expect(lesson.steps.length).toBeGreaterThan(0);
  return render(StepBlocks as Component<object>, { props: { reading, parts } }).body;
}

describe('before the run has answered', () => {
  test.each(steps)('%s reveals nothing of the answer', async (_, slug, step_slug) => {
    const data = stepData(slug, step_slug);
    if (!data) throw new Error(step_slug);
    const reading = new StepReading(slug, data.step, data.picture);
    const block = data.step.blocks[reading.open];
    if (!block || !asks(block)) throw new Error('no question is open');
    const html = await shown(data, reading);
    const words = wordsOf(html);
    expect(html).not.toContain('class="verdict');
    expect(html).not.toContain('aria-pressed="true"');
    for (const told of block.reveal) {
      const plain = wordsOf(told).trim();
      if (plain.length > 8) expect(words).not.toContain(plain);
    }
    // Later blocks are hidden, including their numbers; only readers without scripts can unfold them.
    for (const later of data.step.blocks.slice(reading.open + 1))
      if (later.kind === 'prose') expect(words).not.toContain(wordsOf(later.html).trim());
    expect(html).toContain('<noscript>');
    // A guess that a run answers doesn't change that; one that no picture shows is answered at once.
    reading.commit(reading.open, []);
    expect(reading.isAnswered(data.step.blocks.indexOf(block))).toBe(block.show_ns === undefined);
    if (block.show_ns === undefined) return;
    reading.reach(block.show_ns - 1);
    expect(wordsOf(await shown(data, reading))).toBe(words);
    reading.reach(block.show_ns);
    expect(reading.isAnswered(data.step.blocks.indexOf(block))).toBe(true);
    expect(await shown(data, reading)).toContain('class="verdict');
  });
});

const captioned = lessons.flatMap(({ slug, steps }) =>
  steps
    .filter(({ blocks }) => blocks.some((one) => one.kind === 'figure' && one.caption.length > 0))
    .map((step): [string, string, string] => [`${slug}/${step.slug}`, slug, step.slug]),
);

test.each(captioned)(
  '%s: its caption is there only with its moment',
  async (_, slug, step_slug) => {
    const data = stepData(slug, step_slug);
    const picture = data?.picture;
    const figure =
      picture?.kind === 'figure'
        ? picture.figure
        : picture?.kind === 'twins'
          ? picture.left
          : undefined;
    if (!data || !figure) return;
    // As the build has it, with its run.
    const { poster } = figure;
    if (!('outcome' in poster)) throw new Error('no run');
    const { outcome } = poster;
    const reading = new StepReading(slug, data.step, picture);
    data.step.blocks.forEach((_, index) => reading.made(index));
    const home_ns = figure.cue.time_ns ?? figure.poster.frame.time_ns;
    const seen = async (time_ns: number, state: RunReport['state']) => {
      reading.report = { outcome, overrides: {}, time_ns, state };
      return (await shown(data, reading)).includes('class="caption');
    };
    const elsewhere_ns = home_ns > outcome.end_ns / 2 ? 0 : outcome.end_ns;
    expect([
      await seen(home_ns, 'ready'),
      await seen(home_ns, 'playing'),
      await seen(elsewhere_ns, 'paused'),
      await seen(home_ns + outcome.end_ns / 200, 'paused'),
    ]).toEqual([true, false, false, true]);
  },
);

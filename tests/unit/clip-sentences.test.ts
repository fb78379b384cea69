import { expect, test } from 'vitest';
import { finished } from '../../web/src/build/runs/engine';
import { picturesOf } from '../../web/src/build/pictures/scene';
import { widgets, type AnyWidget } from '../../web/src/build/widgets/widgets';
import { clipOf, SIZES, type Clip } from '../../web/src/figure/picture/clip';
import { wholeOf } from '../../web/src/figure/picture/pace';
import { isCrowd } from '../../web/src/figure/model/narrator/cast';
import { CONNECTION_STATES, type ConnectionState } from '../../web/src/model/run/frame';
import type { Frame } from '../../web/src/model/run/types';
import type { Mark } from '../../web/src/ui/marks/marks';

// What a clip says under its picture is what that picture shows: every number of its sentence is counted in the frame, for
// all runs and pairs.

const MOMENTS = 12;
const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
function numberOf(word: string): number {
  const at = NUMBERS.indexOf(word.toLowerCase());
  return at >= 0 ? at : Number(word.replaceAll(',', ''));
}

const QUEUED = ['low_queue', 'high_queue', 'thread_wait'] as const;
const OPEN: readonly ConnectionState[] = CONNECTION_STATES.filter(
  (state) => state !== 'idle' && state !== 'closed',
);
/** What a number stands for: of one run, then of each of two. */
const COUNTED: readonly (readonly [said: RegExp, states: readonly ConnectionState[]])[] = [
  [/([\w,]+) (?:is|are) queued\b/gi, QUEUED],
  [/([\w,]+) (?:is|are) unread\b(?! for)/gi, ['socket']],
  [/([\w,]+) (?:is asleep on a thread|are asleep on threads)/gi, ['waiting']],
  [/([\w,]+) (?:waits|wait) at the latch/gi, ['latch']],
  [/([\w,]+) (?:waits|wait) for a core/gi, ['runnable']],
  [/([\w,]+) (?:waits for a lock|wait for locks)/gi, ['lock']],
  [/([\w,]+) (?:is|are) idle\b/gi, ['idle']],
  [/([\w,]+) runs?(?=[.,]| and)/gi, ['running']],
  [/([\w,]+) running(?=[.,]| and)/gi, ['running']],
  [/([\w,]+) asleep(?=[.,])/gi, ['waiting']],
  [/([\w,]+) queued(?=[.,])/gi, QUEUED],
  [/([\w,]+) unread(?=[.,])/gi, ['socket']],
  [/([\w,]+) at the latch(?=[.,])/gi, ['latch']],
  [/([\w,]+) want a core/gi, ['runnable']],
];

const countIn = ({ connection_state }: Frame, states: readonly ConnectionState[]) =>
  connection_state.reduce(
    (sum, state) => sum + Number(states.includes(CONNECTION_STATES[state] ?? 'closed')),
    0,
  );

/** Sentences in a clip's picture are its only text in the display font below its title. */
function sentenceOf(marks: readonly Mark[], title: string): string {
  const said = marks.flatMap((mark) =>
    mark.kind === 'text' && mark.display && typeof mark.words === 'string' ? [mark.words] : [],
  );
  return said.filter((words) => !title.includes(words)).join(' ');
}

let numbers = 0;
function faults(widget: AnyWidget): string[] {
  const posters = picturesOf(widget);
  const words = {
    title: widget.title,
    about: '',
    labels: ['left', 'right'],
    caption: '',
    address: 'a',
  };
  const clip: Clip = clipOf(posters, words, wholeOf(posters), SIZES.wide);
  const runs = posters.map(({ scenario_json, overrides }) => finished(scenario_json, overrides));
  const named = !posters.some(isCrowd);
  const found: string[] = [];
  for (let nth = 0; nth <= MOMENTS; nth += 1) {
    const at_ms = clip.asks_ms + (nth / MOMENTS) * (clip.lasts_ms - clip.asks_ms);
    const at = clip.moment(at_ms);
    const frames = runs.map(
      (run) => (at.by === 'step' ? run.frame_at_step(at.step) : run.frame(at.time_ns)) as Frame,
    );
    const sentence = sentenceOf(clip.marks(frames, at_ms), widget.title);
    const where = `${(at_ms / 1e3).toFixed(1)} s: "${sentence}"`;
    if (sentence === '') found.push(`${where} says nothing`);
    const [first, second] = frames;
    if (!first) throw new Error('no frame');
    // "Left: two asleep. Right: one queued." is one part for each run.
    const parts = second ? sentence.split(/\. (?=[^.]*: )/).map((part) => `${part}.`) : [sentence];
    for (const [run, part] of parts.entries()) {
      const frame = frames[run] ?? first;
      for (const [said, states] of COUNTED)
        for (const [, word = ''] of part.matchAll(said)) {
          const number = numberOf(word);
          // A client's name.
          if (Number.isNaN(number) || (named && /^\d+$/.test(word))) continue;
          numbers += 1;
          const counted = countIn(frame, states);
          if (counted !== number) found.push(`${where}, but ${counted} are ${states.join()}`);
        }
      if (/^(No requests|Nobody waits)|: no requests/.test(part) && countIn(frame, OPEN) > 0)
        found.push(`${where}, but ${countIn(frame, OPEN)} are under way`);
    }
  }
  for (const run of runs) run.free();
  return found;
}

const drawn = widgets.filter(({ kind }) => kind !== 'benchmark');
test.each(drawn.map((widget) => [widget.name, widget] as const))(
  "%s as a clip: its sentences say its frames' counts",
  (_, widget) => {
    expect(faults(widget)).toEqual([]);
  },
);
test('the sentences have numbers', () => {
  expect(numbers).toBeGreaterThan(drawn.length * 4);
});

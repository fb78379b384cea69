/**
 * The area of a run, its key, the scene's label and the narrator tell of one moment: each place has as many in all of them, in
 * every scenario.
 */
import { readdirSync } from 'node:fs';
import { sum } from 'd3-array';
import { describe, expect, test } from 'vitest';
import { playableEnd } from '../../web/src/model/run/end';
import { censusOf } from '../../web/src/model/run/frame';
import { livesCut } from '../../web/src/model/run/record';
import { sceneSummary } from '../../web/src/ui/views/scene/summary';
import { countsOf, LAYERS, standingIn } from '../../web/src/ui/views/timeline-area';
import { runNamed } from '../seen';

const NAMES = readdirSync('content/scenarios')
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));
/** Shares of the run, and moments of which it was once untrue. */
const SHARES = [0.03, 0.2, 0.41, 0.62, 0.83, 0.99];
const ONCE_WRONG: Readonly<Record<string, number>> = {
  'visits-refused': 7.9e9,
  'retry-storm': 8.854622e9,
  'login-storm': 6e9,
  'reconnect-and-hope': 5.9656e9,
};

describe.each(NAMES)('%s', (name) => {
  const { outcome, at } = runNamed(name);
  const end_ns = playableEnd(outcome);
  const moments = [...SHARES.map((share) => share * end_ns), ONCE_WRONG[name] ?? 0];

  // Runs that keep only some lives have averages in their area.
  if (!livesCut(outcome)) {
    test('the layers of the area are as high as the key says', () => {
      const { step_ns, steps, heights } = countsOf(outcome, end_ns);
      for (const moment of moments) {
        const step = Math.min(steps - 1, Math.floor(moment / step_ns));
        const frame = at(Math.floor((step + 0.5) * step_ns));
        const standing = standingIn(frame);
        expect(Object.fromEntries(LAYERS.map((one) => [one, heights[one][step]]))).toEqual(
          Object.fromEntries(LAYERS.map((one) => [one, standing([one])])),
        );
      }
    });
  }

  test('the label of the scene counts everybody who is there', () => {
    for (const moment of moments) {
      const frame = at(Math.floor(moment));
      const label = sceneSummary(frame, 1, '', outcome.scenario.server.scheduler);
      const told = [
        /([\d,]+) running/,
        /([\d,]+) waiting on a thread/,
        /([\d,]+) queued/,
        /([\d,]+) unread/,
        /Waiting in the application: ([\d,]+)/,
        /Suspended, without a thread: ([\d,]+)/,
        /Idle connections: ([\d,]+)/,
      ].map((one) => Number((one.exec(label)?.[1] ?? '0').replaceAll(',', '')));
      const there = sum(censusOf(frame), ([state, many]) => (state === 'closed' ? 0 : many));
      expect(sum(told), label).toBe(there + sum(frame.crowd_waiting));
    }
  });
});

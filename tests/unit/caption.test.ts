import { expect, test } from 'vitest';
import { caption } from '../../web/src/model/words/caption';
import type { Life, Outcome, Stopped } from '../../web/src/model/run/types';

/** Figures of a whole run; only a crowd's caption uses the number of answers. */
const metrics = {
  open: 0,
  open_longest_ns: 0,
  measured_ns: 8e9,
  finished: 97_531,
  latency: { mean_ns: 2e6, p50_ns: 1e6, p95_ns: 5e6, p99_ns: 9e6, max_ns: 417e6 },
} as Outcome['metrics'];

function run(ends_ms: readonly (number | null)[], waited_ms = 0, stopped: Stopped = 'until') {
  const lives = ends_ms.map((end, request): Life => ({
    request,
    name: '',
    connection: request,
    group: 0,
    arrive_ns: 0,
    start_ns: end === null ? null : waited_ms * 1e6,
    end_ns: end === null ? null : end * 1e6,
    thread: null,
    failed: false,
    segments: [],
  }));
  const open = lives.filter((life) => life.end_ns === null).length;
  return { lives, locks: ['a'], end_ns: 9e9, stopped, metrics: { ...metrics, open } };
}

/** Without a warm-up. */
const whole = (one: ReturnType<typeof run>) => ({
  ...one,
  metrics: { ...one.metrics, measured_ns: one.end_ns },
});

test('answers that came together are counted together', () => {
  const ends = [2000.02, 2000.12, 2000.52, 2000, 2000, 2000, 4000.02, 4000.12];
  expect(caption(run(ends))).toBe('6 requests were answered at 2.000 s, 2 at 4.000 s.');
});

test('a steady stream has no batches', () => {
  const ends = Array.from({ length: 11_258 }, (_, index) => 3 + index * 0.8);
  const stream = run(ends);
  expect(caption(whole(stream))).toBe(
    '11258 requests were answered, the first after 3.000 ms, the last after 9.009 s; half of them within 4.505 s.',
  );
  // Requests during the warm-up are in no figure, so they are in no caption either.
  expect(caption(stream)).toMatch(/^97,531 requests were answered in 8\.000 s: half of them/);
});

test('hanging requests are described with their places', () => {
  const hung = run([1, ...Array.from({ length: 200 }, () => null)]);
  const lives = hung.lives.map((life, request): Life => {
    const place = request < 4 ? { place: 'socket' as const } : { place: 'lock' as const, lock: 0 };
    const why = { reason: 'listener_waking' as const };
    return { ...life, segments: [{ ...place, start_ns: 0, end_ns: 9e9, why }] };
  });
  expect(caption({ ...hung, lives })).toContain(
    '200 had no answer at 9.000 s (197: waiting for a lock a; 3: on the socket).',
  );
  const kept = { ...hung, lives: [], not_kept: { lives: 201, events: 0 } };
  const oldest = { ...hung.metrics, open_longest_ns: 7e9 };
  expect(caption({ ...kept, metrics: oldest })).toMatch(
    /200 had no answer at 9\.000 s, the oldest after 7\.000 s\.$/,
  );
});

test('the singular is used for one', () => {
  expect(caption(run([10, 20]))).toBe('One request was answered at 10.000 ms, one at 20.000 ms.');
});

test('many different answers are described by the first, the last and the middle', () => {
  const text = caption(whole(run([1, 2, 3, 4, 5, 6, 7].map((s) => s * 1000))));
  expect(text).toBe(
    '7 requests were answered, the first after 1.000 s, the last after 7.000 s; half of them within 4.000 s.',
  );
});

test('unanswered requests are mentioned, and how long the oldest waited', () => {
  const text = caption(run([2000, null], 1500));
  expect(text).toContain('One had no answer at 9.000 s.');
  expect(text).toContain('The longest wait for a thread was 9.000 s, and none came.');
  expect(caption(run([2000], 1500))).toContain('The longest wait for a thread was 1.500 s.');
  expect(caption(run([], 0, 'budget_steps'))).toContain('The run was stopped at 9.000 s');
});

test('a run that recorded only its first requests is described by its figures', () => {
  const text = caption({ ...run([1]), not_kept: { lives: 97_530, events: 9 } });
  expect(text).toBe(
    '97,531 requests were answered in 8.000 s: half of them within 1.000 ms, 99 of 100 within 9.000 ms, the slowest after 417.000 ms. One run, one seed.',
  );
});

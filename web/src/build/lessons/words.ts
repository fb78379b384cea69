/** A measure in words. */
import { m } from '#paraglide/messages.js';
import type { Measure } from '../../model/measures/measure';
import { printMeasure, writtenLike } from '../../model/measures/measure';
import { shownRequest } from '../../model/run/request-name';

type Args = readonly string[];
const first = ([arg = '']: Args) => arg;

const PLACES: Readonly<Record<string, () => string>> = {
  application: m.place_application,
  socket: m.place_socket,
  low_queue: m.place_low_queue,
  high_queue: m.place_high_queue,
  queue: m.measure_place_queue,
  thread_wait: m.place_thread_wait,
  running: m.place_running,
  waiting: m.measure_place_waiting,
  lock: m.place_lock,
  suspended: m.place_suspended,
  latch: m.place_latch,
  run_queue: m.place_run_queue,
};
const place = (name: string | undefined) => PLACES[name ?? '']?.() ?? name ?? '';

/** A number, or a name in quotes. */
const request = (args: Args) =>
  /^\d+$/.test(first(args)) ? first(args) : `“${shownRequest(first(args))}”`;

const WORDS: Readonly<Record<string, (args: Args, field: string | undefined) => string>> = {
  latency: (args) => m.measure_latency({ request: request(args) }),
  waited: (args) => m.measure_waited({ request: request(args) }),
  arrived: (args) => m.measure_arrived({ request: request(args) }),
  started: (args) => m.measure_started({ request: request(args) }),
  ended: (args) => m.measure_ended({ request: request(args) }),
  spent: (args) => m.measure_spent({ request: request(args), place: place(args[1]) }),
  share: (args) => m.measure_share({ request: request(args), place: place(args[1]) }),
  thread_of: (args) => m.measure_thread_of({ request: request(args) }),
  fastest: () => m.measure_fastest(),
  slowest: () => m.measure_slowest(),
  median: () => m.measure_median(),
  p95: () => m.measure_p95(),
  p99: () => m.measure_p99(),
  mean: () => m.measure_mean(),
  requests: () => m.measure_requests(),
  finished: () => m.measure_finished(),
  failed: () => m.measure_failed(),
  open: () => m.measure_open(),
  answered_by: (args) => m.measure_answered_by({ time: first(args) }),
  done: (args) => m.measure_done({ request: request(args) }),
  answers_per_s: ([from = '', to = '']) => m.measure_answers_per_s({ from, to }),
  for_nobody_per_s: ([from = '', to = '']) => m.measure_for_nobody_per_s({ from, to }),
  answers: ([from = '', to = '']) => m.measure_answers({ from, to }),
  done_for_nobody: ([from = '', to = '']) => m.measure_done_for_nobody({ from, to }),
  ahead: (args) => m.measure_ahead({ request: request(args) }),
  connection_of: (args) => m.measure_connection_of({ request: request(args) }),
  wanted: (args) => m.measure_wanted({ crowd: shownRequest(first(args)) }),
  written: ([crowd = '', times = '1']) =>
    m.measure_written({ crowd: shownRequest(crowd), times }),
  untold: (args) => m.measure_untold({ crowd: shownRequest(first(args)) }),
  groups_answering: ([from = '', to = '']) => m.measure_groups_answering({ from, to }),
  given_up: () => m.measure_given_up(),
  tried_again: () => m.measure_tried_again(),
  lost: () => m.measure_lost(),
  for_nobody: () => m.measure_for_nobody(),
  refused: () => m.measure_refused(),
  batches: () => m.measure_batches(),
  batch: (args, field) =>
    field === 'time'
      ? m.measure_batch_time({ number: first(args) })
      : m.measure_batch_count({ number: first(args) }),
  throughput: () => m.measure_throughput(),
  inside_mean: () => m.measure_inside_mean(),
  mean_at: (args) => m.measure_mean_at({ place: place(args[0]) }),
  threads_peak: ([group]) =>
    group === undefined ? m.measure_threads_peak() : m.measure_threads_peak_group({ group }),
  running_peak: (args) => m.measure_running_peak({ group: first(args) }),
  count: (args) => m.measure_count({ event: event(args) }),
  first: (args) => m.measure_first({ event: event(args) }),
  last: (args) => m.measure_last({ event: event(args) }),
  group_of: (args) => m.measure_group_of({ connection: first(args) }),
  groups: () => m.measure_groups(),
  setting: (args) => m.measure_setting({ name: first(args) }),
  published: (args) => m.measure_published({ request: request(args) }),
  difference: () => m.measure_difference(),
};

/** Every fact of the language must have words: a test compares this with the list. */
export const WORDED: readonly string[] = Object.keys(WORDS);

const BENCH_WORDS: typeof WORDS = {
  at: ([curve = '', x = '', column]) =>
    column === undefined
      ? m.measure_bench_at({ curve, x })
      : m.measure_bench_at_column({ curve, x, column }),
  peak: (args) => m.measure_bench_peak({ curve: first(args) }),
  peak_at: (args) => m.measure_bench_peak_at({ curve: first(args) }),
  first: (args) => m.measure_bench_first({ curve: first(args) }),
  last: (args) => m.measure_bench_last({ curve: first(args) }),
  pairs: () => m.measure_bench_pairs(),
  least_ratio: (args) => m.measure_bench_least_ratio({ x: first(args) }),
  greatest_ratio: (args) => m.measure_bench_greatest_ratio({ x: first(args) }),
  better_from: ([curve = '', factor = '']) => m.measure_bench_better_from({ curve, factor }),
  pairs_below: ([x = '', ratio = '']) => m.measure_bench_pairs_below({ x, ratio }),
  median: ([curve = '', from = '', to = '', column]) =>
    column === undefined
      ? m.measure_bench_median({ curve, from, to })
      : m.measure_bench_median_column({ curve, from, to, column }),
  points: () => m.measure_bench_points(),
  simulated: ([curve = '', x = '']) => m.measure_bench_simulated({ curve, x }),
  error: ([curve = '', x = '']) => m.measure_bench_error({ curve, x }),
  median_error: () => m.measure_bench_median_error(),
  within: (args) => m.measure_bench_within({ factor: first(args) }),
};
export const BENCH_WORDED: readonly string[] = Object.keys(BENCH_WORDS);

function event([kind = '', tag]: Args): string {
  return tag === undefined ? kind : `${kind} (${tag})`;
}

export const benchWordsOf = (measure: Measure): string => wordsOf(measure, BENCH_WORDS);

export function wordsOf(measure: Measure, words = WORDS): string {
  switch (measure.kind) {
    case 'literal':
      return measure.value.unit === 'word' ? measure.value.value : writtenLike('', measure.value);
    case 'fact':
      return words[measure.name]?.(measure.args, measure.field) ?? printMeasure(measure);
    case 'sum': {
      const sides = { left: wordsOf(measure.left, words), right: wordsOf(measure.right, words) };
      switch (measure.operator) {
        case '+':
          return m.measure_plus(sides);
        case '-':
          return m.measure_minus(sides);
        case '*':
          return m.measure_times(sides);
        case '/':
          return m.measure_over(sides);
      }
    }
  }
}

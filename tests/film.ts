/** Looks at a made-up server with two groups, as a client prints them with tabs: the input of a film. */

export type Mood = 'well' | 'deaf';

const BEGAN_S = Date.UTC(2026, 10, 25, 12, 0, 0) / 1000;
const UP_S = 5_000;

const stamp = (at_s: number) =>
  new Date((BEGAN_S + at_s) * 1000).toISOString().replace('T', ' ').replace('Z', '000');

const table = (columns: string, rows: readonly (readonly (string | number)[])[]) =>
  [columns.replaceAll(' ', '\t'), ...rows.map((row) => row.join('\t'))].join('\n');

/** Group 0 stops listening at some second: its two threads sleep, and no more may be created. */
function lookText(at_s: number, mood: Mood, since_s: number): string {
  const deaf = mood === 'deaf';
  const taken = 100 + Math.round(10 * Math.min(at_s, deaf ? since_s : at_s));
  const slept_ms = (at_s - since_s) * 1000 + 400;
  const list = [4, 6, 8, 10].map((id, nth) => {
    const busy = deaf && nth < 2;
    const ms = busy ? slept_ms : deaf ? slept_ms + 90 + id : 20 + id;
    const [command, state, info] = busy
      ? ['Query', 'User sleep', 'SELECT SLEEP(60)']
      : ['Sleep', '', 'NULL'];
    return [
      id,
      'shop',
      'app:1',
      'shop',
      command,
      Math.floor(ms / 1000),
      ms.toFixed(3),
      state,
      info,
      id,
    ];
  });
  const others = [5, 7, 9].map((id) => [
    id,
    'shop',
    'app:1',
    'shop',
    'Sleep',
    0,
    '12.000',
    '',
    'NULL',
    id,
  ]);
  const group0 = deaf ? [0, 4, 2, 0, 0, 0, 0, 0] : [0, 4, 2, 0, 1, 0, 1, 0];
  return [
    table('NOW(6) VERSION()', [[stamp(at_s), '10.11.19-MariaDB']]),
    table('Variable_name Value', [
      ['thread_handling', 'pool-of-threads'],
      ['thread_pool_max_threads', 4],
      ['thread_pool_oversubscribe', 3],
      ['thread_pool_size', 2],
      ['thread_pool_stall_limit', 500],
    ]),
    table('Variable_name Value', [
      ['Threadpool_threads', 4],
      ['Uptime', UP_S + Math.floor(at_s)],
    ]),
    table(
      'GROUP_ID CONNECTIONS THREADS ACTIVE_THREADS STANDBY_THREADS QUEUE_LENGTH HAS_LISTENER IS_STALLED',
      [group0, [1, 3, 2, 0, 1, 0, 1, 0]],
    ),
    table(
      'GROUP_ID THREAD_CREATIONS THREAD_CREATIONS_DUE_TO_STALL WAKES WAKES_DUE_TO_STALL THROTTLES STALLS POLLS_BY_LISTENER POLLS_BY_WORKER DEQUEUES_BY_LISTENER DEQUEUES_BY_WORKER',
      [
        [0, 2, 0, 5, 0, 0, 0, taken, 0, taken, 0],
        [1, 2, 0, 5, 0, 0, 0, 100 + 10 * Math.round(at_s), 0, 100 + 10 * Math.round(at_s), 0],
      ],
    ),
    table('id user host db command time time_ms state info query_id', [...list, ...others]),
    table('SLEEP(0)', [[0]]),
    '',
  ].join('\n');
}

/** A look every second, except for a gap of four before the last. */
export function filmText(moods: readonly Mood[]): string {
  const since_s = moods.indexOf('deaf');
  return moods
    .map((mood, nth) => lookText(nth === moods.length - 1 ? nth + 3 : nth, mood, since_s))
    .join('');
}

export const MOODS: readonly Mood[] = [
  ...Array.from({ length: 4 }, () => 'well' as const),
  ...Array.from({ length: 6 }, () => 'deaf' as const),
  ...Array.from({ length: 4 }, () => 'well' as const),
];

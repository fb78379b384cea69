/** Shapes that show a state together with its colour. */
import type { ConnectionState } from '../../model/run/frame';

/** The colour family of a state, as in the names of CSS variables and in the legend. */
export type Tone =
  | 'closed'
  | 'idle'
  | 'socket'
  | 'low'
  | 'high'
  | 'soon'
  | 'run'
  | 'sleep'
  | 'lock'
  | 'away'
  | 'login'
  | 'latch'
  | 'ready';

export const TONES: Readonly<Record<ConnectionState, Tone>> = {
  closed: 'closed',
  idle: 'idle',
  socket: 'socket',
  low_queue: 'low',
  high_queue: 'high',
  thread_wait: 'soon',
  running: 'run',
  waiting: 'sleep',
  lock: 'lock',
  suspended: 'away',
  login: 'login',
  latch: 'latch',
  runnable: 'ready',
};

/** In a page's HTML further digits cost bytes without a visible effect. */
const rounded = (value: number) => Number(value.toFixed(1));

const polygon = (r: number, points: readonly (readonly [number, number])[]) =>
  `M${points.map(([x, y]) => `${rounded(x * r)} ${rounded(y * r)}`).join('L')}Z`;

function circle(radius: number): string {
  const r = rounded(radius);
  return `M0 ${-r}A${r} ${r} 0 1 1 0 ${r}A${r} ${r} 0 1 1 0 ${-r}Z`;
}

function square(r: number): string {
  const a = rounded(r * 0.9);
  const b = rounded(r * 0.6);
  return `M${-b} ${-a}H${b}Q${a} ${-a} ${a} ${-b}V${b}Q${a} ${a} ${b} ${a}H${-b}Q${-a} ${a} ${-a} ${b}V${-b}Q${-a} ${-a} ${-b} ${-a}Z`;
}

/** Around (0, 0); glyphs.ts adds the details. */
export function outline(tone: Tone, r: number): string {
  switch (tone) {
    case 'socket':
      // A letter that is too small for its flap.
      return polygon(r, [
        [-1.07, -0.87],
        [1.07, -0.87],
        [1.07, 0.87],
        [-1.07, 0.87],
      ]);
    case 'low':
    case 'latch':
      return square(r);
    case 'high':
      // A tag that points to the threads: it is served first.
      return polygon(r, [
        [-0.95, -0.82],
        [0.33, -0.82],
        [1.06, 0],
        [0.33, 0.82],
        [-0.95, 0.82],
      ]);
    case 'soon':
      // With cut corners: it has left the queue for a thread that is still being created.
      return polygon(r, [
        [-0.5, -0.92],
        [0.5, -0.92],
        [0.92, -0.5],
        [0.92, 0.5],
        [0.5, 0.92],
        [-0.5, 0.92],
        [-0.92, 0.5],
        [-0.92, -0.5],
      ]);
    case 'login':
      return polygon(r, [
        [-0.55, -1],
        [0.55, -1],
        [1.1, 0],
        [0.55, 1],
        [-0.55, 1],
        [-1.1, 0],
      ]);
    case 'lock':
      return polygon(r, [
        [0, -1.2],
        [1.2, 0],
        [0, 1.2],
        [-1.2, 0],
      ]);
    case 'ready':
      // The icon for "play": it is ready to run.
      return polygon(r, [
        [1.25, 0],
        [-0.7, 1.15],
        [-0.7, -1.15],
      ]);
    case 'closed':
      return circle(r * 0.35);
    case 'idle':
    case 'run':
    case 'sleep':
    case 'away':
      return circle(r);
  }
}

const RUNS = [
  'M0 -6L5 0L0 6L-5 0Z',
  'M-4.4 -4.4H4.4V4.4H-4.4Z',
  'M0 -4.8A4.8 4.8 0 1 1 0 4.8A4.8 4.8 0 1 1 0 -4.8Z',
] as const;

/** A published time, hollow: each run has its own shape. */
export const runPath = (run: number): string => RUNS[run % RUNS.length] ?? RUNS[0];

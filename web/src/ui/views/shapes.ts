/** The shape that says the state together with the colour. */
import type { ClientState } from '../../model/run/frame';

/** Colour family of a state: the name of the CSS variables and of the legend's entry. */
export type Tone =
  | 'closed'
  | 'idle'
  | 'socket'
  | 'low'
  | 'high'
  | 'soon'
  | 'run'
  | 'wait'
  | 'lock'
  | 'away'
  | 'login'
  | 'latch'
  | 'ready';

export const TONES: Readonly<Record<ClientState, Tone>> = {
  closed: 'closed',
  idle: 'idle',
  socket: 'socket',
  low_queue: 'low',
  high_queue: 'high',
  thread_wait: 'soon',
  running: 'run',
  waiting: 'wait',
  lock: 'lock',
  suspended: 'away',
  login: 'login',
  latch: 'latch',
  runnable: 'ready',
};

/** In a page's HTML each further digit costs more than it moves. */
const rounded = (value: number) => Number(value.toFixed(1));

const polygon = (r: number, points: readonly (readonly [number, number])[]) =>
  `M${points.map(([x, y]) => `${rounded(x * r)} ${rounded(y * r)}`).join('L')}Z`;

function circle(radius: number): string {
  const r = rounded(radius);
  return `M0 ${-r}A${r} ${r} 0 1 1 0 ${r}A${r} ${r} 0 1 1 0 ${-r}Z`;
}

function square(r: number): string {
  const a = rounded(r * 0.94);
  const b = rounded(r * 0.64);
  return `M${-b} ${-a}H${b}Q${a} ${-a} ${a} ${-b}V${b}Q${a} ${a} ${b} ${a}H${-b}Q${-a} ${a} ${-a} ${b}V${-b}Q${-a} ${-a} ${-b} ${-a}Z`;
}

const OCTAGON = Array.from({ length: 8 }, (_, corner): readonly [number, number] => {
  const angle = ((corner + 0.5) * Math.PI) / 4;
  return [1.08 * Math.cos(angle), 1.08 * Math.sin(angle)];
});

export function outline(state: ClientState, r: number): string {
  switch (state) {
    case 'socket':
    case 'low_queue':
      return square(r);
    case 'high_queue':
      // Points up: it is served first.
      return polygon(r, [
        [0, -1.25],
        [0.95, -0.45],
        [0.95, 0.95],
        [-0.95, 0.95],
        [-0.95, -0.45],
      ]);
    case 'thread_wait':
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
        [0, -1.3],
        [1.3, 0],
        [0, 1.3],
        [-1.3, 0],
      ]);
    case 'latch':
      // A stop sign.
      return polygon(r, OCTAGON);
    case 'runnable':
      // The sign for "play": it could run.
      return polygon(r, [
        [1.25, 0],
        [-0.7, 1.15],
        [-0.7, -1.15],
      ]);
    case 'closed':
      return circle(r * 0.35);
    case 'idle':
    case 'running':
    case 'waiting':
    case 'suspended':
      return circle(r);
  }
}

const RUNS = [
  'M0 -4.5A4.5 4.5 0 1 1 0 4.5A4.5 4.5 0 1 1 0 -4.5Z',
  'M0 -5.5L5.5 0L0 5.5L-5.5 0Z',
  'M-4.5 -4.5H4.5V4.5H-4.5Z',
];

/** A published time: each run has a shape of its own, on a stem. */
export const runPaths = (run: number): readonly string[] => [
  'M0 -11V11',
  RUNS[run % RUNS.length] ?? '',
];

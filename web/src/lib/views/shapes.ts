/** The shape that says the state together with the colour. */
import type { ClientState } from '../run/frame';

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
  | 'login';

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
};

const polygon = (r: number, points: readonly (readonly [number, number])[]) =>
  `M${points.map(([x, y]) => `${(x * r).toFixed(1)} ${(y * r).toFixed(1)}`).join('L')}Z`;

const circle = (r: number) => `M0 ${-r}A${r} ${r} 0 1 1 0 ${r}A${r} ${r} 0 1 1 0 ${-r}Z`;

function square(r: number): string {
  const a = r * 0.94;
  const c = r * 0.3;
  return `M${-a + c} ${-a}H${a - c}Q${a} ${-a} ${a} ${-a + c}V${a - c}Q${a} ${a} ${a - c} ${a}H${-a + c}Q${-a} ${a} ${-a} ${a - c}V${-a + c}Q${-a} ${-a} ${-a + c} ${-a}Z`;
}

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
    case 'closed':
      return circle(r * 0.35);
    case 'idle':
    case 'running':
    case 'waiting':
    case 'suspended':
      return circle(r);
  }
}

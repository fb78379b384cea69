/** The hand of a replay, drawn from the log alone: a disc with its word, where it touched. */
import { m } from '#paraglide/messages.js';
import type { Entry, Op } from '../../model/hand/log';
import type { Colours } from '../../ui/marks/attributes';
import type { At } from './hands';
import type { Layout } from './layout';

export interface Ghost {
  readonly at: At;
  readonly draw: (canvas: CanvasRenderingContext2D, colours: Colours) => void;
}

/** It stays for so long. */
const SHOWN_NS = 8e8;
/** From the disc's middle to its word. */
const BESIDE = 17;

const WORDS: Readonly<Record<Op, (() => string) | undefined>> = {
  H: m.hand_pours,
  U: undefined,
  P: m.hand_pours,
  S: m.hand_sleeps,
  Z: m.hand_sleeps,
  K: m.hand_kills,
  R: m.hand_pulls,
  A: m.hand_adds,
  L: m.hand_locks,
  D: m.hand_door,
  Q: undefined,
  W: undefined,
  M: m.hand_holds,
  T: undefined,
  V: m.hand_sets,
};

function placeOf({ op, n }: Entry, { door, lane, ring, pour }: Layout): At {
  switch (op) {
    case 'Z':
    case 'K':
    case 'R':
      return ring(n);
    case 'A':
    case 'L':
    case 'S':
      return { x: lane.x + lane.w / 2, y: lane.y + lane.h / 2 };
    case 'D':
    case 'M':
      return door;
    case 'H':
    case 'P':
    case 'U':
    case 'Q':
    case 'W':
    case 'T':
    case 'V':
      return { x: Math.max(26, pour.w * 0.2), y: Math.max(24, pour.h * 0.35) };
    default:
      return op satisfies never;
  }
}

export function ghostOf(
  log: readonly Entry[],
  step_ns: number,
  now_ns: number,
  layout: Layout,
): Ghost | undefined {
  const past = log.filter(({ at }) => at * step_ns <= now_ns);
  const last = past.at(-1);
  if (!last) return undefined;
  const pours = last.op === 'H';
  if (!pours && now_ns - last.at * step_ns > SHOWN_NS) return undefined;
  const words = WORDS[last.op]?.();
  if (words === undefined) return undefined;
  const at = placeOf(last, layout);
  return {
    at,
    draw(canvas, colours) {
      canvas.beginPath();
      canvas.arc(at.x, at.y, 13, 0, 2 * Math.PI);
      canvas.globalAlpha = 0.85;
      canvas.fillStyle = colours('--guess');
      canvas.fill();
      canvas.globalAlpha = 1;
      canvas.font = `700 14px ${colours('--sans')}`;
      const fits = at.x + BESIDE + canvas.measureText(words).width <= layout.w;
      const x = at.x + (fits ? BESIDE : -BESIDE);
      canvas.textAlign = fits ? 'left' : 'right';
      canvas.lineWidth = 4;
      canvas.strokeStyle = colours('--paper');
      canvas.strokeText(words, x, at.y + 5);
      canvas.fillText(words, x, at.y + 5);
    },
  };
}

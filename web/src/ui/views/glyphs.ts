/**
 * The appearance of a request, a thread, a core and a limit, each around (0, 0), in every scene, legend, sentence and card.
 * A request is a body whose shape and colour show its state. A thread is a ring; a body in a ring has a thread, every other
 * body waits.
 */
import {
  circle,
  line,
  path,
  rect,
  tenth,
  text,
  those,
  type MarkStyle,
  type Mark,
  type Paint,
} from '../marks/marks';
import { arc, type Point } from './scene/geometry';
import { outline, type Tone } from './shapes';

const n = (value: number) => Number(value.toFixed(value < 10 ? 2 : 1));
/** Smaller bodies have no room for a label, eyelids or a tick. */
export const LEAST_LABELLED = 8;
const LEAST_LETTERS = 11.5;
const edge = (r: number): MarkStyle => ({
  stroke: '--edge',
  thick: r > 9 ? 1.75 : 1.25,
  round: true,
});

interface Label {
  readonly words: string;
  readonly y: number;
  readonly size: number;
  readonly fill: Paint;
  readonly weight?: number;
}
function labelMarks(r: number, { words, y, size, fill, weight = 700 }: Label): Mark[] {
  if (words === '' || r < LEAST_LABELLED) return [];
  return [text(0, n(y), words, { key: 'label', size: n(size), weight, anchor: 'middle', fill })];
}

/** Long labels get smaller letters, down to a legible size; callers omit labels that still don't fit. */
function letters(r: number, label: string, share: number): number {
  const wanted = Math.max(LEAST_LETTERS, r * share);
  const fits = (r * 2.9) / Math.max(label.length, 2);
  return Math.max(LEAST_LETTERS, Math.min(wanted, fits));
}

/** A request that has been sent and not read: a sealed letter. */
function letterMarks(r: number, label: string): Mark[] {
  const [w, h] = [r * 2.15, r * 1.75];
  const [x, y] = [-w / 2, -h / 2];
  const size = Math.max(LEAST_LETTERS, Math.min(h * 0.42, (w * 1.5) / Math.max(label.length, 2)));
  // A flap ends above the label.
  const flap = Math.min(
    h * 0.44,
    label === '' || r < LEAST_LABELLED ? Infinity : h * 0.88 - size * 0.8,
  );
  return [
    rect(n(x), n(y), n(w), n(h), { key: 'shape', r: n(r * 0.22), fill: '--socket', ...edge(r) }),
    path(`M${n(x + 1)} ${n(y + 2)}L0 ${n(y + flap)}L${n(x + w - 1)} ${n(y + 2)}`, {
      key: 'flap',
      fill: 'none',
      ...edge(r),
    }),
    ...labelMarks(r, { words: label, y: y + h * 0.88, size, fill: '--on-socket', weight: 800 }),
  ];
}

/** Two closed eyelids, below a label if there is one. */
function lids(r: number, stroke: Paint, y = r * 0.38): Mark {
  const one = `q${n(r * 0.2)} ${n(r * 0.3)} ${n(r * 0.4)} 0`;
  return path(`M${n(-r * 0.52)} ${n(y)}${one}M${n(r * 0.12)} ${n(y)}${one}`, {
    key: 'lids',
    fill: 'none',
    stroke,
    thick: Math.max(1.4, r * 0.1),
    round: true,
  });
}

/** A request in the shape and colour of its state. */
export function bodyMarks(tone: Tone, r: number, label = ''): Mark[] {
  const size = letters(r, label, 0.78);
  const fill: Paint = `--on-${tone === 'closed' ? 'idle' : tone}`;
  const said = (y: number, weight?: number) =>
    labelMarks(r, { words: label, y, size, fill, ...(weight === undefined ? {} : { weight }) });
  const shape = (look: MarkStyle = {}): Mark =>
    path(outline(tone, r), {
      key: 'shape',
      fill: `--${tone === 'closed' ? 'ink-3' : tone}`,
      ...edge(r),
      ...look,
    });
  switch (tone) {
    case 'socket':
      return letterMarks(r, label);
    case 'sleep':
      return those(shape(), r >= LEAST_LABELLED && lids(r, '--on-sleep'), said(size * 0.14));
    case 'high':
      return [
        shape(),
        ...labelMarks(r, { words: label, y: size * 0.36, size, fill }).map((mark) => ({
          ...mark,
          x: n(-r * 0.13),
        })),
      ];
    case 'latch':
      // It retries in a loop; its core does nothing else.
      return [
        shape(),
        line(n(-r * 0.36), n(r * 0.36), n(r * 0.36), n(-r * 0.36), {
          key: 'slash',
          stroke: '--on-latch',
          thick: Math.max(1.2, r * 0.14),
          round: true,
        }),
      ];
    case 'idle':
      return [shape({ stroke: '--ink' }), ...said(size * 0.36, 600)];
    case 'away':
      return [shape({ stroke: '--ink-2', dash: '2.5 2.2' }), ...said(size * 0.36)];
    case 'closed':
      return [shape({ stroke: 'none' })];
    case 'low':
    case 'soon':
    case 'run':
    case 'lock':
    case 'login':
    case 'ready':
      return [shape(), ...said(size * 0.36)];
  }
}

/** A body for which nobody waits: its shape, drained of colour and struck through. */
export function goneMarks(tone: Tone, r: number, label = ''): Mark[] {
  const a = n(r * (r > 9 ? 0.86 : 1.1));
  const thick = r > 9 ? 1.75 : 1.25;
  const strike = line(-a, -a, a, a, { key: 'gone', stroke: '--ink-2', thick, round: true });
  return bodyMarks(tone, r, label).flatMap((mark): Mark[] => {
    if (mark.key === 'shape') return [{ ...mark, fill: '--cup', stroke: '--ink-2', thick }, strike];
    return [mark.kind === 'text' ? { ...mark, fill: '--ink' } : { ...mark, stroke: '--ink-2' }];
  });
}

/** A client whose request is on its way: its number, at the place to which it returns. */
export function awayMarks(r: number, label: string): Mark[] {
  const size = Math.max(LEAST_LETTERS, letters(r, label, 0.78) * 0.9);
  // A longer name gets a larger ring, so that the ring doesn't cross it.
  const ring = Math.min(r, Math.max(r * 0.82, label.length * size * 0.31 + 3));
  return [
    circle(0, 0, n(ring), {
      key: 'shape',
      fill: 'none',
      stroke: '--ink-3',
      thick: 1.25,
      dash: '1 4',
      round: true,
    }),
    ...labelMarks(r, { words: label, y: size * 0.34, size, fill: '--ink-2', weight: 500 }),
  ];
}

/** A client that has an answer. */
export function answeredMarks(r: number, label: string): Mark[] {
  const size = letters(r, label, 0.78);
  const [x, y] = [r * 0.78, r * 0.72];
  return [
    circle(0, 0, n(r), { key: 'shape', fill: '--paper', stroke: '--ink', thick: 1.75 }),
    ...labelMarks(r, { words: label, y: size * 0.36, size, fill: '--ink' }),
    circle(n(x), n(y), n(r * 0.46), { key: 'seal', fill: '--run', stroke: '--paper', thick: 1.5 }),
    path(
      `M${n(x - r * 0.2)} ${n(y + r * 0.01)}l${n(r * 0.15)} ${n(r * 0.16)}l${n(r * 0.27)} ${n(-r * 0.3)}`,
      {
        key: 'tick',
        fill: 'none',
        stroke: '--on-run',
        thick: Math.max(1.2, r * 0.11),
        round: true,
      },
    ),
  ];
}

/** Asleep at the latch until another thread wakes it. */
export function latchSleeperMarks(r: number): Mark[] {
  return those(
    path(outline('low', r), { key: 'shape', fill: '--cup', stroke: '--latch', thick: 1.25 }),
    r >= 6 && lids(r, '--latch', 0),
  );
}

export type Ring = 'seat' | 'idle' | 'listens' | 'works' | 'starts';

/** A thread: not created, idle, listening with an ear, working on what is inside it, or being created. */
export function ringMarks(kind: Ring, r: number, progress = 0): Mark[] {
  const thick = n(Math.max(2.5, r * 0.13));
  const thin = n(Math.max(1.5, thick * 0.5));
  const drawn = (look: MarkStyle) =>
    circle(0, 0, n(r), { key: 'ring', fill: '--cup', stroke: '--ring', ...look });
  if (kind === 'seat')
    return [drawn({ fill: 'none', stroke: '--rim', thick: 1.5, dash: '1.5 5', round: true })];
  if (kind === 'idle') return [drawn({ thick: thin })];
  if (kind === 'starts') return [drawn({ thick: thin, dash: `${n(r * 0.3)} ${n(r * 0.3)}` })];
  const whole = progress <= 0;
  const ring = drawn({ stroke: whole ? '--ring' : '--track', thick });
  if (kind === 'listens') return [ring, ...earMarks(r)];
  return those(
    ring,
    !whole &&
      path(arc(r, Math.min(0.9999, progress)), {
        key: 'done',
        fill: 'none',
        stroke: '--ring',
        thick,
        round: true,
      }),
  );
}

function earMarks(r: number): Mark[] {
  const waves = [0.2, 0.42, 0.64]
    .map((k) => {
      const a = n(r * k * 1.15);
      return `M${n(r * 0.36 - r * k * 0.72)} ${n(-r * k)}a${a} ${a} 0 0 0 0 ${n(r * k * 2)}`;
    })
    .join('');
  return [
    path(waves, {
      key: 'waves',
      fill: 'none',
      stroke: '--ink',
      thick: n(Math.max(1.6, r * 0.09)),
      round: true,
    }),
    circle(n(r * 0.42), 0, n(r * 0.12), { key: 'ear', fill: '--ink' }),
  ];
}

/** A core from its top left corner: idle, computing, or spinning at the latch. */
export function coreMarks(does: 'idle' | 'run' | 'latch', size: number): Mark[] {
  return those(
    rect(0, 0, size, size, {
      key: 'shape',
      r: n(size * 0.25),
      fill: does === 'idle' ? '--paper' : `--${does}`,
      stroke: does === 'idle' ? '--ink-2' : '--edge',
      thick: 1.5,
    }),
    does === 'latch' &&
      line(n(size * 0.3), n(size * 0.7), n(size * 0.7), n(size * 0.3), {
        key: 'slash',
        stroke: '--on-latch',
        thick: 1.5,
        round: true,
      }),
  );
}

/** The arms of a latch's turnstile around its ring: they turn by a third while one goes through. */
export function turnstileMarks(at: Point, r: number, through: number): Mark[] {
  const turned = (Math.min(1, through) * 2 * Math.PI) / 3;
  const look = { stroke: '--ink', thick: tenth(Math.max(2, r * 0.13)), round: true } as const;
  return [Math.PI * 0.84, -Math.PI * 0.5, Math.PI * 0.16].map((rest, nth) => {
    const [x, y] = [Math.cos(rest + turned) * r, Math.sin(rest + turned) * r];
    const [near_x, near_y] = [tenth(at.x + 0.92 * x), tenth(at.y + 0.92 * y)];
    return line(near_x, near_y, tenth(at.x + 1.28 * x), tenth(at.y + 1.28 * y), {
      key: `arm ${nth}`,
      ...look,
    });
  });
}

/** The stall timer from its left end: a bead on a line to an eye, which looks when the bead arrives. */
export function timerMarks(length: number, passed: number): Mark[] {
  const width = Math.round(length);
  const x = n(width * Math.min(1, Math.max(0, passed)));
  return [
    line(0, 0, width, 0, { key: 'line', stroke: '--rim', thick: 2, round: true }),
    line(0, 0, x, 0, { key: 'passed', stroke: '--ink', thick: 2, round: true }),
    path(`M${width - 2} 0q9 -9 18 0q-9 9 -18 0`, {
      key: 'eye',
      fill: '--paper',
      stroke: '--ink',
      thick: 1.6,
      round: true,
    }),
    circle(width + 7, 0, 2.6, { key: 'pupil', fill: '--ink' }),
    circle(x, 0, 5.5, { key: 'bead', fill: '--ink' }),
  ];
}

/** A limit, from its top end: nobody can be behind it. */
export const wallMarks = (height: number, thick = 6): Mark =>
  line(0, 0, 0, height, { key: 'wall', stroke: '--ink', thick, round: true });

/** Many bodies on a canvas: everybody in their seats once for each view, and in each frame those who are not. */
import type { Colours } from '../../marks/attributes';
import { ROOM, type Bodies } from './at';
import {
  atHome,
  DISC,
  dotPaint,
  EMPTY,
  glyph,
  inSeat,
  isVacant,
  labelled,
  LEAST_DISC,
  plainShape,
  seatGlyph,
  SEAT_PX,
  seatsNamed,
  toneOf,
  toScreen,
  type BodyLook,
  type Shot,
} from './field-marks';
import type { Point } from './geometry';
import type { Mark } from '../../marks/marks';
import { paintWhole } from '../../marks/whole';

type Brush = CanvasRenderingContext2D;

/** The most pictures of single bodies that are kept. */
const MOST_SPRITES = 1_600;
/** Bodies of other groups are pale. */
const QUIET = 0.45;
const TURN = 2 * Math.PI;

/** While they grow, bodies are drawn from pictures in steps of 12 %, each of which is a little larger than needed. */
const STEP = 1.12;
const sizeOf = (r: number) =>
  r < 2 ? 2 : Number((STEP ** Math.ceil(Math.log(r) / Math.log(STEP) - 1e-6)).toFixed(2));

interface Sprite {
  readonly image: HTMLCanvasElement;
  readonly half: number;
}

export class FieldPainter {
  readonly #colours: Colours;
  readonly #ratio: number;
  readonly #sprites = new Map<string, Sprite>();
  /** The radius of each body in the picture before. */
  readonly #sizes = new Map<number, number>();

  constructor(colours: Colours, ratio: number) {
    this.#colours = colours;
    this.#ratio = ratio;
  }

  /** The ground and every seat. */
  ground(brush: Brush, shot: Shot, marks: readonly Mark[]): void {
    const { world, s, level, view } = shot;
    this.#clear(brush, shot);
    paintWhole(brush, marks, this.#colours);
    const r = SEAT_PX(s);
    const { x, y } = world.seats;
    const colour = this.#colours(level === 'far' ? '--ink-3' : '--ink-2');
    brush.fillStyle = colour;
    brush.strokeStyle = colour;
    brush.lineWidth = Math.max(0.7, Math.min(1.5, s * 0.16));
    if (level !== 'far') brush.beginPath();
    for (let client = 0; client < x.length; client += 1) {
      const at = toScreen(shot, { x: x[client] ?? 0, y: y[client] ?? 0 });
      if (at.x < -r || at.y < -r || at.x > view.width + r || at.y > view.height + r) continue;
      if (level === 'far') brush.fillRect(at.x - r, at.y - r, 2 * r, 2 * r);
      else {
        brush.moveTo(at.x + r, at.y);
        brush.arc(at.x, at.y, r, 0, TURN);
      }
    }
    if (level !== 'far') brush.stroke();
  }

  /** Threads, doors, and everybody who is not at rest in its seat. `focus`: the group that is not pale. */
  moment(
    brush: Brush,
    shot: Shot,
    bodies: Bodies,
    live: readonly Mark[],
    look: BodyLook,
    focus: number | undefined,
  ): void {
    this.#clear(brush, shot);
    if (seatsNamed(shot, look.longest)) this.#named(brush, shot, bodies, look);
    else this.#empty(brush, shot, bodies, look.own);
    paintWhole(brush, live, this.#colours);
    if (shot.level === 'far') this.#dots(brush, shot, bodies);
    else this.#shapes(brush, shot, bodies, look, focus);
  }

  #clear(brush: Brush, { view }: Shot): void {
    brush.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    brush.clearRect(0, 0, view.width, view.height);
  }

  /** Covers the seats whose owners are elsewhere. */
  #empty(brush: Brush, shot: Shot, bodies: Bodies, own: boolean): void {
    const { world, s, view } = shot;
    const r = SEAT_PX(s) + (s > 5 ? 1.4 : 1);
    brush.fillStyle = this.#colours('--paper');
    brush.beginPath();
    for (let nth = 0; nth < bodies.out_count; nth += 1) {
      const client = bodies.out[nth] ?? 0;
      if (atHome(bodies, client)) continue;
      const at = toScreen(shot, { x: world.seats.x[client] ?? 0, y: world.seats.y[client] ?? 0 });
      if (at.x < -r || at.y < -r || at.x > view.width + r || at.y > view.height + r) continue;
      brush.rect(at.x - r, at.y - r, 2 * r, 2 * r);
    }
    brush.fill();
    if (shot.level === 'far') return;
    const dot = SEAT_PX(s) * (own ? 1 : EMPTY);
    brush.fillStyle = brush.strokeStyle = this.#colours('--track');
    brush.lineWidth = 1;
    brush.beginPath();
    for (let nth = 0; nth < bodies.out_count; nth += 1) {
      const client = bodies.out[nth] ?? 0;
      if (atHome(bodies, client)) continue;
      const at = toScreen(shot, { x: world.seats.x[client] ?? 0, y: world.seats.y[client] ?? 0 });
      if (at.x < -r || at.y < -r || at.x > view.width + r || at.y > view.height + r) continue;
      brush.moveTo(at.x + dot, at.y);
      brush.arc(at.x, at.y, dot, 0, TURN);
    }
    if (own) brush.stroke();
    else brush.fill();
  }

  /** Over every seat: its owner, or the number of one who is elsewhere. */
  #named(brush: Brush, shot: Shot, bodies: Bodies, { labels, answered }: BodyLook): void {
    const { world, s, view } = shot;
    const r = SEAT_PX(s);
    const over = r + 1.5;
    for (let client = 0; client < bodies.count; client += 1) {
      const at = toScreen(shot, { x: world.seats.x[client] ?? 0, y: world.seats.y[client] ?? 0 });
      if (at.x < -r || at.y < -r || at.x > view.width + r || at.y > view.height + r) continue;
      brush.fillStyle = this.#colours('--paper');
      brush.fillRect(at.x - over, at.y - over, 2 * over, 2 * over);
      const kind = inSeat(bodies, client, answered);
      if (!kind) continue;
      const label = labels[client] ?? '';
      this.#put(
        brush,
        at,
        this.#kept(`${kind} ${r} ${label}`, r, () => seatGlyph(kind, r, label)),
      );
    }
  }

  #dots(brush: Brush, shot: Shot, bodies: Bodies): void {
    const { s, view } = shot;
    let last = -1;
    // One look after the other: changing the colour costs more than a dot.
    for (let look = 0; look <= LOOKS; look += 1)
      for (let nth = 0; nth < bodies.out_count; nth += 1) {
        const client = bodies.out[nth] ?? 0;
        if (bodies.look[client] !== look || bodies.gone[client] === 1) continue;
        if (isVacant(bodies, client)) continue;
        const tone = toneOf(look);
        if (look !== last) {
          brush.fillStyle = this.#colours(dotPaint(tone));
          last = look;
        }
        const x = ((bodies.x[client] ?? 0) - shot.eye.x) * s + view.width / 2;
        const y = ((bodies.y[client] ?? 0) - shot.eye.y) * s + view.height / 2;
        const a = Math.max(1, (bodies.r[client] ?? 0) * s * 0.98);
        const shape = plainShape(tone, a);
        if (shape === 'square') {
          brush.fillRect(x - a, y - a, 2 * a, 2 * a);
          continue;
        }
        brush.beginPath();
        if (shape === 'disc') brush.arc(x, y, a * DISC, 0, TURN);
        else {
          brush.moveTo(x - a, y - a);
          brush.lineTo(x, y - a);
          brush.lineTo(x + a, y);
          brush.lineTo(x, y + a);
          brush.lineTo(x - a, y + a);
        }
        brush.fill();
      }
    this.#gone(brush, shot, bodies);
  }

  /** Those for whom nobody waits: hollow, and crossed out if there is room. */
  #gone(brush: Brush, { s, eye, view }: Shot, { x, y, r, gone, out, out_count }: Bodies): void {
    brush.beginPath();
    for (let nth = 0; nth < out_count; nth += 1) {
      const client = out[nth] ?? 0;
      if (gone[client] !== 1) continue;
      const a = Math.max(0.8, (r[client] ?? 0) * s * 0.9);
      const left = ((x[client] ?? 0) - eye.x) * s + view.width / 2 - a;
      const top = ((y[client] ?? 0) - eye.y) * s + view.height / 2 - a;
      brush.rect(left, top, 2 * a, 2 * a);
      if (a < LEAST_DISC) continue;
      brush.moveTo(left, top);
      brush.lineTo(left + 2 * a, top + 2 * a);
    }
    brush.fillStyle = this.#colours('--cup');
    brush.strokeStyle = this.#colours('--ink-2');
    brush.lineWidth = s > 4 ? 1 : 0.6;
    brush.fill();
    brush.stroke();
  }

  #shapes(
    brush: Brush,
    shot: Shot,
    bodies: Bodies,
    { own, labels, longest }: BodyLook,
    focus: number | undefined,
  ): void {
    const { s, view, eye } = shot;
    const named = new Map<number, boolean>();
    for (let nth = 0; nth < bodies.out_count; nth += 1) {
      const client = bodies.out[nth] ?? 0;
      if (isVacant(bodies, client)) continue;
      const in_seat = own && bodies.room[client] === ROOM.SEAT;
      const r = Math.round((bodies.r[client] ?? 0) * s * (in_seat ? 0.86 : 1) * 4) / 4;
      const x = ((bodies.x[client] ?? 0) - eye.x) * s + view.width / 2;
      const y = ((bodies.y[client] ?? 0) - eye.y) * s + view.height / 2;
      if (x < -2 * r || y < -2 * r || x > view.width + 2 * r || y > view.height + 2 * r) continue;
      const pale =
        focus !== undefined && bodies.cell[client] !== focus && bodies.room[client] !== ROOM.INSIDE;
      const look = bodies.look[client] ?? 0;
      const size = r * 64 + look;
      let fits = named.get(size);
      if (fits === undefined) {
        fits = labelled(longest ?? '', r, toneOf(look));
        named.set(size, fits);
      }
      const label = fits && !pale ? (labels[client] ?? '') : '';
      const gone = bodies.gone[client] === 1 ? 'gone' : '';
      const made = this.#sizes.get(client) === r ? r : sizeOf(r);
      this.#sizes.set(client, r);
      const sprite = this.#kept(`${look} ${made} ${label} ${gone}`, made, () =>
        glyph(toneOf(look), made, label, gone),
      );
      if (pale) brush.globalAlpha = QUIET;
      this.#put(brush, { x, y }, sprite, r / made);
      if (pale) brush.globalAlpha = 1;
    }
  }

  #put(brush: Brush, { x, y }: Point, { image, half }: Sprite, scale = 1): void {
    const a = half * scale;
    brush.drawImage(image, x - a, y - a, 2 * a, 2 * a);
  }

  #kept(key: string, r: number, marks: () => readonly Mark[]): Sprite {
    const known = this.#sprites.get(key);
    if (known) return known;
    if (this.#sprites.size > MOST_SPRITES) this.#sprites.clear();
    const half = Math.ceil(r * 1.35 + 2);
    const image = document.createElement('canvas');
    image.width = image.height = Math.ceil(2 * half * this.#ratio);
    const brush = image.getContext('2d');
    if (brush) {
      brush.scale(this.#ratio, this.#ratio);
      brush.translate(half, half);
      paintWhole(brush, marks(), this.#colours);
    }
    const made = { image, half };
    this.#sprites.set(key, made);
    return made;
  }
}

const LOOKS = 13;

/**
 * The bodies of a live pool on a canvas. The run says who is where; here bodies only move there: from a hand or the edge
 * through the door into the queue, onto a ring, and home along the floor.
 */
import type { End, LiveMoment, Working } from '../../model/engine/live-run';
import { CONNECTION_STATES } from '../../model/run/frame';
import type { Colours } from '../../ui/marks/attributes';
import { paint } from '../../ui/marks/canvas';
import type { Mark } from '../../ui/marks/marks';
import {
  bodyMarks,
  goneMarks,
  latchSleeperMarks,
  ringMarks,
  turnstileMarks,
} from '../../ui/views/glyphs';
import type { Tone } from '../../ui/views/shapes';
import type { Layout, Place } from './layout';
import type { Seated } from './seats';

type Context = CanvasRenderingContext2D;

/** Asleep at a latch, or in the look of its state. */
type Look = Tone | 'asleep';

interface Body {
  x: number;
  y: number;
  r: number;
  tone: Look;
  gone: boolean;
  to: Place;
  /** Its place in the queue, which it approaches one by one. */
  place: number | undefined;
  at: number | undefined;
  /** How far it still is from the queue's path, and the size of bodies on that path. */
  off: { readonly x: number; readonly y: number; readonly r: number } | undefined;
  /** On its way from the outside to the door: the share of the way, and where it began. */
  way: number;
  from: { x: number; y: number };
  rise: number;
  /** The ring that it sits on, or goes to. */
  ring: number | undefined;
  /** It has been at its place: in the queue, or on its ring. */
  settled: boolean;
  /** For how long it has been at its ring. */
  seen_s: number;
  /** Its work is over before anybody has seen it there: how it will leave. */
  leaves: End | undefined;
  here: boolean;
}

interface Leaver {
  readonly how: End;
  readonly r: number;
  x: number;
  y: number;
  vx: number;
  vy: number;
  age_s: number;
  /** From 1 to 0, when it is gone. */
  left: number;
}

interface Ring {
  x: number;
  y: number;
  r: number;
  /** Since it was pulled out. */
  falls_s: number;
}

export interface Scene {
  readonly moment: LiveMoment;
  readonly seated: Seated;
  readonly layout: Layout;
  /** Where the hand is that pours or drops, if one does. */
  readonly hand: { readonly x: number; readonly y: number } | undefined;
  /** The hand pours: it holds a letter, which is there before the run has answered. */
  readonly pours: boolean;
  /** A ring that is being pulled, and to where. */
  readonly pulled: { readonly index: number; readonly x: number; readonly y: number } | undefined;
  readonly chosen: number | undefined;
  /** Everything is at its place at once. */
  readonly calm: boolean;
}

const WAY_S = 0.34;
/** Bodies go two thirds of the way to their place in this time. */
const SETTLE_S = 0.085;
/** A body is seen on its ring for this long at least. */
const SEEN_S = 0.2;
const HOME_S = 1.3;
const LEAVERS_MOST = 200;
/** Larger bodies have their number, and those with open eyes if it has room below them. */
export const NUMBERED = 13;
const NUMBERED_AWAKE = 17;
const IN_RING = 0.7;
const HELD_R = 9;
/** In place of a ring's index: at the door. */
const DOOR = -1;

export function toneOf({ state, asleep }: Working): Tone {
  if (asleep) return 'sleep';
  return CONNECTION_STATES[state] === 'lock' ? 'lock' : 'run';
}

/** Those at a latch look again and again, or sleep: its last ones. */
function queuedLook({ latch, queued }: LiveMoment, index: number, high: boolean): Look {
  if (latch) return index < queued.length - latch.asleep ? 'latch' : 'asleep';
  return high ? 'high' : 'low';
}

function lookMarks(look: Look, r: number, gone: boolean): readonly Mark[] {
  if (look === 'asleep') return latchSleeperMarks(r);
  return gone ? goneMarks(look, r) : bodyMarks(look, r);
}

export class Crowd {
  #bodies = new Map<number, Body>();
  #leavers: Leaver[] = [];
  #rings: Ring[] = [];
  #fallen: Ring[] = [];
  #sprites = new Map<string, HTMLCanvasElement>();
  #colours: Colours | undefined;
  #scale = 1;
  /** Whoever is there at first did not come just now. */
  #first = true;

  /** Starts anew: nobody is on the way. */
  clear(): void {
    this.#bodies.clear();
    this.#leavers = [];
    this.#rings = [];
    this.#fallen = [];
    this.#first = true;
  }

  /** Whether something still moves. */
  get moves(): boolean {
    if (this.#leavers.length > 0 || this.#fallen.length > 0) return true;
    for (const body of this.#bodies.values())
      if (
        body.leaves ||
        body.way < 1 ||
        Math.abs(body.x - body.to.x) + Math.abs(body.y - body.to.y) > 0.5
      )
        return true;
    return false;
  }

  /** Sends everybody where the moment has them. */
  follow(now: Scene): void {
    const scene = this.#first ? { ...now, calm: true } : now;
    this.#first = false;
    const { moment, layout, seated, calm } = scene;
    for (const body of this.#bodies.values()) body.here = body.leaves !== undefined;
    moment.unread.forEach(({ request, gone }, index) => {
      const body = this.#send(scene, request, layout.unread(index), 'socket', gone);
      body.place = undefined;
    });
    moment.queued.forEach(({ request, high, gone }, index) => {
      const to = layout.queued(index);
      const body = this.#send(scene, request, to, queuedLook(moment, index, high), gone);
      const comes = body.place === undefined;
      body.place = index;
      if (comes || body.at === undefined || calm || Math.abs(body.at - index) > 40) body.at = index;
    });
    const put = (one: Working | undefined, ring: Place, index: number) => {
      if (!one) return;
      const to = { ...ring, r: ring.r * IN_RING };
      const body = this.#send(scene, one.request, to, toneOf(one), one.gone);
      if (body.ring === undefined) body.settled = calm;
      body.ring = index;
      body.place = undefined;
    };
    seated.rings.forEach((one, index) => put(one, this.#ringAt(scene, index), index));
    put(seated.door, layout.door, DOOR);
    const holder = moment.latch?.holder;
    if (holder !== undefined)
      this.#send(scene, holder, { ...layout.door, r: layout.door.r * 0.62 }, 'run', false).place =
        undefined;
    for (const { request, how } of moment.ended) this.#end(request, how, scene);
    for (const [request, body] of this.#bodies) if (!body.here) this.#bodies.delete(request);
    this.#fall(seated.rings.length, calm);
  }

  #ringAt({ layout, pulled }: Scene, index: number): Place {
    const at = layout.ring(index);
    return pulled?.index === index ? { ...at, x: pulled.x, y: pulled.y } : at;
  }

  #send(scene: Scene, request: number, to: Place, tone: Look, gone: boolean): Body {
    let body = this.#bodies.get(request);
    if (!body) {
      const { layout, hand } = scene;
      // With a latch nobody comes from outside.
      const calm = scene.calm || scene.moment.latch !== undefined;
      const edge = layout.upright
        ? { x: 8, y: -12 }
        : { x: -14, y: layout.door.y + Math.sin(request * 9.7) * layout.h * 0.14 };
      const from = hand ? { ...hand } : edge;
      const start = calm ? to : { ...from, r: 7 };
      const rise = hand ? 34 + ((request * 37) % 50) : 0;
      const way = calm ? 1 : 0;
      body = {
        ...start,
        tone,
        gone,
        to,
        place: undefined,
        at: undefined,
        off: undefined,
        way,
        from,
        rise,
        ring: undefined,
        settled: calm,
        seen_s: 0,
        leaves: undefined,
        here: true,
      };
      this.#bodies.set(request, body);
    }
    // Whoever lay outside comes in through the door.
    if (body.tone === 'socket' && tone !== 'socket' && body.way >= 1)
      Object.assign(body, { way: 0, from: { x: body.x, y: body.y }, rise: 0, settled: false });
    Object.assign(body, { to, tone, gone, here: true });
    if (scene.calm) Object.assign(body, { x: to.x, y: to.y, r: to.r, way: 1 });
    return body;
  }

  /** Whoever is still on the way to its ring, or has just come, is seen there first. */
  #end(request: number, how: End, scene: Scene): void {
    const body = this.#bodies.get(request);
    const waits = body?.ring !== undefined && body.seen_s < SEEN_S && how !== 'killed';
    if (!scene.calm && waits) Object.assign(body, { leaves: how, here: true });
    else this.#leave(request, how, scene);
  }

  #leave(request: number, how: End, { layout, calm }: Scene): void {
    const body = this.#bodies.get(request);
    this.#bodies.delete(request);
    if (!body || calm || this.#leavers.length >= LEAVERS_MOST) return;
    const { x, y } = body.ring !== undefined || body.way >= 1 ? body : layout.door;
    const r = Math.max(4, Math.min(11, layout.ring(0).r * 0.3));
    if (how === 'killed') {
      for (let bit = 0; bit < 8; bit += 1) {
        const [vx, vy] = [Math.cos(bit * 0.8) * 90, Math.sin(bit * 0.8) * 90 - 40];
        this.#leavers.push({ how, r: 3.4, x, y, vx, vy, age_s: 0, left: 1 });
      }
      return;
    }
    this.#leavers.push({ how, r, x, y, vx: 0, vy: how === 'nobody' ? -30 : 0, age_s: 0, left: 1 });
  }

  #fall(rings: number, calm: boolean): void {
    const gone = this.#rings.splice(rings);
    if (!calm) this.#fallen.push(...gone);
  }

  move(dt_s: number, scene: Scene): void {
    const share = 1 - Math.exp(-dt_s / SETTLE_S);
    const { door } = scene.layout;
    for (const body of this.#bodies.values()) {
      if (body.way < 1) {
        body.way = Math.min(1, body.way + dt_s / WAY_S);
        const s = body.way;
        body.x = body.from.x + (door.x - body.from.x) * s;
        body.y = body.from.y + (door.y - body.from.y) * s - body.rise * Math.sin(Math.PI * s);
        body.r = 7;
        // Who stays outside lies down in front of the door.
        if (body.tone !== 'socket' || s < 0.6) continue;
        body.way = 1;
      }
      let { to } = body;
      if (body.place !== undefined && body.at !== undefined) {
        body.at += (body.place - body.at) * share;
        to = scene.layout.queued(body.at);
        // Once there it is on the path itself: whoever cut its corners would run into the others.
        const { x, y } = body.off?.r === to.r ? body.off : { x: body.x - to.x, y: body.y - to.y };
        body.off = { x: x * (1 - share), y: y * (1 - share), r: to.r };
      } else body.off = undefined;
      const near = Math.hypot(to.x - body.x, to.y - body.y);
      body.x = body.off ? to.x + body.off.x : body.x + (to.x - body.x) * share;
      body.y = body.off ? to.y + body.off.y : body.y + (to.y - body.y) * share;
      // Small in flight, grown only inside.
      body.settled ||= near < to.r * 1.2;
      const r = body.settled ? to.r : Math.min(to.r, 9);
      body.r += (r - body.r) * share;
      if (body.settled && body.ring !== undefined) body.seen_s += dt_s;
    }
    for (const [request, { leaves, seen_s }] of this.#bodies)
      if (leaves && seen_s >= SEEN_S) this.#leave(request, leaves, scene);
    const { pool } = scene.layout;
    const floor = pool.y + pool.h - 12;
    for (const one of this.#leavers) {
      one.age_s += dt_s;
      one.left = (HOME_S - one.age_s) * 3;
      if (one.how === 'in_time' || one.how === 'late') {
        // Down first, so that it crosses neither line nor words; gone before the wall.
        one.y += (floor - one.y) * Math.min(1, dt_s * 9);
        if (floor - one.y < one.r) one.x -= dt_s * (120 + one.age_s * 520);
        one.left = Math.min(one.left, (one.x - one.r - pool.x - 8) / 24);
      } else {
        one.vy += 520 * dt_s;
        one.x += one.vx * dt_s;
        one.y += one.vy * dt_s;
      }
    }
    this.#leavers = this.#leavers.filter(({ left }) => left > 0);
    for (const ring of this.#fallen) {
      ring.falls_s += dt_s;
      ring.y += 900 * ring.falls_s * dt_s;
    }
    this.#fallen = this.#fallen.filter(({ falls_s }) => falls_s < 0.8);
  }

  draw(canvas: Context, scene: Scene, colours: Colours, scale: number): void {
    if (colours !== this.#colours || scale !== this.#scale) this.#sprites.clear();
    this.#colours = colours;
    this.#scale = scale;
    canvas.clearRect(0, 0, scene.layout.w, scene.layout.h);
    scene.seated.rings.forEach((one, index) => this.#drawRing(canvas, scene, one, index));
    if (scene.seated.door) this.#drawWork(canvas, scene.seated.door, scene.layout.door);
    if (scene.moment.latch) {
      const { x, y, r } = scene.layout.door;
      const { through } = scene.moment.latch;
      paint(canvas, turnstileMarks({ x: 0, y: 0 }, r, through), colours, x, y);
    }
    for (const { x, y, r, falls_s } of this.#fallen) {
      canvas.globalAlpha = Math.max(0, 1 - falls_s / 0.8);
      paint(canvas, ringMarks('starts', Math.max(4, r)), colours, x, y);
    }
    canvas.globalAlpha = 1;
    for (const [request, body] of this.#bodies) this.#drawBody(canvas, request, body);
    for (const one of this.#leavers) this.#drawLeaver(canvas, one);
    canvas.globalAlpha = 1;
    if (scene.pours && scene.hand) {
      const { x, y } = scene.hand;
      this.#stamp(canvas, 'held', HELD_R, x, y, () => bodyMarks('socket', HELD_R));
    }
  }

  #drawRing(canvas: Context, scene: Scene, one: Working | undefined, index: number): void {
    const at = this.#ringAt(scene, index);
    this.#rings[index] = { x: at.x, y: at.y, r: at.r, falls_s: 0 };
    const last = one
      ? undefined
      : [...this.#bodies.values()].find((body) => body.leaves && body.ring === index);
    this.#drawWork(canvas, one, at, last);
    if (scene.chosen !== index || !this.#colours) return;
    canvas.beginPath();
    canvas.arc(at.x, at.y, at.r + 6, 0, 2 * Math.PI);
    canvas.strokeStyle = this.#colours('--focus');
    canvas.lineWidth = 3;
    canvas.stroke();
  }

  /** The arc begins when the body is there. */
  #drawWork(canvas: Context, one: Working | undefined, { x, y, r }: Place, last?: Body): void {
    if (!this.#colours) return;
    const there = one && (this.#bodies.get(one.request)?.settled ?? true);
    const done = there ? Math.max(0.004, one.progress) : last?.settled ? 1 : 0;
    // The arc of a whole turn is the ring itself.
    const marks = ringMarks(done > 0 ? 'works' : 'idle', r, done < 1 ? done : 0);
    paint(canvas, marks, this.#colours, x, y);
  }

  #drawBody(canvas: Context, request: number, body: Body): void {
    const { x, y, tone, gone } = body;
    const flies = body.way < 1;
    const shown = flies ? 'socket' : tone;
    const r = Math.max(2.5, Math.round(body.r * 2) / 2);
    this.#stamp(canvas, `${shown} ${r} ${gone}`, r, x, y, () => lookMarks(shown, r, gone));
    if (flies || !this.#colours) return;
    if (shown === 'run' && r >= 8) this.#eyes(canvas, body, r);
    if (r < (shown === 'run' ? NUMBERED_AWAKE : NUMBERED)) return;
    if (shown === 'latch') return;
    const sleeps = shown === 'sleep' || shown === 'asleep';
    canvas.font = `700 ${Math.max(11.5, Math.min(17, r * 0.46))}px ${this.#colours('--sans')}`;
    canvas.textAlign = 'center';
    canvas.fillStyle = this.#colours(
      gone ? '--ink' : shown === 'asleep' ? '--ink' : `--on-${shown}`,
    );
    const down = shown === 'run' ? 0.56 : shown === 'socket' ? 0.66 : sleeps ? 0.1 : 0.24;
    canvas.fillText(String(request), x, y + r * down);
  }

  #eyes(canvas: Context, { x, y, gone }: Body, r: number): void {
    if (!this.#colours) return;
    canvas.fillStyle = this.#colours(gone ? '--ink-2' : '--on-run');
    for (const side of [-1, 1]) {
      canvas.beginPath();
      canvas.ellipse(x + side * r * 0.3, y - r * 0.12, r * 0.09, r * 0.14, 0, 0, 2 * Math.PI);
      canvas.fill();
    }
  }

  #drawLeaver(canvas: Context, { how, r, x, y, left }: Leaver): void {
    const colours = this.#colours;
    if (!colours) return;
    canvas.globalAlpha = Math.min(1, left);
    if (how === 'killed') {
      canvas.fillStyle = colours('--run');
      canvas.beginPath();
      canvas.arc(x, y, r, 0, 2 * Math.PI);
      canvas.fill();
      return;
    }
    if (how === 'nobody') {
      this.#stamp(canvas, `run ${r} true`, r, x, y, () => goneMarks('run', r));
      return;
    }
    const late = how === 'late';
    canvas.beginPath();
    canvas.arc(x, y, r, 0, 2 * Math.PI);
    canvas.fillStyle = colours('--paper');
    canvas.fill();
    canvas.strokeStyle = colours(late ? '--low' : '--ink');
    canvas.lineWidth = late ? 3 : 1.5;
    canvas.stroke();
    canvas.beginPath();
    canvas.moveTo(x - r * 0.42, y);
    canvas.lineTo(x - r * 0.08, y + r * 0.34);
    canvas.lineTo(x + r * 0.46, y - r * 0.34);
    canvas.strokeStyle = colours('--run');
    canvas.lineWidth = Math.max(1.5, r * 0.24);
    canvas.stroke();
  }

  /** Each shape is drawn once for its size, and then copied. */
  #stamp(
    canvas: Context,
    key: string,
    r: number,
    x: number,
    y: number,
    marks: () => readonly Mark[],
  ): void {
    let sprite = this.#sprites.get(key);
    const half = r * 1.2 + 3;
    if (!sprite) {
      sprite = document.createElement('canvas');
      sprite.width = sprite.height = Math.ceil(half * 2 * this.#scale);
      const brush = sprite.getContext('2d');
      if (!brush || !this.#colours) return;
      brush.scale(this.#scale, this.#scale);
      brush.lineCap = brush.lineJoin = 'round';
      paint(brush, marks(), this.#colours, half, half);
      this.#sprites.set(key, sprite);
    }
    const size = sprite.width / this.#scale;
    canvas.drawImage(sprite, x - half, y - half, size, size);
  }
}

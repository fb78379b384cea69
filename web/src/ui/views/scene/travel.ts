/**
 * The way of every body from one place to the next. The places are those of `at`; this remembers only who is on the way, and
 * from where, so that nothing of an earlier moment can stay in the picture.
 */
import { CONNECTION_STATES } from '../../../model/run/frame';
import { ROOM, ROOMS, type Bodies } from './at';
import type { Point } from './geometry';
import { along, lengthOf, wayIn } from './way';
import { placeAt, type House, type Line, type World } from './world';

/** A way takes this long, and so much longer for each u. */
const SETS_OUT_MS = 240;
const MS_PER_U = 6;
/** A line closes up from its head: later for those who are further back. */
const CLOSES_MS = 60;
const LATER_MS = 1.6;
const LATEST_MS = 160;

/** So far in front of its place in a crowd one turns towards the gate. */
const ENTERS = 4;
/** Of those in a full house who set out together, each goes so long after the one before. */
const BEHIND_MS = 30;
/** A body arrives within this share of its stay; a shorter way would be invisible. */
const SHARE_OF_STAY = 0.5;
const LEAST_MS = 50;

/** In one picture a rank grows by fewer than this only because others count anew. */
const BACK = 8;

const eased = (share: number) =>
  share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share);

export class Travel {
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  readonly #r: Float32Array;
  readonly #from_x: Float32Array;
  readonly #from_y: Float32Array;
  readonly #began_ms: Float64Array;
  readonly #lasts_ms: Float32Array;
  readonly #key: Int32Array;
  readonly #rank: Uint32Array;
  /** By how many ranks a body is behind its place in the line. */
  readonly #behind: Float32Array;
  readonly #on_way: Uint8Array;
  /** The ways of those who do not go straight. */
  readonly #ways = new Map<
    number,
    { readonly points: readonly Point[]; readonly length: number }
  >();
  /** How a body looks until it has arrived. */
  readonly #look: Uint8Array;
  #now_ms = NaN;
  /** How many are not at their places yet. */
  moving = 0;

  constructor(readonly world: World) {
    const count = world.home.length;
    this.#x = new Float32Array(count);
    this.#y = new Float32Array(count);
    this.#r = new Float32Array(count);
    this.#from_x = new Float32Array(count);
    this.#from_y = new Float32Array(count);
    this.#began_ms = new Float64Array(count);
    this.#lasts_ms = new Float32Array(count);
    this.#key = new Int32Array(count);
    this.#rank = new Uint32Array(count);
    this.#behind = new Float32Array(count);
    this.#on_way = new Uint8Array(count);
    this.#look = new Uint8Array(count);
  }

  /** True if a body has not arrived at its place yet. */
  onWay = (client: number): boolean => this.#on_way[client] === 1;

  /**
   * Moves everybody to where it is seen at this time of the screen. `follows`: changes are slow enough for the eye; otherwise
   * everybody is at once where the run has it. `stayMs`: how long a body stays where it is now, on the screen.
   */
  step(
    bodies: Bodies,
    now_ms: number,
    follows: boolean,
    stayMs: (client: number) => number = () => Infinity,
  ): void {
    const passed_ms = now_ms - this.#now_ms;
    const fresh = !(passed_ms >= 0) || !follows;
    this.#now_ms = now_ms;
    this.moving = 0;
    let set_out = 0;
    const { count, room, cell, rank, x, y, r, look } = bodies;
    for (let client = 0; client < count; client += 1) {
      const house = this.world.cells[cell[client] ?? 0]?.house;
      const high = house?.high !== undefined && bodies.state[client] === HIGH;
      const short = bodies.in_short[client] === 1;
      const all = this.#lineOf(room[client] ?? 0, house, high);
      const line = short ? all?.short : all;
      const at_line = room[client] === ROOM.LINE && high ? IN_HIGH : (room[client] ?? 0);
      const key = (at_line + (short ? SHORT : 0)) * 65_536 + (cell[client] ?? 0);
      const place = rank[client] ?? 0;
      if (fresh) {
        this.#on_way[client] = 0;
        this.#behind[client] = 0;
        this.#keep(client, key, place, x[client] ?? 0, y[client] ?? 0, r[client] ?? 0);
        continue;
      }
      const last = this.#rank[client] ?? 0;
      const came =
        key !== this.#key[client] ||
        (room[client] === ROOM.THREAD && place !== last) ||
        // Nobody goes back in a line: it has been through, and is there again.
        (room[client] === ROOM.CROWD && place > last + BACK);
      if (!came && !line && this.#on_way[client] === 0) {
        // Whoever walks past the doors moves by itself.
        if (room[client] === ROOM.INSIDE)
          this.#keep(client, key, place, x[client] ?? 0, y[client] ?? 0, r[client] ?? 0);
        continue;
      }
      if (came) {
        const [from_x, from_y] = [this.#x[client] ?? 0, this.#y[client] ?? 0];
        const to = { x: x[client] ?? 0, y: y[client] ?? 0 };
        const inside =
          house?.full &&
          wayIn(
            house,
            this.#roomBefore(client),
            room[client] ?? 0,
            { x: from_x, y: from_y },
            to,
            high,
          );
        const points = inside ?? this.#around(client, room[client] ?? 0, to);
        const way = lengthOf(points);
        const lasts_ms = Math.min(SETS_OUT_MS + way * MS_PER_U, stayMs(client) * SHARE_OF_STAY);
        // An answer appears where it is read.
        if (lasts_ms < LEAST_MS || (house?.full && !inside)) {
          this.#on_way[client] = 0;
          this.#behind[client] = 0;
          this.#keep(client, key, place, to.x, to.y, r[client] ?? 0);
          continue;
        }
        if (points.length > 2) this.#ways.set(client, { points, length: way });
        else this.#ways.delete(client);
        this.#from_x[client] = from_x;
        this.#from_y[client] = from_y;
        this.#began_ms[client] = now_ms - passed_ms + (inside ? BEHIND_MS * set_out : 0);
        this.#lasts_ms[client] = lasts_ms;
        set_out += 1;
        this.#on_way[client] = 1;
        this.#behind[client] = 0;
      } else if (line) {
        const stays = Math.exp(-passed_ms / (CLOSES_MS + Math.min(LATEST_MS, place * LATER_MS)));
        const behind = ((this.#behind[client] ?? 0) + (this.#rank[client] ?? 0) - place) * stays;
        this.#behind[client] = Math.abs(behind) < 0.01 ? 0 : behind;
      }
      const behind = this.#behind[client] ?? 0;
      const goal =
        line && behind !== 0
          ? placeAt(line, place + behind)
          : { x: x[client] ?? 0, y: y[client] ?? 0 };
      let { x: to_x, y: to_y } = goal;
      let size = r[client] ?? 0;
      if (this.#on_way[client] === 1) {
        const share = Math.max(
          0,
          (now_ms - (this.#began_ms[client] ?? 0)) / (this.#lasts_ms[client] ?? 1),
        );
        if (share >= 1) this.#on_way[client] = 0;
        else {
          // Whoever goes through the gate makes room at once for those behind.
          const part = room[client] === ROOM.INSIDE ? 1 - (1 - share) ** 2 : eased(share);
          const way = this.#ways.get(client);
          const end = way?.points.at(-1);
          if (way && end) {
            const at = along(way.points, way.length, part);
            // Its place may have moved since it set out.
            to_x = at.x + (to_x - end.x) * part;
            to_y = at.y + (to_y - end.y) * part;
          } else {
            to_x = (this.#from_x[client] ?? 0) * (1 - part) + to_x * part;
            to_y = (this.#from_y[client] ?? 0) * (1 - part) + to_y * part;
          }
          // A body grows after it has arrived, and shrinks before it leaves.
          size = Math.min(size, house?.full ? (house.lane.r ?? LINE_SIZE) : LINE_SIZE);
        }
      } else {
        const before = this.#r[client] ?? size;
        size = before < size ? Math.min(size, before + (passed_ms / GROWS_MS) * size) : size;
      }
      if (this.#on_way[client] === 1 || behind !== 0 || size !== r[client]) this.moving += 1;
      this.#keep(client, key, place, to_x, to_y, size);
    }
    for (let client = 0; client < count; client += 1)
      if (this.#on_way[client] === 1) look[client] = this.#look[client] ?? 0;
      else this.#look[client] = look[client] ?? 0;
    x.set(this.#x);
    y.set(this.#y);
    r.set(this.#r);
  }

  #keep(client: number, key: number, rank: number, x: number, y: number, r: number): void {
    this.#key[client] = key;
    this.#rank[client] = rank;
    this.#x[client] = x;
    this.#y[client] = y;
    this.#r[client] = r;
  }

  /** Straight; from the latch above the crowd, which it would cross, also to its end. */
  #around(client: number, room: number, to: Point): readonly Point[] {
    const from = { x: this.#x[client] ?? 0, y: this.#y[client] ?? 0 };
    const { latch } = this.world;
    if (!latch || room === ROOM.INSIDE) return [from, to];
    const { exit: y, ground, gate, box } = latch;
    const there = from.x > ground.x && from.y > box.y && from.y < box.y + box.h;
    // Into the crowd from outside.
    const away = Math.hypot(to.x - gate.x, to.y - gate.y) || 1;
    const beyond = 1 + ENTERS / away;
    const last =
      room === ROOM.CROWD
        ? [{ x: gate.x + (to.x - gate.x) * beyond, y: gate.y + (to.y - gate.y) * beyond }, to]
        : [to];
    if (!there) return [from, ...last];
    const before = { x: ground.x - 1, y };
    // Some pass so quickly that no picture has them inside.
    const waited = Math.floor((this.#key[client] ?? 0) / 65_536) === ROOM.CROWD;
    const on_lane = Math.abs(from.y - y) < 0.5;
    const out = on_lane ? [from] : [from, ...(waited ? [gate] : []), { x: gate.x + gate.r, y }];
    if (room === ROOM.CROWD) return [...out, before, { ...before, y: to.y }, ...last];
    // Where everybody lives beside the latch, and not above it.
    return to.y < y ? [...out, to] : [...out, before, to];
  }

  /** The room in which a body was, as far as the way into its next one depends on it. */
  #roomBefore(client: number): number {
    const room = Math.floor((this.#key[client] ?? 0) / 65_536) % SHORT;
    return room === IN_HIGH ? ROOM.LINE : room;
  }

  #lineOf(room: number, house: House | undefined, high: boolean): Line | undefined {
    if (room === ROOM.LINE) return high ? house?.high?.line : house?.lane;
    if (room === ROOM.DOOR) return house?.letters;
    return room === ROOM.CROWD ? this.world.latch?.crowd : undefined;
  }
}

/** Beside the rooms: the line of those with priority; and each line when it is short. */
const IN_HIGH = ROOMS.length;
const SHORT = ROOMS.length + 1;
const HIGH = CONNECTION_STATES.indexOf('high_queue');

/** On the way everybody has the size of those in line. */
const LINE_SIZE = 0.94;
const GROWS_MS = 140;
const CHANGE_MS = 200;

/** Threads that come and go: each grows in its ring, or fades from it. */
export class Threads {
  readonly #there = new Map<number, { readonly thread: number; readonly since_ms: number }>();
  readonly #gone = new Map<number, number>();
  #now_ms = NaN;

  /** `rings`: the thread in each ring that has one. */
  step(rings: ReadonlyMap<number, number>, now_ms: number, follows: boolean): void {
    const fresh = !follows || Number.isNaN(this.#now_ms);
    this.#now_ms = now_ms;
    for (const [ring, { thread }] of this.#there)
      if (rings.get(ring) !== thread) {
        this.#there.delete(ring);
        if (!fresh) this.#gone.set(ring, now_ms);
      }
    for (const [ring, thread] of rings)
      if (!this.#there.has(ring))
        this.#there.set(ring, { thread, since_ms: fresh ? -Infinity : now_ms });
    for (const [ring, since_ms] of this.#gone)
      if (fresh || now_ms - since_ms >= CHANGE_MS) this.#gone.delete(ring);
  }

  /** How much of the thread in a ring is there, or still there. */
  presence(ring: number): number {
    const its = this.#there.get(ring);
    if (its) return Math.max(0.15, eased(Math.min(1, (this.#now_ms - its.since_ms) / CHANGE_MS)));
    const left_ms = this.#gone.get(ring);
    return left_ms === undefined ? 0 : 1 - eased(Math.min(1, (this.#now_ms - left_ms) / CHANGE_MS));
  }

  get changing(): boolean {
    return (
      this.#gone.size > 0 ||
      [...this.#there.values()].some(({ since_ms }) => this.#now_ms - since_ms < CHANGE_MS)
    );
  }
}

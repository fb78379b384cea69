/**
 * Motion between two frames, as a function of the time on the screen: it takes equally long at a hundred times the speed,
 * and continues while an instant is shown step by step. A moving request keeps its look until it arrives. After a jump
 * (scrubbing, a new run) everything is simply in its place.
 */
import { NONE, type ConnectionState } from '../../../model/run/frame';
import type { Event, Frame, Life } from '../../../model/run/types';
import { stretchAt } from '../../../model/run/until';
import type { Point } from './geometry';
import type { Placement, ThreadPlace, TokenPlace, Zone } from './place';
import { along, lengthOf, wayOf } from './way';

const TRAVEL_MS = 320;
/** For a thread that comes or goes, or a door that opens or shuts. */
const CHANGE_MS = 200;
/** Requests that start together move one behind the other. */
const BEHIND_MS = 30;
/** More requests than this move as one body. */
export const MOST_TRAVELLING = 8;
/** A request arrives within this share of its stay. */
const SHARE_OF_STAY = 0.5;
/** A shorter move would be invisible. */
const LEAST_MS = 50;
/** More screen time than this between two frames of a playing run is a jump. */
const LONGEST_FRAME_MS = 400;
/** More steps than this are scrubbing, not a reader's step forward. */
const MOST_STEPS = 12;

interface BodyTrack {
  readonly way: readonly Point[];
  readonly length: number;
  readonly began_ms: number;
  readonly lasts_ms: number;
  readonly state: ConnectionState;
  readonly radius: readonly [from: number, to: number];
  /** The request that it moves with, if too many move at once. */
  readonly leader: BodyTrack | undefined;
  readonly client: number;
}

/** A moving request: its position, its look, and how many more move as the same body. */
export interface Travel extends Point {
  readonly state: ConnectionState;
  readonly radius: number;
  readonly more: number;
  readonly carried: boolean;
}

export interface DrawnThread {
  readonly place: ThreadPlace;
  /** 0: absent, 1: there. */
  readonly presence: number;
  /** True if it no longer exists. */
  readonly gone: boolean;
}

export interface MotionFrame {
  /** Moving requests; all others are in their places. */
  readonly travelling: ReadonlyMap<number, Travel>;
  readonly threads: readonly DrawnThread[];
  /** How this picture follows the previous one: by playing, by a step, or neither. */
  readonly mode: 'plays' | 'steps' | 'jumps';
  /** True if the picture will change a moment later even if the run is paused. */
  readonly moving: boolean;
  /** Simulated time that a flash lasts. */
  readonly flash_ns: number;
}

export interface MotionInput {
  readonly frame: Frame;
  readonly placement: Placement;
  /** Identifies the box: in another box nothing has moved, only the positions differ. */
  readonly box?: string;
  readonly playing: boolean;
  /** False if the reader prefers less motion. */
  readonly moves: boolean;
  readonly now_ms: number;
  /** The screen time between two times of the run; default: the pace of the last frames. */
  readonly screenMs?: ((from_ns: number, to_ns: number) => number) | undefined;
  readonly lives: readonly Life[];
  /** The events since the previous frame. */
  readonly events: (after_step: number, to_step: number) => readonly Event[];
}

interface Change {
  readonly place: ThreadPlace;
  readonly began_ms: number;
}

const FLASH_MS = 900;

export class Motion {
  #frame: Frame | undefined;
  #placement: Placement | undefined;
  #box: string | undefined;
  #drawn: MotionFrame | undefined;
  #now_ms = 0;
  /** How long the frame has been on the screen. */
  #seen_ms = 0;
  /** Simulated nanoseconds per millisecond of screen time. */
  #pace = 0;
  readonly #tracks = new Map<number, BodyTrack>();
  readonly #came = new Map<number, number>();
  #ghosts: Change[] = [];

  /** What to draw for this frame. The same frame and layout give the same result. */
  advance(input: MotionInput): MotionFrame {
    const before = this.#frame;
    const placed = this.#placement;
    const mode = this.#modeOf(input, before);
    if (mode !== 'jumps' && before && placed) this.#follow(input, before, placed);
    else this.#forget();
    this.#frame = input.frame;
    this.#placement = input.placement;
    this.#box = input.box;
    this.#now_ms = input.now_ms;
    this.#drawn = this.#draw(input, mode);
    return this.#drawn;
  }

  #modeOf(input: MotionInput, before: Frame | undefined): MotionFrame['mode'] {
    const { frame, playing, moves, now_ms } = input;
    if (!before || !moves || frame.connection_id.length !== before.connection_id.length)
      return 'jumps';
    if (input.box !== this.#box) return 'jumps';
    const steps = frame.step - before.step;
    const passed_ns = frame.time_ns - before.time_ns;
    if (passed_ns < 0 || steps < 0) return 'jumps';
    const real_ms = Math.max(0, now_ms - this.#now_ms);
    this.#seen_ms += real_ms;
    if (playing) {
      if (real_ms > LONGEST_FRAME_MS) {
        this.#pace = 0;
        return 'jumps';
      }
      const pace = real_ms > 0 ? passed_ns / real_ms : this.#pace;
      this.#pace = this.#pace > 0 ? this.#pace * 0.85 + pace * 0.15 : pace;
      return 'plays';
    }
    this.#pace = 0;
    // Drawn again, a jump remains one; as a step it would slide into place.
    if (passed_ns === 0 && steps === 0 && this.#drawn?.mode === 'jumps') return 'jumps';
    return steps <= MOST_STEPS ? 'steps' : 'jumps';
  }

  #forget(): void {
    this.#tracks.clear();
    this.#came.clear();
    this.#ghosts = [];
  }

  #follow(input: MotionInput, before: Frame, placed: Placement): void {
    if (input.frame.step === before.step) return;
    this.#followTokens(input, before, placed);
    const now = new Map(input.placement.threads.map((place) => [place.thread, place]));
    const old = new Map(placed.threads.map((place) => [place.thread, place]));
    const same = (a: Point, b: Point | undefined) => b !== undefined && a.x === b.x && a.y === b.y;
    for (const [thread, place] of old)
      if (!same(place, now.get(thread))) this.#ghosts.push({ place, began_ms: this.#seen_ms });
    for (const [thread, place] of now)
      if (!same(place, old.get(thread))) this.#came.set(thread, this.#seen_ms);
  }

  #followTokens(input: MotionInput, before: Frame, placed: Placement): void {
    const { placement } = input;
    const old = oldTokens(placed, placement);
    const past = pastTheLine(input, before);
    let under_way = 0;
    for (const its of this.#tracks.values())
      if (its.leader === undefined && this.#shareOf(its) < 1) under_way += 1;
    let last: BodyTrack | undefined;
    let behind = 0;
    placement.tokens.forEach((token, index) => {
      const from = old(index, token);
      const known = this.#tracks.get(token.client);
      if (from.x === token.x && from.y === token.y) return;
      const now = this.#at(known);
      const start = now ?? from;
      const way = wayOf(start, from.zone, token, past.has(token.client));
      const lasts_ms = Math.min(TRAVEL_MS, this.#stayLeft(input, token) * SHARE_OF_STAY);
      this.#tracks.delete(token.client);
      if (!way || lasts_ms < LEAST_MS) return;
      // A queue that moves up moves as a whole.
      const moves_up =
        from.zone === 'queue' && token.zone === 'queue' && from.state === token.state;
      if (!moves_up) under_way += 1;
      const leader = moves_up || under_way <= MOST_TRAVELLING ? undefined : last;
      const delay_ms = moves_up || lasts_ms < TRAVEL_MS ? 0 : BEHIND_MS * behind;
      if (!moves_up && leader === undefined) behind += 1;
      const track: BodyTrack = {
        way,
        length: lengthOf(way),
        began_ms: this.#seen_ms + delay_ms,
        lasts_ms,
        state: now?.state ?? from.state,
        radius: [now?.radius ?? from.radius, token.radius],
        leader,
        client: token.client,
      };
      this.#tracks.set(token.client, track);
      if (!moves_up) last = leader ?? track;
    });
  }

  #shareOf({ began_ms, lasts_ms }: Pick<BodyTrack, 'began_ms' | 'lasts_ms'>): number {
    return Math.max(0, (this.#seen_ms - began_ms) / lasts_ms);
  }

  #at(its: BodyTrack | undefined): Travel | undefined {
    if (!its) return undefined;
    const share = this.#shareOf(its.leader ?? its);
    if (share >= 1) return undefined;
    const eased = ease(share);
    const [from, to] = its.radius;
    return {
      ...along(its.way, its.length, eased),
      state: its.state,
      radius: from + (to - from) * eased,
      more: 0,
      carried: its.leader !== undefined,
    };
  }

  /** How long the request will stay in its present place, as far as its life is recorded. */
  #stayLeft({ frame, lives, screenMs }: MotionInput, token: TokenPlace): number {
    const life = lives[frame.connection_request[token.client] ?? NONE];
    // In a crowd only some lives are recorded; the others are too many to follow.
    if (!life && lives.length > 0) return 0;
    const stay = stretchAt(life, frame.time_ns);
    if (!stay) return Infinity;
    return (
      screenMs?.(frame.time_ns, stay.end_ns) ??
      (this.#pace > 0 ? (stay.end_ns - frame.time_ns) / this.#pace : Infinity)
    );
  }

  #draw({ placement }: MotionInput, mode: MotionFrame['mode']): MotionFrame {
    const travelling = new Map<number, Travel>();
    const carried = new Map<number, number>();
    const arrived: number[] = [];
    for (const [client, its] of this.#tracks) {
      const at = this.#at(its);
      if (!at) arrived.push(client);
      else {
        travelling.set(client, at);
        if (its.leader && this.#tracks.get(its.leader.client) === its.leader)
          carried.set(its.leader.client, (carried.get(its.leader.client) ?? 0) + 1);
      }
    }
    for (const client of arrived) this.#tracks.delete(client);
    for (const [client, more] of carried) {
      const at = travelling.get(client);
      if (at) travelling.set(client, { ...at, more });
    }
    const shareOf = (began_ms: number) => (this.#seen_ms - began_ms) / CHANGE_MS;
    const threads = placement.threads.map((place): DrawnThread => {
      const came = this.#came.get(place.thread);
      const share = came === undefined ? 1 : shareOf(came);
      if (share >= 1) this.#came.delete(place.thread);
      const presence = share >= 1 ? 1 : Math.max(0.15, ease(share));
      return { place, presence, gone: false };
    });
    this.#ghosts = this.#ghosts.filter(({ began_ms }) => shareOf(began_ms) < 1);
    for (const { place, began_ms } of this.#ghosts)
      threads.push({ place, presence: 1 - ease(shareOf(began_ms)), gone: true });
    const moving = this.#tracks.size + this.#came.size + this.#ghosts.length > 0;
    return { travelling, threads, mode, moving, flash_ns: FLASH_MS * this.#pace };
  }
}

type From = Point & { readonly zone: Zone } & Pick<TokenPlace, 'state' | 'radius'>;

/** The previous position of each request. In a crowd, idle clients had no position but their own. */
function oldTokens(placed: Placement, placement: Placement) {
  const same =
    placed.tokens.length === placement.tokens.length &&
    placed.tokens.every(({ client }, index) => placement.tokens[index]?.client === client);
  const known = new Map(same ? [] : placed.tokens.map((token) => [token.client, token]));
  return (index: number, { client, home, home_radius, state }: TokenPlace): From =>
    (same ? placed.tokens[index] : known.get(client)) ?? {
      ...home,
      zone: 'client',
      state,
      radius: home_radius,
    };
}

/** Clients whose request a thread took directly off its socket, without queueing. */
function pastTheLine({ frame, events }: MotionInput, before: Frame): Set<number> {
  const past = new Set<number>();
  for (const event of events(before.step, frame.step)) {
    if (event.kind !== 'request_started' || event.via === 'queue' || event.via === 'head') continue;
    const client = frame.connection_request.indexOf(event.request);
    if (client >= 0) past.add(client);
  }
  return past;
}

const ease = (share: number) =>
  share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share);

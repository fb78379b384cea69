/**
 * Motion between two frames. While a run plays, a picture's way from one frame to the next is drawn
 * as a function of the time that it has played on the screen: it takes as long at a hundred times the
 * speed, and goes on while an instant of the run is told step by step. Whatever is not a continuation
 * (a pause, scrubbing, a new run) simply stands in its new place.
 */
import { NONE } from '../../../model/run/frame';
import type { Event, Frame, Life } from '../../../model/run/types';
import type { Point } from './geometry';
import type { Placement, ThreadPlace, TokenPlace } from './place';
import { along, lengthOf, wayOf } from './way';

/** How long a request's way and a thread's change may take on the screen. */
const TRAVEL_MS = 420;
const CHANGE_MS = 340;
/** Requests that set out together go one behind the other. */
const BEHIND_MS = 34;
const MOST_BEHIND = 10;
/** A request has arrived well before it goes on. */
const SHARE_OF_STAY = 0.5;
/** More time than this between two frames of a playing run is a jump. */
const LONGEST_FRAME_MS = 400;
/** A reader's step forward; beyond it is scrubbing. */
const MOST_STEPS = 12;

interface Track {
  readonly way: readonly Point[];
  readonly length: number;
  readonly began_ms: number;
  readonly lasts_ms: number;
}

export interface DrawnThread {
  readonly place: ThreadPlace;
  readonly at: Point;
  /** 0: not there yet or gone, 1: there. */
  readonly presence: number;
  readonly change: 'created' | 'woken' | 'retired' | undefined;
}

export interface Drawn {
  readonly placement: Placement;
  /** Where requests are that are on their way; the others stand in their places. */
  readonly travelling: ReadonlyMap<number, Point>;
  readonly threads: readonly DrawnThread[];
  /** How the picture came from the one before: played on, stepped forward, or neither. */
  readonly mode: 'plays' | 'steps' | 'jumps';
  /** Simulated time that a flash lasts. */
  readonly flash_ns: number;
}

export interface MotionInput {
  readonly frame: Frame;
  readonly placement: Placement;
  /** What the places are in: in another box nothing has moved, it only stands elsewhere. */
  readonly box?: string;
  readonly playing: boolean;
  /** False where the reader asked for less motion. */
  readonly moves: boolean;
  readonly now_ms: number;
  /** How long the screen takes from one time of the run to another; else as long as it took of late. */
  readonly screenMs?: ((from_ns: number, to_ns: number) => number) | undefined;
  readonly lives: readonly Life[];
  /** What happened since the frame before. */
  readonly events: (after_step: number, to_step: number) => readonly Event[];
}

interface Change {
  readonly kind: 'created' | 'woken';
  readonly began_ms: number;
  readonly lasts_ms: number;
}
interface Ghost {
  readonly place: ThreadPlace;
  readonly began_ms: number;
  readonly lasts_ms: number;
}

const FLASH_MS = 900;

export class Motion {
  #frame: Frame | undefined;
  #placement: Placement | undefined;
  #box: string | undefined;
  #drawn: Drawn | undefined;
  #now_ms = 0;
  /** How long it has played. */
  #played_ms = 0;
  /** Simulated nanoseconds in a millisecond of the screen. */
  #pace = 0;
  readonly #tracks = new Map<number, Track>();
  readonly #thread_tracks = new Map<number, Track>();
  readonly #changes = new Map<number, Change>();
  #ghosts: Ghost[] = [];

  /** What to draw for this frame. The same frame in the same layout gives the same answer. */
  advance(input: MotionInput): Drawn {
    const before = this.#frame;
    const placed = this.#placement;
    const mode = this.#modeOf(input, before);
    if (mode === 'plays' && before && placed) this.#follow(input, before, placed);
    else this.#forget();
    this.#frame = input.frame;
    this.#placement = input.placement;
    this.#box = input.box;
    this.#now_ms = input.now_ms;
    this.#drawn = this.#draw(input, mode);
    return this.#drawn;
  }

  #modeOf(input: MotionInput, before: Frame | undefined): Drawn['mode'] {
    const { frame, playing, moves, now_ms } = input;
    if (!before || !moves || frame.client_id.length !== before.client_id.length) return 'jumps';
    if (input.box !== this.#box) return 'jumps';
    const steps = frame.step - before.step;
    const passed_ns = frame.time_ns - before.time_ns;
    if (passed_ns < 0 || steps < 0) return 'jumps';
    const real_ms = now_ms - this.#now_ms;
    if (playing) {
      if (real_ms > LONGEST_FRAME_MS) {
        this.#pace = 0;
        return 'jumps';
      }
      const pace = real_ms > 0 ? passed_ns / real_ms : this.#pace;
      this.#played_ms += Math.max(0, real_ms);
      this.#pace = this.#pace > 0 ? this.#pace * 0.85 + pace * 0.15 : pace;
      return 'plays';
    }
    this.#pace = 0;
    // Drawn again, a jump is still one: as a step it would slide to where it stands.
    if (passed_ns === 0 && steps === 0 && this.#drawn?.mode === 'jumps') return 'jumps';
    return steps <= MOST_STEPS ? 'steps' : 'jumps';
  }

  #forget(): void {
    this.#tracks.clear();
    this.#thread_tracks.clear();
    this.#changes.clear();
    this.#ghosts = [];
  }

  #follow(input: MotionInput, before: Frame, placed: Placement): void {
    const { frame, placement } = input;
    this.#followTokens(input, placed);
    if (frame.step === before.step) return;
    const began_ms = this.#played_ms;
    const lasts_ms = CHANGE_MS;
    const now = new Map(placement.threads.map((place) => [place.thread, place]));
    const old = new Map(placed.threads.map((place) => [place.thread, place]));
    for (const event of input.events(before.step, frame.step)) {
      if (event.kind === 'thread_created' || event.kind === 'thread_woken') {
        const kind = event.kind === 'thread_created' ? 'created' : 'woken';
        this.#changes.set(event.thread, { kind, began_ms, lasts_ms });
      } else if (event.kind === 'thread_exited') {
        const place = old.get(event.thread);
        if (place) this.#ghosts.push({ place, began_ms, lasts_ms });
      }
    }
    for (const [thread, place] of now) {
      const from = old.get(thread);
      if (!from || (from.x === place.x && from.y === place.y)) continue;
      const start = this.#at(this.#thread_tracks.get(thread)) ?? from;
      this.#thread_tracks.set(thread, track([start, place], began_ms, lasts_ms));
    }
  }

  #followTokens(input: MotionInput, placed: Placement): void {
    const { placement } = input;
    let behind = 0;
    const old = oldTokens(placed, placement);
    const past = pastTheLine(input, this.#frame);
    placement.tokens.forEach((token, index) => {
      const from = old(index, token);
      if (from.x === token.x && from.y === token.y) return;
      const start = this.#at(this.#tracks.get(token.client)) ?? from;
      const lasts_ms = Math.min(TRAVEL_MS, this.#stayLeft(input, token) * SHARE_OF_STAY);
      const way = wayOf(start, from.zone, token, past.has(token.client));
      const delay_ms = Math.min(behind, MOST_BEHIND) * BEHIND_MS;
      behind += 1;
      const set_out_ms = this.#played_ms + (lasts_ms < TRAVEL_MS ? 0 : delay_ms);
      this.#tracks.set(token.client, track(way, set_out_ms, lasts_ms));
    });
  }

  #at({ way, length, began_ms, lasts_ms }: Partial<Track> = {}) {
    if (!way || length === undefined || began_ms === undefined || !lasts_ms) return undefined;
    const share = (this.#played_ms - began_ms) / lasts_ms;
    return share >= 1 ? undefined : along(way, length, ease(Math.max(0, share)));
  }

  /** How long the request will be seen where it is now, as far as its life tells. */
  #stayLeft({ frame, lives, screenMs }: MotionInput, token: TokenPlace): number {
    const life = lives[frame.client_request[token.client] ?? NONE];
    const stay = life?.segments.find(
      ({ start_ns, end_ns }) => start_ns <= frame.time_ns && frame.time_ns < end_ns,
    );
    if (!stay) return Infinity;
    return (
      screenMs?.(frame.time_ns, stay.end_ns) ?? (stay.end_ns - frame.time_ns) / (this.#pace || 1)
    );
  }

  #draw({ placement }: MotionInput, mode: Drawn['mode']): Drawn {
    const now_ms = this.#played_ms;
    const travelling = new Map<number, Point>();
    for (const [client, its] of this.#tracks) {
      const at = this.#at(its);
      if (at) travelling.set(client, at);
      else this.#tracks.delete(client);
    }
    const threads = placement.threads.map((place): DrawnThread => {
      const its = this.#thread_tracks.get(place.thread);
      const at = this.#at(its);
      if (its && !at) this.#thread_tracks.delete(place.thread);
      const change = this.#changes.get(place.thread);
      const share = change ? shareOf(change, now_ms) : 1;
      if (change && share >= 1) this.#changes.delete(place.thread);
      return {
        place,
        at: at ?? place,
        presence: change?.kind === 'created' ? Math.max(0.15, ease(share)) : 1,
        change: share < 1 ? change?.kind : undefined,
      };
    });
    this.#ghosts = this.#ghosts.filter((ghost) => shareOf(ghost, now_ms) < 1);
    for (const ghost of this.#ghosts) {
      const presence = 1 - ease(shareOf(ghost, now_ms));
      threads.push({ place: ghost.place, at: ghost.place, presence, change: 'retired' });
    }
    return { placement, travelling, threads, mode, flash_ns: FLASH_MS * this.#pace };
  }
}

function shareOf(its: { began_ms: number; lasts_ms: number }, now_ms: number): number {
  return its.lasts_ms > 0 ? Math.max(0, (now_ms - its.began_ms) / its.lasts_ms) : 1;
}

function track(way: readonly Point[], began_ms: number, lasts_ms: number): Track {
  return { way, length: lengthOf(way), began_ms, lasts_ms };
}

/** Where a request was before. Of a crowd, those who asked nothing had no place but their own. */
function oldTokens(placed: Placement, placement: Placement) {
  type From = Point & Pick<TokenPlace, 'zone'>;
  const same =
    placed.tokens.length === placement.tokens.length &&
    placed.tokens.every(({ client }, index) => placement.tokens[index]?.client === client);
  const known = new Map(same ? [] : placed.tokens.map((token) => [token.client, token]));
  return (index: number, { client, home }: TokenPlace): From =>
    (same ? placed.tokens[index] : known.get(client)) ?? { ...home, zone: 'client' };
}

/** Clients whose request a thread took off its socket itself: it never stood in line. */
function pastTheLine({ frame, events }: MotionInput, before: Frame | undefined): Set<number> {
  const past = new Set<number>();
  if (!before || before.step === frame.step) return past;
  for (const event of events(before.step, frame.step)) {
    if (event.kind !== 'request_started' || event.via === 'queue' || event.via === 'head') continue;
    const client = frame.client_request.indexOf(event.request);
    if (client >= 0) past.add(client);
  }
  return past;
}

const ease = (share: number) =>
  share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share);

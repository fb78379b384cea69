/** Gestures on the picture of a live pool. A swipe up or down is the page's: a hand that pours holds still for a moment. */
import type { Op } from '../../model/hand/log';
import { inBox, type Layout } from './layout';

export interface At {
  readonly x: number;
  readonly y: number;
}

export interface Pointer extends At {
  readonly id: number;
  readonly touch: boolean;
}

export type Target =
  | { readonly on: 'ring'; readonly index: number }
  | { readonly on: 'door' | 'lane' | 'outside' }
  | undefined;

export function targetOf(layout: Layout, rings: number, at: At): Target {
  for (let index = 0; index < rings; index += 1) {
    const { x, y, r } = layout.ring(index);
    if (Math.hypot(at.x - x, at.y - y) < Math.max(22, r + 8)) return { on: 'ring', index };
  }
  const { door, lane, pour } = layout;
  if (Math.hypot(at.x - door.x, at.y - door.y) < Math.max(22, door.r)) return { on: 'door' };
  if (inBox(lane, at)) return { on: 'lane' };
  return inBox(pour, at) ? { on: 'outside' } : undefined;
}

/** Touches that move further than this before they hold are swipes. */
const STILL_PX = 8;
const HOLD_MS = 150;
const PULL_PX = 12;

interface Acts {
  readonly layout: () => Layout;
  readonly rings: () => number;
  readonly act: (op: Op, ring?: number) => void;
  readonly after: (ms: number, then: () => void) => () => void;
}

export class Hands {
  #acts: Acts;
  #down: (Pointer & { readonly target: Target }) | undefined;
  #at: At | undefined;
  #pours = false;
  #pulls = false;
  #wait: (() => void) | undefined;

  constructor(acts: Acts) {
    this.#acts = acts;
  }

  /** Where it pours. */
  get pouring(): At | undefined {
    return this.#pours ? this.#at : undefined;
  }

  /** The ring that it pulls, and to where. */
  get pulled(): { index: number; x: number; y: number } | undefined {
    const target = this.#down?.target;
    if (!this.#pulls || target?.on !== 'ring' || !this.#at) return undefined;
    return { index: target.index, ...this.#at };
  }

  /** A second finger is ignored. */
  press(pointer: Pointer): boolean {
    if (this.#down) return false;
    const target = targetOf(this.#acts.layout(), this.#acts.rings(), pointer);
    if (!target) return false;
    this.#down = { ...pointer, target };
    this.#at = pointer;
    if (target.on !== 'outside') return true;
    if (pointer.touch) this.#wait = this.#acts.after(HOLD_MS, () => this.#pour());
    else this.#pour();
    return true;
  }

  move(pointer: Pointer): void {
    const down = this.#down;
    if (down?.id !== pointer.id) return;
    const [dx, dy] = [pointer.x - down.x, pointer.y - down.y];
    if (this.#wait && Math.hypot(dx, dy) > STILL_PX) {
      this.#stop();
      this.#down = undefined;
      return;
    }
    this.#at = down.touch && down.target?.on === 'ring' ? { x: pointer.x, y: down.y } : pointer;
    // By touch sideways: up and down is the page's.
    const far = down.touch ? Math.abs(dx) : Math.hypot(dx, dy);
    if (down.target?.on === 'ring' && far > PULL_PX) this.#pulls = true;
  }

  lift(pointer: Pointer): void {
    const down = this.#down;
    if (down?.id !== pointer.id) return;
    const waited = this.#wait !== undefined;
    const [pulls, pours] = [this.#pulls, this.#pours];
    this.cancel();
    if (pours) return;
    const { target } = down;
    const moved = Math.hypot(pointer.x - down.x, pointer.y - down.y);
    if (target?.on === 'ring') {
      const { pool, ring } = this.#acts.layout();
      const out = !inBox(pool, pointer) || moved > Math.max(80, ring(0).r * 2);
      if (pulls && out) this.#acts.act('R', target.index);
      else if (!pulls && moved < PULL_PX) this.#acts.act('K', target.index);
    } else if (moved >= PULL_PX) return;
    else if (target?.on === 'door') this.#acts.act('D');
    else if (target?.on === 'outside' && waited) this.#acts.act('P');
  }

  /** The browser takes the pointer for its own, or the picture loses it. */
  cancel(): void {
    this.#stop();
    if (this.#pours) this.#acts.act('U');
    this.#pours = this.#pulls = false;
    this.#down = this.#at = undefined;
  }

  #stop(): void {
    this.#wait?.();
    this.#wait = undefined;
  }

  #pour(): void {
    this.#wait = undefined;
    this.#pours = true;
    this.#acts.act('H');
  }
}

import { pageClock } from '../../figure/player/loop';
import type { FrameNews } from '../../model/embedding/messages';
import type { Moment } from './frame-state.svelte';

const TELL_EVERY_MS = 100;

/** Reports a figure's position at most ten times a second, and always the last one. */
export function timeTeller(tell: (news: FrameNews) => void, clock = pageClock()) {
  let next: Moment | undefined;
  let resting = false;
  let ended = false;
  function now() {
    if (!next) return;
    const { state } = next;
    tell({ type: 'time', ...next });
    if (state === 'ended' && !ended) tell({ type: 'ended' });
    ended = state === 'ended';
    next = undefined;
    resting = true;
    clock.after(TELL_EVERY_MS, () => {
      resting = false;
      now();
    });
  }
  return (moment: Moment) => {
    next = moment;
    if (!resting) now();
  };
}

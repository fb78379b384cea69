/** Which event the narrator tells, and the line that says what has just happened and why. */
import { m } from '#paraglide/messages.js';
import type { Event, Outcome } from '../../model/run/types';
import { clock } from '../../model/words/format';
import { eventSentence } from '../../model/words/phrase';
import type { Player } from '../player/player.svelte';
import { eventsDone } from '../player/steps';
import { isNotable, isSeen } from '../player/story';
import type { Track } from '../player/track.svelte';
import { groupOf, lineSentence } from './moment-sentence';

/** What was worth a sentence is said for so long on the screen, whatever small things happen meanwhile. */
const SAID_MS = 2_400;
/** Further back it is old, whatever the clock says. */
const MOST_BACK = 400;

export interface Told {
  readonly event: Event;
  readonly track: Track;
}

/** The entry that a resting figure stands on; else what was last worth a sentence, or what came last. */
function toldOf({ events }: Outcome, player: Player): Event | undefined {
  const { position } = player;
  const done = eventsDone(events, position);
  const last = events[done - 1];
  if (!last) return undefined;
  if (!player.playing) {
    const { step, time_ns } = position;
    if (step === undefined ? last.at_ns === time_ns : last.step === step) return last;
    // Between two entries: in story time, the one before is still being told.
    if (player.speed !== 'story') return undefined;
  }
  for (let at = done - 1; at >= Math.max(0, done - MOST_BACK); at -= 1) {
    const event = events[at];
    if (!event || player.agoMs(event) > SAID_MS) break;
    if (isNotable(event)) return event;
  }
  return isSeen(last) && player.agoMs(last) <= SAID_MS ? last : undefined;
}

/** Of two runs: the later one's. */
export function toldBy(player: Player): Told | undefined {
  if (!player.touched) return undefined;
  let told: Told | undefined;
  for (const track of player.tracks) {
    const event = toldOf(track.outcome, player);
    if (event && (!told || event.at_ns > told.event.at_ns)) told = { event, track };
  }
  return told;
}

/** Never empty: what has just happened, or how things stand. `nameOf`: of either of two runs. */
export function narrationOf(
  player: Player,
  told: Told | undefined,
  nameOf: (track: Track) => string,
): string {
  const { main, twin, time_ns, end_ns, grain_ns } = player;
  const track = told?.track ?? main;
  const line = lineSentence(track.outcome, time_ns, track.frame);
  if (!told) {
    const { position } = player;
    const none = player.tracks.every(({ outcome }) => eventsDone(outcome.events, position) === 0);
    if (none) return m.narrator_before();
    if (twin) return m.narrator_quiet_pair();
    if (player.touched) return m.narrator_quiet({ line });
    return m.narrator_shows({ time: clock(time_ns, end_ns, grain_ns), line });
  }
  const event = eventSentence(told.event, track.outcome).replace(/\.$/, '');
  const group = track.first.group_threads.length > 1 ? groupOf(told.event) : undefined;
  const said =
    group === undefined
      ? m.narrator_line({ event, line })
      : m.narrator_line_group({ group, event, line });
  return twin ? m.narrator_of({ name: nameOf(track), said }) : said;
}

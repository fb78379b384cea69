/** The moment that shows what a widget's runs are about. */
import { instructiveMoment, longestWaitOf } from '../../figure/player/moment';
import { playableEnd } from '../../model/run/end';
import type { Poster } from '../../figure/player/player.svelte';
import type { Cue } from '../../model/run/cue';
import { CONNECTION_STATES } from '../../model/run/frame';
import { posterOf } from '../runs/engine';
import { postersOf } from '../widgets/frame-data';
import type { AnyWidget } from '../widgets/widgets';

const IDLE = CONNECTION_STATES.indexOf('idle');
/** As a share of the run: a shorter wait is not its subject. */
const MOMENTARY = 0.02;
const INTO_THE_RUN = 0.4;

/** True if no client is active, or the run has hardly started. */
const tellsNothing = ({ outcome, frame }: Poster) =>
  frame.time_ns < playableEnd(outcome) * MOMENTARY ||
  frame.connection_state.every((state) => state <= IDLE);

/** Far into the longest wait of these runs; if there is none, while they are busy. */
function tellingTime(posters: readonly Poster[]): number {
  const length = (poster: Poster) => {
    const wait = longestWaitOf(poster.outcome);
    return wait ? wait.end_ns - wait.start_ns : 0;
  };
  const end_ns = Math.max(...posters.map(({ outcome }) => playableEnd(outcome)));
  const [most] = [...posters].sort((a, b) => length(b) - length(a));
  if (!most || length(most) < end_ns * MOMENTARY) return end_ns * INTO_THE_RUN;
  return instructiveMoment(most.outcome);
}

/** At the moment with which they open; if that shows nothing yet, at one that tells their story. */
export function atTellingMoment(posters: readonly Poster[]): readonly Poster[] {
  if (!posters.every(tellsNothing)) return posters;
  const time_ns = tellingTime(posters);
  return posters.map(({ scenario_json, overrides }) =>
    posterOf(scenario_json, { overrides, time_ns }),
  );
}

export const picturesOf = (widget: AnyWidget): readonly Poster[] => atTellingMoment(postersOf(widget));

/** The moment of a question about a run: the first requests are at the door, and none has moved on. */
export function atQuestion(scenario_json: string, { overrides = {} }: Pick<Cue, 'overrides'> = {}): Poster {
  const poster = posterOf(scenario_json, { overrides });
  const first = Math.min(...poster.outcome.lives.map(({ arrive_ns }) => arrive_ns));
  return posterOf(scenario_json, { overrides, time_ns: Number.isFinite(first) ? first : 0 });
}

/** The moment of tension: far into the longest wait, or while the run is busy. */
export function atTension(scenario_json: string, cue: Pick<Cue, 'overrides'> = {}): Poster {
  const poster = posterOf(scenario_json, cue);
  return atTellingMoment([poster])[0] ?? poster;
}

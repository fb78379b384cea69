/** Puts a poster together again, once its run has been fetched. */
import type { GivenPoster, Poster } from '../run/poster';
import type { Outcome } from '../run/types';
import { runs } from './aside';
import { unpack, unpackFrame } from './packed';
import { Tape, type Recording } from './recording';
import type { Frame } from '../run/frame';

export function whole(poster: GivenPoster): Poster {
  if (!('run' in poster)) return poster;
  const { run, overrides, frame } = poster;
  const file = runs.get(run);
  if (!file) throw new Error(`the run ${run} has not been fetched`);
  const { scenario_json } = file;
  if ('first' in file) {
    const outcome = unpack(file.outcome) as Outcome;
    return { scenario_json, overrides, outcome, first: unpackFrame(file.first) as Frame, frame };
  }
  const tape = new Tape(unpack({ ...file }) as Recording);
  const first = tape.frame({ by: 'time', time_ns: 0 });
  return { scenario_json, overrides, outcome: tape.outcome, first, frame };
}

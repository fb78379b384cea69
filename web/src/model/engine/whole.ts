/** Puts a poster together again, once its run has been fetched. */
import type { GivenPoster, Poster } from '../run/poster';
import type { Outcome } from '../run/types';
import { runs } from './aside';
import { unpack, unpackFrame } from './packed';
import type { Frame } from '../run/frame';

export function whole(poster: GivenPoster): Poster {
  if (!('run' in poster)) return poster;
  const { run, overrides, frame } = poster;
  const file = runs.get(run);
  if (!file) throw new Error(`the run ${run} has not been fetched`);
  return {
    scenario_json: file.scenario_json,
    overrides,
    outcome: unpack(file.outcome) as Outcome,
    first: unpackFrame(file.first) as Frame,
    frame,
  };
}

/** Fetches the runs that pages leave out of their data (`model/run/poster.ts`). */
import type { GivenPoster } from '../run/poster';
import type { Packed } from './packed';

/** What `/run/NAME.json` contains. */
export interface RunFile {
  readonly scenario_json: string;
  readonly outcome: Packed;
  /** The picture at its start, packed. */
  readonly first: string;
}

/** A run with its recording, from the file of its frame. */
export interface RecordedRun extends Pick<RunFile, 'scenario_json' | 'outcome'> {
  readonly steps: Packed;
  readonly until_ns: number;
}

/** By name, which identifies the contents. */
export const runs = new Map<string, RunFile | RecordedRun>();
const asked = new Map<string, Promise<RunFile>>();

async function ask(run: string, address: string): Promise<RunFile> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const file = (await answer.json()) as RunFile;
  runs.set(run, file);
  return file;
}

/**
 * Takes a figure's run from `/embed/NAME/run.json`, which has its recording as well, and returns the scenario; undefined if it
 * is not recorded.
 */
export function takeRecorded(poster: GivenPoster, packed: Packed | undefined): string | undefined {
  // A list of one, as its code and its item.
  const [, recorded] = (packed ?? []) as readonly [form?: Packed, item?: RecordedRun | null];
  if (!recorded || !('run' in poster)) return undefined;
  runs.set(poster.run, recorded);
  return recorded.scenario_json;
}

/** Resolves to the scenario once the poster can be made whole. */
export async function bring(
  poster: GivenPoster,
  address: (run: string) => string,
): Promise<string> {
  if (!('run' in poster)) return poster.scenario_json;
  const { run } = poster;
  const file = asked.get(run) ?? ask(run, address(run));
  asked.set(run, file);
  file.catch(() => asked.delete(run)); // it may be tried again
  return (await file).scenario_json;
}

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

/** By name, which identifies the contents. */
export const runs = new Map<string, RunFile>();
const asked = new Map<string, Promise<RunFile>>();

async function ask(run: string, address: string): Promise<RunFile> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const file = (await answer.json()) as RunFile;
  runs.set(run, file);
  return file;
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

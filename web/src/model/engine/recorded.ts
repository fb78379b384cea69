/** The recorded run of a page, for a scenario with its own settings. It plays first; then the engine continues with it. */
import { makeEngine as makeClient, type ClientListener } from './client';
import { prepare } from '#link';
import { unpack, type Packed } from './packed';
import { RecordedFirst, type Recorded } from './recorded-first';
import { Tape, type Recording } from './recording';

let recorded: (Recorded & { readonly scenario: string }) | undefined;

/** Plays the recording at `told` if there is one, and loads the engine once the run is `shown`. */
export async function record(
  scenario: string,
  told: Promise<Packed | undefined>,
  shown: Promise<unknown>,
): Promise<void> {
  const tape = told.then((packed) => {
    if (packed === undefined) return undefined;
    const [recording] = unpack(packed) as readonly (Recording | null | undefined)[];
    return recording ? new Tape(recording) : undefined;
  });
  recorded = { scenario, tape, shown };
  if (await tape) await shown;
  prepare(scenario);
}

/** The engine for a page's player. */
export const makeEngine = (
  listener: ClientListener,
  make: ConstructorParameters<typeof RecordedFirst>[1] = makeClient,
) =>
  new RecordedFirst(listener, make, (scenario, overrides) =>
    recorded?.scenario === scenario && Object.keys(overrides).length === 0 ? recorded : undefined,
  );

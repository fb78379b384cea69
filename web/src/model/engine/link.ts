/** Opens the channel to the engine. */
import { HERE, hereLink, withFallback, workerLink, type Link } from './channel';
import type { Answer, EngineRequest } from './protocol';

export type EngineLink = Link<EngineRequest, Answer>;

async function here(): Promise<EngineLink> {
  const [{ EngineHost }, { loadEngine }] = await Promise.all([import('./host'), import('./wasm')]);
  return hereLink((post) => new EngineHost({ load: loadEngine, post, ...HERE }));
}

const made = (): EngineLink =>
  withFallback(
    () => workerLink(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })),
    here,
  );

let spare: EngineLink | undefined;

/**
 * Loads an engine before anybody presses play, by running this scenario once. Failures are ignored: the player reports its
 * own.
 */
export function prepare(scenario: string): void {
  if (spare) return;
  spare = made();
  spare.post({ type: 'open', generation: 0, scenario, overrides: '{}' });
}

export function connect(): Promise<EngineLink> {
  const ready = spare ?? made();
  spare = undefined;
  return Promise.resolve(ready);
}

/** Runs the remedies of a capture ahead in the engine. */
import type { Remedy } from '../generated/diagnosis';

export interface AheadAsk {
  readonly text: string;
  readonly everything: boolean;
  /** How many remedies there are. */
  readonly count: number;
}
export interface AheadAnswer {
  readonly index: number;
  readonly remedy: Remedy | null;
}

/** Runs them one by one and yields each result as soon as it is known. */
export async function* tryAll({ text, everything, count }: AheadAsk): AsyncGenerator<AheadAnswer> {
  const { loadAhead } = await import('../engine/wasm-ahead');
  const { try_remedy } = await loadAhead();
  for (let index = 0; index < count; index += 1) {
    const remedy = JSON.parse(try_remedy(text, everything, index)) as Remedy | null;
    yield { index, remedy };
  }
}

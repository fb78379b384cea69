/** The remedies of a capture, run ahead by the engine. */
import type { Remedy } from '../generated/diagnosis';

export interface AheadAsk {
  readonly text: string;
  readonly everything: boolean;
  /** Remedies that there are. */
  readonly count: number;
}
export interface AheadAnswer {
  readonly index: number;
  readonly remedy: Remedy | null;
}

/** One after the other, so that each is told as soon as it is known. */
export async function* tryAll({ text, everything, count }: AheadAsk): AsyncGenerator<AheadAnswer> {
  const { loadAhead } = await import('../engine/wasm-ahead');
  const { try_remedy } = await loadAhead();
  for (let index = 0; index < count; index += 1) {
    const remedy = JSON.parse(try_remedy(text, everything, index)) as Remedy | null;
    yield { index, remedy };
  }
}

/** The questions of a step, and the picture's moment while one is open. */
import type { Block } from './types';

export type Question = Extract<Block, { kind: 'predict' | 'draw' }>;
export const asks = (block: Block): block is Question =>
  block.kind === 'predict' || block.kind === 'draw';

/** The moment that the first question of a step is about. */
export function openingOf(blocks: readonly Block[]): number | undefined {
  return blocks.find(asks)?.opens_ns;
}

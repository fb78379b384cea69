/** Code that only some steps need: loaded with such a step, not with every page of a lesson. */
import type { Component } from 'svelte';
// Kit puts the styles of dynamic imports into the first chunk that mentions them: the figures' must be mentioned before a
// part's.
import './PictureView.svelte';
import type { StepReading } from './reading.svelte';
import type { Block, ServerPart } from './types';

type Of<K extends Block['kind']> = Extract<Block, { kind: K }>;
type Asking<K extends Block['kind']> = Component<{
  block: Of<K>;
  index: number;
  reading: StepReading;
}>;

export interface StepParts {
  readonly draw: Asking<'draw'> | undefined;
  readonly predict: Asking<'predict'> | undefined;
  readonly goals: Component<{ block: Of<'goals'>; key: string; reading: StepReading }> | undefined;
  readonly server: Component<{ parts: readonly ServerPart[] }> | undefined;
}

export async function partsOf(blocks: readonly Block[]): Promise<StepParts> {
  const has = (kind: Block['kind']) => blocks.some((block) => block.kind === kind);
  const [draw, predict, goals, server] = await Promise.all([
    has('draw') ? import('./Draw.svelte') : undefined,
    has('predict') ? import('./Predict.svelte') : undefined,
    has('goals') ? import('./Goals.svelte') : undefined,
    has('server') ? import('./ServerBox.svelte') : undefined,
  ]);
  return {
    draw: draw?.default,
    predict: predict?.default,
    goals: goals?.default,
    server: server?.default,
  };
}

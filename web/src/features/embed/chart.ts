/** Starts the frame of published curves. */
import { hydrate, tick } from 'svelte';
import ChartFrame from './ChartFrame.svelte';
import { FrameState } from './frame-state.svelte';
import type { Wake } from './live';

export const wake: Wake = async ({ root, data, options, problems }) => {
  if (data.kind !== 'benchmark') throw new Error('a run has code of its own');
  const frame = new FrameState();
  hydrate(ChartFrame, { target: root, props: { data, frame } });
  await tick();
  frame.options = options;
  if (problems.length > 0) {
    const { sentencesOf } = await import('../../model/embedding/sentences');
    frame.problems = sentencesOf(problems);
  }
  return { obey: () => undefined, see: () => undefined };
};

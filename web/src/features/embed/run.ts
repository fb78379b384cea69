/** Wakes the frame of a run, or of two. */
import { flushSync, hydrate, tick } from 'svelte';
import { FrameState } from './frame-state.svelte';
import type { Code, Wake } from './live';
import type { View } from '../../model/embedding/params';
import { prime } from './prime';
import RunFrame from './RunFrame.svelte';
import { timeTeller } from './teller';

export const wake: Wake = async ({ root, data, options, problems, tell, Scene, recordings }) => {
  if (data.kind === 'benchmark' || !Scene) throw new Error('a chart has code of its own');
  const primed = await Promise.all(
    data.runs.map((run, index) => prime(run, data.time_ns, recordings[index] ?? undefined)),
  );
  const posters = primed.map(({ poster }) => poster);
  const frame = new FrameState();
  frame.tell = timeTeller(tell);
  hydrate(RunFrame, {
    target: root,
    props: { data, frame, posters, Scene, engines: primed.map(({ make }) => make) },
  });
  await tick();
  frame.options = options;
  if (problems.length > 0) {
    const { sentenceOf } = await import('../../model/embedding/sentences');
    frame.problems = problems.map(sentenceOf);
  }
  await frame.open(options.state);
  const show = async (view: View) => {
    if (view === 'scene') return;
    const { default: Views } = await import('./Views.svelte');
    frame.show(view, Views);
  };
  await show(options.view);
  return {
    obey: (command) => frame.obey(command),
    see: (visible) => (frame.visible = visible),
    form: (width) => {
      frame.width = width;
      flushSync();
    },
  };
};

export const namesOf: Code['namesOf'] = async (server) =>
  (await import('./other-server')).namesOf(server);

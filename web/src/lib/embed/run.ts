/** Wakes the frame of a run, or of two. */
import { flushSync, hydrate, tick } from 'svelte';
import { serverModel } from '../run/machine';
import { isCrowd } from '../views/scene/crowd';
import { FrameState } from './frame-state.svelte';
import type { Code, Wake } from './live';
import type { View } from './params';
import { prime } from './prime';
import RunFrame from './RunFrame.svelte';

export const wake: Wake = async ({ root, data, options, problems, tell }) => {
  if (data.kind === 'benchmark') throw new Error('a chart has code of its own');
  const primed = await Promise.all(data.runs.map((run) => prime(run, data.time_ns)));
  const posters = primed.map(({ poster }) => poster);
  const crowd = posters.some(({ first }) => isCrowd(first));
  const machine = posters.some(({ outcome }) => serverModel(outcome.scenario));
  const { default: Scene } = crowd
    ? await import('./CrowdScene.svelte')
    : machine
      ? await import('./MachineScene.svelte')
      : await import('./FewScene.svelte');
  const frame = new FrameState();
  frame.tell = tell;
  hydrate(RunFrame, {
    target: root,
    props: { data, frame, posters, Scene, engines: primed.map(({ make }) => make) },
  });
  await tick();
  frame.options = options;
  if (problems.length > 0) {
    const { sentenceOf } = await import('./sentences');
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

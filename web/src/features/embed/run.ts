/** Starts the frame of one or two runs. */
import { hydrate, tick } from 'svelte';
import { FrameFigure } from './frame-figure.svelte';
import { FrameState } from './frame-state.svelte';
import { unpack } from '../../model/engine/packed';
import type { Problem } from '../../model/embedding/params';
import type { Code, Recordings, Wake } from './live';
import { prime } from './prime';
import RunFrame from './RunFrame.svelte';
import { timeTeller } from './teller';

export const wake: Wake = async ({
  root,
  data,
  options,
  problems,
  tell,
  Scene,
  Times,
  recordings,
}) => {
  if (data.kind === 'benchmark' || !Scene || !Times) throw new Error('a chart has code of its own');
  const tapes = recordings === undefined ? [] : (unpack(recordings) as Recordings);
  const primed = await Promise.all(
    data.runs.map((run, index) => prime(run, data.time_ns, tapes[index] ?? undefined)),
  );
  const figure = new FrameFigure(data, primed);
  async function complain(of: readonly Problem[]): Promise<void> {
    const { sentencesOf } = await import('../../model/embedding/sentences');
    frame.problems = sentencesOf(of);
  }
  const frame = new FrameState();
  frame.tell = timeTeller(tell);
  hydrate(RunFrame, { target: root, props: { figure, frame, Scene, Times } });
  await tick();
  frame.options = options;
  figure.player.calm =
    options.motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (problems.length > 0) await complain(problems);
  const { speed, from, to } = options;
  figure.player.setSpeed(speed === 'story' ? speed : Number(speed));
  figure.wants = { from, to };
  figure.player.stretch = {
    from_ns: from ?? 0,
    to_ns: to ?? Infinity,
    loops: options.loop === '1',
  };
  await figure.open(options.state);
  const { view } = options;
  if (view === 'guess') {
    const [{ guessOf }, { default: Ask }] = await Promise.all([
      import('./guess'),
      import('./Ask.svelte'),
    ]);
    const guess = guessOf(figure.outcomes, figure.names);
    if (guess) frame.asks = { guess, Ask };
  } else if (view !== 'scene')
    frame.other = { view, Views: (await import('./Views.svelte')).default };
  if (options.autoplay === '1' && !figure.player.calm && !frame.asking) figure.player.play();
  return {
    obey: (command) => {
      if (command.type === 'turn' && (command.problems.length > 0 || frame.problems.length > 0))
        void complain(command.problems);
      // The reader's guess starts it.
      if (command.type !== 'play' || !frame.asking) figure.obey(command);
    },
    see: (visible) => figure.player.seen(visible),
  };
};

export const namesOf: Code['namesOf'] = async (server) =>
  (await import('./other-server')).namesOn(server);

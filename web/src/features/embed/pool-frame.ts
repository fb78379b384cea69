/** Wakes the frame of the living pool: its picture becomes the pool. */
import { hydrate, tick } from 'svelte';
import type { Live, LiveStill } from '../../figure/live/live.svelte';
import { counted } from '../../figure/live/record';
import type { ReadLook } from '../../model/embedding/live-params';
import type { Command, FrameNews } from '../../model/embedding/messages';
import { sentencesOf } from '../../model/embedding/sentences';
import PoolFrame from './PoolFrame.svelte';
import { PoolState, type PoolData } from './pool-state.svelte';

export interface PoolControl {
  obey(command: Command): void;
  see(visible: boolean): void;
}
export type WakePool = (given: {
  readonly root: HTMLElement;
  readonly data: PoolData & { readonly still: LiveStill };
  readonly read: ReadLook;
  readonly tell: (news: FrameNews) => void;
}) => Promise<PoolControl>;

export const wake: WakePool = async ({ root, data, read, tell }) => {
  const state = new PoolState();
  let live: Live | undefined;
  let told_s = -1;
  const onlive = (run: Live) => {
    live = run;
    run.onmoment = ({ time_ns, decided }) => {
      const now_s = Math.floor(time_ns / 1e9);
      if (now_s === told_s && !decided) return;
      told_s = now_s;
      const { in_time, late, nobody } = counted(run.record, time_ns);
      const last = run.record.figures.at(-1);
      tell({
        type: 'pool',
        state: run.playing ? 'playing' : 'paused',
        time_ns,
        answered: in_time + late,
        late,
        nobody,
        p50_ns: last?.half_ns ?? null,
        p99_ns: last?.most_ns ?? null,
        won: decided ? decided.outcome === 'won' : null,
      });
    };
  };
  hydrate(PoolFrame, { target: root, props: { data, still: data.still, state, onlive } });
  await tick();
  state.look = read.look;
  state.problems = sentencesOf(read.problems);
  return {
    obey(command) {
      switch (command.type) {
        case 'play':
          live?.play();
          break;
        case 'pause':
          live?.pause();
          break;
        case 'act':
          live?.obey(command.do);
          break;
        case 'seek':
        case 'set':
        case 'theme':
        case 'visible':
        case 'height':
          break;
        default:
          command satisfies never;
      }
    },
    see: (visible) => live?.seen(visible),
  };
};

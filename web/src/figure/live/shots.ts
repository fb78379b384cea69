/** The last seconds of a dare, from its log alone: a run of its own, off the screen. */
import type { ConnectLive } from '../../model/engine/live-link';
import type { LiveMoment } from '../../model/engine/live-run';
import type { Tick } from '../player/loop';
import { Live, type Asked, type LiveStill } from './live.svelte';
import type { Seated } from './seats';

export interface Shot {
  readonly moment: LiveMoment;
  readonly seated: Seated;
  /** The rings that are drawn. */
  readonly rings: number;
  readonly sentence: string;
}

/** What a replay shows every `every_ms`, of at most 100, up to the moment that decides the dare. */
export async function shotsOf(
  asked: Asked,
  still: LiveStill,
  connect: ConnectLive,
  every_ms: number,
): Promise<Shot[]> {
  let tick: Tick | undefined;
  let answered: (() => void) | undefined;
  const run = new Live(
    still,
    (onanswer) =>
      connect((answer) => {
        onanswer(answer);
        answered?.();
      }),
    {
      animate(one) {
        tick = one;
        return () => (tick = undefined);
      },
      after: () => () => undefined,
    },
  );
  const until = (there: () => boolean) =>
    new Promise<void>((done, failed) => {
      answered = () => {
        if (run.failure !== undefined) failed(new Error(run.failure));
        else if (there()) done();
      };
      answered();
    });
  try {
    run.begin(asked);
    await until(() => !run.busy);
    const shots: Shot[] = [];
    for (;;) {
      const { moment, seated, rings, sentence } = run;
      shots.push({ moment, seated, rings, sentence });
      tick?.(every_ms);
      // What is decided needs no more time.
      if (!run.replays) return shots;
      await until(() => run.moment !== moment);
    }
  } finally {
    run.close();
  }
}

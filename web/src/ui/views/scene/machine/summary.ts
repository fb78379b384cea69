/** Cores, run queue and latch in a sentence for screen readers. */
import { m } from '#paraglide/messages.js';
import type { Frame } from '../../../../model/run/types';
import { count, shortDuration } from '../../../../model/words/format';
import type { LatchView, MachineExtent } from './machine';
import { NEXT } from '../../../../model/joined';

/** Describes the latch's holder. */
export function latchSentence(latch: LatchView): string {
  const thread = latch.holder ?? 0;
  switch (latch.state) {
    case 'free':
      return m.scene_latch_free();
    case 'held':
      return m.scene_latch_held({ thread });
    case 'stalled':
      return latch.holder === undefined
        ? m.scene_latch_stalled_free({ left: shortDuration(latch.stall_left_ns) })
        : m.scene_latch_stalled({ thread, left: shortDuration(latch.stall_left_ns) });
  }
}

export function machineSummary(
  frame: Frame,
  latch: LatchView,
  extent: Pick<MachineExtent, 'latch' | 'run_queue'>,
): string {
  const sentences = [
    frame.cores === 0
      ? m.cores_used({ busy: frame.on_cpu })
      : m.scene_machine_cores({ busy: Math.min(frame.on_cpu, frame.cores), cores: frame.cores }),
  ];
  if (extent.run_queue)
    sentences.push(m.scene_machine_run_queue({ count: count(frame.run_queue.length) }));
  if (extent.latch) {
    sentences.push(
      m.scene_machine_latch({
        state: latchSentence(latch),
        spinning: count(latch.spinning.length),
        asleep: count(latch.asleep.length),
        transactions: count(frame.open_transactions),
      }),
    );
  }
  return sentences.join(NEXT);
}

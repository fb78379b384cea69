/** The server's latch at one moment, in columns and in a sentence for screen readers. */
import { m } from '#paraglide/messages.js';
import { LATCH_STATES, NONE } from '../../../model/run/frame';
import { serverModel, stallLeft_ns } from '../../../model/run/machine';
import type { Frame, Outcome } from '../../../model/run/types';
import { count, shortDuration } from '../../../model/words/format';
import { NEXT } from '../../../model/joined';

/** Describes the latch's holder. */
function latchSentence(frame: Frame, stall_left_ns: number): string {
  const thread = frame.latch_holder;
  const left = shortDuration(stall_left_ns);
  switch (LATCH_STATES[frame.latch_state] ?? 'free') {
    case 'free':
      return m.scene_latch_free();
    case 'held':
      return m.scene_latch_held({ thread });
    case 'stalled':
      return thread === NONE
        ? m.scene_latch_stalled_free({ left })
        : m.scene_latch_stalled({ thread, left });
  }
}

/** Cores, run queue and latch; nothing of a machine that has only cores. */
export function serverSummary(frame: Frame, { scenario }: Pick<Outcome, 'scenario'>): string[] {
  const model = serverModel(scenario);
  if (!model) return [];
  const sentences = [
    frame.cores === 0
      ? m.cores_used({ busy: frame.on_cpu })
      : m.scene_machine_cores({ busy: Math.min(frame.on_cpu, frame.cores), cores: frame.cores }),
  ];
  if (model.run_queue)
    sentences.push(m.scene_machine_run_queue({ count: count(frame.run_queue.length) }));
  if (model.latch) {
    const asleep = Math.min(frame.latch_asleep, frame.latch_queue.length);
    sentences.push(
      m.scene_machine_latch({
        state: latchSentence(frame, stallLeft_ns(scenario.stalls, frame.time_ns)),
        spinning: count(frame.latch_queue.length - asleep),
        asleep: count(asleep),
        transactions: count(frame.open_transactions),
      }),
    );
  }
  return [sentences.join(NEXT)];
}

/** The requests at the machine's one disk, and the queue for it. */
import { NONE } from '../../../model/run/frame';
import type { Frame, Outcome } from '../../../model/run/types';
import { stretchAt } from '../../../model/run/until';
import type { DiskView } from './machine-marks';

/** Undefined if each wait has a disk of its own. */
export function diskView(
  frame: Frame,
  { scenario, lives }: Pick<Outcome, 'scenario' | 'lives'>,
  labels: readonly string[],
): DiskView | undefined {
  const channels = scenario.machine?.disk?.channels;
  if (channels === undefined) return undefined;
  const at_disk: { readonly label: string; readonly in_line: boolean; readonly since: number }[] =
    [];
  frame.connection_request.forEach((request, client) => {
    const life = request === NONE ? undefined : lives[request];
    const now = stretchAt(life, frame.time_ns);
    if (now?.place !== 'waiting' || now.wait !== 'diskio') return;
    const in_line = now.why.reason === 'disk_queue';
    at_disk.push({ label: labels[client] ?? '', in_line, since: now.start_ns });
  });
  at_disk.sort((a, b) => a.since - b.since);
  const those = (in_line: boolean) =>
    at_disk.filter((one) => one.in_line === in_line).map(({ label }) => label);
  return { channels, served: those(false), line: those(true) };
}

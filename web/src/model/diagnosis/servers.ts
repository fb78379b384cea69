/** A paste of several servers: what each of them printed. */
import type { Capture } from '../generated/diagnosis';

/** Settings that came twice, or more than the two looks of one capture. What tells is in a module that is fetched for it. */
const may_be_several = ({ blocks, left_out_looks }: Capture) =>
  left_out_looks > 0 || blocks.filter(({ kind }) => kind === 'variables').length > 1;

/** The text once for each server, with the lines of the others empty; none where it is of one. */
export async function serversIn(text: string, capture: Capture): Promise<readonly string[]> {
  if (!may_be_several(capture)) return [];
  try {
    const { loadAhead } = await import('../engine/wasm-ahead');
    const { servers } = await loadAhead();
    return JSON.parse(servers(text)) as string[];
  } catch {
    // Without a network it may not be here: the paste is read all the same.
    return [];
  }
}

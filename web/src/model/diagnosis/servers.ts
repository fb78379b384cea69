/** Splits a paste that comes from several servers. */
import type { Capture } from '../generated/diagnosis';

/** A setting that appears twice, or more than the two looks of one capture: only then the text is read once more. */
const may_be_several = ({ blocks, left_out_looks }: Capture) =>
  left_out_looks > 0 || blocks.filter(({ kind }) => kind === 'variables').length > 1;

/** The text once per server, with the other servers' lines empty; an empty list if it is from one server. */
export async function serversIn(text: string, capture: Capture): Promise<readonly string[]> {
  if (!may_be_several(capture)) return [];
  const { loadDiagnose } = await import('../engine/wasm-diagnose');
  const { servers } = await loadDiagnose();
  return JSON.parse(servers(text)) as string[];
}

/** Reads and judges a paste. It stays on the page: nothing is sent anywhere. */
import type { Diagnosed } from '../generated/diagnosis';

/**
 * `everything` keeps statements, users, hosts and schema names as pasted; `redacted` drops them before the result leaves
 * the reader.
 */
export async function diagnose(text: string, keep: 'redacted' | 'everything'): Promise<Diagnosed> {
  // Loads the glue code of the module only when there is something to read.
  const { loadDiagnose } = await import('../engine/wasm-diagnose');
  const { diagnose: read } = await loadDiagnose();
  return JSON.parse(read(text, keep === 'everything')) as Diagnosed;
}

/** The capture in a paste as text again, redacted: its tables as a client prints them. */
export async function captureText(text: string): Promise<string> {
  const { loadDiagnose } = await import('../engine/wasm-diagnose');
  return (await loadDiagnose()).printed(text);
}

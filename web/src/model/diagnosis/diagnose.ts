/** What a paste is and means. It stays on the page: nothing is sent anywhere. */
import type { Diagnosed } from '../generated/diagnosis';

/** `everything`: statements, users, hosts and schema names as they were pasted; else they never leave the reader. */
export async function diagnose(text: string, keep: 'redacted' | 'everything'): Promise<Diagnosed> {
  // With its glue only when something is there to be read.
  const { loadDiagnose } = await import('../engine/wasm-diagnose');
  const read = await loadDiagnose();
  return JSON.parse(read(text, keep === 'everything')) as Diagnosed;
}

/** What a paste is and means. It stays on the page: nothing is sent anywhere. */
import type { Diagnosed } from '../generated/diagnosis';
import type { Film } from './film';

/** `everything`: statements, users, hosts and schema names as they were pasted; else they never leave the reader. */
export async function diagnose(text: string, keep: 'redacted' | 'everything'): Promise<Diagnosed> {
  // With its glue only when something is there to be read.
  const { loadDiagnose } = await import('../engine/wasm-diagnose');
  const read = await loadDiagnose();
  return JSON.parse(read(text, keep === 'everything')) as Diagnosed;
}

/** The same paste as a film, where it has several looks. `ontold`: how far it is, in shares of all. */
export async function diagnoseFilm(
  text: string,
  keep: 'redacted' | 'everything',
  whole: Diagnosed,
  ontold: (share: number) => void,
): Promise<Film | undefined> {
  if (whole.capture.left_out_looks === 0) return undefined;
  const [{ filmOf }, { loadDiagnose }] = await Promise.all([
    import('./film'),
    import('../engine/wasm-diagnose'),
  ]);
  const read = await loadDiagnose();
  return filmOf(
    text,
    whole,
    (part) => JSON.parse(read(part, keep === 'everything')) as Diagnosed,
    (done, all) => {
      ontold(done / all);
      return new Promise((resolve) => setTimeout(resolve));
    },
  );
}

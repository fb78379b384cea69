/** What a film of looks has beside a single capture, fetched with the first of them. */
import { loadDiagnose } from '../../model/engine/wasm-diagnose';
import { filmOf } from '../../model/diagnosis/film';
import type { Diagnosed } from '../../model/generated/diagnosis';
import Film from './Film.svelte';
import { Reel } from './reel.svelte';

/** Of a paste with several looks; undefined where they have no times. `ontold`: how far it is, in shares of all. */
export async function openFilm(
  text: string,
  keep: 'redacted' | 'everything',
  whole: Diagnosed,
  ontold: (share: number) => void,
) {
  const read = await loadDiagnose();
  const looks = await filmOf(
    text,
    whole,
    (part) => read(part, keep === 'everything'),
    (done, all) => {
      ontold(done / all);
      return new Promise((resolve) => setTimeout(resolve));
    },
  );
  return looks && { reel: new Reel(looks), Film };
}

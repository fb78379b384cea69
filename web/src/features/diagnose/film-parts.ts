/** The code for films of several looks, loaded with the first of them. */
import { loadDiagnose } from '../../model/engine/wasm-diagnose';
import { filmOf } from '../../model/diagnosis/film';
import type { Diagnosed } from '../../model/generated/diagnosis';
import Film from './Film.svelte';
import { Reel } from './reel.svelte';

/** Opens a paste with several looks; undefined if they have no times. `ontold` gets the progress, from 0 to 1. */
export async function openFilm(
  text: string,
  keep: 'redacted' | 'everything',
  whole: Diagnosed,
  ontold: (share: number) => void,
) {
  const { diagnose: read } = await loadDiagnose();
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

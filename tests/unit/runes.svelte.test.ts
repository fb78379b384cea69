import { flushSync } from 'svelte';
import { expect, test } from 'vitest';

test('runes react in unit tests as they do in the browser', () => {
  let knob = $state(1);
  const doubled = $derived(knob * 2);
  const seen: number[] = [];
  const stop = $effect.root(() => {
    $effect(() => {
      seen.push(doubled);
    });
  });
  flushSync();
  knob = 4;
  flushSync();
  stop();
  expect(seen).toEqual([2, 8]);
});

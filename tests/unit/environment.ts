// Node with Vite's "client" environment: Svelte's runes are compiled as for the browser, so that $state, $derived and
// $effect.root really react, without a slow or inexact imitation of a DOM.
export default {
  name: 'node-client',
  viteEnvironment: 'client' as const,
  setup: () => ({ teardown: () => undefined }),
};

// Node with Vite's "client" environment: Svelte's runes are compiled as for the browser, so that
// $state, $derived and $effect.root really react, without a DOM to be slow or wrong.
export default {
  name: 'node-client',
  viteEnvironment: 'client' as const,
  setup: () => ({ teardown: () => undefined }),
};

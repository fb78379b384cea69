/** Loaded later, see `later.svelte.ts`. */
export { default as Front } from '../../ui/views/scene/front/Front.svelte';

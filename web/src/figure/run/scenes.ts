/** Loaded later, see `later.svelte.ts`. */
export { default as Field } from '../../ui/views/scene/Field.svelte';
export { default as Front } from '../../ui/views/scene/front/Front.svelte';

/** Loaded later, see `later.svelte.ts`. */
export { default as Dense } from '../../ui/views/scene/dense/Dense.svelte';
export { default as Front } from '../../ui/views/scene/front/Front.svelte';
export { default as Row } from '../../ui/views/scene/machine/MachineRow.svelte';

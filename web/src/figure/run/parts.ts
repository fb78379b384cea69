/** Loaded later, see `later.svelte.ts`. */
export { default as EmbedOver } from './EmbedOver.svelte';
export { default as Extra } from './Extra.svelte';
export { default as Legend } from '../../ui/views/Legend.svelte';
export { default as Others } from './Others.svelte';
export { default as Sheets } from './Sheets.svelte';
export { default as Turned } from './Turned.svelte';

/** All that the frame of a run may fetch, for a figure that is one file: its pictures share their components' runtime with it. */
export * from './run';
export * from './words';

export const parts: Readonly<Record<string, unknown>> = import.meta.glob(
  './*{Scene,Times}.svelte',
  { eager: true, import: 'default' },
);

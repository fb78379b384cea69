import type { Transport } from '@sveltejs/kit';
import { unpackFrame } from './model/engine/packed';
import type { Frame } from './model/run/frame';
import type { PosterAside, PosterPacked } from './model/run/poster';

const aside = import.meta.env.SSR ? await import('./build/runs/aside') : undefined;

export const transport: Transport = {
  /** What a figure shows before its engine runs, without its run. */
  Poster: {
    encode: (value: unknown) => aside?.setAside(value),
    decode: ({ frame, ...rest }: PosterPacked): PosterAside => ({
      ...rest,
      frame: unpackFrame(frame) as Frame,
    }),
  },
};

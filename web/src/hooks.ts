import type { Transport } from '@sveltejs/kit';
import { unpack, unpackFrame, type Packed } from './model/engine/packed';
import type { Frame } from './model/run/types';

const packing = import.meta.env.SSR ? await import('./build/runs/pack') : undefined;
/** Cached, because a page contains its data twice, and many pages show the same run. */
const packed = new WeakMap<object, string>();

function encodeOutcome(value: unknown) {
  if (typeof value !== 'object' || value === null || !('lives' in value && 'events' in value))
    return false;
  const text = packed.get(value) ?? JSON.stringify(packing?.pack(value));
  packed.set(value, text);
  return text;
}

const isFrame = (value: unknown): value is Frame =>
  typeof value === 'object' && value !== null && 'waiting_conn' in value;

export const transport: Transport = {
  /** The picture of one moment: columns as long as the number of clients. */
  Frame: {
    encode: (value: unknown) => isFrame(value) && packing?.packFrame(value),
    decode: unpackFrame,
  },
  /** The outcome of a run: rows that are nearly the same. */
  Outcome: {
    encode: encodeOutcome,
    decode: (text: string) => unpack(JSON.parse(text) as Packed),
  },
};

import type { Transport } from '@sveltejs/kit';
import { unpack, unpackFrame, type Packed } from './model/engine/packed';
import type { Frame } from './model/run/types';

const packing = import.meta.env.SSR ? await import('./build/runs/pack') : undefined;
/** A page says what it carries twice, and many pages show one run. */
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
  /** What is drawn at one moment: columns, as long as there are clients. */
  Frame: {
    encode: (value: unknown) => isFrame(value) && packing?.packFrame(value),
    decode: unpackFrame,
  },
  /** What a run came to is rows that say nearly the same. */
  Outcome: {
    encode: encodeOutcome,
    decode: (text: string) => unpack(JSON.parse(text) as Packed),
  },
};

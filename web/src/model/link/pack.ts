/**
 * A whole scenario in the fragment of an address: `#s=1.` and its JSON, deflated, in base64url. A fragment is not sent to
 * any server.
 */
import { parseObject, type JsonObject } from '../run/json';

const VERSION = '1';
/** Longer addresses are cut by mail programs and chats. */
export const LONGEST_LINK = 16_384;
/** Limits the unpacked text: a few bytes can unpack to gigabytes. */
export const LONGEST_TEXT = 1_000_000;

export type Unpacked =
  | { readonly kind: 'scenario'; readonly scenario: JsonObject }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'refused';
      readonly why: 'version' | 'long' | 'broken';
      readonly value: string;
    };

function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  by: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const part = value as Uint8Array;
    length += part.length;
    if (length > most) {
      await reader.cancel();
      return undefined;
    }
    parts.push(part);
  }
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Undefined if the text is too long. */
export async function deflated(text: string): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > LONGEST_TEXT) return undefined;
  const packed = await through(bytes, new CompressionStream('deflate-raw'), LONGEST_TEXT);
  return packed && base64url(packed);
}

/** Undefined if the text is too long; throws if it can't be decoded. */
export async function inflated(packed: string): Promise<string | undefined> {
  const by = new DecompressionStream('deflate-raw');
  const bytes = await through(bytesOf(packed), by, LONGEST_TEXT);
  return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** Undefined if the scenario is too big for a link. */
export async function pack(scenario: JsonObject): Promise<string | undefined> {
  const text = await deflated(JSON.stringify(scenario));
  return text === undefined || text.length > LONGEST_LINK ? undefined : `#s=${VERSION}.${text}`;
}

export async function unpack(hash: string): Promise<Unpacked> {
  const found = /^#s=([^.]*)\.?(.*)$/s.exec(hash);
  if (!found) return { kind: 'none' };
  const [, version = '', text = ''] = found;
  const refused = (why: 'version' | 'long' | 'broken', value: string) =>
    ({ kind: 'refused', why, value: value.slice(0, 40) }) as const;
  if (version !== VERSION) return refused('version', version);
  if (text.length > LONGEST_LINK) return refused('long', String(text.length));
  try {
    const json = await inflated(text);
    if (json === undefined) return refused('long', String(LONGEST_TEXT));
    const scenario = parseObject(json);
    return scenario ? { kind: 'scenario', scenario } : refused('broken', text);
  } catch {
    return refused('broken', text);
  }
}

/** A redacted capture in the fragment of an address: `#c=1.` and its text, deflated, in base64url. */
import { deflated, inflated, LONGEST_LINK, LONGEST_TEXT } from '../../model/link/pack';

const VERSION = '1';
const FORM = /^#c=([^.]*)\.?(.*)$/s;

export type FromLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'capture'; readonly text: string }
  | {
      readonly kind: 'refused';
      readonly why: 'version' | 'long' | 'broken';
      readonly value: string;
    };

/** Undefined if it is too long for a link. */
export async function hashOf(text: string): Promise<string | undefined> {
  const packed = await deflated(text);
  return packed === undefined || packed.length > LONGEST_LINK
    ? undefined
    : `#c=${VERSION}.${packed}`;
}

export async function fromHash(hash: string): Promise<FromLink> {
  const found = FORM.exec(hash);
  if (!found) return { kind: 'none' };
  const [, version = '', packed = ''] = found;
  const refused = (why: 'version' | 'long' | 'broken', value: string) =>
    ({ kind: 'refused', why, value: value.slice(0, 40) }) as const;
  if (version !== VERSION) return refused('version', version);
  if (packed.length > LONGEST_LINK) return refused('long', String(packed.length));
  try {
    const text = await inflated(packed);
    if (text === undefined) return refused('long', String(LONGEST_TEXT));
    return text === '' ? refused('broken', packed) : { kind: 'capture', text };
  } catch {
    return refused('broken', packed);
  }
}

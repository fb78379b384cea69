/**
 * Messages between a frame and the page around it, by postMessage, as plain objects. A frame listens only to its parent
 * window: in a sandbox every origin is "null", so origins can't be checked.
 */
import { parseTime } from '../link/url';
import { isRecord } from '../run/pointer';
import { THEMES, type Theme } from './params';

export const SOURCE = 'poolscope';
export const VERSION = 1;

interface Signed {
  readonly source: typeof SOURCE;
  readonly v: typeof VERSION;
}

export type FrameNews =
  | { readonly type: 'ready'; readonly title: string }
  | { readonly type: 'height'; readonly height: number }
  | {
      readonly type: 'time';
      readonly time_ns: number;
      readonly end_ns: number;
      readonly state: string;
    }
  | { readonly type: 'ended' }
  /** The living pool, once a second of its run: answers of the last 5 s. */
  | {
      readonly type: 'pool';
      readonly state: 'playing' | 'paused';
      readonly time_ns: number;
      readonly answered: number;
      readonly late: number;
      readonly nobody: number;
      readonly p50_ns: number | null;
      readonly p99_ns: number | null;
      /** Null until its dare is decided. */
      readonly won: boolean | null;
    };
export type FrameMessage = FrameNews & Signed;

export type Command =
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  | { readonly type: 'seek'; readonly time_ns: number }
  | { readonly type: 'theme'; readonly theme: Theme }
  /** Settings, named and written as in an address; the run continues with them. */
  | { readonly type: 'set'; readonly settings: Readonly<Record<string, string>> }
  /** What a hand does to the living pool, as its address writes it: `P5`. */
  | { readonly type: 'act'; readonly do: string }
  | { readonly type: 'visible'; readonly visible: boolean }
  /** Asks for the height again, for a page that was not listening when it was first sent. */
  | { readonly type: 'height' };

export const signed = (news: FrameNews): FrameMessage => ({
  source: SOURCE,
  v: VERSION,
  ...news,
});

/** WordPress gives a frame that it found by oEmbed a secret, and ignores messages without it. */
export const secretOf = (hash: string): string | undefined =>
  /^#\?secret=([a-zA-Z0-9]+)$/.exec(hash)?.[1];

/** Messages to WordPress: the height, or a link that the reader followed and the sandbox blocks. */
export type WordPressNews =
  | { readonly message: 'height'; readonly value: number; readonly secret: string }
  | { readonly message: 'link'; readonly value: string; readonly secret: string };

const isPlain = (value: unknown) => value === null || typeof value !== 'object';

/** A command from the host page; undefined for any other message. */
export function readCommand(data: unknown, secret?: string): Command | undefined {
  if (!isRecord(data)) return undefined;
  if (secret !== undefined && data['secret'] === secret && data['message'] === 'ready')
    return { type: 'height' };
  if (data['source'] !== SOURCE || data['v'] !== VERSION) return undefined;
  const { type, time_ns, time, visible } = data;
  switch (type) {
    case 'play':
    case 'pause':
    case 'height':
      return { type };
    case 'seek': {
      const at = typeof time === 'string' ? parseTime(time) : time_ns;
      const is_time = typeof at === 'number' && Number.isFinite(at) && at >= 0;
      return is_time ? { type, time_ns: at } : undefined;
    }
    case 'theme': {
      const theme = THEMES.find((one) => one === data['theme']);
      return theme && { type, theme };
    }
    case 'set': {
      const { settings } = data;
      // An object from another page may lack a working `toString`. Only plain values fit into an address.
      if (!isRecord(settings) || !Object.values(settings).every(isPlain)) return undefined;
      const texts = Object.entries(settings).map(([name, value]) => [name, String(value)]);
      return { type, settings: Object.fromEntries(texts) as Record<string, string> };
    }
    case 'act': {
      const deed = data['do'];
      return typeof deed === 'string' && /^[A-Z][0-9a-z]{0,4}$/.test(deed)
        ? { type, do: deed }
        : undefined;
    }
    case 'visible':
      return typeof visible === 'boolean' ? { type, visible } : undefined;
    default:
      return undefined;
  }
}

/** The height in every dialect: ours, AMP's, Embedly's, and WordPress's if it gave a secret. */
export function heightMessages(
  height: number,
  src: string,
  secret?: string,
): readonly (object | string)[] {
  const wordpress: WordPressNews | undefined =
    secret === undefined ? undefined : { message: 'height', value: height, secret };
  return [
    signed({ type: 'height', height }),
    { sentinel: 'amp', type: 'embed-size', height },
    JSON.stringify({ src, context: 'iframe.resize', height }),
    ...(wordpress ? [wordpress] : []),
  ];
}

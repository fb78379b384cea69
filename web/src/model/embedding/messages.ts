/**
 * What a frame and the page around it tell each other, by postMessage. Plain objects; of the host nothing
 * is taken but these, and only from the parent window itself: in a sandbox every origin is "null".
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
  | { readonly type: 'ended' };
export type FrameMessage = FrameNews & Signed;

export type Command =
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  | { readonly type: 'seek'; readonly time_ns: number }
  | { readonly type: 'theme'; readonly theme: Theme }
  /** Settings, by their names and as an address has them: it goes on with them. */
  | { readonly type: 'set'; readonly settings: Readonly<Record<string, string>> }
  | { readonly type: 'visible'; readonly visible: boolean }
  /** Tell your height again: the page did not listen yet. */
  | { readonly type: 'height' };

export const signed = (news: FrameNews): FrameMessage => ({
  source: SOURCE,
  v: VERSION,
  ...news,
});

/** WordPress gives a frame that it found by oEmbed a word of its own, and hears nobody else. */
export const secretOf = (hash: string): string | undefined =>
  /^#\?secret=([a-zA-Z0-9]+)$/.exec(hash)?.[1];

/** What WordPress is told: the height, or where a reader wants to go, which the sandbox forbids. */
export type WordPressNews =
  | { readonly message: 'height'; readonly value: number; readonly secret: string }
  | { readonly message: 'link'; readonly value: string; readonly secret: string };

const isPlain = (value: unknown) => value === null || typeof value !== 'object';

/** A command of the host; undefined for whatever else a page may send. */
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
      // An object from elsewhere may have a `toString` that is none: what is no plain value stands in no address.
      if (!isRecord(settings) || !Object.values(settings).every(isPlain)) return undefined;
      const texts = Object.entries(settings).map(([name, value]) => [name, String(value)]);
      return { type, settings: Object.fromEntries(texts) as Record<string, string> };
    }
    case 'visible':
      return typeof visible === 'boolean' ? { type, visible } : undefined;
    default:
      return undefined;
  }
}

/** One height in all dialects: our own, AMP's, Embedly's, and that of WordPress where it listens. */
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

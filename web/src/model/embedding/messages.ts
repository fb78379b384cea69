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
  | { readonly type: 'visible'; readonly visible: boolean }
  /** Tell your height again: the page did not listen yet. */
  | { readonly type: 'height' };

export const signed = (news: FrameNews): FrameMessage => ({
  source: SOURCE,
  v: VERSION,
  ...news,
});

/** A command of the host; undefined for whatever else a page may send. */
export function readCommand(data: unknown): Command | undefined {
  if (!isRecord(data) || data['source'] !== SOURCE || data['v'] !== VERSION) return undefined;
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
    case 'visible':
      return typeof visible === 'boolean' ? { type, visible } : undefined;
    default:
      return undefined;
  }
}

/** One height in all dialects: our own, AMP's, Embedly's. */
export function heightMessages(height: number, src: string): readonly (object | string)[] {
  return [
    signed({ type: 'height', height }),
    { sentinel: 'amp', type: 'embed-size', height },
    JSON.stringify({ src, context: 'iframe.resize', height }),
  ];
}

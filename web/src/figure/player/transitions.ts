/** What a figure may do next. Pure data: the player asks, this table answers. */
export const STATES = [
  'poster',
  'loading',
  'ready',
  'playing',
  'paused',
  'ended',
  'failed',
] as const;
export type State = (typeof STATES)[number];

export const SIGNALS = ['load', 'loaded', 'play', 'pause', 'seek', 'end', 'fail'] as const;
export type Signal = (typeof SIGNALS)[number];

/**
 * A missing entry means that the signal is ignored in this state. A new run (`load`) may begin at
 * any time but while one is being loaded for the first time; then the newer simply replaces it.
 */
export const TRANSITIONS: Readonly<Record<State, Readonly<Partial<Record<Signal, State>>>>> = {
  poster: { load: 'loading', fail: 'failed' },
  loading: { load: 'loading', loaded: 'ready', fail: 'failed' },
  ready: { load: 'loading', play: 'playing', seek: 'paused', fail: 'failed' },
  playing: { load: 'loading', pause: 'paused', seek: 'playing', end: 'ended', fail: 'failed' },
  paused: { load: 'loading', play: 'playing', seek: 'paused', fail: 'failed' },
  ended: { load: 'loading', play: 'playing', seek: 'paused', fail: 'failed' },
  failed: { load: 'loading' },
};

export function next(state: State, signal: Signal): State | undefined {
  return TRANSITIONS[state][signal];
}

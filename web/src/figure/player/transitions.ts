/** What a figure may do next, as plain data: the player looks it up here. */
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
 * A signal without an entry is ignored in this state. A new run (`load`) may start at any time; while the first one is
 * loading, the newer simply replaces it.
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

/** Which part of a figure's state a frame's address can carry, and what it has no word for. */
import { shortName, type UrlState } from '../link/url';
import type { Overrides } from '../run/types';

export interface Carried {
  readonly state: UrlState;
  /** Settings that the frame can't show, by their names in addresses. */
  readonly lost: readonly string[];
}

export const NO_STATE: UrlState = { overrides: {}, time_ns: undefined, request: undefined };

/** `names`: the settings that the frame knows. */
export function carried(state: UrlState, names: readonly string[]): Carried {
  const { overrides, time_ns, request, server, eye } = state;
  const known = new Set([...names, 'seed']);
  const all = Object.entries(overrides);
  const taken: Overrides = Object.fromEntries(all.filter(([name]) => known.has(name)));
  return {
    state: {
      overrides: taken,
      time_ns,
      request,
      ...(server === undefined ? {} : { server }),
      ...(eye === undefined ? {} : { eye }),
    },
    lost: all.filter(([name]) => !known.has(name)).map(([name]) => shortName(name)),
  };
}

export const isPlain = ({ overrides, time_ns, request, server, eye }: UrlState) =>
  Object.keys(overrides).length === 0 &&
  time_ns === undefined &&
  request === undefined &&
  server === undefined &&
  eye === undefined;

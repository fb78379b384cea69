import { placeIn } from './model/link/place';

/** An address may name a place that cannot be read (`#%`): Kit would throw where it looks for it. */
export function init(): void {
  const { hash, pathname, search } = location;
  if (hash !== '' && placeIn(hash) === '')
    history.replaceState(history.state, '', pathname + search);
}

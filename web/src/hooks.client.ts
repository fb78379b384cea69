import { placeIn } from './model/link/place';

/** Kit would throw for a fragment that can't be decoded (`#%`), so remove it. */
export function init(): void {
  const { hash, pathname, search } = location;
  if (hash !== '' && placeIn(hash) === '')
    history.replaceState(history.state, '', pathname + search);
}

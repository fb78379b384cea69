import { replaceState } from '$app/navigation';
import { oncePainted } from '../figure/player/loop';

let forget: (() => void) | undefined;

/** Puts a figure's state into the address of the page that it stands on: browsers take long to write it, so the picture comes first. */
export function showLink(search: string): void {
  const { pathname } = location;
  forget?.();
  forget = oncePainted(() => {
    // The reader may have gone on to another page.
    if (location.pathname !== pathname) return;
    const url = new URL(location.href);
    url.search = search;
    // eslint-disable-next-line svelte/no-navigation-without-resolve -- the page that is open already
    replaceState(url, {});
  });
}

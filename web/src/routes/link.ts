import { replaceState } from '$app/navigation';

/** A hand that drags writes no address at every picture. */
const REST_MS = 300;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Puts a figure's state into the address of the page that it stands on: browsers take long to write it, so it waits until the hand rests. */
export function showLink(search: string): void {
  const { pathname } = location;
  clearTimeout(timer);
  timer = setTimeout(() => {
    // The reader may have gone on to another page.
    if (location.pathname !== pathname) return;
    const url = new URL(location.href);
    url.search = search;
    // eslint-disable-next-line svelte/no-navigation-without-resolve -- the page that is open already
    replaceState(url, {});
  }, REST_MS);
}

import { replaceState } from '$app/navigation';

/** While a reader drags, the address isn't written for every picture. */
const REST_MS = 300;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Puts a figure's state into the page's address. Browsers take long for that, so it waits until the reader rests. */
export function showLink(search: string): void {
  const { pathname } = location;
  clearTimeout(timer);
  timer = setTimeout(() => {
    // The reader may have moved on to another page.
    if (location.pathname !== pathname) return;
    const url = new URL(location.href);
    url.search = search;
    replaceState(url, {});
  }, REST_MS);
}

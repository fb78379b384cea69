import { replaceState } from '$app/navigation';

/** Puts a figure's state into the address of the page that it stands on. */
export function showLink(search: string): void {
  const url = new URL(location.href);
  url.search = search;
  // eslint-disable-next-line svelte/no-navigation-without-resolve -- the page that is open already
  replaceState(url, {});
}

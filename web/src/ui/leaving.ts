/** The event of static/keep.js at the link to the same page in the other language, before a reader follows it. */
const LEAVING = 'poolscope-leaving';

/** Lets `add` put into that link what the page's address does not say; returns how to end that. */
export function onLeaving(add: (link: HTMLAnchorElement) => void): () => void {
  const told = (event: Event) => {
    add((event as CustomEvent<HTMLAnchorElement>).detail);
  };
  addEventListener(LEAVING, told);
  return () => {
    removeEventListener(LEAVING, told);
  };
}

/** Reports changes of the page's colours: by the reader, by the system, by forced colours. */
const QUERIES = [
  '(prefers-color-scheme: dark)',
  '(forced-colors: active)',
  '(prefers-contrast: more)',
];

/** Calls at once and after each change, until the returned function is called. */
export function watchColours(changed: () => void): () => void {
  changed();
  const chosen = new MutationObserver(changed);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
  const lists = QUERIES.map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', changed);
  return () => {
    chosen.disconnect();
    for (const list of lists) list.removeEventListener('change', changed);
  };
}

/** True if the page's theme is dark. */
export const isDark = (): boolean =>
  (document.documentElement.dataset['theme'] ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

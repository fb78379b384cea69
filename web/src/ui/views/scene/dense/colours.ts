/** Tells when the page's colours change: by the reader's choice, by the system, by forced colours. */
const QUERIES = [
  '(prefers-color-scheme: dark)',
  '(forced-colors: active)',
  '(prefers-contrast: more)',
];

/** Calls at once and after each change; the returned function ends it. */
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

/** Which of the two themes the page is in. */
export const isDark = (): boolean =>
  (document.documentElement.dataset['theme'] ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

import type { Handle } from '@sveltejs/kit';
import { EARLY } from './ui/early.js';

const CHARSET = '<meta charset="utf-8" />';
const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;

/** What listens first; and a page's policy, which Kit writes after what stands in app.html, so that it would not bind that. */
function headed(page: string): string {
  const html = page.replace('%early%', () => EARLY);
  const [policy] = POLICY.exec(html) ?? [];
  if (policy === undefined || !html.includes(CHARSET)) {
    if (import.meta.env.DEV) return html; // there it is a header
    throw new Error('app.html has no charset, or the page no policy');
  }
  return html.replace(policy, '').replace(CHARSET, () => CHARSET + policy);
}

/** Words for machines: in the HTML alone, not in what the pages' scripts carry. */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, {
    // Each page is set in both fonts: they come with its styles, not after them.
    preload: ({ type }) => type !== 'asset',
    transformPageChunk: async ({ html }) => {
      if (event.route.id === null) return headed(html);
      // Not imported: the page for what is not there needs no lesson read.
      const { base } = await import('./build/widgets/addresses');
      const { headTags } = await import('./build/site/head');
      const path = event.url.pathname.slice(base.length);
      const { words } = event.locals;
      if (!words) throw new Error(`${path}: a page needs a title and a description (say)`);
      return headed(html).replace('</head>', () => `${headTags(path, words)}</head>`);
    },
  });

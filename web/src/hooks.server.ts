import type { Handle } from '@sveltejs/kit';
import { m } from '#paraglide/messages.js';
import { resolve } from '$app/paths';
import { LANGUAGE } from './model/languages';
import { EARLY } from './ui/early.js';

const CHARSET = '<meta charset="utf-8" />';
const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;

/**
 * Inserts early.js, and moves the page's policy to the front: Kit writes it after the contents of app.html, where it would
 * not apply to them.
 */
function headed(page: string): string {
  const html = page
    .replace('<html lang="en">', `<html lang="${LANGUAGE}">`)
    .replace('%early%', () => EARLY);
  const [policy] = POLICY.exec(html) ?? [];
  if (policy === undefined || !html.includes(CHARSET)) {
    if (import.meta.env.DEV) return html; // in development it is a header
    throw new Error('app.html has no charset, or the page no policy');
  }
  return html.replace(policy, '').replace(CHARSET, () => CHARSET + policy);
}

/** What a missing page says without scripts; with them it is routes/+error.svelte. */
function missing(html: string): string {
  const title = `<title>${m.error_title()}</title>`;
  const home = `<p><a href="${resolve('/')}">${m.error_home()}</a></p>`;
  const body = `<noscript><h1>${m.error_title()}</h1>${home}</noscript>`;
  return html
    .replace('</head>', () => `${title}</head>`)
    .replace('</body>', () => `${body}</body>`);
}

/** Writes the tags for machines into the HTML only, not into the data of pages. */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, {
    // Preload fonts with the styles, not after them: each page uses both.
    preload: ({ type }) => type !== 'asset',
    transformPageChunk: async ({ html }) => {
      if (event.route.id === null) return missing(headed(html));
      // Imported here only: the error page needs no lesson.
      const { base } = await import('./build/widgets/addresses');
      const { headTags } = await import('./build/site/head');
      const path = event.url.pathname.slice(base.length);
      const { words } = event.locals;
      if (!words) throw new Error(`${path}: a page needs a title and a description (say)`);
      return headed(html).replace('</head>', () => `${headTags(path, words)}</head>`);
    },
  });

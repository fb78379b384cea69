/** The page at a former address: redirects, keeping query and fragment. */
import { createHash } from 'node:crypto';
import { m } from '#paraglide/messages.js';
import { escapeXml } from '../../model/words/escape';
import { absolute } from '../widgets/addresses';

/** With scripts, the query and fragment (a chart, a place on the page) are kept. */
const SCRIPT = `location.replace(document.querySelector('a').href+location.search+location.hash)`;
const POLICY = `default-src 'self'; script-src 'self' 'sha256-${createHash('sha256')
  .update(SCRIPT)
  .digest('base64')}'; style-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'`;

/** @param to from the site's root, with a slash at both ends */
export function movedPage(to: string): string {
  // Relative, because a copy of the site may be in any folder.
  const href = escapeXml(to.slice(1).replaceAll(/[^/]+\//g, '../') + to.slice(1));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" /><meta http-equiv="content-security-policy" content="${POLICY}">
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <noscript><meta http-equiv="refresh" content="0; url=${href}" /></noscript>
    <link rel="canonical" href="${escapeXml(absolute(to))}" />
    <title>${m.moved_title()}</title>
  </head>
  <body>
    <h1>${m.moved_title()}</h1>
    <p><a href="${href}">${escapeXml(to)}</a></p>
    <script>${SCRIPT}</script>
  </body>
</html>
`;
}

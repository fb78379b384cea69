import type { Handle } from '@sveltejs/kit';
import { base } from './build/widgets/addresses';
import { headTags } from './build/site/head';

/** Words for machines: in the HTML alone, not in what the pages' scripts carry. */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, {
    transformPageChunk: ({ html }) => {
      if (event.route.id === null) return html;
      const path = event.url.pathname.slice(base.length);
      return html.replace('</head>', () => `${headTags(path, html)}</head>`);
    },
  });

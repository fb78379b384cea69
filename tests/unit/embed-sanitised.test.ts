import sanitizeHtml from 'sanitize-html';
import { expect, test } from 'vitest';
import { oembedOf } from '../../web/src/build/site/oembed';
import { widgets } from '../../web/src/build/widgets/widgets';
import { snippet } from '../../web/src/model/embedding/snippets';
import { leftOf, LINES, problemsWith } from '../sanitised';

// sanitize-html; DOMPurify needs a browser and is in tests/journeys/embed-panel.spec.ts.

test.each([
  ['as it comes', sanitizeHtml.defaults.allowedTags],
  ['with pictures', [...sanitizeHtml.defaults.allowedTags, 'img']],
])('sanitize-html %s leaves a link to the same state', (_, allowedTags) => {
  const pictures = allowedTags.includes('img');
  expect(LINES).toHaveLength(24);
  for (const line of LINES)
    expect(problemsWith(line, sanitizeHtml(snippet(line), { allowedTags }), pictures)).toEqual([]);
  for (const widget of widgets) {
    const { href, words } = leftOf(sanitizeHtml(oembedOf(widget).html, { allowedTags }));
    expect(words).toBe(widget.title);
    expect(href.endsWith(widget.page), href).toBe(true);
  }
});

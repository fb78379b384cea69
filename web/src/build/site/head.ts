/** What a page's head tells machines: its link preview, and the addresses of its oEmbed and the feed. */
import { CARD_LOCALE } from '#locale';
import { m } from '#paraglide/messages.js';
import { escapeXml } from '../../model/words/escape';
import { absolute, inEachLanguage, site } from '../widgets/addresses';
import { CARD_HEIGHT, CARD_WIDTH, cardOf } from '../pictures/card';
import { widgets, type Widget } from '../widgets/widgets';
import type { PageWords } from './words';

const meta = (name: string, value: string | number) =>
  `<meta ${/^(description|twitter)/.test(name) ? 'name' : 'property'}="${name}" content="${escapeXml(String(value))}">`;

const link = (type: string, path: string, title: string) =>
  `<link rel="alternate" type="${type}" href="${escapeXml(absolute(path))}" title="${escapeXml(title)}">`;

export function cardTags(path: string, { title, description }: PageWords): string {
  return [
    meta('og:title', title),
    meta('og:description', description),
    meta('og:type', path.startsWith('/lessons/') ? 'article' : 'website'),
    ...(CARD_LOCALE ? [meta('og:locale', CARD_LOCALE)] : []),
    ...(site ? [meta('og:url', site + path)] : []),
    // Readers of these tags can't resolve relative addresses.
    ...(site
      ? [
          meta('og:image', absolute(`/card/${cardOf(path)}.png`)),
          meta('og:image:type', 'image/png'),
          meta('og:image:width', CARD_WIDTH),
          meta('og:image:height', CARD_HEIGHT),
          meta('og:image:alt', m.embed_card_alt({ title })),
        ]
      : []),
    meta('twitter:card', site ? 'summary_large_image' : 'summary'),
  ].join('');
}

export const discovery = ({ name, title }: Widget) =>
  link('application/json+oembed', `/oembed/${name}.json`, title);

/** The widget of a page; the first if it shows several. */
function widgetOf(path: string): Widget | undefined {
  return widgets.find(({ page }) => page.replace(/\?.*/, '') === path);
}

/** The tags of a page, from the same words that its readers see. */
export function headTags(path: string, words: PageWords): string {
  const widget = widgetOf(path);
  return (
    meta('description', words.description) +
    cardTags(path, words) +
    inEachLanguage(path, 'link') +
    (widget ? discovery(widget) : '') +
    link('application/rss+xml', '/feed.xml', m.embed_feed_title())
  );
}

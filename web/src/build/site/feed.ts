/** The lessons as RSS 2.0, with their pictures. */
import { m } from '#paraglide/messages.js';
import { LANGUAGE } from '../../model/languages';
import { escapeXml } from '../../model/words/escape';
import type { Lesson } from '../../features/lesson/types';
import { absolute } from '../widgets/addresses';
import { lessons } from '../lessons';
import { CARD_HEIGHT, CARD_WIDTH } from '../pictures/card';

const element = (name: string, words: string) => `<${name}>${escapeXml(words)}</${name}>`;

function item({ slug, title, summary, minutes, published }: Lesson): string {
  const page = absolute(`/lessons/${slug}/`);
  const picture = escapeXml(absolute(`/card/lesson-${slug}.png`));
  const alt = escapeXml(m.embed_card_alt({ title }));
  const html = `<p><a href="${escapeXml(page)}"><img src="${picture}" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" alt="${alt}" style="max-width:100%;height:auto"></a></p><p>${escapeXml(summary)}</p><p><a href="${escapeXml(page)}">${escapeXml(m.embed_feed_read({ minutes }))}</a></p>`;
  return [
    '<item>',
    element('title', title),
    element('link', page),
    `<guid isPermaLink="true">${escapeXml(page)}</guid>`,
    element('description', html),
    element('pubDate', new Date(published).toUTCString()),
    // The build fills in the length once it has made the picture.
    `<enclosure url="${picture}" length="0" type="image/png"/>`,
    `<media:content url="${picture}" medium="image" type="image/png" width="${CARD_WIDTH}" height="${CARD_HEIGHT}"/>`,
    '</item>',
  ].join('\n');
}

export function feed(): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
${element('title', m.embed_feed_title())}
${element('link', absolute('/lessons/'))}
${element('description', m.lessons_description())}
<language>${LANGUAGE}</language>
<atom:link href="${escapeXml(absolute('/feed.xml'))}" rel="self" type="application/rss+xml"/>
${lessons.map(item).join('\n')}
</channel>
</rss>
`;
}

/** oEmbed 1.0 for each widget, as a file that a host finds through the page's link. */
import { CODE } from '#locale';
import { FOLDER } from '../../model/languages';
import { m } from '#paraglide/messages.js';
import { COLUMN, frameHeight } from '../../model/embedding/heights';
import { escapeXml } from '../../model/words/escape';
import { isOfQueues } from '../figures';
import { absolute, home, site } from '../widgets/addresses';
import { posterHeight } from '../pictures/poster';
import type { AnyWidget } from '../widgets/widgets';

export interface RichOembed {
  readonly version: '1.0';
  readonly type: 'rich';
  readonly html: string;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly author_name: string;
  readonly author_url?: string;
  readonly provider_name: string;
  readonly provider_url?: string;
  readonly cache_age: number;
  readonly thumbnail_url?: string;
  readonly thumbnail_width?: number;
  readonly thumbnail_height?: number;
}

const A_DAY_S = 86_400;

/**
 * Without SITE_URL it leaves out everything that must be absolute. The HTML starts with a quote that contains the link: it
 * remains if frames are removed, and WordPress shows it until the frame has reported its height.
 */
export function oembedOf(widget: AnyWidget): RichOembed {
  const { name, title, kind, page } = widget;
  const width = COLUMN;
  const height = frameHeight(kind, width);
  // A host asks for the figure alone, so the address can't say for which text it is.
  const plain = isOfQueues(name);
  const query = [...(plain ? ['words=plain'] : []), ...(FOLDER ? [`lang=${CODE}`] : [])];
  const src = `${home}/embed/${name}/${query.length > 0 ? `?${['v=1', ...query].join('&')}` : ''}`;
  const link = `<blockquote><a href="${escapeXml(absolute(page))}">${escapeXml(title)}</a></blockquote>`;
  const html = `${link}<iframe src="${escapeXml(src)}" width="${width}" height="${height}" title="${escapeXml(title)}" style="border:0;width:100%;max-width:${width}px" loading="lazy"></iframe>`;
  return {
    version: '1.0',
    type: 'rich',
    html,
    width,
    height,
    title,
    author_name: m.site_name(),
    ...(site && { author_url: `${site}/` }),
    provider_name: m.site_name(),
    ...(site && { provider_url: `${site}/` }),
    cache_age: A_DAY_S,
    ...(site && {
      thumbnail_url: `${site}/poster/${name}${plain ? '-plain' : ''}.png`,
      thumbnail_width: widget.width,
      thumbnail_height: posterHeight(widget),
    }),
  };
}

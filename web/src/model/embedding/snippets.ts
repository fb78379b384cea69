/**
 * The lines that a writer copies: a figure with its present state, as HTML, as an address, as Markdown.
 * Whatever a title, a value or an address holds, it comes out of the host's parser as it went in.
 */
import { escapeXml } from '../words/escape';
import { printTime, printUrl, type UrlState } from '../link/url';
import { isPlain } from './carry';
import { COLUMN, frameHeight } from './heights';
import { DEFAULTS, type Options, type WidgetKind } from './params';

export const FORMS = ['iframe', 'element', 'url', 'markdown', 'file'] as const;
export type Form = (typeof FORMS)[number];

/** The figure that is embedded. */
export interface Subject {
  /** Its address is /embed/NAME/. */
  readonly name: string;
  readonly kind: WidgetKind;
  readonly title: string;
  /** The full version, from the site's root without a slash in front; may have a query. */
  readonly page: string;
}

const LOOKS = ['view', 'controls', 'theme', 'autoplay', 'loop', 'speed', 'font'] as const;

export interface Look extends Pick<Options, (typeof LOOKS)[number]> {
  /** In px; undefined: as tall as the figure needs. */
  readonly height: number | undefined;
  /** A title of the writer's own; empty: the figure's. */
  readonly title: string;
  readonly caption: string;
  /** Six hexadecimal digits; empty: the site's. */
  readonly accent: string;
  /** The stretch that is played, in ns; undefined: from the start, to the end. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface Line {
  readonly form: Form;
  /** The site's address; ends in a slash. */
  readonly site: string;
  readonly subject: Subject;
  readonly state: UrlState;
  readonly look: Look;
}

export const PLAIN: Look = {
  view: DEFAULTS.view,
  controls: DEFAULTS.controls,
  theme: DEFAULTS.theme,
  autoplay: DEFAULTS.autoplay,
  loop: DEFAULTS.loop,
  speed: DEFAULTS.speed,
  font: DEFAULTS.font,
  height: undefined,
  title: '',
  caption: '',
  accent: '',
};
/** What the address says beyond the name: the figure's state first, as on its own page. */
export function queryOf({ state, look, subject }: Pick<Line, 'state' | 'look' | 'subject'>) {
  const { kind } = subject;
  const own = kind === 'benchmark' ? '' : printUrl({ ...state, comparison: undefined });
  const parts = LOOKS.filter(
    (name) =>
      look[name] !== DEFAULTS[name] &&
      (kind !== 'benchmark' || ['controls', 'theme', 'font'].includes(name)),
  ).map((name) => `${name}=${look[name]}`);
  for (const name of ['from', 'to'] as const)
    if (look[name] !== undefined) parts.push(`${name}=${printTime(look[name])}`);
  if (look.height !== undefined) parts.push('fit=1');
  for (const name of ['title', 'caption', 'accent'] as const)
    if (look[name] !== '') parts.push(`${name}=${encodeURIComponent(look[name])}`);
  return parts.length === 0 ? own : [own === '' ? '?v=1' : own, ...parts].join('&');
}

export const frameAddress = (line: Omit<Line, 'form'>) =>
  `${line.site}embed/${line.subject.name}/${queryOf(line)}`;

/** Where a reader sees all of it. Pages of scenarios open at the state; those of others as they are. */
export const fullAddress = ({ site, subject, state }: Pick<Line, 'site' | 'subject' | 'state'>) =>
  site + subject.page + (subject.kind === 'scenario' ? printUrl(state) : '');

/** The same state, where no frame can be: pages of pairs have no word for one, so theirs is the frame itself. */
export const linkAddress = (line: Omit<Line, 'form'>) =>
  line.subject.kind === 'pair' && !isPlain(line.state)
    ? frameAddress({ ...line, look: { ...line.look, height: undefined } })
    : fullAddress(line);

export const pictureAddress = (
  { site, subject, look }: Pick<Line, 'site' | 'subject' | 'look'>,
  ending: 'png' | 'svg',
) => `${site}poster/${subject.name}${look.theme === 'dark' ? '-dark' : ''}.${ending}`;

export const titleOf = ({ look, subject }: Pick<Line, 'look' | 'subject'>) =>
  look.title === '' ? subject.title : look.title;

const attribute = (name: string, value: string) => `${name}="${escapeXml(value)}"`;

/**
 * What stays where frames and elements are taken away, as feed readers and many editors do: those take the styles too, and
 * the picture is seen. Twice, since themes of blogs show every picture, and policies of pages forbid styles.
 */
function stays(line: Line): string {
  const picture = `<img ${attribute('src', pictureAddress(line, 'png'))} alt="" loading="lazy" hidden style="display:none">`;
  return `<a ${attribute('href', linkAddress(line))}>${picture}${escapeXml(titleOf(line))}</a>`;
}

function iframe(line: Line): string {
  const attributes = [
    attribute('src', frameAddress(line)),
    attribute('title', titleOf(line)),
    attribute('width', '100%'),
    attribute('height', String(line.look.height ?? frameHeight(line.subject.kind, COLUMN))),
    attribute('loading', 'lazy'),
    attribute('style', 'border:0'),
  ];
  const frame = `<iframe ${attributes.join(' ')}></iframe>\n<p>${stays(line)}</p>`;
  return line.look.height === undefined
    ? `${frame}\n<script ${attribute('src', `${line.site}embed/resize.js`)} async></script>`
    : frame;
}

/** Names that HTML takes as they are and has no use of its own for: all others go into `params`. */
const AS_ATTRIBUTE =
  /^([tr]|seed|server|view|controls|title|autoplay|loop|speed|from|to|(?!item|on)[a-z]+(_[a-z0-9]+)+)$/;

function element(line: Line): string {
  const { look, subject, site } = line;
  const query = new URLSearchParams(queryOf({ ...line, look: { ...look, height: undefined } }));
  query.delete('v'); // the element says it
  query.delete('theme');
  const attributes = [attribute('scenario', subject.name)];
  const rest = new URLSearchParams();
  for (const [name, value] of query) {
    if (AS_ATTRIBUTE.test(name)) attributes.push(attribute(name, value));
    else rest.append(name, value);
  }
  if (rest.size > 0) attributes.push(attribute('params', rest.toString()));
  if (look.theme !== 'auto') attributes.push(attribute('theme', look.theme));
  if (look.height !== undefined) attributes.push(attribute('height', String(look.height)));
  return `<script type="module" ${attribute('src', `${site}embed/pool-scope.js`)}></script>
<pool-scope ${attributes.join(' ')}>${stays(line)}</pool-scope>`;
}

/** What Markdown and its dialects may take for their own inside a line; line breaks would end the picture. */
const escapeMarkdown = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<&~$:|]/g, '\\$&');
/** In round brackets. */
const target = (address: string) => address.replaceAll('(', '%28').replaceAll(')', '%29');

function markdown(line: Line): string {
  const picture = `![${escapeMarkdown(titleOf(line))}](${target(pictureAddress(line, 'png'))})`;
  return `[${picture}](${target(linkAddress(line))})`;
}

export function snippet(line: Line): string {
  switch (line.form) {
    case 'iframe':
      return iframe(line);
    case 'element':
      return element(line);
    case 'url':
      // Hosts that look it up find the figure's description there; others put the address into a frame.
      return frameAddress({ ...line, look: { ...line.look, height: undefined } });
    case 'markdown':
      return markdown(line);
    case 'file':
      return `${line.site}take/${line.subject.name}.html${queryOf(line)}`;
  }
}

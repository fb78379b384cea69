/**
 * The snippets that an author copies: a figure in its present state as HTML, as an address, as Markdown. Titles, values and
 * addresses are escaped so that the host's parser gives back the same text.
 */
import { CODE } from '#locale';
import { COLON } from '../joined';
import { languageOf } from '../languages';
import { escapeXml } from '../words/escape';
import { printTime, printUrl, type UrlState } from '../link/url';
import { isPlain } from './carry';
import { COLUMN, frameHeight, TALL } from './heights';
import { NOT_IN_QUERY, PARAMETERS } from './attributes';
import { DEFAULTS, PARAMS, type Options, type Param, type WidgetKind } from './params';

/** Stands for the site's address where a build does not know it. */
export const ANYWHERE = 'https://example.org/pools/';

export const FORMS = ['iframe', 'element', 'url', 'markdown', 'file'] as const;
export type Form = (typeof FORMS)[number];

/** The figure that is embedded. */
export interface Subject {
  /** The NAME in its address /embed/NAME/. */
  readonly name: string;
  readonly kind: WidgetKind;
  readonly title: string;
  /** Path of the full version from the site's root, without a leading slash; may have a query. */
  readonly page: string;
  /** It has PNG pictures in plain words, too. */
  readonly plain?: true;
}

const LOOKS = [
  'view',
  'controls',
  'theme',
  'autoplay',
  'loop',
  'speed',
  'words',
  'font',
  'lang',
] as const;

export interface FrameLook extends Pick<Options, (typeof LOOKS)[number]> {
  /** In px; undefined: as tall as the figure needs. */
  readonly height: number | undefined;
  /** The author's title; empty: the figure's own. */
  readonly title: string;
  readonly caption: string;
  /** Six hexadecimal digits; empty: the site's colour. */
  readonly accent: string;
  /** The stretch that is played, in ns; undefined: the whole run. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface EmbedSnippet {
  readonly form: Form;
  /** The address of the site in the figure's language, with a trailing slash. */
  readonly site: string;
  readonly subject: Subject;
  readonly state: UrlState;
  readonly look: FrameLook;
  /** The picture in Markdown or of an element, if it is not the site's own. */
  readonly picture?: string | undefined;
}

export const PLAIN: FrameLook = {
  view: DEFAULTS.view,
  controls: DEFAULTS.controls,
  theme: DEFAULTS.theme,
  autoplay: DEFAULTS.autoplay,
  loop: DEFAULTS.loop,
  speed: DEFAULTS.speed,
  words: DEFAULTS.words,
  font: DEFAULTS.font,
  lang: CODE,
  height: undefined,
  title: '',
  caption: '',
  accent: '',
};
/** The query of the address: the figure's state first, as on its own page. */
export function queryOf({
  state,
  look,
  subject,
}: Pick<EmbedSnippet, 'state' | 'look' | 'subject'>) {
  const { kind } = subject;
  const own = kind === 'benchmark' ? '' : printUrl({ ...state, comparison: undefined });
  const parts = LOOKS.filter(
    (name) =>
      look[name] !== DEFAULTS[name] &&
      PARAMS.some((one: Param) => one.name === name && one.of.includes(kind)),
  ).map((name) => `${name}=${look[name]}`);
  for (const name of ['from', 'to'] as const)
    if (look[name] !== undefined) parts.push(`${name}=${printTime(look[name])}`);
  if (look.height !== undefined) parts.push('fit=1');
  for (const name of ['title', 'caption', 'accent'] as const)
    if (look[name] !== '') parts.push(`${name}=${encodeURIComponent(look[name])}`);
  return parts.length === 0 ? own : [own === '' ? '?v=1' : own, ...parts].join('&');
}

/** Frames and scripts of all languages have their published addresses below the root. */
export function rootOf(site: string, { lang }: Pick<FrameLook, 'lang'>): string {
  const folder = languageOf(lang)?.path ?? '';
  return folder !== '' && site.endsWith(`/${folder}`) ? site.slice(0, -folder.length) : site;
}

export const frameAddress = (line: Omit<EmbedSnippet, 'form'>) =>
  `${rootOf(line.site, line.look)}embed/${line.subject.name}/${queryOf(line)}`;

/** Address of the full version. Scenario pages open in this state; other pages have no state in their address. */
export const fullAddress = ({
  site,
  subject,
  state,
}: Pick<EmbedSnippet, 'site' | 'subject' | 'state'>) =>
  site + subject.page + (subject.kind === 'scenario' ? printUrl(state) : '');

/**
 * The same state as a link, where a frame is impossible. Pages of pairs have no state in their address, so the link leads
 * to the frame itself.
 */
export const linkAddress = (line: Omit<EmbedSnippet, 'form'>) =>
  line.subject.kind === 'pair' && !isPlain(line.state)
    ? frameAddress({ ...line, look: { ...line.look, height: undefined } })
    : fullAddress(line);

export const pictureAddress = (
  { site, subject, look }: Pick<EmbedSnippet, 'site' | 'subject' | 'look'>,
  dark = look.theme === 'dark',
) => {
  const plain = subject.plain && look.words === 'plain' ? '-plain' : '';
  return `${site}poster/${subject.name}${plain}${dark ? '-dark' : ''}.png`;
};

export const titleOf = ({ look, subject }: Pick<EmbedSnippet, 'look' | 'subject'>) =>
  look.title === '' ? subject.title : look.title;

const attribute = (name: string, value: string) => `${name}="${escapeXml(value)}"`;

/**
 * The fallback for feed readers and editors that remove frames. They remove `hidden` as well, and then show the
 * picture. A span hides it, because blog themes give pictures a display of their own, and content policies forbid styles.
 */
function stays(line: EmbedSnippet): string {
  const picture = `<span hidden><img ${attribute('src', pictureAddress(line))} alt="" loading="lazy"></span>`;
  return `<a ${attribute('href', linkAddress(line))}>${picture}${escapeXml(titleOf(line))}</a>`;
}

function iframe(line: EmbedSnippet): string {
  const attributes = [
    attribute('src', frameAddress(line)),
    attribute('title', titleOf(line)),
    attribute('width', '100%'),
    attribute(
      'height',
      String(line.look.height ?? frameHeight(line.subject.kind, COLUMN, line.look)),
    ),
    attribute('loading', 'lazy'),
    attribute('frameborder', '0'), // not a style: content policies forbid those
  ];
  // The script sets the height, unless one is given, and hides the link.
  return `<iframe ${attributes.join(' ')}></iframe>
<p data-poolscope>${stays(line)}</p>
<script ${attribute('src', `${rootOf(line.site, line.look)}embed/resize.js`)} async></script>`;
}

/** A page of this width or less has the element's narrow picture. */
const NARROW_PAGE = 600;

/**
 * What readers without scripts see, and the room that the element takes: the very picture that it shows until it is
 * pressed. Where pictures are removed, `hidden` is too, and the title stays.
 */
function pictured(line: EmbedSnippet): string {
  const { wide, narrow } = TALL[line.subject.kind];
  const plain = line.look.words === 'plain' ? '-plain' : '';
  const file = (shape: string) =>
    `${line.site}poster/${line.subject.name}${plain}-${shape}.svg${line.look.theme === 'dark' ? '#dark' : ''}`;
  const size = (width: number, height: number) =>
    `${attribute('width', String(width))} ${attribute('height', String(line.look.height ?? height))}`;
  const title = escapeXml(titleOf(line));
  return `<a ${attribute('href', linkAddress(line))}><picture><source media="(max-width: ${NARROW_PAGE}px)" ${size(360, narrow)} ${attribute('srcset', file('narrow'))}><img ${size(720, wide)} ${attribute('src', file('wide'))} alt="${title}" loading="lazy"></picture><span hidden>${title}</span></a>`;
}

/** The element's attributes, and settings that are none of HTML's; all others go into `params`. */
const AS_ATTRIBUTE = new RegExp(`^(${PARAMETERS.join('|')}|(?!item|on)[a-z]+(_[a-z0-9]+)+)$`);

function element(line: EmbedSnippet): string {
  const { look, subject, site } = line;
  const query = new URLSearchParams(queryOf({ ...line, look: { ...look, height: undefined } }));
  query.delete('v'); // the element adds the version
  for (const name of NOT_IN_QUERY) query.delete(name);
  const attributes = [attribute('scenario', subject.name)];
  const rest = new URLSearchParams();
  for (const [name, value] of query) {
    if (AS_ATTRIBUTE.test(name)) attributes.push(attribute(name, value));
    else rest.append(name, value);
  }
  if (rest.size > 0) attributes.push(attribute('params', rest.toString()));
  const language = languageOf(look.lang);
  if (language?.path) attributes.push(attribute('lang', look.lang));
  // The element's own word is English, and its picture tells too much for a guess.
  if (look.view === 'guess' && language)
    attributes.push(attribute('label', language.guess + COLON + titleOf(line)));
  else if (language?.path) attributes.push(attribute('label', language.play));
  if (look.theme !== 'auto') attributes.push(attribute('theme', look.theme));
  if (look.height !== undefined) attributes.push(attribute('height', String(look.height)));
  if (line.picture !== undefined) attributes.push(attribute('poster', line.picture));
  return `<script type="module" ${attribute('src', `${rootOf(site, look)}embed/pool-scope.js`)}></script>
<pool-scope ${attributes.join(' ')}>${pictured(line)}</pool-scope>`;
}

/** Escapes what Markdown and its dialects would interpret within a line, and line breaks, which would end the picture. */
const escapeMarkdown = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<&~$:|]/g, '\\$&');
/** A link's target in round brackets. */
const target = (address: string) => address.replaceAll('(', '%28').replaceAll(')', '%29');

/** Two pictures need HTML, which Markdown allows in its lines: the reader's system chooses. */
function markdown(line: EmbedSnippet): string {
  if (line.look.theme === 'auto' && line.picture === undefined) {
    const alt = titleOf(line).replace(/\s+/g, ' ').trim();
    const dark = `<source media="(prefers-color-scheme: dark)" ${attribute('srcset', pictureAddress(line, true))}>`;
    return `<a ${attribute('href', linkAddress(line))}><picture>${dark}<img ${attribute('src', pictureAddress(line, false))} ${attribute('alt', alt)}></picture></a>`;
  }
  const picture = `![${escapeMarkdown(titleOf(line))}](${target(line.picture ?? pictureAddress(line))})`;
  return `[${picture}](${target(linkAddress(line))})`;
}

export function snippet(line: EmbedSnippet): string {
  switch (line.form) {
    case 'iframe':
      return iframe(line);
    case 'element':
      return element(line);
    case 'url':
      // Hosts with oEmbed find the figure's description at this address; others put the address into a frame.
      return frameAddress({ ...line, look: { ...line.look, height: undefined } });
    case 'markdown':
      return markdown(line);
    case 'file':
      return `${line.site}take/${line.subject.name}.html${queryOf(line)}`;
  }
}

/** Every page that a search engine may list. */
import { FOLDER, LANGUAGES } from '../../model/languages';
import { OVERVIEW } from '../../model/reference/address';
import { REFERENCE } from '../../model/reference/list';
import { STATES_ADDRESS } from '../../model/reference/states';
import { lessons } from '../lessons';
import { lists } from '../content/lists';
import { claims } from '../../model/said/claims';
import { KINDS } from '../measured/format';
import { scenarios } from '../runs/scenarios';
import { addressOf, scenes } from '../story';

/** The site's address without a trailing slash: SITE_URL=https://example.org/poolscope */
export const site = (process.env['SITE_URL'] ?? '').replace(/\/+$/, '');

/** As a person would type it. */
export const host = site.replace(/^https?:\/\//, '');

const inner = (process.env['BASE_PATH'] ?? '').replace(/^\/+|\/+$/g, '');
/** The folder of the site on its host: "" or "/folder". */
export const base = inner && `/${inner}`;
/** An address from a path: absolute if the build knows the host, else relative to it. */
export const absolute = (path: string) => (site || base) + path;

const own = FOLDER.slice(0, -1);
/** The address of the whole site, with the folders of all languages. */
export const home = own === '' ? absolute('') : absolute('').slice(0, -own.length - 1);
/** The roots of all languages, as search engines know them. */
const ROOTS = [
  ...LANGUAGES.map(({ tag, path }) => [tag, `${home}/${path}`.slice(0, -1)] as const),
  ['x-default', home] as const,
];

/** Without a host, Kit would look for the pages of another language in this build. */
const REL = site ? 'alternate' : 'alternate external';

/** A page in each language, itself included. `tag`: how the place of the tags calls a link. */
export const inEachLanguage = (path: string, tag: 'link' | 'xhtml:link') =>
  ROOTS.map(
    ([language, at]) => `<${tag} rel="${REL}" hreflang="${language}" href="${at}${path}"/>`,
  ).join('');

export function pages(): string[] {
  const steps = lessons.flatMap(({ slug, steps: [, ...later] }) => [
    `/lessons/${slug}/`,
    ...later.map((step) => `/lessons/${slug}/${step.slug}/`),
  ]);
  return [
    '/',
    ...scenes.map((_, at) => addressOf(at)),
    '/lessons/',
    ...steps,
    '/scenarios/',
    ...scenarios.map(({ name }) => `/scenarios/${name}/`),
    '/curves/',
    '/measured/',
    ...KINDS.map((kind) => `/measured/${kind}/`),
    '/measured/clients/',
    OVERVIEW,
    STATES_ADDRESS,
    ...lists.map(({ address }) => address),
    ...REFERENCE.map(({ address }) => address),
    '/claims/',
    ...claims.map(({ address }) => address),
    '/diagnose/',
    '/hangs/',
    '/embed/',
    '/figures/',
    '/glossary/',
    '/sources/',
    '/about/',
    '/status/',
  ];
}

/** What the address of the live pool's frame may say. A value that is not allowed is named, and the default is used. */
import { DARES, dialsOf, SERVER, SERVERS, serverWord } from '../hand/cases';
import { DEEDS, type DeedName } from '../hand/may';
import { escapeXml } from '../words/escape';
import { TALL } from './heights';
import { LANGUAGES, LONGEST_TITLE, THEMES, type Problem, type Theme } from './params';

export interface LiveLook {
  readonly plain: boolean;
  readonly deeds: readonly DeedName[];
  readonly theme: Theme;
  readonly title: string | undefined;
  readonly calm: boolean;
  readonly transparent: boolean;
}
export const LOOK: LiveLook = {
  plain: false,
  deeds: DEEDS,
  theme: 'auto',
  title: undefined,
  calm: false,
  transparent: false,
};

const range = (from: number, to: number, unit = '') => ({
  allowed: [`${from}${unit} – ${to}${unit}`],
  reads: (value: string) => {
    const [, digits = ''] = new RegExp(`^(\\d{1,10})${unit}$`).exec(value) ?? [];
    return digits !== '' && Number(digits) >= from && Number(digits) <= to;
  },
});
const one = (allowed: readonly string[]) => ({
  allowed,
  reads: (value: string) => allowed.includes(value),
});

interface Row {
  readonly allowed: readonly string[];
  readonly reads: (value: string) => boolean;
}

const STEADY = dialsOf('steady');
export const LIVE_PARAMS = {
  threads: { ...range(1, 24), normal: String(STEADY.threads) },
  arrivals: { ...range(0, 120), normal: String(STEADY.arrivals) },
  work: { ...range(5, 3000, 'ms'), normal: `${STEADY.work_ms}ms` },
  seed: { ...range(0, 0xffff_ffff), normal: '7' },
  server: { ...one(SERVERS), normal: serverWord(SERVER) },
  dare: { ...one(DARES), normal: '' },
  do: { allowed: ['1.…'], reads: () => true, normal: '' },
  words: { ...one(['server', 'plain']), normal: 'server' },
  hands: {
    allowed: DEEDS,
    reads: (value: string) => value.split(',').every((deed) => one(DEEDS).reads(deed)),
    normal: DEEDS.join(','),
  },
  title: {
    allowed: [`1 – ${LONGEST_TITLE}`],
    reads: (value: string) => value !== '' && value.length <= LONGEST_TITLE,
    normal: '',
  },
  theme: { ...one(THEMES), normal: 'auto' },
  motion: { ...one(['auto', 'reduced']), normal: 'auto' },
  transparent: { ...one(['0', '1']), normal: '0' },
  lang: { ...one(LANGUAGES), normal: '' },
} as const satisfies Readonly<Record<string, Row & { readonly normal: string }>>;
export type LiveParam = keyof typeof LIVE_PARAMS;
const isParam = (name: string): name is LiveParam => Object.hasOwn(LIVE_PARAMS, name);

/** The line for other pages. `site`: with a slash at its end. */
export function liveLine(site: string, query: string, title: string): string {
  const src = escapeXml(`${site}embed/live/${query}`);
  return (
    `<iframe src="${src}" title="${escapeXml(title)}" width="100%" height="${TALL.scenario.wide}" ` +
    `loading="lazy" frameborder="0"></iframe>\n<script src="${escapeXml(site)}embed/resize.js" async></script>`
  );
}

export interface ReadLook {
  readonly look: LiveLook;
  readonly problems: readonly Problem[];
}

/** Never throws. What is refused is taken out of the search, so that nobody reads it later. */
export function readLook(search: URLSearchParams): ReadLook {
  const problems: Problem[] = [];
  for (const [name, value] of [...search]) {
    const short = value.slice(0, 64);
    if (!isParam(name)) {
      problems.push({
        kind: 'name',
        name: name.slice(0, 64),
        value: short,
        allowed: Object.keys(LIVE_PARAMS),
      });
      continue;
    }
    const { allowed, reads } = LIVE_PARAMS[name];
    if (reads(value)) continue;
    problems.push({ kind: 'value', name, value: short, allowed });
    search.delete(name);
  }
  const deeds = search.get('hands')?.split(',');
  return {
    look: {
      plain: search.get('words') === 'plain',
      deeds: deeds ? DEEDS.filter((deed) => deeds.includes(deed)) : DEEDS,
      theme: THEMES.find((theme) => theme === search.get('theme')) ?? 'auto',
      title: search.get('title') ?? undefined,
      calm: search.get('motion') === 'reduced',
      transparent: search.get('transparent') === '1',
    },
    problems,
  };
}

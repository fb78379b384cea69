import { load } from 'cheerio';
import { NO_STATE } from '../web/src/model/embedding/carry';
import { readParams } from '../web/src/model/embedding/params';
import {
  frameAddress,
  PLAIN,
  type EmbedSnippet,
  type Subject,
} from '../web/src/model/embedding/snippets';

// Feed readers, editors and newsletters remove frames, elements and scripts: a pasted snippet must still leave a link to
// what the figure showed, and a picture where pictures are allowed.

const SITE = 'https://example.org/pools/';
const state = { overrides: { thread_pool_max_threads: 8 }, time_ns: 1_200_000_000, request: 7 };
const title = 'Six & <two> "x"';
const SUBJECTS: readonly Subject[] = [
  { name: 'one', kind: 'scenario', title, page: 'scenarios/one/' },
  { name: 'one-vs-two', kind: 'pair', title, page: 'lessons/a-stall/' },
  { name: 'benchmark-x', kind: 'benchmark', title, page: 'curves/?v=1&b=x' },
];

/** Each form of a snippet with frames or elements, with and without a state. */
export const LINES: readonly EmbedSnippet[] = SUBJECTS.flatMap((subject) =>
  (['iframe', 'element'] as const).flatMap((form) =>
    [undefined, 420].flatMap((height) =>
      [NO_STATE, state].map((of) => ({
        form,
        site: SITE,
        subject,
        state: of,
        look: { ...PLAIN, height },
      })),
    ),
  ),
);

export interface Left {
  readonly href: string;
  readonly words: string;
  /** Empty if none is visible. */
  readonly picture: string;
}

export function leftOf(html: string): Left {
  const page = load(html);
  if (page('iframe, pool-scope, script').length > 0) throw new Error(`not taken away: ${html}`);
  const link = page('a');
  const picture = link.find('img').not('[hidden] img');
  return {
    href: link.attr('href') ?? '',
    words: link.text(),
    picture: picture.attr('src') ?? '',
  };
}

/** What is wrong with the remains of a snippet. */
export function problemsWith(line: EmbedSnippet, html: string, pictures: boolean): string[] {
  const { subject } = line;
  const { href, words, picture } = leftOf(html);
  const lost: string[] = [];
  if (words !== subject.title) lost.push(`the link says ${words}`);
  const file = line.form === 'element' ? `${subject.name}-wide.svg` : `${subject.name}.png`;
  if (pictures && picture !== `${SITE}poster/${file}`) lost.push(`the picture is ${picture}`);
  const plain = line.state === NO_STATE || subject.kind === 'benchmark';
  if (plain) return href === SITE + subject.page ? lost : [...lost, `it leads to ${href}`];
  const target = { kind: subject.kind, names: ['thread_pool_max_threads'], knobs: 1 };
  const stateAt = (address: string) =>
    JSON.stringify(readParams(new URL(address).searchParams, target).options.state);
  const [there, shown] = [stateAt(href), stateAt(frameAddress(line))];
  return there === shown ? lost : [...lost, `it opens ${there}, not ${shown}`];
}

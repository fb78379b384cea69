/** The preview image of a link to a page, 1200 by 630: a question, the run at its moment of tension, and the source. */
import { LEAST_ON_LINE } from '#locale';
import { m } from '#paraglide/messages.js';
import type { Poster } from '../../figure/player/player.svelte';
import { rect, place, text, type Mark, type Piece } from '../../ui/marks/marks';
import { roomOf, widthOf, wrap, wrapHeading } from '../../ui/marks/measure';
import { serverName } from '../../model/words/servers';
import { VERDICT_WORDS } from '../../features/said/verdicts';
import { momentOf, scenePiece } from '../../figure/picture/runs';
import { sheetOf, sign } from '../../figure/picture/sheet';
import { isTextbook } from '../../model/run/families';
import { isFew } from '../../ui/views/scene/facts';
import { host } from '../widgets/addresses';
import { posterOf } from '../runs/engine';
import { course, lessons, library } from '../lessons';
import { said } from '../said';
import { lead, title } from '../story';
import { widgets, widgetNamed, type AnyWidget } from '../widgets/widgets';
import { askedPiece, chartsPiece, emptyPiece } from './chart';
import { inPlainWords } from './poster';
import { atQuestion, atTension } from './scene';
import { inTheme } from './themes';
import type { Overrides } from '../../model/run/types';
import { CLAUSE, STOP, NEXT } from '../../model/joined';

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
const EDGE = 48;
const WIDTH = CARD_WIDTH - 2 * EDGE;
const LARGEST = 60;
const PITCH = 1.06;
/** The area of the figure. */
const TOP = 178;
const BOTTOM = 572;
/** The site's name and the source. */
const FOOT = 608;
const SOURCE = WIDTH - 200;
/** Cards are seen small, so figures are enlarged. */
const LARGER = 1.4;
const ROOM = { w: WIDTH / LARGER, h: (BOTTOM - TOP) / LARGER };
const GAP = 24;
const NAME = 22;

/** Who asks which, where or how many would have the answer from a later moment. */
export const AT_THE_DOOR: ReadonlySet<string> = new Set([
  'backpressure',
  'innodb-concurrency-barging',
  'innodb-concurrency-queue',
  'innodb-concurrency-under-a-pool',
  'littles-law',
  'mariadb-max-threads-8',
  'one-queue-16-workers',
  'percona-oversubscribe-2',
  'percona-two-four-two',
  'reconnect-and-hope',
  'requests-65-waiting',
  'the-cast-eight',
  'two-pools',
  'windows-eight-sleeps',
]);

interface CardWords {
  readonly headline: string;
  /** A question or a result, if the headline leaves room for it. */
  readonly below: string;
  /** The server and the moment of the run. */
  readonly caption: string;
}

/** Where a headline of two lines is broken best: between sentences; in Chinese, also between clauses. */
const BREAKS = [/(?<=[.?!]) |(?<=[。？！])(?=[^”’」）])/, /(?<=，)/];

/** The least size of a headline that leaves room for text below it. */
const ONE_LINE = 40;

/** On at most two lines, or on one if there is text below it; long text gets smaller. */
function headlineOf(words: string, below: string): { readonly lines: readonly string[]; readonly size: number } {
  const alone = Math.floor((LARGEST * WIDTH) / widthOf(words, LARGEST, { display: true }));
  if (below !== '' && alone >= ONE_LINE) return { lines: [words], size: Math.min(LARGEST, alone) };
  const halves = BREAKS.map((at) => words.split(at)).find(({ length }) => length === 2);
  for (let size = LARGEST; ; size -= 2) {
    const whole = wrapHeading(words, WIDTH, size);
    const lines = halves && whole.length > 1 ? halves : whole;
    const wide = lines.some((one) => widthOf(one, size, { display: true }) > WIDTH);
    const torn = size > 40 && (lines[1]?.length ?? LEAST_ON_LINE) < LEAST_ON_LINE;
    if ((lines.length <= 2 && !wide && !torn) || size <= 30) return { lines: lines.slice(0, 2), size };
  }
}

/** As many of its sentences as fit on two lines: no card ends in the middle of one. */
function wholeSentences(words: string, size: number): readonly string[] {
  const sentences = words.split(/(?<=[.?!] )|(?<=[。？！])/);
  for (let count = sentences.length; count > 0; count -= 1) {
    const lines = wrap(sentences.slice(0, count).join('').trim(), WIDTH, size * 0.95);
    if (lines.length <= 2) return lines;
  }
  return [];
}

function card({ headline, below, caption }: CardWords, piece: Piece): string {
  const { lines, size } = headlineOf(headline, below);
  const told = lines.length === 1 ? wholeSentences(below, 25) : [];
  const first = told.length > 0 ? 78 : lines.length === 1 ? 112 : 48 + size * 0.72;
  const scale = Math.min(WIDTH / piece.width, (BOTTOM - TOP) / piece.height);
  const from = [caption, host].filter(Boolean).join(' · ');
  const marks: Mark[] = [
    rect(0, 0, CARD_WIDTH, CARD_HEIGHT, { fill: '--paper' }),
    ...lines.map((one, at) =>
      text(EDGE, first + at * size * PITCH, one, { size, display: true, weight: 700 }),
    ),
    ...told.map((one, at) => text(EDGE, 122 + at * 32, one, { size: 25, fill: '--ink-2' })),
    place(piece, (CARD_WIDTH - piece.width * scale) / 2, TOP, scale),
    sign(EDGE + 15, FOOT - 8, 1.35),
    text(EDGE + 40, FOOT, m.site_name(), { size: 24, display: true, weight: 700 }),
    text(CARD_WIDTH - EDGE, FOOT, from, {
      size: Math.min(20, (20 * SOURCE) / roomOf(from, 20)),
      fill: '--ink-2',
      anchor: 'end',
    }),
  ];
  const svg = sheetOf({ title: headline, width: CARD_WIDTH, height: CARD_HEIGHT, marks });
  return `${inTheme(svg, 'light')}\n`;
}

/** One run as a scene, or two side by side below their names. */
function runs(posters: readonly Poster[], labels: readonly string[]): Piece {
  const [first, second] = posters;
  if (!first) throw new Error('a card without a run');
  // A world of many has its words and bodies at their size from the start.
  if (!second && !isFew(first.outcome, first.first)) return scenePiece(first, WIDTH, BOTTOM - TOP);
  if (!second) return scenePiece(first, ROOM.w, ROOM.h);
  const w = (ROOM.w - GAP) / 2;
  const marks = posters.flatMap((poster, at): Mark[] => [
    text(at * (w + GAP), 14, labels[at] ?? '', { size: 15, weight: 650 }),
    place(scenePiece(poster, w, ROOM.h - NAME), at * (w + GAP), NAME),
  ]);
  return { marks, width: ROOM.w, height: ROOM.h };
}

const serverOf = ({ outcome }: Poster) => serverName(outcome.scenario.server.scheduler);
/** "MariaDB, at 1.000 s of 4.000 s". */
const captionOf = (poster: Poster) =>
  `${serverOf(poster)}${CLAUSE}${momentOf(poster, poster.frame)} · ${m.embed_picture_simulated()}`;
/** Before a question is answered, the length of the run may be the answer. */
const captionAtFirst = (poster: Poster) => `${serverOf(poster)} · ${m.embed_picture_simulated()}`;

/** A figure's question, large; what the question is about, below it. */
export function askedWords({ question }: Pick<AnyWidget, 'question'>): Omit<CardWords, 'caption'> {
  const [, about = '', headline = question] = /^(.*[.!?。！？])\s*(.+?)$/.exec(question) ?? [];
  return widthOf(question, 46) <= WIDTH * 1.8
    ? { headline: question, below: '' }
    : { headline, below: about };
}

/** A textbook's queue has none of a server's words. */
const inItsWords = (posters: readonly Poster[], svg: string) =>
  posters.every(({ outcome }) => isTextbook(outcome.scenario.server.scheduler))
    ? inPlainWords(svg)
    : svg;

/** The question of a figure, before its answer. */
function widgetCard(widget: AnyWidget): string {
  const words = askedWords(widget);
  const captioned = (caption: string) => ({ ...words, caption: `${widget.title} · ${caption}` });
  switch (widget.kind) {
    case 'benchmark':
      return widget.chart.kind === 'curve'
        ? card(
            captioned(m.embed_picture_modelled()),
            askedPiece(ROOM.w, ROOM.h, widget.chart.pair()),
          )
        : card(captioned(m.embed_picture_measured()), emptyPiece(widget, ROOM.w, ROOM.h));
    case 'scenario': {
      const poster = asked(widget.name);
      return inItsWords([poster], card(captioned(captionAtFirst(poster)), runs([poster], [])));
    }
    case 'pair': {
      const { left, right } = widget;
      const posters = [left, right].map(({ file, overrides }) =>
        asked(file.name, overrides),
      );
      const caption = m.embed_picture_simulated();
      return inItsWords(posters, card({ ...words, caption }, runs(posters, [left.label, right.label])));
    }
  }
}

/** A claim in quotation marks, its verdict, and its figure at the decisive moment. */
function saidCard(slug: string): string | undefined {
  const found = said.find((one) => one.slug === slug);
  if (!found) return undefined;
  const { picture } = found;
  const verdict = VERDICT_WORDS[found.verdict]();
  const words = { headline: `“${found.title}”`, below: verdict + STOP + NEXT + found.words };
  if (picture.kind !== 'figure' && picture.kind !== 'twins') {
    const chart = widgetNamed(found.embed.name);
    if (chart?.kind !== 'benchmark') throw new Error(`${slug}: no chart is called ${found.embed.name}`);
    const caption = `${verdict} · ${m.embed_picture_measured()}`;
    return card({ ...words, caption }, chartsPiece(chart, ROOM.w, 1, ROOM.h));
  }
  const asks = picture.kind === 'twins' ? [picture.left, picture.right] : [picture.figure];
  const posters = asks.map(({ scenario, cue }) =>
    posterOf(library.scenarios[scenario] ?? '', cue),
  );
  const [first] = posters;
  const labels = posters.map(({ outcome }) => serverName(outcome.scenario.server.scheduler));
  const caption = first ? `${verdict} · ${captionOf(first)}` : verdict;
  return card({ ...words, caption }, runs(posters, labels));
}

/** A lesson's question: its figure at the moment of its first question, without the answer. */
function lessonCard(slug: string): string | undefined {
  const lesson = lessons.find((one) => one.slug === slug);
  if (!lesson) return undefined;
  const pictures = lesson.steps.flatMap(({ picture }) => picture ?? []);
  const picture =
    pictures[0]?.kind === 'curve'
      ? undefined
      : pictures.find(({ kind }) => kind === 'figure' || kind === 'twins');
  const words = askedWords({ question: course().find((one) => one.slug === slug)?.question ?? lesson.title });
  if (picture?.kind !== 'figure' && picture?.kind !== 'twins') return askCard(words);
  const { scenario, cue } = picture.kind === 'twins' ? picture.left : picture.figure;
  const poster = asked(scenario, cue.overrides);
  return card({ ...words, caption: `${lesson.kicker} · ${captionAtFirst(poster)}` }, runs([poster], []));
}

/** The curve that readers draw first, before it is drawn. */
const askCard = (words: Omit<CardWords, 'caption'>) =>
  card({ ...words, caption: m.embed_picture_modelled() }, askedPiece(ROOM.w, ROOM.h));

/** Pages with text of their own; the others get the site's. */
const PAGES: Readonly<Record<string, () => string>> = {
  poolscope: () =>
    sceneCard(m.embed_card_home(), m.site_tagline(), asked('mariadb-max-threads-6')),
  lessons: () =>
    sceneCard(m.lessons_title(), m.lessons_description(), asked('percona-two-groups')),
  story: () => sceneCard(title, lead, posterOf(fileOf('your-order'), { time_ns: 10_000_000_000, request: '42' })),
  lab: () => sceneCard(m.nav_lab(), m.home_lab_lead(), asked('mariadb-two-groups')),
  benchmarks: () => askCard({ headline: m.bench_title(), below: m.bench_draw_lead() }),
};

const fileOf = (scenario: string) => library.scenarios[scenario] ?? '';
const asked = (scenario: string, overrides: Overrides = {}) =>
  AT_THE_DOOR.has(scenario)
    ? atQuestion(fileOf(scenario), { overrides })
    : atTension(fileOf(scenario), { overrides });
const sceneCard = (headline: string, below: string, poster: Poster): string =>
  card({ headline, below, caption: captionAtFirst(poster) }, runs([poster], []));

const LESSON = 'lesson-';
const SAID = 'said-';

export const cardNames = (): readonly string[] => [
  ...Object.keys(PAGES),
  ...lessons.map(({ slug }) => LESSON + slug),
  ...said.map(({ slug }) => SAID + slug),
  ...widgets.map(({ name }) => name),
];

export function cardSvg(name: string): string | undefined {
  const page = PAGES[name];
  if (page) return page();
  if (name.startsWith(LESSON)) return lessonCard(name.slice(LESSON.length));
  if (name.startsWith(SAID)) return saidCard(name.slice(SAID.length));
  const widget = widgetNamed(name);
  return widget && widgetCard(widget);
}

/** The card of a page, by its path from the site's root. */
export function cardOf(path: string): string {
  const [, folder = '', name = ''] = path.split('/');
  switch (folder) {
    case 'scenarios':
    case 'embed':
      return widgetNamed(name) ? name : 'poolscope';
    case 'lessons':
      return lessons.some(({ slug }) => slug === name) ? LESSON + name : 'lessons';
    case 'claims':
      return said.some(({ slug }) => slug === name) ? SAID + name : 'poolscope';
    case 'curves':
      return 'benchmarks';
    case 'lab':
    case 'story':
      return folder;
    default:
      return 'poolscope';
  }
}

/** What a link to a page looks like where people talk: 1200 by 630, words on the left, the figure on the right. */
import { m } from '#paraglide/messages.js';
import type { Poster } from '../../figure/player/player.svelte';
import { place, rect, text, type Mark, type Piece } from '../../ui/marks/marks';
import { widthOf, wrap } from '../../ui/marks/measure';
import { serverName } from '../../model/words/servers';
import { VERDICT_WORDS } from '../../features/said/verdicts';
import { momentOf, pairOf, scenePiece } from '../../figure/picture/runs';
import { sheetOf, sign } from '../../figure/picture/sheet';
import { host } from '../widgets/addresses';
import { posterOf } from '../runs/engine';
import { lessons, library } from '../lessons';
import { said } from '../said';
import { widgets, widgetNamed, type AnyWidget } from '../widgets/widgets';
import { chartsPiece } from './chart';
import { picturesOf, telling } from './scene';
import { inTheme } from './themes';

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
const LEFT = 56;
const COLUMN = 430;
/** Room of the figure. */
const FRAME = { x: 520, y: 30, w: 650, h: 570 };
const PAD = 14;
const ROOM = { w: FRAME.w - 2 * PAD, h: FRAME.h - 2 * PAD };
/** A scene is wider than it is tall; of two runs each has its share of the frame. */
const ALONE = 440;
const NAME = 24;
const OF_TWO = (ROOM.h - 12) / 2 - NAME;
/** Charts are drawn for a page, and then smaller. */
const CHART = 720;

interface CardWords {
  readonly kicker: string;
  readonly title: string;
  readonly below: string;
  readonly origin: string;
}

function lines(words: string, size: number, most: number): string[] {
  const all = wrap(words, COLUMN, size * 0.9);
  return all.length <= most ? all : [...all.slice(0, most - 1), `${all[most - 1] ?? ''} …`];
}

function card({ kicker, title, below, origin }: CardWords, piece: Piece): string {
  const scale = Math.min(ROOM.w / piece.width, ROOM.h / piece.height, 1.2);
  const w = piece.width * scale;
  const h = piece.height * scale;
  const frame = { x: FRAME.x + (FRAME.w - w) / 2 - PAD, y: FRAME.y + (FRAME.h - h) / 2 - PAD };
  // A variable's name is not broken.
  const longest = Math.max(...title.split(' ').map((word) => widthOf(word, 1, { bold: true })));
  const size = Math.min(title.length > 48 ? 38 : 46, COLUMN / longest);
  const titles = lines(title, size, 5);
  const told = lines(below, 24, 6);
  const kickers = wrap(kicker, COLUMN, 21);
  const top = 108 + Math.max(1, kickers.length) * 28 + (size - 38);
  const after = top + titles.length * size * 1.14;
  const marks: Mark[] = [
    rect(0, 0, CARD_WIDTH, CARD_HEIGHT, { fill: '--paper' }),
    ...kickers.map((one, at) =>
      text(LEFT, 72 + at * 28, one, { size: 22, weight: 600, fill: '--ink' }),
    ),
    ...titles.map((one, at) => text(LEFT, top + at * size * 1.14, one, { size, weight: 700 })),
    ...told.map((one, at) => text(LEFT, after + 10 + at * 33, one, { size: 24, fill: '--ink-2' })),
    sign(LEFT + 14, 572, 1.3),
    text(LEFT + 40, 569, m.site_name(), { size: 24, weight: 700 }),
    text(LEFT + 40, 594, [origin, host].filter(Boolean).join(' · '), { size: 17, fill: '--ink-2' }),
    rect(frame.x, frame.y, w + 2 * PAD, h + 2 * PAD, {
      fill: '--sheet',
      stroke: '--ink-3',
      r: 16,
    }),
    place(piece, frame.x + PAD, frame.y + PAD, scale),
  ];
  const svg = sheetOf({ title, width: CARD_WIDTH, height: CARD_HEIGHT, marks });
  return `${inTheme(svg, 'light')}\n`;
}

/** One run as a scene, two below each other with their names. */
const runs = (posters: readonly Poster[], labels: readonly string[]): Piece => {
  const [first] = posters;
  if (!first) throw new Error('a card without a run');
  return posters.length > 1
    ? pairOf(posters, labels, ROOM.w, () => OF_TWO)(posters.map(({ frame }) => frame))
    : scenePiece(first, ROOM.w, ALONE);
};

const simulated = (poster: Poster) => ({
  kicker: `${serverName(poster.outcome.scenario.server.scheduler)}, ${momentOf(poster, poster.frame)}`,
  origin: m.embed_picture_simulated(),
});

function widgetCard(widget: AnyWidget): string {
  const { title, question } = widget;
  const words = { title, below: question };
  if (widget.kind === 'benchmark') {
    const origin =
      widget.chart.kind === 'curve' ? m.embed_picture_modelled() : m.embed_picture_measured();
    return card({ ...words, kicker: m.embed_card_measured(), origin }, chartsPiece(widget, CHART, 1));
  }
  const posters = picturesOf(widget);
  const [first] = posters;
  if (!first) throw new Error(`${widget.name} has no run`);
  const labels = widget.kind === 'pair' ? [widget.left.label, widget.right.label] : [];
  return card({ ...words, ...simulated(first) }, runs(posters, labels));
}

/** A claim in quotation marks, what became of it, and its figure at the moment that decides. */
function saidCard(slug: string): string | undefined {
  const found = said.find((one) => one.slug === slug);
  if (!found) return undefined;
  const { picture } = found;
  const words = {
    kicker: `${m.said_title()} · ${VERDICT_WORDS[found.verdict]()}`,
    title: `“${found.title}”`,
    below: found.words,
  };
  if (picture.kind !== 'figure' && picture.kind !== 'twins') {
    const chart = widgetNamed(found.embed.name);
    if (chart?.kind !== 'benchmark') throw new Error(`${slug}: no chart is called ${found.embed.name}`);
    return card({ ...words, origin: m.embed_picture_measured() }, chartsPiece(chart, CHART, 1));
  }
  const asks = picture.kind === 'twins' ? [picture.left, picture.right] : [picture.figure];
  const posters = asks.map(({ scenario, cue }) =>
    posterOf(library.scenarios[scenario] ?? '', cue),
  );
  const labels = posters.map(({ outcome }) => serverName(outcome.scenario.server.scheduler));
  return card({ ...words, origin: m.embed_picture_simulated() }, runs(posters, labels));
}

function lessonCard(slug: string): string | undefined {
  const lesson = lessons.find((one) => one.slug === slug);
  if (!lesson) return undefined;
  const picture = lesson.steps.find((step) => step.picture)?.picture;
  const words = { kicker: lesson.kicker, title: lesson.title, below: lesson.summary };
  const origin = m.embed_picture_simulated();
  if (picture?.kind === 'figure' || picture?.kind === 'twins') {
    const { scenario, cue } = picture.kind === 'twins' ? picture.left : picture.figure;
    // The moment that the run is about; the step's own may be its very beginning.
    const poster = posterOf(
      library.scenarios[scenario] ?? '',
      cue.overrides ? { overrides: cue.overrides } : {},
    );
    return card({ ...words, origin }, runs(telling([poster]), []));
  }
  return chartCard({ ...words, origin });
}

/** With the first of the curves that a model was fitted to. */
function chartCard(words: CardWords): string {
  const curve = widgets.find((one) => one.kind === 'benchmark');
  if (curve?.kind !== 'benchmark') throw new Error('there is no benchmark');
  return card(words, chartsPiece(curve, CHART, 1));
}

/** Pages of their own words; the others have the site's. */
const PAGES: Readonly<Record<string, () => string>> = {
  poolscope: () => sceneCard(m.site_name(), m.site_tagline(), 'mariadb-max-threads-6'),
  lessons: () => sceneCard(m.lessons_title(), m.lessons_description(), 'the-cast-eight'),
  lab: () => sceneCard(m.nav_lab(), m.home_lab_lead(), 'mariadb-two-groups'),
  benchmarks: () =>
    chartCard({
      kicker: m.site_name(),
      title: m.bench_title(),
      below: m.bench_description(),
      origin: m.embed_picture_modelled(),
    }),
};

function sceneCard(title: string, below: string, scenario: string): string {
  const poster = posterOf(library.scenarios[scenario] ?? '');
  const words = { kicker: m.site_tagline(), title, below, origin: m.embed_picture_simulated() };
  return card(title === m.site_name() ? { ...words, kicker: '' } : words, runs([poster], []));
}

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
      return folder;
    default:
      return 'poolscope';
  }
}

/** Pictures for places without scripts: READMEs, mail, feeds, slides, and frames before they load. */
import { m } from '#paraglide/messages.js';
import { momentOf, PAIR_ROOM, pairOf, runsOf, sceneOf, summaryOf } from '../../figure/picture/runs';
import { framePiece, posterPiece, ROOM } from '../../figure/picture/poster';
import { sheetOf } from '../../figure/picture/sheet';
import { COLUMN, frameHeight } from '../../model/embedding/heights';
import { saying } from '../../model/embedding/plain';
import { caption } from '../../model/words/caption';
import { serverName } from '../../model/words/servers';
import type { Piece } from '../../ui/marks/marks';
import { forAnyText } from '../figures';
import { host } from '../widgets/addresses';
import { fill } from '../widgets/frame-data';
import type { AnyWidget } from '../widgets/widgets';
import { chartsPiece } from './chart';
import { picturesOf } from './scene';
import { inFewerBytes } from './shorter';
import { inBothThemes, inTheme, type Theme } from './themes';
import { COLON, STOP, NEXT } from '../../model/joined';

/** The shapes of frames: in a narrow column and in a wide one. */
export const SHAPES = { narrow: 360, wide: COLUMN } as const;
export type Shape = keyof typeof SHAPES;

interface PosterContent {
  readonly picture: () => Piece;
  /** In exactly this box. */
  readonly fitted: (width: number, height: number) => Piece;
  /** The server, and the moment of how many; or who measured, in full and in short. */
  readonly line: string;
  /** The moment alone, of one run. */
  readonly moment?: string;
  readonly by?: string;
  /** The contents in one sentence. */
  readonly summary: string;
  readonly origin: string;
}

function told(widget: AnyWidget): PosterContent {
  if (widget.kind === 'benchmark') {
    const { data } = fill(widget, '');
    const modelled = widget.chart.kind === 'curve';
    return {
      picture: () => chartsPiece(widget, ROOM),
      fitted: (width, height) => chartsPiece(widget, width, 1, height),
      line: data.source,
      by: data.by,
      summary: data.kind === 'benchmark' ? data.caption : '',
      origin: modelled ? m.embed_picture_modelled() : m.embed_picture_measured(),
    };
  }
  const posters = picturesOf(widget);
  const labels = widget.kind === 'pair' ? [widget.left.label, widget.right.label] : [];
  const [first] = posters;
  if (!first) throw new Error(`${widget.name} has no run`);
  const frames = posters.map(({ frame }) => frame);
  const picture = () => runsOf(posters, labels, ROOM)(frames);
  const moment = momentOf(first, first.frame);
  const origin = m.embed_picture_simulated();
  if (widget.kind === 'pair') {
    const summary = posters.map((one, at) => (labels[at] ?? '') + COLON + summaryOf(one)).join(NEXT);
    const fitted = (width: number, height: number) =>
      pairOf(posters, labels, width, () => (height - PAIR_ROOM) / 2)(frames);
    return { picture, fitted, line: moment, summary, origin };
  }
  const server = serverName(first.outcome.scenario.server.scheduler);
  const summary = summaryOf(first) + NEXT + caption(first.outcome);
  const fitted = (width: number, height: number) => sceneOf(first, width, height)(first.frame);
  return { picture, fitted, line: `${server} · ${moment}`, moment, summary, origin };
}

interface Drawing {
  readonly svg: string;
  readonly height: number;
}

const PLAIN_WORDS = saying({ words: 'plain', labels: {} });
const WORDS = /(<(?:text|tspan|title|desc)\b[^>]*>)([^<]+)/g;
export const inPlainWords = (svg: string): string =>
  svg.replaceAll(WORDS, (_, tag: string, text: string) => tag + PLAIN_WORDS(text));

/** `plain`: for texts about any queue, without the server and in plain words. */
function draw(widget: AnyWidget, shape: Shape | undefined, plain: boolean): Drawing {
  const { picture, fitted, summary, origin, ...of } = told(widget);
  const { title, kind } = plain ? forAnyText(widget) : widget;
  const { line, by = line } = plain && of.moment !== undefined ? { line: of.moment } : of;
  const words = { title, line, origin, host };
  const width = shape && SHAPES[shape];
  const piece =
    width === undefined
      ? posterPiece(picture(), words)
      : framePiece(fitted, { ...words, line: by }, { width, height: frameHeight(kind, width) });
  const svg = shape
    ? sheetOf({ title, round: true, ...piece }).replaceAll(/ data-[\w-]+="[^"]*"/g, '')
    : sheetOf({ title, desc: `${line}${STOP}${NEXT}${summary}${NEXT}${origin}${STOP}`, ...piece });
  return { svg: inFewerBytes(plain ? inPlainWords(svg) : svg), height: piece.height };
}

const known = new Map<string, Drawing>();
function drawingOf(widget: AnyWidget, shape?: Shape, plain = false): Drawing {
  const key = `${widget.name} ${shape ?? ''} ${plain}`;
  const found = known.get(key) ?? draw(widget, shape, plain);
  known.set(key, found);
  return found;
}

export const posterSvg = (widget: AnyWidget, theme: Theme, plain = false): string =>
  `${inTheme(drawingOf(widget, undefined, plain).svg, theme)}\n`;

/** For the element, in the shape of its frame, and in both themes. */
export const framePosterSvg = (widget: AnyWidget, shape: Shape, plain = false): string =>
  `${inBothThemes(drawingOf(widget, shape, plain).svg)}\n`;

export const posterHeight = (widget: AnyWidget): number => drawingOf(widget).height;

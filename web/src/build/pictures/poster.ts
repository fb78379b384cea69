/** Pictures for places without scripts: READMEs, mail, feeds, slides, and frames before they load. */
import { m } from '#paraglide/messages.js';
import { momentOf, runsOf, summaryOf } from '../../figure/picture/runs';
import { posterPiece, ROOM } from '../../figure/picture/poster';
import { sheetOf } from '../../figure/picture/sheet';
import { caption } from '../../model/words/caption';
import { serverName } from '../../model/words/servers';
import type { Piece } from '../../ui/marks/marks';
import { host } from '../widgets/addresses';
import { fill } from '../widgets/frame-data';
import type { AnyWidget } from '../widgets/widgets';
import { chartsPiece } from './chart';
import { picturesOf } from './scene';
import { inTheme, type Theme } from './themes';
import { COLON, STOP, NEXT } from '../../model/joined';

interface PosterContent {
  readonly picture: Piece;
  /** The server, and the moment of how many. */
  readonly line: string;
  /** The contents in one sentence. */
  readonly summary: string;
  readonly origin: string;
}

function told(widget: AnyWidget): PosterContent {
  if (widget.kind === 'benchmark') {
    const { data } = fill(widget, '');
    const modelled = widget.chart.kind === 'curve';
    return {
      picture: chartsPiece(widget, ROOM),
      line: data.source,
      summary: data.kind === 'benchmark' ? data.caption : '',
      origin: modelled ? m.embed_picture_modelled() : m.embed_picture_measured(),
    };
  }
  const posters = picturesOf(widget);
  const labels = widget.kind === 'pair' ? [widget.left.label, widget.right.label] : [];
  const [first] = posters;
  if (!first) throw new Error(`${widget.name} has no run`);
  const picture = runsOf(posters, labels, ROOM)(posters.map(({ frame }) => frame));
  const moment = momentOf(first, first.frame);
  const origin = m.embed_picture_simulated();
  if (widget.kind === 'pair') {
    const summary = posters.map((one, at) => (labels[at] ?? '') + COLON + summaryOf(one)).join(NEXT);
    return { picture, line: moment, summary, origin };
  }
  const server = serverName(first.outcome.scenario.server.scheduler);
  const summary = summaryOf(first) + NEXT + caption(first.outcome);
  return { picture, line: `${server} · ${moment}`, summary, origin };
}

interface Drawing {
  readonly svg: string;
  readonly height: number;
}

function draw(widget: AnyWidget): Drawing {
  const { picture, line, summary, origin } = told(widget);
  const { title } = widget;
  const piece = posterPiece(picture, { title, line, origin, host });
  return {
    svg: sheetOf({ title, desc: `${line}${STOP}${NEXT}${summary}${NEXT}${origin}${STOP}`, ...piece }),
    height: piece.height,
  };
}

const known = new Map<string, Drawing>();
function drawingOf(widget: AnyWidget): Drawing {
  const found = known.get(widget.name) ?? draw(widget);
  known.set(widget.name, found);
  return found;
}

export const posterSvg = (widget: AnyWidget, theme: Theme): string =>
  `${inTheme(drawingOf(widget).svg, theme)}\n`;

export const posterHeight = (widget: AnyWidget): number => drawingOf(widget).height;

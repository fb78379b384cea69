/** Pictures for places where nothing runs: READMEs, mail, feeds, slides, and before the figure's own frame. */
import { m } from '#paraglide/messages.js';
import { playableEnd } from '../../figure/player/moment';
import type { Poster } from '../../figure/player/player.svelte';
import { requestsOf } from '../../model/run/record';
import { wrap } from '../../ui/marks/measure';
import { sceneSummary } from '../../ui/views/scene/summary';
import { caption } from '../../model/words/caption';
import { clock } from '../../model/words/format';
import { serverName } from '../../model/words/servers';
import { escapeXml } from '../../model/words/escape';
import { isCrowd } from '../../ui/views/scene/crowd';
import { host } from '../widgets/addresses';
import { fill } from '../widgets/frame-data';
import type { AnyWidget } from '../widgets/widgets';
import { chartsPiece } from './chart';
import { colour, drawn, place, sign, stack, text, type Piece } from './draw';
import { scenePiece } from './scene';
import { inTheme, type Theme } from './themes';

const WIDTH = 720;
const EDGE = 12;
const ROOM = WIDTH - 2 * EDGE;
const FOOT = 30;

export interface Told {
  readonly picture: Piece;
  /** Which server, and which moment of how many. */
  readonly line: string;
  /** All that it shows, in a sentence. */
  readonly summary: string;
  readonly origin: string;
}

export const momentOf = ({ outcome, frame }: Poster) => {
  const end_ns = playableEnd(outcome);
  return m.embed_picture_time({
    time: clock(frame.time_ns, end_ns),
    end: clock(end_ns, end_ns),
  });
};

const runSummary = ({ outcome, first, frame }: Poster) =>
  sceneSummary(
    frame,
    isCrowd(outcome, first) ? undefined : requestsOf(outcome),
    clock(frame.time_ns, playableEnd(outcome)),
    outcome.scenario.server.scheduler,
  );

/** A drawing made for `natural` pixels, in `width` of them. */
function fitted(piece: Piece, width: number): Piece {
  const scale = width / piece.width;
  return { svg: place(piece, 0, 0, scale), width, height: piece.height * scale };
}

/** Drawn for the middle form of the figure. */
function told(widget: AnyWidget, width: number): Told {
  switch (widget.kind) {
    case 'scenario': {
      const [poster] = fill(widget, '').posters;
      if (!poster) throw new Error(`${widget.name} has no run`);
      const server = serverName(poster.outcome.scenario.server.scheduler);
      return {
        picture: scenePiece(poster, width),
        line: `${server} · ${momentOf(poster)}`,
        summary: `${runSummary(poster)} ${caption(poster.outcome)}`,
        origin: m.embed_picture_simulated(),
      };
    }
    case 'pair': {
      const { posters } = fill(widget, '');
      const labels = [widget.left.label, widget.right.label];
      const [first] = posters;
      if (!first) throw new Error(`${widget.name} has no run`);
      const runs = posters.map((poster, at): Piece => {
        const scene = scenePiece(poster, width);
        const name: Piece = {
          svg: text(6, 18, labels[at] ?? '', { size: 15, weight: 650 }),
          width,
          height: 24,
        };
        return stack([name, scene], 4);
      });
      return {
        picture: stack(runs, 16),
        line: momentOf(first),
        summary: posters.map((one, at) => `${labels[at] ?? ''}: ${runSummary(one)}`).join(' '),
        origin: m.embed_picture_simulated(),
      };
    }
    case 'benchmark': {
      const { data } = fill(widget, '');
      const modelled = widget.chart.kind === 'curve';
      return {
        picture: drawn(chartsPiece(widget, width)),
        line: data.source,
        summary: data.kind === 'benchmark' ? data.caption : '',
        origin: modelled ? m.embed_picture_modelled() : m.embed_picture_measured(),
      };
    }
  }
}

interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

function draw(widget: AnyWidget): Drawing {
  const { picture, line, summary, origin } = told(widget, WIDTH);
  const inside = fitted(picture, ROOM);
  const titles = wrap(widget.title, ROOM - 12, 18);
  const lines = wrap(line, ROOM, 13);
  const top = 16 + titles.length * 23 + lines.length * 18 + 8;
  const height = Math.ceil(top + inside.height + FOOT + 8);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="var(--sans)">`,
    `<title>${escapeXml(widget.title)}</title><desc>${escapeXml(`${line}. ${summary} ${origin}.`)}</desc>`,
    `<rect width="${WIDTH}" height="${height}" fill="${colour('--surface')}"/>`,
    ...titles.map((one, at) => text(EDGE + 6, 30 + at * 23, one, { size: 18, weight: 700 })),
    ...lines.map((one, at) =>
      text(EDGE + 6, 30 + titles.length * 23 + at * 18, one, { fill: '--muted' }),
    ),
    place(inside, EDGE, top),
    sign(EDGE + 14, height - 18, 0.62),
    text(EDGE + 28, height - 14, origin, { weight: 600, fill: '--ink-2' }),
    host && text(WIDTH - EDGE - 6, height - 14, host, { fill: '--muted', anchor: 'end' }),
    '</svg>',
  ].join('');
  return { svg, width: WIDTH, height };
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

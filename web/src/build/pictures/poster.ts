/** Pictures for places where nothing runs: READMEs, mail, feeds, slides, and before the figure's own frame. */
import { m } from '#paraglide/messages.js';
import { playableEnd } from '../../model/run/end';
import type { Poster } from '../../figure/player/player.svelte';
import { requestsOf } from '../../model/run/record';
import { caption } from '../../model/words/caption';
import { clock } from '../../model/words/format';
import { serverName } from '../../model/words/servers';
import { place, rect, stack, text, type Mark, type Piece } from '../../ui/marks/marks';
import { wrap } from '../../ui/marks/measure';
import { isCrowd } from '../../ui/views/scene/crowd';
import { sceneSummary } from '../../ui/views/scene/summary';
import { host } from '../widgets/addresses';
import { fill } from '../widgets/frame-data';
import type { AnyWidget } from '../widgets/widgets';
import { chartsPiece } from './chart';
import { fitted, sheetOf, sign } from './draw';
import { postersOf, scenePiece } from './scene';
import { inTheme, type Theme } from './themes';

const WIDTH = 720;
const EDGE = 12;
const ROOM = WIDTH - 2 * EDGE;
const FOOT = 30;
/** Heights of a scene: of one run, of each of two, and of tiles. */
const ALONE = 300;
const OF_TWO = 250;
const TILES = 430;

interface Told {
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

const heightOf = ({ outcome, first }: Poster, natural: number) =>
  isCrowd(outcome, first) ? TILES : natural;

/** Two runs, each below its name. */
export function pairPiece(
  posters: readonly Poster[],
  labels: readonly string[],
  width: number,
  height: (poster: Poster) => number,
): Piece {
  const runs = posters.map((poster, at): Piece => {
    const label = labels[at] ?? '';
    const marks = [text(6, 16, label, { size: 15, weight: 650 })];
    return stack(
      [{ marks, width, height: 22 }, scenePiece(poster, width, height(poster))],
      2,
    );
  });
  return stack(runs, 12);
}

function told(widget: AnyWidget): Told {
  switch (widget.kind) {
    case 'scenario': {
      const [poster] = postersOf(widget);
      if (!poster) throw new Error(`${widget.name} has no run`);
      const server = serverName(poster.outcome.scenario.server.scheduler);
      return {
        picture: scenePiece(poster, ROOM, heightOf(poster, ALONE)),
        line: `${server} · ${momentOf(poster)}`,
        summary: `${runSummary(poster)} ${caption(poster.outcome)}`,
        origin: m.embed_picture_simulated(),
      };
    }
    case 'pair': {
      const posters = postersOf(widget);
      const labels = [widget.left.label, widget.right.label];
      const [first] = posters;
      if (!first) throw new Error(`${widget.name} has no run`);
      return {
        picture: pairPiece(posters, labels, ROOM, (poster) => heightOf(poster, OF_TWO)),
        line: momentOf(first),
        summary: posters.map((one, at) => `${labels[at] ?? ''}: ${runSummary(one)}`).join(' '),
        origin: m.embed_picture_simulated(),
      };
    }
    case 'benchmark': {
      const { data } = fill(widget, '');
      const modelled = widget.chart.kind === 'curve';
      return {
        picture: fitted(chartsPiece(widget, WIDTH), ROOM),
        line: data.source,
        summary: data.kind === 'benchmark' ? data.caption : '',
        origin: modelled ? m.embed_picture_modelled() : m.embed_picture_measured(),
      };
    }
  }
}

interface Drawing {
  readonly svg: string;
  readonly height: number;
}

function draw(widget: AnyWidget): Drawing {
  const { picture, line, summary, origin } = told(widget);
  const titles = wrap(widget.title, ROOM - 12, 18);
  const lines = wrap(line, ROOM, 13);
  const top = 16 + titles.length * 23 + lines.length * 18 + 8;
  const height = Math.ceil(top + picture.height + FOOT + 8);
  const marks: Mark[] = [
    rect(0, 0, WIDTH, height, { fill: '--surface' }),
    ...titles.map((one, at) => text(EDGE + 6, 30 + at * 23, one, { size: 18, weight: 700 })),
    ...lines.map((one, at) =>
      text(EDGE + 6, 30 + titles.length * 23 + at * 18, one, { size: 13, fill: '--muted' }),
    ),
    place(picture, EDGE, top),
    sign(EDGE + 14, height - 18, 0.62),
    text(EDGE + 28, height - 14, origin, { size: 13, weight: 600, fill: '--ink-2' }),
    ...(host
      ? [text(WIDTH - EDGE - 6, height - 14, host, { size: 13, fill: '--muted', anchor: 'end' })]
      : []),
  ];
  const desc = `${line}. ${summary} ${origin}.`;
  return { svg: sheetOf({ title: widget.title, desc, width: WIDTH, height, marks }), height };
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

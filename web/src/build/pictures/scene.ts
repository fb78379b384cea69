/** One moment of one run: the scene as the figure's own components draw it, without their page. */
import { render } from 'svelte/server';
import { playableEnd } from '../../figure/player/moment';
import type { Poster } from '../../figure/player/player.svelte';
import { isCrowd } from '../../ui/views/scene/crowd';
import MachineStrip from '../../ui/views/scene/dense/MachineStrip.svelte';
import { Chronicle } from '../../ui/views/scene/chronicle';
import { extentOf } from '../../ui/views/scene/extent';
import { machineExtent } from '../../ui/views/scene/machine/machine';
import Panels from '../../ui/views/scene/Panels.svelte';
import { bundleOf } from '../widgets/bundle';
import { literal, rulesOf, type Rule } from './cascade';
import { place, stack, type Piece } from './draw';
import { machinePiece } from './machine';
import { fieldPiece, tilesPiece } from './tiles';

let rules: readonly Rule[] | undefined;
/** The styles that the frames carry: of the same components, from the same build. */
const scenes = () => (rules ??= rulesOf(bundleOf(['FewScene.svelte', 'CrowdScene.svelte']).css));

const drawn = (markup: { readonly body: string }, selector: string): Piece =>
  literal(markup.body, selector, scenes());

/** Beside the tiles: the stall timer and the cores. */
function strip(poster: Poster, form: 'row' | 'column', no_cores: boolean): Piece | undefined {
  const { outcome, first, frame } = poster;
  const no_timer = first.timer_next_ns === 0;
  if (no_timer && no_cores) return undefined;
  const round = new Chronicle(outcome.events).lastRound(frame);
  const props = { frame, round, light: [], no_cores, no_timer };
  return drawn(render(MachineStrip, { props }), `svg.${form}`);
}

/** As the scene has around its groups. */
const MARGIN = 6;

/** Wide enough for the figure's wide form, or its middle one. */
export function scenePiece(poster: Poster, width: number): Piece {
  const { outcome, first, frame } = poster;
  const end_ns = playableEnd(outcome);
  const machine = machineExtent(outcome, first);
  const row = machine && machinePiece(poster, machine, end_ns, width - 2 * MARGIN);
  const below = row ? [{ svg: place(row, MARGIN, 0), width, height: row.height }] : [];
  if (!isCrowd(first)) {
    const extent = extentOf(outcome, first);
    const props = { extent, first, outcome, frame, end_ns, width };
    return stack([drawn(render(Panels, { props }), 'svg'), ...below], 14);
  }
  if (first.group_connections.length === 0) return stack([fieldPiece(poster, width), ...below], 18);
  if (width < 820) {
    const tiles = tilesPiece(poster, width);
    const aside = strip(poster, 'row', machine !== undefined);
    const centred = aside && {
      svg: place(aside, (width - aside.width) / 2, 0),
      width,
      height: aside.height,
    };
    return stack([tiles, ...(centred ? [centred] : []), ...below], 18);
  }
  const column = strip(poster, 'column', machine !== undefined);
  const room = column ? width - column.width - 24 : width;
  const tiles = tilesPiece(poster, room);
  const beside = {
    svg: tiles.svg + (column ? place(column, room + 24, 0) : ''),
    width,
    height: Math.max(tiles.height, column?.height ?? 0),
  };
  return stack([beside, ...below], 18);
}

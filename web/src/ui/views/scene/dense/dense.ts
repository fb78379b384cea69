/** Very many connections in a box: groups as tiles, or one thread for each as one field; beside or below them timer and cores. */
import { clientLabels, NONE } from '../../../../model/run/frame';
import type { Part } from '../../../../model/run/cue';
import type { Frame, Outcome } from '../../../../model/run/types';
import { group as all, place, type Mark, type Piece } from '../../../marks/marks';
import type { Round } from '../chronicle';
import { homeGroups } from '../crowd';
import { diskView } from '../disk';
import type { Box } from '../geometry';
import { isAside, splitBox, typeAt } from '../layout-machine';
import type { SceneLayout } from '../layout-types';
import { lightMarks } from '../light';
import { machineMarks } from '../machine-marks';
import { machineExtent, onCores, type CoreSeats } from '../machine/machine';
import { Census } from './census';
import { fieldPiece, tilesPiece } from './picture';
import { layoutTiles, type TilesLayout } from './tile';

export interface DenseLayout extends Pick<SceneLayout, 'timer' | 'cores' | 'disk' | 'type'> {
  readonly width: number;
  readonly height: number;
  /** Where the tiles or the field stand. */
  readonly room: Box;
  /** None where each connection has a thread of its own. */
  readonly tiles: TilesLayout | undefined;
}

/** What stays the same from a run's first moment to its last. */
export class DenseView {
  readonly outcome: Outcome;
  readonly first: Frame;
  readonly census: Census;
  readonly own: boolean;
  readonly #labels: readonly string[];

  constructor(outcome: Outcome, first: Frame) {
    this.outcome = outcome;
    this.first = first;
    this.#labels = clientLabels(first);
    this.own = first.group_connections.length === 0;
    this.census = new Census(
      Math.max(1, first.group_connections.length),
      homeGroups(outcome, first),
    );
  }

  layout(width: number, height: number): DenseLayout {
    const { outcome, first, own } = this;
    const has = {
      timer: !own && first.timer_next_ns !== 0,
      cores: !own && machineExtent(outcome, first) === undefined,
      disk: outcome.scenario.machine?.disk !== undefined,
    };
    const type = typeAt(1);
    const { room, machine } = splitBox(
      { w: width, h: height },
      has,
      isAside(width, height, has),
      type,
    );
    const most = Math.max(1, ...first.group_connections);
    const tiles = own
      ? undefined
      : layoutTiles(first.group_connections.length, most, Math.floor(room.w), Math.floor(room.h));
    return { width, height, type, room, tiles, ...machine };
  }

  /** What stands beside or below the tiles. */
  around(
    layout: DenseLayout,
    frame: Frame,
    round: Round | undefined,
    seats: CoreSeats,
    light: readonly Part[],
  ): Mark[] {
    const view = {
      frame,
      round,
      on_core: onCores(frame, seats),
      disk: layout.disk && diskView(frame, this.outcome, this.#labels),
      flash_ns: 0,
    };
    const lit = (['timer', 'cores'] as const)
      .filter((part) => light.includes(part))
      .flatMap((part) => layout[part] ?? [])
      .map((box) => ({ shape: 'box' as const, box }));
    return [...machineMarks(layout, view), ...lightMarks(lit, true)];
  }

  /** All connections as they stand at one moment. */
  still({ room, tiles }: DenseLayout, frame: Frame): Piece {
    return tiles
      ? tilesPiece(this.census, frame, tiles)
      : fieldPiece(this.census, frame, room.w, room.h);
  }

  piece(layout: DenseLayout, frame: Frame, round: Round | undefined, seats: CoreSeats): Piece {
    const { room, width, height } = layout;
    const marks = [
      place(this.still(layout, frame), room.x, room.y),
      all(this.around(layout, frame, round, seats, []), { key: 'machine' }),
    ];
    return { marks, width, height };
  }
}

/** Groups that words point at, by their number or by a request in them. */
export function litGroups(
  light: readonly Part[],
  frame: Frame,
  client_of: (request: number) => number | undefined,
): number[] {
  return light.flatMap((part) => {
    const [kind, number] = part.split(':');
    if (kind === 'group') return [Number(number)];
    const client = kind === 'request' ? client_of(Number(number)) : undefined;
    const group = client === undefined ? NONE : (frame.client_group[client] ?? NONE);
    return group === NONE ? [] : [group];
  });
}

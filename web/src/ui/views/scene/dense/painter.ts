/** Draws small pools on a canvas, and redraws only those whose data have changed. */
import type { SchedulerName } from '../../../../model/run/types';
import type { Colours } from '../../../marks/attributes';
import { paint, type Canvas } from '../../../marks/canvas';
import type { Level } from './levels';
import { poolMarks, type PoolsLayout } from './pools';

export class PoolPainter {
  readonly #layout: PoolsLayout;
  readonly #scheduler: SchedulerName;
  readonly #drawn: string[];

  constructor(layout: PoolsLayout, scheduler: SchedulerName) {
    this.#layout = layout;
    this.#scheduler = scheduler;
    this.#drawn = layout.groups.map(() => '');
  }

  /** Call after a change of size or colours. */
  forget(): void {
    this.#drawn.fill('');
  }

  /** Returns the number of pools drawn. */
  paint(canvas: Canvas, colours: Colours, levelOf: (group: number) => Level): number {
    const { groups, places, shape } = this.#layout;
    let drawn = 0;
    groups.forEach((group, at) => {
      const level = levelOf(group);
      const key = Object.values(level).join();
      const place = places[at];
      if (this.#drawn[at] === key || !place) return;
      this.#drawn[at] = key;
      drawn += 1;
      canvas.clearRect(place.x, place.y, shape.w, shape.h);
      paint(canvas, poolMarks(level, shape, this.#scheduler), colours, place.x, place.y);
    });
    return drawn;
  }
}

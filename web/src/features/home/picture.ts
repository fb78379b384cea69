/** What home draws on the pool besides the pool: those who have their answer, with its time, and the cores. */
import { m } from '#paraglide/messages.js';
import type { Layout } from '../../figure/live/layout';
import { count, tick } from '../../model/words/format';
import { circle, group, path, rect, tenth, text, type Mark } from '../../ui/marks/marks';
import type { Opening } from './opening';

const CORE = 13;

/** The first that were answered at the top. */
export function answeredMarks({ all }: Opening, time_ns: number, layout: Layout): Mark[] {
  const done = all.filter(({ end_ns }) => end_ns <= time_ns);
  return done.map(({ request, end_ns }, nth) => {
    const { x, y, r } = placeOf(layout, nth, all.length);
    const words = tick(Math.round(end_ns / 1e8) * 1e8);
    return group(
      [
        circle(0, 0, r, { key: 'disc', fill: '--paper', stroke: '--low', thick: 2.5 }),
        path(
          `M${tenth(-r * 0.42)} 0L${tenth(-r * 0.08)} ${tenth(r * 0.34)}L${tenth(r * 0.46)} ${tenth(-r * 0.34)}`,
          {
            key: 'tick',
            fill: 'none',
            stroke: '--run',
            thick: 2.4,
            round: true,
          },
        ),
        text(tenth(r + 4), 4.5, words, {
          key: 'time',
          size: layout.upright ? 11.5 : 14,
          weight: 700,
        }),
      ],
      { key: `done-${request}`, x, y },
    );
  });
}

function placeOf({ upright, door, pour, h }: Layout, nth: number, all: number) {
  if (upright) {
    const columns = Math.ceil(all / 2);
    const w = (door.x - door.r - 12) / columns;
    return {
      x: tenth(w * (nth % columns) + 10),
      y: tenth(14 + 26 * Math.floor(nth / columns)),
      r: 7,
    };
  }
  const pitch = Math.min(38, (h - 40) / all);
  const r = Math.min(12, pitch * 0.4);
  return {
    x: tenth(Math.max(r + 2, pour.w * 0.3 - 20)),
    y: tenth(door.y + (nth - (all - 1) / 2) * pitch),
    r: tenth(r),
  };
}

/** At the foot of the pool: none of them has anything to do. */
export function coreMarks({ cores }: Opening, { lane, pool, upright }: Layout): Mark[] {
  if (upright) return [];
  const y = pool.y + pool.h - CORE - 18;
  return [
    ...Array.from({ length: cores }, (_, nth) =>
      rect(tenth(lane.x + 4 + nth * (CORE + 9)), y, CORE, CORE, {
        key: `core-${nth}`,
        r: 3.5,
        fill: '--paper',
        stroke: '--rim',
        thick: 2,
      }),
    ),
    text(
      tenth(lane.x + 4 + cores * (CORE + 9) + 6),
      y + CORE - 1.5,
      m.home_cores({ count: count(cores) }),
      {
        key: 'cores',
        size: 14,
        weight: 600,
      },
    ),
  ];
}

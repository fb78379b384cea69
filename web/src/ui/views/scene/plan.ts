/**
 * The plan of a run's world in a frame of a size: whatever the number of connections, a cell for each group with the same
 * rooms. Few have room for every name (few.ts), many are as large as all of them can be (many.ts).
 */
import { cellsOfFew } from './few';
import { cellsOfMany } from './many';
import type { Needs } from './rooms';
import type { World } from './world';

/** The world of a run in a frame of this size in pixels. */
export function worldOf(needs: Needs, width: number, height: number): World {
  const { box, cells, latch } = (needs.few ? cellsOfFew : cellsOfMany)(needs, width, height);
  const members = needs.groups.map(({ clients }) => clients);
  const count = members.reduce((sum, { length }) => sum + length, 0);
  const home = new Uint32Array(count);
  const seats = { x: new Float32Array(count), y: new Float32Array(count) };
  members.forEach((clients, at) =>
    clients.forEach((client, nth) => {
      const { x, y } = cells[at]?.seats[nth] ?? box;
      home[client] = at;
      seats.x[client] = x;
      seats.y[client] = y;
    }),
  );
  return { box, cells, seats, home, members, latch, seat_of: needs.seat_of };
}

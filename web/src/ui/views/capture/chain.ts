/**
 * Who waits for whom in a capture, with a pool or without one: whoever holds stands above those who wait for it. What is not
 * certain is dashed, what nobody can know is hatched.
 */
import type { Edge, Root, Trouble, Wait } from '../../../model/generated/diagnosis';
import { circle, group, path, place, text, those, type Mark, type Paint } from '../../marks/marks';
import { wrap } from '../../marks/measure';
import { bodyMarks } from '../glyphs';
import type { Tone } from '../shapes';

type Known = Root['known'];

/** What stands in one line of the picture. */
export interface Row {
  /** Connections; none for a transaction without a connection, a resource, or logins. */
  readonly ids: readonly number[];
  /** How many it stands for. */
  readonly size: number;
  readonly kind: 'holds' | 'waits' | 'queued' | 'unread' | 'login';
  /** For what it waits. */
  readonly wait?: Wait | undefined;
  /** For one that holds: what it is and does. */
  readonly root?: Root | undefined;
  /** How far it is from those that wait for nobody. */
  readonly depth: number;
  /** The rows that it waits for. */
  readonly above: readonly { readonly row: number; readonly known: Known }[];
}

type Said = Pick<Trouble, 'roots' | 'edges' | 'waiters' | 'unread' | 'logins'>;

/** The distance of each that waits from those that wait for nobody; members of a circle have none. */
function depths(edges: readonly Edge[], roots: ReadonlySet<number>): ReadonlyMap<number, number> {
  const all = new Map<number, number>([...roots].map((id) => [id, 0]));
  const targets = new Map<number, Edge[]>();
  for (const edge of edges) targets.set(edge.from, [...(targets.get(edge.from) ?? []), edge]);
  // Each round settles those whose targets are settled; what is left waits in a circle.
  for (let settled = true; settled;) {
    settled = false;
    for (const [from, own] of targets) {
      if (all.has(from)) continue;
      const far = own.map(({ to }) => (to === null ? 0 : all.get(to)));
      if (far.some((one) => one === undefined)) continue;
      all.set(from, 1 + Math.max(...far.map((one) => one ?? 0)));
      settled = true;
    }
  }
  for (const from of targets.keys()) if (!all.has(from)) all.set(from, 1);
  return all;
}

/**
 * Without those ahead in the same line: tables of locks list each pair, so that the last of twelve seems to wait for eleven,
 * ten of whom wait for what it waits for itself.
 */
function withoutLine(edges: readonly Edge[], roots: ReadonlySet<number>): readonly Edge[] {
  const targets = new Map<number, Set<number | null>>();
  for (const { from, to } of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  return edges.filter(({ from, to }) => {
    const ahead = to === null ? undefined : targets.get(to);
    const own = targets.get(from);
    const alike = ahead && [...ahead].every((one) => own?.has(one) === true);
    return !alike || (to !== null && roots.has(to));
  });
}

/** Those that wait for the same, and for whom the same wait, share a row. */
export function chainRows({ roots, edges: pairs, waiters, unread, logins }: Said): Row[] {
  const held = new Set(roots.flatMap(({ id }) => id ?? []));
  const edges = withoutLine(pairs, held);
  const depth = depths(edges, held);
  const awaited = new Set(edges.flatMap(({ to }) => to ?? []));
  const alike = new Map<string, { ids: number[]; of: readonly Edge[] }>();
  const from = [...new Set(edges.map((edge) => edge.from))].filter((id) => !held.has(id));
  for (const id of from) {
    const of = edges.filter((edge) => edge.from === id);
    const kind = of.map(({ to, wait, known }) => `${to ?? ''} ${wait} ${known}`).sort();
    const behind = edges.filter(({ to }) => to === id).map((edge) => edge.from);
    const key = JSON.stringify([depth.get(id), kind, behind.sort((a, b) => a - b)]);
    const own = alike.get(key);
    if (own) own.ids.push(id);
    else alike.set(key, { ids: [id], of });
  }
  for (const { ids } of alike.values()) ids.sort((a, b) => a - b);
  const bunches = [...alike.values()].sort(
    (a, b) =>
      (depth.get(a.ids[0] ?? 0) ?? 0) - (depth.get(b.ids[0] ?? 0) ?? 0) ||
      Number(awaited.has(b.ids[0] ?? 0)) - Number(awaited.has(a.ids[0] ?? 0)) ||
      (a.ids[0] ?? 0) - (b.ids[0] ?? 0),
  );
  const rowOf = new Map<number, number>();
  const nameless: number[] = [];
  roots.forEach(({ id }, at) => (id === null ? nameless.push(at) : rowOf.set(id, at)));
  bunches.forEach(({ ids }, at) => ids.forEach((id) => rowOf.set(id, roots.length + at)));
  const aboveOf = (of: readonly Edge[]) =>
    of.flatMap(({ to, known }) =>
      (to === null ? nameless : [rowOf.get(to) ?? -1])
        .filter((row) => row >= 0)
        .map((row) => ({ row, known })),
    );
  const told = new Set([...held, ...from]);
  const queued = waiters.filter((id) => !told.has(id));
  const lone = (kind: Row['kind'], ids: readonly number[], size = ids.length): Row[] =>
    size === 0 ? [] : [{ kind, ids, size, depth: 0, above: [] }];
  return [
    ...roots.map((root): Row => {
      // A member of a circle waits for another.
      const of = edges.filter((edge) => edge.from === root.id);
      const ids = root.id === null ? [] : [root.id];
      return { kind: 'holds', ids, size: 1, root, depth: 0, above: aboveOf(of) };
    }),
    ...bunches.map(({ ids, of }): Row => {
      const [first = 0] = ids;
      const wait = of[0]?.wait;
      return {
        kind: 'waits',
        ids,
        size: ids.length,
        wait,
        depth: depth.get(first) ?? 1,
        above: aboveOf(of),
      };
    }),
    ...lone('queued', queued),
    // One that holds may have sent something too: it is drawn once.
    ...lone(
      'unread',
      unread.filter((id) => !told.has(id)),
    ),
    ...lone('login', [], logins),
  ];
}

const R = 13;
const STEP = 30;
const GAP = 12;
const SIZE = 14;
const LINE = 19;
/** Bodies in a row; the words say how many there are. */
const MOST_BODIES = 5;
/** The share of the width that they may take. */
const SHARE = 0.4;

const TONE: Readonly<Record<Row['kind'], Tone>> = {
  holds: 'idle',
  waits: 'lock',
  queued: 'low',
  unread: 'idle',
  login: 'login',
};
const DASH: Readonly<Record<Known, string | undefined>> = {
  certain: undefined,
  probable: '7 4',
  possible: '2 4',
};

export interface Chain {
  readonly marks: readonly Mark[];
  readonly height: number;
}

/** `says`: the words of a row. */
export function chainPicture(
  rows: readonly Row[],
  says: (row: Row) => string,
  width: number,
  hatch: Paint,
): Chain {
  let top = 4;
  const laid = rows.map((row) => {
    const x = 8 + R + row.depth * STEP;
    const room = Math.floor((width * SHARE - x) / (R * 1.1));
    const bodies = Math.max(1, Math.min(MOST_BODIES, row.size, room));
    const words_x = x + R + (bodies - 1) * R * 1.1 + 10;
    const lines = wrap(says(row), Math.max(90, width - words_x - 6), SIZE);
    const high = Math.max(2 * R, lines.length * LINE);
    const y = top + Math.min(high / 2, R + 2);
    top += high + GAP;
    return { row, x, y, bodies, words_x, lines };
  });
  const links = laid.flatMap(({ row, x, y }) =>
    row.above.flatMap(({ row: at, known }): Mark[] => {
      const up = laid[at];
      if (!up || up.y === y) return [];
      // Two in a circle are on the same line: the way between them bends out.
      const rail = up.x === x ? up.x - R - 5 : up.x;
      const [begin, end] = up.y < y ? [up.y + R, up.y + R + 6] : [up.y - R, up.y - R - 6];
      const d =
        rail === up.x
          ? `M${x - R} ${y}H${rail + 8}Q${rail} ${y} ${rail} ${y - 8}V${begin}`
          : `M${x - R} ${y}Q${rail} ${y} ${rail} ${(y + up.y) / 2}Q${rail} ${up.y} ${up.x - R} ${up.y}`;
      const dash = DASH[known];
      const look = { stroke: '--ink-2', thick: 1.8, fill: 'none', round: true } as const;
      return those(
        path(d, { ...look, key: `link ${at} ${y}`, ...(dash === undefined ? {} : { dash }) }),
        rail === up.x &&
          path(`M${rail - 4} ${end}L${rail} ${begin}L${rail + 4} ${end}`, {
            ...look,
            key: `tip ${at} ${y}`,
          }),
      );
    }),
  );
  const bodies = laid.map(({ row, x, y, bodies, words_x, lines }): Mark => {
    const some = Array.from({ length: bodies }, (_, nth) => {
      const id = row.ids[nth];
      const label = nth === bodies - 1 && id !== undefined ? String(id) : '';
      return place({ marks: bodyMarks(TONE[row.kind], R, label) }, x + nth * R * 1.1, y);
    });
    const unsure = row.kind === 'unread' || (row.root && row.root.known !== 'certain');
    const first = y - ((lines.length - 1) * LINE) / 2;
    return group(
      those(
        row.kind === 'holds' &&
          circle(x, y, R + 4, { key: 'ring', fill: '--light', stroke: '--ink', thick: 1.2 }),
        some,
        unsure && circle(x + (bodies - 1) * R * 1.1, y, R, { key: 'unsure', fill: hatch }),
        lines.map((words, nth) =>
          text(words_x, Math.max(first, y - R + 10) + nth * LINE + SIZE * 0.35, words, {
            key: `words ${nth}`,
            size: SIZE,
            weight: row.kind === 'holds' ? 700 : 500,
          }),
        ),
      ),
      { key: `row ${row.kind} ${row.ids[0] ?? ''}`, data: { size: row.size } },
    );
  });
  return { marks: [...links, ...bodies], height: top };
}

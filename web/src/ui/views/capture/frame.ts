/** A captured pool as the scene's input: the frame of one moment, and the room that each group needs. */
import {
  CONNECTION_STATES,
  LANES,
  NONE,
  THREAD_STATES,
  type ConnectionState,
  type Frame,
} from '../../../model/run/frame';
import type { SeenGroup, SeenPool, SeenThread } from '../../../model/diagnosis/seen';
import type { Extent, GroupExtent } from '../scene/extent';

export interface CaptureFrame {
  readonly frame: Frame;
  readonly extent: Extent;
  readonly labels: readonly string[];
  /** Clients that may or may not have sent a request. */
  readonly unknown: ReadonlySet<number>;
  /** Threads of which only the number is known, and threads whose statement is unknown. */
  readonly unseen: ReadonlySet<number>;
}

interface Client {
  readonly id: number | undefined;
  readonly label: string;
  readonly group: number;
  readonly state: ConnectionState;
  readonly thread: number;
}

const stateOn = ({ state, process }: SeenThread): ConnectionState =>
  process === undefined
    ? 'idle'
    : state === 'lock'
      ? 'lock'
      : state === 'waiting'
        ? 'waiting'
        : 'running';

/** A group's maximum over all looks of a film, so that it keeps its size. */
export interface Most {
  readonly ids: readonly number[];
  readonly unnamed: number;
  readonly seats: number;
  readonly high: number;
  readonly low: number;
}

const inLane = ({ queued, row }: SeenGroup, high: boolean) =>
  queued
    ? queued.filter(({ priority }) => (priority === 0) === high).length
    : high
      ? 0
      : (row?.queue_length ?? 0);

export function mostOf(looks: readonly SeenPool[]): ReadonlyMap<number, Most> {
  const all = new Map<number, Most>();
  for (const one of looks.flatMap(({ groups }) => groups)) {
    const { ids = [], ...known }: Partial<Most> = all.get(one.group) ?? {};
    const grown = (key: keyof Omit<Most, 'ids'>, value: number) => Math.max(known[key] ?? 0, value);
    all.set(one.group, {
      ids: [...new Set([...ids, ...one.processes.map(({ id }) => id)])].sort((a, b) => a - b),
      unnamed: grown('unnamed', one.unnamed),
      seats: grown('seats', one.threads.length),
      high: grown('high', inLane(one, true)),
      low: grown('low', inLane(one, false)),
    });
  }
  return all;
}

/** Groups are numbered by their place in the list, as the scene numbers them. `mosts`: for a film, with room for all of its looks. */
export function frameOf(
  groups: readonly SeenGroup[],
  mosts?: ReadonlyMap<number, Most>,
): CaptureFrame {
  const clients: Client[] = [];
  const unknown = new Set<number>();
  const unseen = new Set<number>();
  const threads: { group: number; seen: SeenThread; client: number }[] = [];
  const waiting: { group: number; lane: number; client: number; age_ns: number }[] = [];
  const seat_of = new Map<number, number>();
  const most = groups.length;
  const listener = new Uint32Array(most).fill(NONE);
  const extents: GroupExtent[] = [];

  for (const [group, one] of groups.entries()) {
    const own: number[] = [];
    const add = (client: Client) => {
      own.push(clients.push(client) - 1);
      return clients.length - 1;
    };
    const places = new Map<number, number>();
    const on_thread = new Map(one.threads.map((seen, seat) => [seen.process?.id, { seen, seat }]));
    const first = threads.length;
    const in_line = new Map(
      one.queued?.filter(({ login }) => !login).map((entry) => [entry.connection_id, entry]),
    );
    const lane = (priority: number) => (priority === 0 ? 'high_queue' : 'low_queue');
    const most_here = mosts?.get(one.group);
    const here = new Set(one.processes.map(({ id }) => id));
    for (const id of most_here?.ids ?? [...here].sort((a, b) => a - b)) {
      if (!here.has(id)) {
        add({ id, label: '', group, state: 'closed', thread: NONE });
        continue;
      }
      const seat = on_thread.get(id);
      const queued = in_line.get(id);
      const state = seat ? stateOn(seat.seen) : queued ? lane(queued.priority) : 'idle';
      const thread = seat ? first + seat.seat : NONE;
      const index = add({
        id,
        label: id < 1e4 ? String(id) : `…${id % 1000}`,
        group,
        state,
        thread,
      });
      places.set(id, index);
      if (one.unknown.has(id)) unknown.add(index);
    }
    const nameless = (label: string, state: ConnectionState) =>
      add({ id: undefined, label, group, state, thread: NONE });
    let [high, low] = [0, 0];
    for (const entry of one.queued ?? []) {
      const state = lane(entry.priority);
      let client = entry.login ? undefined : places.get(entry.connection_id ?? NONE);
      if (client === undefined) {
        client = nameless(
          entry.login ? 'new' : String(entry.connection_id ?? ''),
          entry.login ? 'login' : state,
        );
      }
      if (entry.priority === 0) high += 1;
      else low += 1;
      waiting.push({
        group,
        lane: LANES.indexOf(entry.priority === 0 ? 'high' : 'low'),
        client,
        age_ns: entry.queueing_time_us * 1e3,
      });
    }
    const gaps = Math.max(0, (most_here?.unnamed ?? 0) - one.unnamed);
    for (let left = gaps; left > 0; left -= 1) nameless('', 'closed');
    for (let left = one.unnamed; left > 0; left -= 1) unknown.add(nameless('', 'idle'));

    one.threads.forEach((seen, seat) => {
      const thread = threads.length;
      threads.push({ group, seen, client: places.get(seen.process?.id ?? NONE) ?? NONE });
      seat_of.set(thread, seat);
      if (seen.state === 'listening') listener[group] = thread;
      const idle = seen.state === 'idle' || seen.state === 'listening';
      if (seen.state === undefined || (!idle && !seen.process)) unseen.add(thread);
    });
    extents.push({
      group,
      clients: own,
      seats: Math.max(1, one.threads.length, most_here?.seats ?? 0),
      high: Math.max(high, most_here?.high ?? 0),
      low: Math.max(low, one.queued ? 0 : (one.row?.queue_length ?? 0), most_here?.low ?? 0),
      unpolled: 0,
      refusals: false,
    });
  }

  const column = (of: (group: SeenGroup) => number) => Uint32Array.from(groups, of);
  const counted = ({ threads: all }: SeenGroup, state: SeenThread['state']) =>
    all.filter((one) => one.state === state).length;
  const none = new Uint32Array(0);
  const frame: Frame = {
    time_ns: 0,
    step: 0,
    finished: 0,
    timer_last_ns: 0,
    timer_next_ns: 0,
    cores: 0,
    on_cpu: 0,
    workers: threads.length,
    latch_state: 0,
    latch_holder: NONE,
    latch_queue: none,
    latch_asleep: 0,
    open_transactions: 0,
    run_queue: none,
    connection_id: Float64Array.from(clients, ({ id }) => id ?? NaN),
    connection_state: Uint8Array.from(clients, ({ state }) => CONNECTION_STATES.indexOf(state)),
    connection_group: Uint32Array.from(clients, ({ group }) => group),
    connection_request: new Uint32Array(clients.length).fill(NONE),
    connection_thread: Uint32Array.from(clients, ({ thread }) => thread),
    connection_since_ns: new Float64Array(clients.length),
    connection_gone: new Uint8Array(clients.length),
    connection_behind: new Uint32Array(clients.length),
    thread_id: Uint32Array.from(threads.keys()),
    thread_group: Uint32Array.from(threads, ({ group }) => group),
    thread_state: Uint8Array.from(threads, ({ seen }) =>
      THREAD_STATES.indexOf(seen.state ?? 'starting'),
    ),
    thread_request: new Uint32Array(threads.length).fill(NONE),
    thread_conn: Uint32Array.from(threads, ({ client }) => client),
    thread_since_ns: new Float64Array(threads.length),
    thread_progress: new Float32Array(threads.length),
    thread_asleep: new Uint8Array(threads.length),
    group_connections: column(({ row, processes }) => row?.connections ?? processes.length),
    group_threads: column(({ row, threads: all }) => row?.threads ?? all.length),
    group_active: column(({ row }) => row?.active_threads ?? 0),
    group_waiting: column((one) => counted(one, 'waiting') + counted(one, 'lock')),
    group_idle: column(({ row }) => row?.standby_threads ?? 0),
    group_listener: listener,
    group_high: column((one) => inLane(one, true)),
    group_low: column((one) => inLane(one, false)),
    group_unpolled: new Uint32Array(most),
    group_stalled: Uint8Array.from(column(({ row }) => Number(row?.is_stalled ?? false))),
    group_io_seen: new Uint32Array(most),
    group_dequeue_tries: new Uint32Array(most),
    group_why: new Uint32Array(most).fill(NONE),
    waiting_group: Uint32Array.from(waiting, ({ group }) => group),
    waiting_lane: Uint8Array.from(waiting, ({ lane }) => lane),
    waiting_conn: Uint32Array.from(waiting, ({ client }) => client),
    waiting_request: new Uint32Array(waiting.length).fill(NONE),
    waiting_since_ns: Float64Array.from(waiting, ({ age_ns }) => -age_ns),
    crowd_waiting: none,
    crowd_retrying: none,
    crowd_used: none,
    crowd_places: none,
  };
  const extent: Extent = { own_threads: false, groups: extents, cached: undefined, seat_of };
  return { frame, extent, labels: clients.map(({ label }) => label), unknown, unseen };
}

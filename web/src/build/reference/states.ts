/** The STATEs of a process list that can hold a thread, by what they wait for (content/reference/states.json). */
import states from '../../../../content/reference/states.json';
import { m } from '#paraglide/messages.js';
import { stateId } from '../../model/reference/states';

export interface StateRow {
  readonly id: string;
  readonly state: string;
}
export interface StateGroup {
  readonly title: string;
  readonly states: readonly StateRow[];
  readonly told: string;
  readonly ended_by: string;
  readonly kill_query: string;
  readonly kill: string;
  readonly pages: readonly string[];
  readonly own: readonly string[];
}

type Named = Readonly<Record<string, () => string>>;
const WAITS: Named = {
  row: m.states_row,
  table: m.states_table,
  user: m.states_user,
  metadata: m.states_metadata,
  global: m.states_global,
  sleep: m.states_sleep,
  disk: m.states_disk,
  space: m.states_space,
  client: m.states_client,
  ack: m.states_ack,
  commit: m.states_commit,
  dump: m.states_dump,
  replica: m.states_replica,
  compute: m.states_compute,
  open: m.states_open,
  engine: m.states_engine,
  cache: m.states_cache,
};
const TOLD: Named = {
  yes: m.states_told_yes,
  no: m.states_told_no,
  outside: m.states_told_outside,
  unknown: m.states_unknown,
};
const KILLS: Named = {
  at_once: m.states_kill_at_once,
  late: m.states_kill_late,
  never: m.states_kill_never,
  cuts_replica: m.states_kill_cuts_replica,
  unknown: m.states_unknown,
};
const words = (of: Named, key: string): string => {
  const say = of[key];
  if (!say) throw new Error(`content/reference/states.json: no words for "${key}"`);
  return say();
};

/** What a search finds. */
export const stateNames: readonly string[] = states.map(({ state }) =>
  state.replace(/\s*\*\s*/, ' ').trim(),
);

export function stateGroups(): readonly StateGroup[] {
  const kinds = [...new Set(states.map(({ waits_for }) => waits_for))];
  return kinds.flatMap((kind) => {
    const rows = states.filter(({ waits_for }) => waits_for === kind);
    const [first] = rows;
    if (!first) return [];
    const isPage = (source: string) => source.startsWith('https://');
    return {
      title: words(WAITS, kind),
      states: rows.map(({ state }) => ({
        id: stateId(state),
        state: state.replace('*', '…'),
      })),
      told: words(TOLD, first.pool_is_told),
      ended_by: first.ended_by,
      kill_query: words(KILLS, first.kill_query),
      kill: words(KILLS, first.kill),
      pages: first.sources.filter(isPage),
      own: first.sources.filter((source) => !isPage(source)),
    };
  });
}

/** The STATEs of a process list that can occupy a thread, by what they wait for (content/reference/states.json). */
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

/** Its key in the catalogue: a new kind of wait needs an entry there and in the table, and nothing else. */
function words(key: string): string {
  const say = (m as Readonly<Record<string, unknown>>)[
    key.endsWith('_unknown') ? 'states_unknown' : `states_${key}`
  ];
  if (typeof say !== 'function') throw new Error(`content/reference/states.json: no words for "${key}"`);
  return String(say());
}

/** For the search. */
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
      title: words(kind),
      states: rows.map(({ state }) => ({
        id: stateId(state),
        state: state.replace('*', '…'),
      })),
      told: words(`told_${first.pool_is_told}`),
      ended_by: first.ended_by,
      kill_query: words(`kill_${first.kill_query}`),
      kill: words(`kill_${first.kill}`),
      pages: first.sources.filter(isPage),
      own: first.sources.filter((source) => !isPage(source)),
    };
  });
}

/** Words for the parts of a diagnosis that the page itself describes. */
import { m } from '#paraglide/messages.js';
import { TABLES } from '../../model/diagnosis/tables';
import type { Evidence, Fact, Known, Remedy, Trouble } from '../../model/generated/diagnosis';
import { addressOf, OVERVIEW } from '../../model/reference/address';
import { anchorOf } from '../../model/search/words';
import { isVariable } from '../../model/servers/servers';
import { count } from '../../model/words/format';
import { judged } from '../../model/words/judged';
import { LIST, CLAUSE, COLON, NEXT } from '../../model/joined';

/** A heading or a line of the catalogue that the command line uses too. */
export const named = (key: string, ...params: readonly (readonly [string, string])[]) =>
  judged({ key: `diagnose_${key}`, params: params.map(([name, value]) => [name, value]) });

/** What was answered to the questions that no paste can answer, by the words of each. */
export type Answers = Readonly<Record<string, string>>;

/** Whether a remedy helps, with the reader's answers. */
export function helps({ helps: known, if: doubt }: Remedy, answers: Answers): boolean | null {
  const given = doubt?.answers.find(({ answer }) => answer === answers[judged(doubt.asks)]);
  return known ?? given?.helps ?? null;
}

/** Those that help come first, then those of which it is open. */
export function ranked(remedies: readonly Remedy[], answers: Answers): readonly Remedy[] {
  const rank = (one: Remedy) => {
    const known = helps(one, answers);
    return known === null ? 1 : known ? 0 : 2;
  };
  return remedies.toSorted((a, b) => rank(a) - rank(b));
}

/** `yes`, `no`, another, or the id of a connection. */
export const answerOf = (answer: string) =>
  /^\d+$/.test(answer) ? answer : named(`answer_${answer}`);

/** What follows from each answer; connections of which the same follows share a sentence. */
export function answersOf({ if: doubt }: Remedy): readonly string[] {
  const rows: { then: string; of: string[] }[] = [];
  for (const { answer, says } of doubt?.answers ?? []) {
    const then = judged(says);
    const same = rows.find((row) => /^\d+$/.test(answer) && row.then === then);
    if (same) same.of.push(answer);
    else rows.push({ then, of: [answerOf(answer)] });
  }
  return rows.map(({ then, of }) => named('if_then', ['answer', of.join(LIST)], ['then', then]));
}

/** The label of whoever holds the others up. */
const HOLDS: Readonly<Record<Known, string>> = {
  certain: 'who_holds',
  probable: 'who_probably_holds',
  possible: 'who_may_hold',
};

/** A trouble's roots, by how well it is known that they are the ones. */
export const rootsOf = ({ roots }: Trouble) =>
  (['certain', 'probable', 'possible'] as const).flatMap((known) => {
    const those = roots.filter((root) => root.known === known).slice(0, MOST_ROOTS);
    return those.length > 0
      ? [{ label: named(HOLDS[known]), says: those.map((root) => judged(root.says)) }]
      : [];
  });

/** Who waits for whom: one line for all that wait for the same. */
export function waitsOf({ edges }: Trouble): readonly string[] {
  const lines = new Map<string, number[]>();
  for (const { from, to, known } of edges) {
    const key = `${known} ${to ?? '?'}`;
    lines.set(key, [...(lines.get(key) ?? []), from]);
  }
  const keys = { certain: 'edge', probable: 'edge_probable', possible: 'edge_possible' };
  return [...lines].map(([key, from]) => {
    const [known = '', to = ''] = key.split(' ');
    return named(
      keys[known as Known],
      ['from', idsWords(from.toSorted((a, b) => a - b))],
      ['to', to],
    );
  });
}

/** More of those that hold something up are only counted. */
const MOST_ROOTS = 8;

export interface Cells {
  readonly words: string;
  readonly line: number;
}

/** Groups cells of the same row. */
export function cellsOf(from: readonly Evidence[]): readonly Cells[] {
  const rows = new Map<string, { place: string; line: number; values: string[] }>();
  for (const { table, row, column, value, line, look } of from) {
    const place = row ? table + CLAUSE + judged(row) : table === 'error log' ? TABLES.log : table;
    const key = `${place} ${look ?? ''} ${line}`;
    const known = rows.get(key) ?? { place, line, values: [] };
    rows.set(key, known);
    const cell = `${column} ${value}`.trim();
    if (cell !== '' && !known.values.includes(cell)) known.values.push(cell);
  }
  return [...rows.values()].map(({ place, line, values }) => ({
    words: values.length === 0 ? place : place + COLON + values.join(CLAUSE),
    line,
  }));
}

/** Pages of the reference about what a trouble's evidence names, each once. */
export function pagesOf(facts: readonly Fact[]): ReadonlyMap<string, string> {
  const cells = facts.flatMap(({ from }) => from);
  return new Map(
    cells.flatMap(({ table, column }) => {
      const name = `${table}.${column}`;
      if (table === 'SHOW THREADPOOL STATUS') return [[table, forkPage(table)] as const];
      if (table === 'tp_connections') return [[table, addressOf('column', table)] as const];
      // Its columns are named by reasons.
      if (table === 'THREAD_POOL_WAITS')
        return [['REASON', addressOf('column', `${table}.REASON`)] as const];
      if (/^(THREAD_POOL|tp)_/.test(table) && /^\w+$/.test(column))
        return [[column, addressOf('column', name)] as const];
      if (/^threadpool_[a-z_]+$|^thread_pool_enabled$/.test(column))
        return [[column, forkPage(column)] as const];
      if (isVariable(column) || column === 'thread_handling')
        return [[column, addressOf('variable', column)] as const];
      if (/^Threadpool_(idle_)?threads$/.test(column))
        return [[column, addressOf('counter', column)] as const];
      return table === 'SHOW STATUS' && /pool_/i.test(column)
        ? [[column, forkPage(column)] as const]
        : [];
    }),
  );
}

const forkPage = (name: string) => `${OVERVIEW}forks/#${anchorOf(name)}`;

/** The STATEs that a fact is about; a wait for a row lock has no STATE. */
export function statesOf({ says, from }: Fact): readonly string[] {
  if (!/^diagnose_fact_wait_(?!row)/.test(says.key)) return [];
  const states = from.filter(({ column }) => column === 'STATE').map(({ value }) => value.trim());
  return [...new Set(states)].filter(Boolean);
}

const MOST_IDS = 24;

export function idsWords(ids: readonly number[]): string {
  const shown = ids.slice(0, MOST_IDS).join(LIST);
  const more = ids.length - MOST_IDS;
  return more > 0 ? shown + NEXT + m.diagnose_and_more({ count: count(more) }) : shown;
}

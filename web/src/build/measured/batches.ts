/** The answers of a run, measured or simulated, as they came together. */
import type { Answer, MeasuredScenario } from './format';
import { sleepOf } from './sql';
import { clientList, type Client } from './translate';

/** What a batch is read from. */
interface Answered {
  readonly answers: readonly Answer[];
}

/** The label of an answer: its client's first step, unless the client has several. */
export function labelled(clients: readonly Client[], { answers }: Answered) {
  const turn = new Map<number, number>();
  return [...answers]
    .sort((a, b) => a[1] - b[1])
    .map(([client, sent_ms, done_ms]) => {
      const k = turn.get(client) ?? 0;
      turn.set(client, k + 1);
      return { label: clients[client]?.steps[k]?.label ?? '', client, sent_ms, done_ms };
    })
    .sort((a, b) => a.done_ms - b.done_ms);
}

export interface Batch {
  readonly count: number;
  readonly labels: string;
  readonly first_ms: number;
  readonly last_ms: number;
}

/** Answers in batches, split where they are further apart than a quarter of the shortest sleep, 20 to 180 ms. */
export function batchesOf(scenario: MeasuredScenario, run: Answered): Batch[] {
  const clients = clientList(scenario);
  const all = clients.flatMap(({ steps }) => steps);
  const sleeps = all.map(({ sql }) => sleepOf(sql)).filter((us) => us > 0);
  const gap_ms = Math.min(180, Math.max(20, Math.min(...sleeps, 80_000_000) / 4000));
  const groups: ReturnType<typeof labelled>[] = [];
  for (const one of labelled(clients, run)) {
    const last = groups.at(-1);
    if (last && one.done_ms - (last.at(-1)?.done_ms ?? 0) <= gap_ms) last.push(one);
    else groups.push([one]);
  }
  const several = new Set(all.map(({ label }) => label)).size > 1;
  return groups.map((group) => {
    const counts = new Map<string, number>();
    for (const { label } of group) counts.set(label, (counts.get(label) ?? 0) + 1);
    const named = [...counts]
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([label, count]) => (count > 1 ? `${count} ${label}` : label));
    return {
      count: group.length,
      labels: several ? named.join(' and ') : String(group.length),
      first_ms: group[0]?.done_ms ?? 0,
      last_ms: group.at(-1)?.done_ms ?? 0,
    };
  });
}

export const splitOf = (scenario: MeasuredScenario, run: Answered) => {
  const batches = batchesOf(scenario, run);
  const plain = batches.every(({ labels, count }) => labels === String(count));
  return batches.map(({ labels }) => labels).join(plain ? ' + ' : ', then ');
};

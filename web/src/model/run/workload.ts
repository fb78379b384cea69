/** What is known about a scenario's requests before it runs. */
import { extent } from 'd3-array';
import { isRecord } from './pointer';
import type { ScenarioFile, ScenarioView } from './types';

type Workload = Pick<ScenarioView, 'clients' | 'requests' | 'loops'>;

/** True if requests keep arriving for as long as the run lasts. */
export function isEndless(scenario: Pick<ScenarioFile, 'clients'>): boolean {
  return (scenario.clients ?? []).some(({ arrivals }) => {
    const [loop] = Object.values(arrivals) as { readonly count?: number | null }[];
    const repeats = 'open' in arrivals || 'closed' in arrivals || 'bursts' in arrivals;
    return repeats && (loop?.count ?? null) === null;
  });
}

const DRAWN = ['exponential', 'lognormal', 'bimodal', 'erlang', 'uniform', 'row_lock'];

function isDrawn(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isDrawn);
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([name, inner]) => DRAWN.includes(name) || isDrawn(inner));
}

/** True if the seed matters: some time or statement is random. */
export function isRandom(scenario: Workload): boolean {
  const { clients = [], requests = [], loops = [] } = scenario;
  return (
    clients.some(({ statements, in_order }) => statements.length > 1 && in_order !== true) ||
    clients.some(({ arrivals }) => 'closed' in arrivals && arrivals.closed.apart === true) ||
    isDrawn([clients, requests, loops])
  );
}

/** Edits after which clients of closed loops begin at random; none if nothing begins together, or a seed matters already. */
export function apartEdits(
  scenario: Workload,
): readonly { readonly at: string; readonly value: true }[] {
  if (isRandom(scenario)) return [];
  return (scenario.clients ?? []).flatMap(({ arrivals, count }, index) =>
    'closed' in arrivals &&
    arrivals.closed.ask_first !== true &&
    arrivals.closed.think !== 0 &&
    count > 1
      ? [{ at: `/clients/${index}/arrivals/closed/apart`, value: true as const }]
      : [],
  );
}

/** Total of the steps' times. Undefined if one is random. */
function workOf(steps: readonly object[] | undefined): number | undefined {
  if (!steps || isDrawn(steps)) return undefined;
  return steps
    .flatMap((step) => Object.entries(step))
    .reduce(
      (sum, [name, value]) =>
        typeof value === 'number' && name.endsWith('_us') ? sum + value : sum,
      0,
    );
}

const FAR = 10;

/** True if one request has many times the work of another. */
export function hasUnequalRequests({ requests = [] }: Pick<ScenarioFile, 'requests'>): boolean {
  const works = requests.flatMap(({ steps }) => workOf(steps) ?? []);
  const [least = 0, most = 0] = extent(works);
  return works.length > 1 && most > FAR * Math.max(1, least);
}

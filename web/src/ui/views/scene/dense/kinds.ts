/** Groups a run's clients into kinds by what they ask for; a body's size shows the work of its kind. */
import { extent } from 'd3-array';
import type { Outcome } from '../../../../model/run/types';
import { shownRequest } from '../../../../model/run/request-name';

type Crowd = NonNullable<Outcome['scenario']['clients']>[number];
type Step = Crowd['statements'][number]['steps'][number];
type Span = NonNullable<Step['cpu_us']>;

export interface ClientKind {
  readonly name: string;
  /** The average time of one of its statements on a thread. */
  readonly service_us: number;
  /** As a share of the largest body's radius. */
  readonly size: number;
  /** True if its times are random. */
  readonly about: boolean;
}

export interface Kinds {
  readonly list: readonly ClientKind[];
  /** True if size distinguishes the kinds. */
  readonly sized: boolean;
  /** The kind of each client. */
  readonly of: (client: number) => number;
}

function meanOf(span: Span): number {
  if (typeof span === 'number') return span;
  if ('exponential' in span) return span.exponential.mean_us;
  if ('erlang' in span) return span.erlang.mean_us;
  if ('lognormal' in span)
    return span.lognormal.median_us * Math.exp(span.lognormal.sigma ** 2 / 2);
  if ('bimodal' in span) {
    const { p_long, short_us, long_us } = span.bimodal;
    return p_long * long_us + (1 - p_long) * short_us;
  }
  return (span.uniform.min_us + span.uniform.max_us) / 2;
}

/** The times during which a statement occupies a thread. */
const spansOf = ({ cpu_us, wait_us, net_us, unreported_us }: Step): Span[] =>
  [cpu_us, wait_us, net_us, unreported_us].filter((span) => span !== undefined && span !== null);

function serviceOf({ statements }: Crowd): number {
  const weights = statements.map(({ weight }) => weight ?? 1);
  const whole = weights.reduce((sum, one) => sum + one, 0) || 1;
  return statements.reduce((sum, { steps }, at) => {
    const own = steps.flatMap(spansOf).reduce<number>((all, span) => all + meanOf(span), 0);
    return sum + (own * (weights[at] ?? 0)) / whole;
  }, 0);
}

const isDrawn = ({ statements }: Crowd) =>
  statements.length > 1 ||
  statements.some(({ steps }) => steps.flatMap(spansOf).some((span) => typeof span !== 'number'));

/** Times that differ by a smaller factor look equal. */
const FAR = 2.5;
const SMALLEST = 0.56;
const USUAL = 0.78;

/** Numbered like the engine's clients; clients outside the crowds are of one kind. */
export function kindsOf({ scenario }: Pick<Outcome, 'scenario'>, clients: number): Kinds {
  const crowds = scenario.clients ?? [];
  // Clients that come back take any entry, so that nothing is known of one.
  if (crowds.some(({ patience }) => patience)) return { sized: false, list: [], of: () => 0 };
  const others = clients - crowds.reduce((sum, { count }) => sum + count, 0);
  const services = crowds.map(serviceOf);
  const known = services.filter((one) => one > 0);
  const [least = Infinity, most = -Infinity] = extent(known);
  const sized = others === 0 && known.length > 1 && most / least >= FAR;
  const of = new Uint8Array(clients);
  let at = Math.max(0, others);
  crowds.forEach(({ count }, kind) => {
    of.fill(kind, at, at + count);
    at += count;
  });
  return {
    sized,
    list: crowds.map((crowd, kind) => {
      const service_us = services[kind] ?? 0;
      const share = sized
        ? Math.log(Math.max(service_us, least) / least) / Math.log(most / least)
        : 0;
      return {
        name: shownRequest(crowd.name ?? crowd.statements[0]?.name ?? ''),
        service_us,
        size: sized ? SMALLEST + (1 - SMALLEST) * share : USUAL,
        about: isDrawn(crowd),
      };
    }),
    of: (client) => of[client] ?? 0,
  };
}

// The engine's runs with clients that give up, held against what a real MariaDB 10.11.19 did in the same situation.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measuredFact } from '../../web/src/build/measured/ask';
import { readClients } from '../../web/src/build/measured/clients-format';
import { runOf } from '../../web/src/build/runs/engine';
import { evaluate, readMeasure, type Value } from '../../web/src/model/measures/measure';
import type { Overrides } from '../../web/src/model/run/types';

const NAME = 'clients-mariadb-10.11.json';
const clients = [readClients(readFileSync(`content/measured/${NAME}`, 'utf8'), NAME)];
const real = (name: string, of: string) =>
  measuredFact(of, name, { files: [], sysbench: [], clients }).value;
/** Times in seconds. */
const plain = (of: Value) => (of.unit === 'ns' ? of.value / 1e9 : Number(of.value));

interface Row {
  readonly scenario: string;
  readonly set?: Overrides;
  /** In the engine. */
  readonly of: string;
  readonly name: string;
  readonly figure: string;
  /** How far both may be apart, in the figure's unit. */
  readonly apart?: number;
}

const STEADY = 'answers_per_s(26s, 36s)';
const storm = (set: Overrides, name: string): Row => ({
  scenario: 'retry-storm',
  set: { backoff: 1, ...set },
  of: STEADY,
  name,
  figure: 'middle(good_last_10_per_s)',
  apart: 2,
});
const deaf = (set: Overrides, name: string): Row => ({
  scenario: 'deaf-by-a-lock',
  set: { idle_transaction_timeout: 0, ...set },
  of: 'done(SELECT 1)',
  name,
  figure: 'middle(answered_after_s)',
  apart: 0.2,
});
const hung = (request: string, name: string, set: Overrides = {}): Row => ({
  scenario: 'hung-up-on-a-thread',
  set,
  of: `done(${request} 0) - arrived(${request} 0)`,
  name,
  figure: 'middle(gone_after_s)',
  apart: 0.2,
});

test.each<Row>([
  {
    scenario: 'unread-order',
    of: 'first(answered_nobody) - arrived(order 0)',
    name: 'a1-close',
    figure: 'middle(written_after_s)',
    apart: 0.1,
  },
  { scenario: 'reconnect-and-hope', of: 'given_up', name: 'a2-size-2', figure: 'middle(timeouts)' },
  {
    scenario: 'reconnect-and-hope',
    set: { thread_pool_size: 4 },
    of: 'given_up',
    name: 'a2-size-4',
    figure: 'middle(timeouts)',
  },
  {
    scenario: 'reconnect-and-hope',
    set: { max_connections: 60 },
    of: 'given_up',
    name: 'a2-max-connections-60',
    figure: 'middle(timeouts)',
  },
  hung('SLEEP', 'a5-sleep'),
  hung('UPDATE', 'a5-row-lock'),
  hung('BENCHMARK', 'a5-max-statement-time', { max_statement_time: 3 }),
  deaf({}, 'a6-nothing'),
  deaf({ leaves: 1_000_000 }, 'a6-close'),
  deaf({ wait_timeout: 2 }, 'a6-wait-timeout'),
  deaf({ holder: 1, leaves: 1_000_000 }, 'a6-close-next-door'),
  deaf({ innodb_lock_wait_timeout: 2 }, 'a6-lock-wait-timeout'),
  deaf({ max_statement_time: 2 }, 'a6-max-statement-time'),
  storm({}, 'a8-two-retries'),
  storm({ backoff: 8_000_000 }, 'a8-backoff'),
  storm({ retries: 0 }, 'a8-no-retry'),
  storm({ retries: 1 }, 'a8-one-retry'),
  storm({ budget: 10, saved: 10 }, 'a8-budget'),
  storm({ patience: 10_000_000 }, 'a8-timeout-10'),
  storm({ patience: 300_000 }, 'a8-timeout-0.3'),
  storm({ places: 5 }, 'a8-pool-5'),
  storm({ places: 100 }, 'a8-pool-100'),
  storm({ max_connections: 30 }, 'a8-max-connections-30'),
])('$scenario is as $name: $of, $figure', ({ scenario, set, of, name, figure, apart = 0 }) => {
  const outcome = runOf(readFileSync(`content/scenarios/${scenario}.json`, 'utf8'), set);
  const simulated = plain(evaluate(readMeasure(of), outcome));
  expect(Math.abs(simulated - plain(real(name, figure)))).toBeLessThanOrEqual(apart + 1e-9);
});

// Every name that the engine, the lab or the reader of captures uses has a page, and every figure's knob has an effect.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type names from '../../content/reference/names.json';
import pages from '../../content/reference/pages.json';
import embeds from '../../content/embeds/v1.json';
import { entryOf, overview } from '../../web/src/build/reference';
import { lists } from '../../web/src/build/content/lists';
import { keyOf, readPages, type FigureAsk } from '../../web/src/build/reference/read';
import { readingsOf } from '../../web/src/build/reference/readings';
import { finished } from '../../web/src/build/runs/engine';
import { scenarios } from '../../web/src/build/runs/scenarios';
import { pages as addresses } from '../../web/src/build/widgets/addresses';
import { LEFT_OUT } from '../../web/src/features/lab/paste';
import variables from '../../web/src/model/generated/variables.json';
import { REFERENCE, referenceNamed } from '../../web/src/model/reference/list';
import { STATES_ADDRESS } from '../../web/src/model/reference/states';
import { isTextbook, SCHEDULERS } from '../../web/src/model/run/families';
import type { Event, Instruments } from '../../web/src/model/run/types';

/** By its own page, or by the page that has it as another name. */
const missing = (known: Iterable<string>) =>
  [...new Set(known)].filter(
    (name) => !referenceNamed(name) && !REFERENCE.some(({ aliases }) => aliases.includes(name)),
  );

/** What the servers show at the end of a run, one run of each. */
const shown = SCHEDULERS.filter((scheduler) => !isTextbook(scheduler)).flatMap((scheduler) => {
  const file = scenarios.find(({ scenario }) => scenario.server.scheduler === scheduler);
  if (!file) throw new Error(`no scenario of ${scheduler}`);
  const run = finished(file.json, {});
  try {
    return JSON.parse(run.instruments(run.progress_ns())) as Instruments;
  } finally {
    run.free();
  }
});

/** What a client or the log receives for an event. */
const HEARD: Readonly<Partial<Record<Event['kind'], keyof typeof names.messages>>> = {
  pool_blocked_message: 'could-not-create-additional-thread',
  lock_timed_out: 'lock-wait-timeout-exceeded',
  deadlock: 'deadlock-found',
  idle_client_killed: 'server-has-gone-away',
  connection_killed: 'lost-connection-during-query',
  query_killed: 'query-execution-was-interrupted',
  connection_refused: 'too-many-connections',
  statement_timed_out: 'max-statement-time-exceeded',
};

describe('a page for each', () => {
  test('server variable: of the engine, related ones in the lab, and those in the statements that take a capture', () => {
    const asked = readFileSync('content/captures/capture.sql', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('SHOW GLOBAL VARIABLES'))
      .flatMap((line) => [...line.matchAll(/'(\w+)'/g)].map(([, name = '']) => name));
    expect(asked.length).toBeGreaterThan(3);
    expect(missing([...variables.map(({ name }) => name), ...LEFT_OUT, ...asked])).toEqual([]);
  });

  test('counter and column that a server shows', () => {
    const counters = shown.flatMap(({ status }) => status.map(([name]) => name));
    // A table's own page may tell of its columns instead.
    const told = (table: string, column: string) => {
      const page = Object.entries(pages).find(([name]) => name === table)?.[1];
      return page !== undefined && JSON.stringify(page).includes(`\`${column}\``);
    };
    // SHOW ENGINE INNODB STATUS is a text; its lines are no columns.
    const columns = shown.flatMap(({ tables }) =>
      tables
        .filter(({ name }) => !name.includes(' '))
        .flatMap(({ name, columns: all }) =>
          all.filter((column) => !told(name, column)).map((column) => `${name}.${column}`),
        ),
    );
    expect(counters).toContain('Threadpool_threads');
    expect(missing([...counters, ...columns])).toEqual([]);
  });

  test('message in the log or to a client', () => {
    const there = REFERENCE.filter(({ kind }) => kind === 'message').map(keyOf);
    expect(there).toEqual(expect.arrayContaining(Object.values(HEARD)));
  });
});

describe('the list', () => {
  test('has each name and each address once, and its addresses are published for good', () => {
    const all = REFERENCE.map(({ address }) => address);
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(REFERENCE.map(({ name }) => name)).size).toBe(all.length);
    for (const address of all) expect(address).toMatch(/^\/reference\/[a-z]+\/[a-z0-9_\-/]+\/$/);
    const kept = [...all, STATES_ADDRESS, ...lists.map(({ address }) => address)];
    expect(addresses()).toEqual(expect.arrayContaining(kept));
    expect(kept.toSorted()).toEqual(embeds.pages.toSorted());
  });

  test('answers each in one sentence', () => {
    for (const { name, answer } of REFERENCE) {
      expect(answer, name).toMatch(/^[^.!?]*(?:[._][\w/][^.!?]*)*\.$/);
      expect(answer.length, name).toBeLessThan(230);
    }
  });

  test('recognises a message whatever numbers and names it contains', () => {
    for (const { kind, name, message } of REFERENCE) {
      if (kind !== 'message') continue;
      const pattern = (message ?? '')
        .split(/\{(?:number|name)\}/)
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
        .join('.+');
      // A title may stop at the first sentence of a long line, and has its own numbers in it.
      expect(new RegExp(pattern).test(name) || message?.startsWith(name), name).toBe(true);
    }
  });

  test('is complete on the overview', () => {
    const { messages, variables: of, counters, columns } = overview();
    const listed = [messages, counters, ...of.map((g) => g.pages), ...columns.map((g) => g.pages)];
    expect(listed.flat().length).toBe(REFERENCE.length);
  });
});

describe('a page', () => {
  test.each(REFERENCE.map((page) => [page.name, page.address]))(
    '%s: whole, and its knob changes something',
    (_, address) => {
      const entry = entryOf(address);
      expect(entry).toBeDefined();
      expect(entry?.not.length).toBeGreaterThan(0);
      if (!entry?.readings) return;
      expect(new Set(entry.readings.rows.map(({ reading }) => reading)).size).toBeGreaterThan(1);
      expect(entry.figure?.knobs.map(({ name }) => name)).toEqual([entry.readings.knob]);
    },
  );

  test('with a dead knob stops the build, with its name and what it reads', () => {
    const file = scenarios.find(({ name }) => name === 'mariadb-max-threads-8');
    const ask: FigureAsk = {
      scenario: 'mariadb-max-threads-8',
      at_ns: 1e9,
      knob: 'thread_pool_oversubscribe',
      stops: [1, 2, 3],
      reads: { kind: 'measure', measure: 'slowest' },
      says: undefined,
      see: 'Sleeping threads do not count in MariaDB.',
      light: [],
      request: undefined,
      set: {},
    };
    expect(() => readingsOf('thread_pool_oversubscribe', file?.json ?? '', ask)).toThrow(
      /oversubscribe changes nothing; at all of 1, 2, 3 it reads 2\.0\d\d s/,
    );
  });

  test('that is missing, unknown or incomplete is reported', () => {
    const { THREAD_POOL_GROUPS: _, ...rest } = { ...pages, THREAD_POOL_GROUPS: undefined };
    const wrong = {
      ...rest,
      thread_pool_size: { not: [], checked: 'guessed', measured: ['two-groups'] },
      nothing: {},
    };
    const tried = () => readPages(wrong);
    expect(tried).toThrow('nothing is {}; allowed: only ');
    expect(tried).toThrow('thread_pool_size.not is []; allowed: a list of at least 1');
    expect(tried).toThrow('thread_pool_size.checked is "guessed"; allowed: measured');
    expect(() => readPages({})).toThrow('thread_pool_size is missing');
    const told = { not: ['x'], checked: 'modelled', measured: ['two-groups'] };
    expect(() => readPages({ ...pages, thread_pool_size: told })).toThrow(
      'thread_pool_size.checked is "modelled"; allowed: measured, where it links to measurements',
    );
  });
});

/** What the engine's table knows about a variable, server by server, in words. */
import { m } from '#paraglide/messages.js';
import type { ServerFacts } from '../../features/reference/types';
import { isTextbook } from '../../model/run/families';
import type { SchedulerName, Variable } from '../../model/run/types';
import { rowsNamed, versionsOf } from '../../model/servers/servers';
import { count } from '../../model/words/format';
import { serverName } from '../../model/words/servers';
import type { PageAsk } from './read';
import { valueWords } from './readings';
import { LIST } from '../../model/joined';
import { shownName } from '../../model/words/names';

/** The releases to which the rules of a version, or of several together, apply. */
const RELEASES: Readonly<Record<string, () => string>> = {
  'mariadb 10.4': m.reference_release_mariadb_10_4,
  'mariadb 10.11': m.reference_release_mariadb_10_11,
  'percona 5.6': m.reference_release_percona_5_6,
  'percona 8.0': m.reference_release_percona_8_0,
  'oracle 8.0.30': m.reference_release_oracle_8_0_30,
  'oracle 8.0.30 8.4': m.reference_release_oracle_8_0_30_8_4,
  'oracle 8.4': m.reference_release_oracle_8_4,
  'oracle 8.4 9.7': m.reference_release_oracle_8_4_9_7,
  'oracle 9.7': m.reference_release_oracle_9_7,
  'mysql-6.0 mariadb-5.3': m.reference_release_mariadb_5_3,
};

function releases({ scheduler, versions, since }: Variable): string {
  const told = (version: string) => RELEASES[`${scheduler} ${version}`]?.() ?? version;
  if (since !== undefined) return m.reference_since({ release: since });
  const all = versionsOf(scheduler);
  if (versions.length === all.length) return m.reference_all_releases();
  return RELEASES[`${scheduler} ${versions.join(' ')}`]?.() ?? versions.map(told).join(LIST);
}

const numbers = (value: number | bigint, unit: string) =>
  unit === '' ? count(Number(value)) : `${count(Number(value))} ${unit}`;

function rangeOf({ kind, unit }: Variable): string {
  switch (kind.type) {
    case 'number':
      return m.reference_range_words({ min: count(kind.min), max: numbers(kind.max, unit) });
    case 'switch':
      return 'OFF, ON';
    case 'choice':
      return kind.values.join(LIST);
  }
}

function defaultOf({ kind, unit, scheduler }: Variable, ask: PageAsk): string {
  const given = ask.default[scheduler];
  if (kind.type !== 'number') return valueWords(kind.default);
  if (kind.default !== null) return numbers(kind.default, unit);
  if (given === undefined) throw new Error(`${ask.page.name}: what is its default in ${scheduler}?`);
  return given;
}

/** Textbook designs have variables of the same names, which nobody can set. */
const real = (rows: readonly Variable[]) => {
  const servers = rows.filter(({ scheduler }) => !isTextbook(scheduler));
  return servers.length > 0 ? servers : rows;
};

export function factsOf(ask: PageAsk): readonly ServerFacts[] {
  const rows = real(rowsNamed(ask.page.name)).map((row) => ({
    server: serverName(row.scheduler),
    releases: releases(row),
    help: row.help,
    range: rangeOf(row),
    default: defaultOf(row, ask),
    dynamic: row.dynamic,
  }));
  const documented = ask.documented.map(({ dynamic, ...row }) => ({
    ...row,
    server: shownName(row.server),
    dynamic: dynamic ?? undefined,
    releases: '',
    help: undefined,
  }));
  return [...documented, ...rows];
}

/** The server under which a variable is listed. */
export function groupOf({ group, page }: PageAsk): SchedulerName | 'other' {
  const [first] = real(rowsNamed(page.name));
  if (group === 'other') return group;
  const found = group ?? first?.scheduler;
  if (found === undefined) throw new Error(`${page.name} belongs to no server: say its group`);
  return found as SchedulerName;
}

/** The server variables of each scheduler and version, from the engine's own table. */
import table from '../generated/variables.json';
import type { SchedulerName, Variable } from '../run/types';

const TABLE = table as readonly Variable[];

/** The versions whose rules the engine implements, oldest first. */
export function versionsOf(scheduler: SchedulerName): readonly string[] {
  const rows = TABLE.filter((row) => row.scheduler === scheduler);
  return [...new Set(rows.flatMap(({ versions }) => versions))];
}

export function newest(scheduler: SchedulerName): string {
  return versionsOf(scheduler).at(-1) ?? 'any';
}

/** The variables of one scheduler under the rules of one version. */
export function variablesOf(scheduler: SchedulerName, version: string): readonly Variable[] {
  const all = TABLE.filter((row) => row.scheduler === scheduler);
  const own = all.filter((row) => row.versions.includes(version));
  return own.length > 0 ? own : all.filter((row) => row.versions.includes(newest(scheduler)));
}

/** Finds a variable by its name in the server or in scenario files. */
export function variableNamed(
  name: string,
  scheduler: SchedulerName,
  version = newest(scheduler),
): Variable | undefined {
  const rows = TABLE.filter(
    (row) => row.scheduler === scheduler && (row.name === name || row.field === name),
  );
  return rows.find((row) => row.versions.includes(version)) ?? rows.at(-1);
}

/** The rows of a variable, one per scheduler and range of versions. */
export const rowsNamed = (name: string): readonly Variable[] =>
  TABLE.filter((row) => row.name === name || row.field === name);

/** The schedulers that have a variable. */
export function schedulersWith(name: string): readonly SchedulerName[] {
  return [...new Set(rowsNamed(name).map(({ scheduler }) => scheduler))];
}

/** Whether `name` is a variable of any server at all. */
export const isVariable = (name: string): boolean => schedulersWith(name).length > 0;

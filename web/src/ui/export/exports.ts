/** Exports a run and a scenario as files. Tests read every file back. */
import { csvFormatRow } from 'd3-dsv';
import type { Outcome, Overrides, OverrideValue, ScenarioFile } from '../../model/run/types';
import { atPointer } from '../../model/run/pointer';
import { eventSentence, placeName, whySentence } from '../../model/words/phrase';

const SCHEMA = 'scenario.schema.json';

type Cell = string | number | boolean | null;

/** d3-dsv writes nothing for null; line ends follow RFC 4180. */
export function csv(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((row) =>
    csvFormatRow(row.map((cell) => (cell === null ? '' : String(cell)))),
  );
  return `${lines.join('\r\n')}\r\n`;
}

export function runJson(outcome: Outcome): string {
  return `${JSON.stringify(outcome, null, 1)}\n`;
}

export function requestsCsv(outcome: Outcome): string {
  const head = [
    'request',
    'name',
    'connection',
    'group',
    'thread',
    'arrive_ns',
    'start_ns',
    'end_ns',
    'latency_ns',
    'failed',
  ];
  const rows = outcome.lives.map((life): Cell[] => [
    life.request,
    life.name,
    life.connection,
    life.group,
    life.thread,
    life.arrive_ns,
    life.start_ns,
    life.end_ns,
    life.end_ns === null ? null : life.end_ns - life.arrive_ns,
    life.failed,
  ]);
  return csv([head, ...rows]);
}

export function segmentsCsv(outcome: Outcome): string {
  const head = [
    'request',
    'start_ns',
    'end_ns',
    'length_ns',
    'stretches',
    'place',
    'reason',
    'why',
  ];
  const rows = outcome.lives.flatMap((life) =>
    life.segments.map((segment): Cell[] => [
      life.request,
      segment.start_ns,
      segment.end_ns,
      segment.end_ns - segment.start_ns,
      segment.joined ?? 1,
      placeName(segment, outcome),
      segment.why.reason,
      whySentence(segment.why, outcome),
    ]),
  );
  return csv([head, ...rows]);
}

export function logCsv(outcome: Outcome): string {
  const rows = outcome.events.map((event): Cell[] => [
    event.at_ns,
    event.step,
    event.kind,
    eventSentence(event, outcome),
  ]);
  return csv([['at_ns', 'step', 'kind', 'sentence'], ...rows]);
}

/** The scenario as it was run, with the `$schema` line that gives editors completion and help. */
export function scenarioJson(scenario: ScenarioFile): string {
  const { $schema, ...rest } = scenario;
  return `${JSON.stringify({ $schema: $schema ?? SCHEMA, ...rest }, null, 2)}\n`;
}

/** The settings for a file's name: those that the scenario is about, then those that the reader changed. */
export function namedSettings(outcome: Outcome, overrides: Overrides): Overrides {
  const own: Record<string, OverrideValue> = {};
  for (const { name, label, paths } of outcome.scenario.knobs ?? []) {
    const key = label ?? name ?? '';
    const setting = outcome.settings.find(
      (one) => one.name.replace(/_(10ms|ms|s|us)$/, '') === name,
    );
    const value = setting?.value ?? atPointer(outcome.scenario, paths?.[0] ?? '/');
    if (key !== '' && (typeof value === 'number' || typeof value === 'string')) own[key] = value;
  }
  return { ...own, ...overrides };
}

const LONGEST_NAME = 110;

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_.]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
}

/** "six-threads-eight-sleeps-max_threads-8-seed-3.csv": the case and its settings. */
export function fileName(
  title: string,
  overrides: Overrides,
  what: string,
  ending: string,
): string {
  const settings = Object.entries(overrides).map(([name, value]) => {
    const short = name.replace(/^\//, '').replace(/^(server\/)?thread_pool_/, '');
    return slug(`${short} ${value === true ? 'on' : value === false ? 'off' : String(value)}`);
  });
  const parts = [slug(title) || 'scenario', ...settings, slug(what)].filter((part) => part !== '');
  return `${parts.join('-').slice(0, LONGEST_NAME)}.${ending}`;
}

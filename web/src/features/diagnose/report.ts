/** The verdict on a capture as Markdown for a ticket. It contains what was understood, never parts of the paste itself. */
import { m } from '#paraglide/messages.js';
import {
  GROUP_COLUMNS,
  type Diagnosed,
  type Fact,
  type Remedy,
} from '../../model/generated/diagnosis';
import { LANGUAGE } from '../../model/languages';
import { seenPool } from '../../model/diagnosis/seen';
import { escapeXml } from '../../model/words/escape';
import { judged } from '../../model/words/judged';
import { answersOf, cellsOf, named, rootsOf, waitsOf } from './words';
import { NEXT } from '../../model/joined';

const code = (words: string) => ['```sql', words, '```'];

const factLines = ({ says, from }: Fact): string[] => [
  `- ${judged(says)}`,
  ...cellsOf(from).map(({ words }) => `  - ${words}`),
];

function remedyLines(remedy: Remedy): string[] {
  const { do: action, says, cites, needs, if: doubt, cost } = remedy;
  const beside = [says, ...(cites ? [cites] : []), ...needs, ...(doubt ? [doubt.asks] : [])];
  return [
    ...code(action),
    [...beside.map(judged), ...answersOf(remedy)].join(NEXT),
    named('title_cost') + NEXT + judged(cost),
    '',
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

export function report(diagnosed: Diagnosed, address: string): string {
  const { diagnosis } = diagnosed;
  const pool = seenPool(diagnosed);
  const rows = (pool?.groups ?? []).flatMap(({ row }) => row ?? []);
  const groups = rows.map((row) => GROUP_COLUMNS.map((name) => Number(row[name])).join(' | '));
  const head = GROUP_COLUMNS.map((name) => name.toUpperCase());
  return [
    `# ${m.capture_title()}`,
    '',
    `**${judged(diagnosis.says)}** ${diagnosis.server.version ?? ''}`.trim(),
    ...diagnosis.troubles.flatMap((trouble) => [
      ...section(judged(trouble.says), [
        ...rootsOf(trouble).map(({ label, says }) => [label, ...says].join(NEXT)),
        ...waitsOf(trouble).map((line) => `- ${line}`),
        '',
        ...trouble.evidence.flatMap(factLines),
        '',
        named('title_against') + NEXT + judged(trouble.against),
      ]),
      ...section(named('title_remedies'), trouble.remedies.flatMap(remedyLines)),
    ]),
    ...section(named('title_facts'), diagnosis.facts.flatMap(factLines)),
    ...section(
      named('title_ask'),
      diagnosis.ask.flatMap(({ why, sql }) => [judged(why), ...code(sql)]),
    ),
    ...section(
      named('title_unknown'),
      diagnosis.unknown.map((one) => `- ${judged(one)}`),
    ),
    ...section(
      'THREAD_POOL_GROUPS',
      rows.length === 0
        ? []
        : [
            `| ${head.join(' | ')} |`,
            `|${' ---: |'.repeat(head.length)}`,
            ...groups.map((row) => `| ${row} |`),
          ],
    ),
    '',
    address,
    '',
  ].join('\n');
}

/** Picture and report as one self-contained page. */
export const pageOf = (picture: string, words: string) =>
  [
    '<!doctype html>',
    `<html lang="${LANGUAGE}"><meta charset="utf-8" />`,
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    `<title>${escapeXml(m.capture_title())}</title>`,
    '<style>svg { max-width: 100%; height: auto } pre { white-space: pre-wrap }</style>',
    `${picture}<pre>${escapeXml(words)}</pre>`,
    '</html>\n',
  ].join('\n');

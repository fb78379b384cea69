/**
 * Names and values out of whatever a reader copies from a terminal or a file: tables with borders,
 * rows printed vertically, columns with tabs, lines of an option file, SET GLOBAL.
 */

export type PasteForm = 'table' | 'vertical' | 'tab' | 'options';

export interface PastedRow {
  /** Counted from 1. */
  readonly line: number;
  /** In the server's spelling: lower case, underscores. */
  readonly name: string;
  readonly value: string;
}

export interface PasteReading {
  readonly forms: readonly PasteForm[];
  readonly rows: readonly PastedRow[];
  /** Lines that hold neither a variable nor what terminals print around them. */
  readonly odd: readonly { readonly line: number; readonly text: string }[];
  readonly odd_count: number;
  /** What a client says when it connects, or SELECT VERSION(). */
  readonly version: string | undefined;
  /** More was pasted than is read. */
  readonly cut: boolean;
}

export const MOST_CHARACTERS = 200_000;
const MOST_LINES = 4_000;
const LONGEST_LINE = 400;
const MOST_ODD = 8;

const NAME = String.raw`[A-Za-z][A-Za-z0-9_.-]{0,79}`;
const CHATTER: readonly RegExp[] = [
  /^[\s+\-=*|_]*$/, // borders
  /^(mysql|mariadb)?[^>]{0,60}>\s*(show|select|use|status|exit|quit|\\|$)/i, // a prompt and what was typed
  /^(->|'>|">|`>)/,
  /^(show|select|use|status)\b/i,
  /^\d+ rows? in set|^empty set|^query ok|^rows matched|^bye$/i,
  /^\*{3,} *\d+\. row *\*{3,}$/i,
  /^(mysql|mariadb)(\.exe)?: \[?warning/i,
  /^(welcome to the|your (mysql|mariadb)|copyright|type 'help|commands end|reading table|database changed|server version)/i,
  /^\|?\s*variable_name\b/i,
  /^\|?\s*(@@)?version(\(\))?\s*\|?$/i,
  /^[#;]/, // comments
  /^\[[\w -]+\]$/, // sections of an option file
  /^[$#%>]\s/, // a shell
];
const VERSION = /(?:^|server version:?|[|\s:=])\s*(\d{1,2}\.\d{1,2}\.\d{1,3}[\w.:~+-]*)/i;
/** Columns without tabs (copied from a browser): only what is surely a variable. */
const LOOSE =
  /^(thread_\w+|threadpool_\w+|wait_timeout|innodb_\w+|version\w*|extra_\w+|admin_\w+)\s+(\S.*)$/i;

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('-', '_')
    .replace(/^(loose_|global\.|@@(global\.)?)/, '');
}

function plainValue(value: string): string {
  const bare = value.trim().replace(/\s*;$/, '');
  const quoted = /^(['"])(.*)\1$/.exec(bare);
  return (quoted?.[2] ?? bare).trim();
}

interface Found {
  readonly form: PasteForm;
  readonly name: string;
  readonly value: string;
}

function inTable(line: string): Found | undefined {
  const cells = line.split('|').map((cell) => cell.trim());
  const [before, name = '', value, after] = cells;
  if (cells.length !== 4 || before !== '' || after !== '') return undefined;
  return new RegExp(`^${NAME}$`).test(name)
    ? { form: 'table', name, value: value ?? '' }
    : undefined;
}

function inColumns(line: string): Found | undefined {
  const [name = '', value, ...more] = line.split('\t').map((cell) => cell.trim());
  if (
    value !== undefined &&
    more.every((cell) => cell === '') &&
    new RegExp(`^${NAME}$`).test(name)
  ) {
    return { form: 'tab', name, value };
  }
  const loose = LOOSE.exec(line.trim());
  if (!loose || line.includes('=')) return undefined;
  return { form: 'tab', name: loose[1] ?? '', value: loose[2] ?? '' };
}

function inOptions(line: string): Found | undefined {
  const bare = line.trim().replace(/^(set\s+(global|persist|session)?\s*|--)/i, '');
  const found = new RegExp(
    String.raw`^((?:@@)?(?:global\.)?${NAME})\s*:?=\s*([^#]*)(#.*)?$`,
    'i',
  ).exec(bare);
  if (!found) return undefined;
  return { form: 'options', name: found[1] ?? '', value: found[2] ?? '' };
}

export function readPaste(text: string): PasteReading {
  const lines = text.slice(0, MOST_CHARACTERS).split(/\r\n|\n|\r/, MOST_LINES + 1);
  const cut = text.length > MOST_CHARACTERS || lines.length > MOST_LINES;
  const rows: PastedRow[] = [];
  const odd: { line: number; text: string }[] = [];
  const forms = new Set<PasteForm>();
  let odd_count = 0;
  let version: string | undefined;
  /** The name of a row that is printed vertically, until its value comes. */
  let vertical: { line: number; name: string } | undefined;

  const take = (line: number, { form, name, value }: Found) => {
    forms.add(form);
    rows.push({ line, name: plainName(name), value: plainValue(value).slice(0, 200) });
  };

  lines.slice(0, MOST_LINES).forEach((raw, index) => {
    const number = index + 1;
    // Full-width characters, as some input methods make them, mean the plain ones.
    const line = raw.slice(0, LONGEST_LINE).normalize('NFKC').replaceAll('\u00a0', ' ');
    const trimmed = line.trim();
    if (trimmed === '') return;
    const named = /^variable_name: *(\S+)$/i.exec(trimmed);
    if (named) {
      vertical = { line: number, name: named[1] ?? '' };
      return;
    }
    const valued = vertical ? /^value:(.*)$/i.exec(trimmed) : null;
    if (vertical && valued) {
      take(vertical.line, { form: 'vertical', name: vertical.name, value: valued[1] ?? '' });
      vertical = undefined;
      return;
    }
    if (/server version/i.test(trimmed)) version ??= VERSION.exec(trimmed)?.[1];
    if (CHATTER.some((pattern) => pattern.test(trimmed))) return;
    const found = inTable(trimmed) ?? inOptions(trimmed) ?? inColumns(line);
    if (found) {
      take(number, found);
      return;
    }
    // The one cell of SELECT VERSION().
    const alone = /^\|?\s*(\d{1,2}\.\d{1,2}\.\d{1,3}[\w.:~+-]*)\s*\|?$/.exec(trimmed);
    if (alone) {
      version ??= alone[1];
      return;
    }
    odd_count += 1;
    if (odd.length < MOST_ODD) odd.push({ line: number, text: trimmed.slice(0, 60) });
  });
  return { forms: [...forms], rows, odd, odd_count, version, cut };
}

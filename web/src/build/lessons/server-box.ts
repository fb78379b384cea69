/** The boxes "On a server": their files, and the output that a machine must get from them. */
import type { Code, RootContent } from 'mdast';
import { readMarkdown, walk } from './markdown';

interface ExpectedLine {
  readonly text: string;
  readonly pattern: RegExp;
  /** The range for each number that the pattern captures. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly count: number;
}
export interface Expected {
  readonly command: string;
  readonly lines: readonly ExpectedLine[];
}
export interface Box {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly expected: readonly Expected[];
  /** Why no machine can run it. */
  readonly by_hand: string | undefined;
}

const TOKEN = /(?<low>-?\d+(?:\.\d+)?)\.\.(?<high>\d+(?:\.\d+)?)|(?<any>\*)|(?<space>\s+)/g;
const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** `6x client *: 2.0..2.3 s`: six lines like this one; `*` is any text, `2.0..2.3` a number in this range. */
function readLine(text: string): ExpectedLine {
  const [, times, words = ''] = /^(?:(\d+)x )?(.+)$/.exec(text.trim()) ?? [];
  const ranges: [number, number][] = [];
  let source = '';
  let end = 0;
  for (const found of words.matchAll(TOKEN)) {
    const { low, high, any } = found.groups ?? {};
    source += literal(words.slice(end, found.index));
    end = found.index + found[0].length;
    if (low === undefined || high === undefined) {
      source += any ? '.*?' : '\\s+';
      continue;
    }
    if (Number(low) > Number(high)) throw new Error(`expect: ${found[0]} is no range`);
    ranges.push([Number(low), Number(high)]);
    source += '(-?\\d+(?:\\.\\d+)?)';
  }
  const pattern = new RegExp(`^${source}${literal(words.slice(end))}$`);
  return { text: text.trim(), pattern, ranges, count: Number(times ?? 1) };
}

export function readExpected(command: string, text: string): Expected {
  if (command.trim() === '')
    throw new Error('expect needs the command whose lines follow: ```expect sh try.sh');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new Error('expect needs lines: 6x client *: 2.0..2.3 s');
  return { command: command.trim(), lines: lines.map(readLine) };
}

/** What the output lacks, in words; empty if it is as expected. */
export function missingFrom({ lines }: Expected, output: string): string[] {
  const printed = output.split('\n').map((line) => line.trim());
  return lines.flatMap(({ text, pattern, ranges, count }) => {
    const found = printed.filter((line) => {
      const numbers = pattern.exec(line)?.slice(1).map(Number);
      return numbers?.every((number, at) => {
        const [low, high] = ranges[at] ?? [number, number];
        return number >= low && number <= high;
      });
    });
    return found.length === count ? [] : [`${text}: found ${found.length} times`];
  });
}

/** Blocks for the machine only: `expect COMMAND`, or `by-hand` with the reason. */
const unseen = ({ lang }: Code) => lang === 'expect' || lang === 'by-hand';
export const isForMachine = (node: RootContent): node is Code =>
  node.type === 'code' && unseen(node);

/** Throws if the blocks are malformed. */
export function readMachine(nodes: readonly Code[]): Pick<Box, 'expected' | 'by_hand'> {
  const [by_hand, ...more] = nodes.flatMap((node) => (node.lang === 'by-hand' ? [node.value] : []));
  const expected = nodes
    .filter((node) => node.lang === 'expect')
    .map(({ meta, value }) => readExpected(meta ?? '', value));
  if (by_hand !== undefined && (by_hand.trim() === '' || more.length + expected.length > 0))
    throw new Error('by-hand says why no machine can run the box, and stands in place of expect');
  if (by_hand === undefined && expected.length === 0)
    throw new Error('a server box says what a machine must see (expect COMMAND) or why none can run it (by-hand)');
  return { expected, by_hand: by_hand?.trim() };
}

/** All boxes of a lesson's file. */
export function boxesOf(markdown: string): Box[] {
  return [...walk(readMarkdown(markdown))].flatMap((node) => {
    if (node.type !== 'containerDirective' || node.name !== 'server') return [];
    const codes = node.children.flatMap((child) => (child.type === 'code' ? [child] : []));
    const files = codes.filter((code) => !unseen(code));
    return {
      files: files.map(({ meta, value }) => ({ name: meta?.trim() ?? '', text: value })),
      ...readMachine(codes.filter(unseen)),
    };
  });
}

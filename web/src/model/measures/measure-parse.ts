/** Parses the language of measures: `slowest - fastest <= 2.1s and setting(thread_pool_size) = 2`. */
import type { Value } from '../run/written';

export type Operator = '+' | '-' | '*' | '/';
export type Relation = '<=' | '>=' | '<' | '>' | '=' | '!=';

export type Measure =
  | { readonly kind: 'literal'; readonly value: Value }
  | {
      readonly kind: 'fact';
      readonly name: string;
      readonly args: readonly string[];
      readonly field: string | undefined;
    }
  | {
      readonly kind: 'sum';
      readonly operator: Operator;
      readonly left: Measure;
      readonly right: Measure;
    };

export interface Comparison {
  readonly left: Measure;
  readonly relation: Relation;
  readonly right: Measure;
}
/** True if all comparisons hold. */
export type Condition = readonly Comparison[];

/** `none`: valid, but this run has no such fact (the latency of an unanswered request, say). */
export class MeasureError extends Error {
  constructor(
    message: string,
    readonly kind: 'wrong' | 'none' = 'wrong',
  ) {
    super(message);
  }
}

const LITERAL = /^(\d+(?:\.\d+)?)\s*(ns|us|µs|ms|s|%)?(?![\w.])/;
const FACTORS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 };

class Reader {
  #at = 0;
  constructor(readonly text: string) {}

  take(pattern: RegExp): RegExpExecArray | undefined {
    this.#at += /^\s*/.exec(this.text.slice(this.#at))?.[0].length ?? 0;
    const found = pattern.exec(this.text.slice(this.#at));
    if (!found) return undefined;
    this.#at += found[0].length;
    return found;
  }
  get rest(): string {
    return this.text.slice(this.#at).trim();
  }
  fail(wanted: string): never {
    const rest = this.rest === '' ? 'the end' : `"${this.rest}"`;
    throw new MeasureError(`"${this.text}": expected ${wanted} at ${rest}`);
  }
}

function atom(reader: Reader): Measure {
  if (reader.take(/^\(/)) {
    const inner = sum(reader);
    if (!reader.take(/^\)/)) reader.fail(')');
    return inner;
  }
  const number = reader.take(LITERAL);
  if (number) {
    const [, digits = '', unit = ''] = number;
    const value = Number(digits) * (FACTORS[unit] ?? 1);
    const kind = unit === '%' ? 'percent' : unit === '' ? 'count' : 'ns';
    return { kind: 'literal', value: { unit: kind, value } };
  }
  const word = reader.take(/^'([^']*)'/);
  if (word) return { kind: 'literal', value: { unit: 'word', value: word[1] ?? '' } };
  const name = reader.take(/^[a-z][a-z0-9_]*/i)?.[0];
  if (name === undefined) reader.fail('a measure, a number or a word in single quotes');
  let args: readonly string[] = [];
  if (reader.take(/^\(/)) {
    const inside = reader.take(/^([^()]*)\)/);
    if (!inside) reader.fail(')');
    args = (inside[1] ?? '').split(',').map((arg) => arg.trim());
    if (args.includes(''))
      throw new MeasureError(`"${reader.text}": ${name}() has an empty argument`);
  }
  const field = reader.take(/^\.([a-z_]+)/)?.[1];
  return { kind: 'fact', name, args, field };
}

function chain(reader: Reader, operators: RegExp, inner: (reader: Reader) => Measure): Measure {
  let left = inner(reader);
  for (;;) {
    const operator = reader.take(operators)?.[0] as Operator | undefined;
    if (!operator) return left;
    left = { kind: 'sum', operator, left, right: inner(reader) };
  }
}

const product = (reader: Reader) => chain(reader, /^[*/]/, atom);
const sum = (reader: Reader) => chain(reader, /^[+-]/, product);

export function parseMeasure(text: string): Measure {
  const reader = new Reader(text);
  const measure = sum(reader);
  if (reader.rest !== '') reader.fail('the end');
  return measure;
}

export function parseCondition(text: string): Condition {
  const reader = new Reader(text);
  const parts: Comparison[] = [];
  do {
    const left = sum(reader);
    const found = reader.take(/^(<=|>=|!=|<|>|=)/)?.[0];
    if (!found) reader.fail('one of <= >= < > = !=');
    parts.push({ left, relation: found as Relation, right: sum(reader) });
  } while (reader.take(/^and\b/));
  if (reader.rest !== '') reader.fail('"and" or the end');
  return parts;
}

export function isCondition(text: string): boolean {
  return /[<>=]/.test(text);
}

export function printMeasure(measure: Measure): string {
  switch (measure.kind) {
    case 'literal':
      return measure.value.unit === 'ns'
        ? `${measure.value.value / 1e6} ms`
        : String(measure.value.value);
    case 'fact': {
      const args = measure.args.length > 0 ? `(${measure.args.join(', ')})` : '';
      return `${measure.name}${args}${measure.field ? `.${measure.field}` : ''}`;
    }
    case 'sum':
      return `${printMeasure(measure.left)} ${measure.operator} ${printMeasure(measure.right)}`;
  }
}

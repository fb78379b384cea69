/** The language of measures: arithmetic that is the same for every subject, over facts that the caller supplies. */
import {
  MeasureError,
  parseCondition,
  parseMeasure,
  type Comparison,
  type Condition,
  type Measure,
} from './measure-parse';
import type { Value } from '../run/written';

export interface Fact<Subject> {
  /** How it is written; shown when a call is wrong. */
  readonly usage: string;
  readonly least: number;
  readonly most: number;
  readonly fields?: readonly string[];
  readonly of: (args: readonly string[], subject: Subject, field: string | undefined) => Value;
}
export type Facts<Subject> = Readonly<Record<string, Fact<Subject>>>;

/** Arguments in square brackets are optional. */
export function factOf<Subject>(
  usage: string,
  of: Fact<Subject>['of'],
  fields?: readonly string[],
): Fact<Subject> {
  const inside = /\(([^)]*)\)/.exec(usage)?.[1];
  const args = inside === undefined ? [] : inside.split(',');
  const least = args.filter((arg) => !arg.trim().startsWith('[')).length;
  return { usage, least, most: args.length, of, ...(fields ? { fields } : {}) };
}

export const count = (value: number): Value => ({ unit: 'count', value });
export const ns = (value: number): Value => ({ unit: 'ns', value });
export const percent = (value: number): Value => ({ unit: 'percent', value });
/** The measure is valid, but this subject has no such fact. */
export const none = (message: string): never => {
  throw new MeasureError(message, 'none');
};
export const wrong = (message: string): never => {
  throw new MeasureError(message);
};

export class Language<Subject> {
  constructor(readonly facts: Facts<Subject>) {}

  #fact(name: string): Fact<Subject> {
    const fact = Object.hasOwn(this.facts, name) ? this.facts[name] : undefined;
    if (fact) return fact;
    const allowed = Object.values(this.facts)
      .map(({ usage, fields }) =>
        fields ? fields.map((field) => `${usage}.${field}`).join(', ') : usage,
      )
      .join(', ');
    throw new MeasureError(`no measure "${name}"; allowed: ${allowed}`);
  }

  /** Checks names, numbers of arguments and fields, without a subject. */
  check(measure: Measure): void {
    if (measure.kind === 'sum') {
      this.check(measure.left);
      this.check(measure.right);
      return;
    }
    if (measure.kind === 'literal') return;
    const { name, args, field } = measure;
    const fact = this.#fact(name);
    if (args.length < fact.least || args.length > fact.most)
      throw new MeasureError(`${name} is written ${fact.usage}`);
    const fields = fact.fields ?? [];
    if (fields.length > 0 ? field === undefined || !fields.includes(field) : field !== undefined)
      throw new MeasureError(
        fields.length > 0
          ? `${name} is written ${fields.map((one) => `${fact.usage}.${one}`).join(' or ')}`
          : `${name} has no .${field ?? ''}`,
      );
  }

  read(text: string): Measure {
    const measure = parseMeasure(text);
    this.check(measure);
    return measure;
  }

  readCondition(text: string): Condition {
    const condition = parseCondition(text);
    for (const { left, right } of condition) {
      this.check(left);
      this.check(right);
    }
    return condition;
  }

  evaluate(measure: Measure, subject: Subject): Value {
    switch (measure.kind) {
      case 'literal':
        return measure.value;
      case 'sum':
        return calculate(
          measure,
          this.evaluate(measure.left, subject),
          this.evaluate(measure.right, subject),
        );
      case 'fact':
        this.check(measure);
        return this.#fact(measure.name).of(measure.args, subject, measure.field);
    }
  }

  #compare({ left, relation, right }: Comparison, subject: Subject): boolean {
    const a = this.evaluate(left, subject);
    const b = this.evaluate(right, subject);
    if (a.unit !== b.unit)
      throw new MeasureError(`a ${a.unit} cannot be compared with a ${b.unit}`);
    switch (relation) {
      case '<=':
        return a.value <= b.value;
      case '>=':
        return a.value >= b.value;
      case '<':
        return a.value < b.value;
      case '>':
        return a.value > b.value;
      case '=':
        return a.value === b.value;
      case '!=':
        return a.value !== b.value;
    }
  }

  /** False also if the subject has no such fact; throws if the condition is malformed, wherever it already fails. */
  holds(condition: Condition, subject: Subject): boolean {
    const holding = condition.filter((comparison) => {
      try {
        return this.#compare(comparison, subject);
      } catch (thrown) {
        if (thrown instanceof MeasureError && thrown.kind === 'none') return false;
        throw thrown;
      }
    });
    return holding.length === condition.length;
  }
}

function calculate(measure: Extract<Measure, { kind: 'sum' }>, left: Value, right: Value): Value {
  const mixed = (): never => {
    throw new MeasureError(`${left.unit} ${measure.operator} ${right.unit} means nothing`);
  };
  if (left.unit === 'word' || right.unit === 'word') return mixed();
  switch (measure.operator) {
    case '+':
    case '-': {
      if (left.unit !== right.unit) return mixed();
      const sign = measure.operator === '+' ? 1 : -1;
      return { unit: left.unit, value: left.value + sign * right.value };
    }
    case '*':
      if (left.unit !== 'count' && right.unit !== 'count') return mixed();
      return {
        unit: left.unit === 'count' ? right.unit : left.unit,
        value: left.value * right.value,
      };
    case '/':
      if (right.value === 0) throw new MeasureError('division by zero', 'none');
      if (left.unit === right.unit) return { unit: 'count', value: left.value / right.value };
      return right.unit === 'count'
        ? { unit: left.unit, value: left.value / right.value }
        : mixed();
  }
}

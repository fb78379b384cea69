/**
 * Measures: a small checked language over a run. Claims, goals and predictions of lessons are
 * written in it (content/lessons/README.md lists it for authors).
 */
import { FACTS } from './measure-facts';
import {
  MeasureError,
  parseCondition,
  parseMeasure,
  type Comparison,
  type Condition,
  type Measure,
} from './measure-parse';
import type { Outcome } from './types';
import type { Value } from './written';

export * from './measure-parse';
export * from './written';

const ALLOWED = Object.values(FACTS)
  .map(({ usage, fields }) =>
    fields ? fields.map((field) => `${usage}.${field}`).join(', ') : usage,
  )
  .join(', ');

/** Names, numbers of arguments and fields, before there is a run. */
export function check(measure: Measure): void {
  if (measure.kind === 'sum') {
    check(measure.left);
    check(measure.right);
    return;
  }
  if (measure.kind === 'literal') return;
  const { name, args, field } = measure;
  const fact = Object.hasOwn(FACTS, name) ? FACTS[name] : undefined;
  if (!fact) throw new MeasureError(`no measure "${name}"; allowed: ${ALLOWED}`);
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

export function readMeasure(text: string): Measure {
  const measure = parseMeasure(text);
  check(measure);
  return measure;
}

export function readCondition(text: string): Condition {
  const condition = parseCondition(text);
  for (const { left, right } of condition) {
    check(left);
    check(right);
  }
  return condition;
}

function calculate(measure: Extract<Measure, { kind: 'sum' }>, outcome: Outcome): Value {
  const left = evaluate(measure.left, outcome);
  const right = evaluate(measure.right, outcome);
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

export function evaluate(measure: Measure, outcome: Outcome): Value {
  switch (measure.kind) {
    case 'literal':
      return measure.value;
    case 'sum':
      return calculate(measure, outcome);
    case 'fact': {
      check(measure);
      const value = FACTS[measure.name]?.of(measure.args, outcome, measure.field);
      if (!value) throw new MeasureError(`no measure "${measure.name}"`);
      return value;
    }
  }
}

function compare({ left, relation, right }: Comparison, outcome: Outcome): boolean {
  const a = evaluate(left, outcome);
  const b = evaluate(right, outcome);
  if (a.unit !== b.unit) throw new MeasureError(`a ${a.unit} cannot be compared with a ${b.unit}`);
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

/** False also where the run has no such thing; what is written wrongly is thrown. */
export function holds(condition: Condition, outcome: Outcome): boolean {
  try {
    return condition.every((comparison) => compare(comparison, outcome));
  } catch (thrown) {
    if (thrown instanceof MeasureError && thrown.kind === 'none') return false;
    throw thrown;
  }
}

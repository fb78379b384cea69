/** The facts that lessons and claims may use from an experiment with clients that give up, over its runs. */
import { m } from '#paraglide/messages.js';
import { count, factOf, Language, ns, wrong, type Facts } from '../../model/measures/measure-language';
import type { Measure } from '../../model/measures/measure-parse';
import { median } from '../../model/measures/stats';
import type { Value } from '../../model/run/written';
import { unitOf, type ClientsExperiment, type ClientsFile, type ClientsSection } from './clients-format';
import { byPart, figureTitle } from './clients-words';

export interface ClientsSubject {
  readonly file: ClientsFile;
  readonly section: ClientsSection;
  readonly experiment: ClientsExperiment;
}

export function clientsNamed(files: readonly ClientsFile[], name: string): ClientsSubject | undefined {
  for (const file of files)
    for (const section of file.sections) {
      const experiment = section.experiments.find((one) => one.name === name);
      if (experiment) return { file, section, experiment };
    }
  return undefined;
}

const valueOf = (figure: string, value: number): Value => {
  const { unit, scale } = unitOf(figure);
  return { unit, value: value * scale };
};

/** A figure of each run, or a part of it; null where it never came to that. */
export function figureByRun(
  { file, experiment }: ClientsSubject,
  figure: string,
  part?: string,
): readonly (number | null)[] {
  const { figures } = experiment;
  const values = Object.hasOwn(figures, figure) ? figures[figure] : undefined;
  const { parts } = file.figures[figure] ?? {};
  if (!values) return wrong(`no figure "${figure}"; allowed: ${Object.keys(figures).join(', ')}`);
  const found = byPart(values, { parts }).find(([one]) => one === part)?.[1];
  if (found) return found;
  return parts
    ? wrong(`${figure} has no part "${part ?? ''}"; allowed: ${parts.join(', ')}`)
    : wrong(`${figure} is one number, without parts`);
}

/** The same where each run has a number. */
function numbers(subject: ClientsSubject, [figure = '', part]: readonly string[]): number[] {
  const all = figureByRun(subject, figure, part);
  const known = all.filter((value) => value !== null);
  if (known.length < all.length) {
    const { never = '' } = subject.file.figures[figure] ?? {};
    wrong(
      `${figure} is "${never}" in ${all.length - known.length} of ${all.length} runs: no one number; ` +
        `runs_with(${figure} = never) counts them`,
    );
  }
  return known;
}

/** What a condition may say about one run: its figures, and `never`, which is later than any time. */
function runLanguage(subject: ClientsSubject): Language<number> {
  const plain = Object.keys(subject.experiment.figures).filter(
    (name) => !subject.file.figures[name]?.parts,
  );
  const figures = plain.map((name) => {
    const values = figureByRun(subject, name);
    return [name, factOf<number>(name, (_, run) => valueOf(name, values[run] ?? Infinity))] as const;
  });
  return new Language<number>({
    ...Object.fromEntries(figures),
    never: factOf('never', () => ns(Infinity)),
  });
}

const over = (usage: string, pick: (values: readonly number[]) => number) =>
  factOf<ClientsSubject>(usage, (args, subject) =>
    valueOf(args[0] ?? '', pick(numbers(subject, args))),
  );

const FACTS: Facts<ClientsSubject> = {
  runs: factOf('runs', (_, { experiment }) => count(experiment.runs)),
  runs_with: factOf('runs_with(figure = value)', ([text = ''], subject) => {
    const language = runLanguage(subject);
    const condition = language.readCondition(text);
    const runs = Array.from({ length: subject.experiment.runs }, (_, run) => run);
    return count(runs.filter((run) => language.holds(condition, run)).length);
  }),
  least: over('least(figure, [part])', (values) => Math.min(...values)),
  greatest: over('greatest(figure, [part])', (values) => Math.max(...values)),
  middle: over('middle(figure, [part])', median),
  in_run: factOf('in_run(number, figure, [part])', ([number = '', ...args], subject) => {
    const { runs } = subject.experiment;
    const run = Number(number);
    if (!Number.isInteger(run) || run < 1 || run > runs)
      return wrong(`a run is a whole number from 1 to ${runs}, not "${number}"`);
    const [figure = '', part] = args;
    const value = figureByRun(subject, figure, part)[run - 1] ?? null;
    return value === null
      ? wrong(`${figure} of run ${run} is "${subject.file.figures[figure]?.never ?? ''}": no number`)
      : valueOf(figure, value);
  }),
};
const LANGUAGE = new Language(FACTS);

/** A fact of an experiment, and its question in words. */
export function clientsFact(
  measure: Extract<Measure, { kind: 'fact' }>,
  subject: ClientsSubject,
): { readonly value: Value; readonly words: string } {
  const value = LANGUAGE.evaluate(measure, subject);
  const { name, args } = measure;
  const named = (figure = '', part?: string) => {
    const definition = subject.file.figures[figure];
    return definition ? figureTitle(figure, definition, part) : '';
  };
  const [first = '', ...rest] = args;
  switch (name) {
    case 'least':
    case 'greatest':
    case 'middle':
      return { value, words: m[`measured_ask_${name}` as const]({ figure: named(first, rest[0]) }) };
    case 'in_run':
      return { value, words: m.measured_ask_in_run({ figure: named(...rest), run: first }) };
    case 'runs_with':
      return { value, words: m.measured_ask_runs_where({ condition: first }) };
    default:
      return { value, words: m.measured_ask_runs() };
  }
}

/** The knobs of a figure, grouped by the runs that they change. */
import { m } from '#paraglide/messages.js';
import type { InputError } from '../../model/run/failure';
import type { KnobSpec } from '../../model/run/knob';
import type { Outcome, OverrideValue } from '../../model/run/types';
import { valueAt } from '../../model/run/values';
import { clock } from '../../model/words/format';
import type { Track } from '../player/track.svelte';
import type { Figure } from './figure.svelte';
import type { ServerChoice } from './server-choice.svelte';
import type { Side, Versus } from './versus.svelte';
import { LIST } from '../../model/joined';

export interface KnobRow {
  readonly key: string;
  readonly title: string;
  /** Which of two runs it changes, if only one. */
  readonly of?: string;
  readonly knobs: readonly KnobSpec[];
  /** The run whose settings they show. */
  readonly outcome: Outcome;
  readonly problems: readonly InputError[];
  readonly turn: (name: string, value: OverrideValue) => void;
  /** A setting of a forked future. Its curves would cover the whole run, so it has none. */
  readonly fork?: {
    readonly value: (knob: KnobSpec) => OverrideValue;
    /** In words: what can't be changed while the server runs. */
    readonly fixed: string | undefined;
  };
}

/** What they need from the figure. */
interface KnobOwner extends Figure {
  readonly versus: Versus;
  readonly sides: readonly [Side, ...Side[]];
  readonly choices: readonly [ServerChoice, ServerChoice?];
}

export function knobRows(figure: KnobOwner): readonly KnobRow[] {
  const { player, versus, sides } = figure;
  const { comparison } = versus;
  const { main, twin } = player;
  const [{ knobs }, second] = figure.choices;
  const row = (
    key: string,
    title: string,
    list: readonly KnobSpec[],
    turn: KnobRow['turn'],
    [first, ...others]: readonly [Track, ...Track[]] = [main],
    of?: string,
  ): KnobRow[] =>
    list.length === 0
      ? []
      : [
          {
            key,
            title,
            knobs: list,
            outcome: first.outcome,
            problems: [first, ...others].flatMap(({ problems }) => problems),
            turn,
            ...(of === undefined ? {} : { of }),
          },
        ];
  if (second && twin) {
    const others = second.knobs;
    const has = (list: readonly KnobSpec[], { name }: KnobSpec) =>
      list.some((one) => one.name === name);
    const nameOf = (side: 0 | 1) => sides[side]?.name ?? '';
    const of = (side: 0 | 1) => m.figure_twin_knobs_of({ name: nameOf(side) });
    const only = (tracks: readonly [Track, ...Track[]]) =>
      [(name: string, value: OverrideValue) => figure.turn(name, value, tracks), tracks] as const;
    const both = knobs.filter((knob) => has(others, knob));
    return [
      ...row('both', m.figure_twin_knobs_both(), both, ...only([main, twin])),
      ...row(
        'first',
        of(0),
        knobs.filter((knob) => !has(both, knob)),
        ...only([main]),
        nameOf(0),
      ),
      ...row(
        'second',
        of(1),
        others.filter((knob) => !has(both, knob)),
        ...only([twin]),
        nameOf(1),
      ),
    ];
  }
  const turn = (name: string, value: OverrideValue) => versus.turn(name, value);
  switch (comparison?.kind) {
    case undefined:
      return row('all', m.knobs_title(), knobs, turn);
    case 'before':
      return row('all', m.figure_twin_knobs_of({ name: m.figure_twin_after() }), knobs, turn);
    case 'server': {
      const name = sides[0].name;
      return [
        ...row(
          'both',
          m.figure_twin_knobs_both(),
          knobs.filter((knob) => versus.shares(knob)),
          turn,
        ),
        ...row(
          'first',
          m.figure_twin_knobs_of({ name }),
          knobs.filter((knob) => !versus.shares(knob)),
          turn,
          [main],
          name,
        ),
      ];
    }
    case 'fork': {
      const { outcome } = main;
      const fixed = knobs.filter(({ set_global }) => set_global === undefined);
      return [
        {
          key: 'fork',
          title: m.figure_twin_fork_knobs({ time: clock(comparison.at_ns, outcome.end_ns) }),
          knobs: knobs.filter(({ set_global }) => set_global !== undefined),
          outcome,
          problems: twin?.problems ?? [],
          turn: (name, value) => {
            const knob = knobs.find((one) => one.name === name);
            if (knob?.set_global !== undefined)
              versus.setGlobal(knob.set_global, value, valueAt(outcome, knob.at));
          },
          fork: {
            value: (knob) => comparison.values[knob.set_global ?? ''] ?? valueAt(outcome, knob.at),
            fixed:
              fixed.length === 0
                ? undefined
                : m.figure_twin_fork_fixed({ names: fixed.map(({ label }) => label).join(LIST) }),
          },
        },
      ];
    }
  }
}

/** One knob, and the run or runs that it changes. */
export interface KnobCell {
  readonly key: string;
  readonly spec: KnobSpec;
  readonly row: KnobRow;
}

/** The number of knobs in view; the others are among all settings. */
const IN_VIEW = 2;

export function knobCells(rows: readonly KnobRow[]): readonly KnobCell[] {
  return rows.flatMap((row) =>
    row.knobs.map((spec) => ({ key: `${row.key} ${spec.name}`, spec, row })),
  );
}

export const cellsInView = (rows: readonly KnobRow[]) => knobCells(rows).slice(0, IN_VIEW);

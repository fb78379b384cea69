/** Describes how the settings of two runs differ. */
import { m } from '#paraglide/messages.js';
import type { KnobSpec } from '../../model/run/knob';
import type { Outcome, Setting } from '../../model/run/types';
import { valueAt } from '../../model/run/values';
import { variableName } from '../../model/servers/translate';
import { clock, shortDuration } from '../../model/words/format';
import { knobName, settingWords } from '../../model/words/knob';
import type { Side, Versus } from './versus.svelte';
import { LIST, SEMI, NEXT } from '../../model/joined';

export interface SettingDifference {
  readonly name: string;
  readonly left: string;
  readonly right: string;
}

/** The length of a run and its budget are not settings of the server. */
const NOT_COMPARED = new Set(['scheduler', 'version', 'until_us', 'budget']);

/** Settings of both runs that differ; those that only one server has are listed elsewhere. */
export function settingDifferences(
  left: readonly Setting[],
  right: readonly Setting[],
): SettingDifference[] {
  const others = new Map(right.map(({ section, name, value }) => [`${section} ${name}`, value]));
  return left.flatMap(({ section, name, value }) => {
    const other = others.get(`${section} ${name}`);
    if (other === undefined || other === value || NOT_COMPARED.has(name)) return [];
    if (section === 'run' && name !== 'seed') return [];
    const words = (of: string) => settingOf(section, name, of);
    return [{ name: nameOf(section, name), left: words(value), right: words(other) }];
  });
}

/** Server variables keep their names; everything else gets plain words. */
const nameOf = (section: string, name: string) =>
  section === 'server' || knobName(name) === name ? variableName(name) : knobName(name);
const settingOf = (section: string, name: string, value: string) =>
  section !== 'server' && name.endsWith('_us') && Number.isFinite(Number(value))
    ? settingWords(Number(value), 'us')
    : value;

/** The most settings that a scene has room for. */
const MOST_MARKED = 3;

/** Settings of a run that differ from another's, for its heading: "thread_pool_size 24". */
export function ownSettings(
  run: Pick<Outcome, 'settings'>,
  other: Pick<Outcome, 'settings'>,
): readonly string[] {
  return settingDifferences(run.settings, other.settings)
    .slice(0, MOST_MARKED)
    .map(({ name, left }) => m.figure_twin_own({ name, value: left }));
}

/** The same for knobs that are not settings: the length of a stall, the number of clients. */
export function ownKnobs(
  knobs: readonly KnobSpec[],
  run: Outcome,
  other: Outcome,
): readonly string[] {
  return knobs.flatMap(({ at, label, unit }) => {
    const value = valueAt(run, at);
    return at.startsWith('/server/') || value === valueAt(other, at)
      ? []
      : [m.figure_twin_own({ name: label, value: settingWords(value, unit) })];
  });
}

/** A slower server gets more simulated time to finish, and the page says so. */
function longer(left: Pick<Outcome, 'settings'>, right: Pick<Outcome, 'settings'>): string[] {
  const until_ns = ({ settings }: Pick<Outcome, 'settings'>) =>
    Number(settings.find(({ name }) => name === 'until_us')?.value ?? 0) * 1e3;
  const [a, b] = [until_ns(left), until_ns(right)];
  if (a === b) return [];
  return [m.figure_compare_longer({ left: shortDuration(a), right: shortDuration(b) })];
}

/** The difference between the settings of two runs, in one sentence. */
export function comparedSettings(
  [left, right]: readonly [Side, Side],
  versus: Pick<Versus, 'comparison' | 'dropped' | 'lowered'>,
): string {
  const { comparison, dropped, lowered } = versus;
  if (comparison?.kind === 'fork') {
    const set = Object.entries(comparison.values);
    const time = clock(comparison.at_ns, left.track.outcome.end_ns);
    if (set.length === 0) return m.figure_twin_same_settings();
    return m.figure_twin_settings({
      list: set
        .map(([variable, value]) =>
          m.figure_twin_set_global({ variable, value: String(value), time }),
        )
        .join(SEMI),
    });
  }
  const different = settingDifferences(left.track.outcome.settings, right.track.outcome.settings);
  const servers =
    left.track.outcome.scenario.server.scheduler !== right.track.outcome.scenario.server.scheduler;
  const list = different.map((one) => m.figure_twin_setting({ ...one })).join(SEMI);
  const sentences = [
    list !== ''
      ? m.figure_twin_settings({ list })
      : servers
        ? m.figure_twin_servers()
        : comparison === undefined
          ? m.figure_twin_equal_settings()
          : m.figure_twin_same_settings(),
    ...(dropped.length > 0 ? [m.figure_compare_dropped({ names: dropped.join(LIST) })] : []),
    ...(comparison?.kind === 'server' ? longer(left.track.outcome, right.track.outcome) : []),
    ...lowered.map(({ variable, value }) => m.figure_compare_lowered({ variable, value })),
  ];
  return sentences.join(NEXT);
}

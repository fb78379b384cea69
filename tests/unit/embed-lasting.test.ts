import { describe, expect, test } from 'vitest';
import {
  DEFAULTS,
  KINDS,
  PARAMS,
  readParams,
  type Param,
} from '../../web/src/model/embedding/params';
import { namesOn } from '../../web/src/features/embed/other-server';
import { requestOf } from '../../web/src/model/run/cue';
import { fill } from '../../web/src/build/widgets/frame-data';
import { runOf } from '../../web/src/build/runs/engine';
import { widgetNamed, widgets } from '../../web/src/build/widgets/widgets';
import { duration } from '../../web/src/model/words/format';
import recorded from '../../content/embeds/v1.json';

// Other people's pages cannot be changed later: addresses of v1 work for ever.

interface Shows {
  readonly title: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly time?: string;
  readonly request?: number;
}
interface Form {
  readonly address: string;
  readonly opens: Readonly<Record<string, unknown>>;
  readonly shows: Shows;
}
const forms: readonly Form[] = recorded.forms;

function nameOf(address: string): string {
  const [, name = ''] = /^\/embed\/([\w.-]+)\//.exec(address) ?? [];
  return name;
}
const searchOf = (address: string) => new URL(address, 'http://x').searchParams;

describe('addresses published as v1', () => {
  test.each(forms)('$address', ({ address, opens, shows }) => {
    const widget = widgetNamed(nameOf(address));
    if (!widget) throw new Error(`${address}: its figure is gone`);
    const { data, posters } = fill(widget, '../../');
    const search = searchOf(address);
    const names = [...data.names, ...namesOn(search.get('server') ?? '')];
    const { options, problems } = readParams(search, { ...data, names });
    expect(problems).toEqual([]);
    const { overrides = {}, time_ns, request, server, eye, ...rest } = opens;
    const { state, ...own } = options;
    const { state: none, ...normal } = DEFAULTS;
    expect(none.overrides).toEqual({});
    expect(own).toMatchObject({ ...normal, ...rest });
    expect({ server: undefined, ...state }).toEqual({ overrides, time_ns, request, server, eye });

    expect(own.title ?? data.title).toBe(shows.title);
    if (shows.time !== undefined) expect(duration(state.time_ns ?? NaN)).toBe(shows.time);
    if (data.kind === 'benchmark' || state.server !== undefined) return;
    // The run that it opens, on the side that has the setting.
    const [run] = data.runs;
    const outcome = runOf(run.scenario_json, { ...run.overrides, ...state.overrides });
    expect(state.time_ns ?? 0).toBeLessThanOrEqual(outcome.end_ns);
    for (const [name, value] of Object.entries(shows.settings ?? {}))
      expect(outcome.settings.find((one) => one.name === name)?.value, name).toBe(value);
    expect(requestOf(state.request, outcome.lives)).toBe(shows.request);
    expect(posters.length).toBeGreaterThan(0);
  });

  test('no name has disappeared, and each name is recorded', () => {
    const now = widgets.map(({ name }) => name).sort();
    expect(recorded.names.filter((name) => !now.includes(name))).toEqual([]);
    expect(now.filter((name) => !recorded.names.includes(name))).toEqual([]);
    expect(new Set(now).size).toBe(now.length);
  });

  test('each parameter and each of its words is recorded for each kind that has it', () => {
    const seen = new Set<string>();
    for (const { address } of forms) {
      const kind = widgetNamed(nameOf(address))?.kind ?? '';
      for (const [name, value] of searchOf(address)) {
        seen.add(`${kind} ${name.replace(/^label\..*/, 'label.NAME')}`);
        seen.add(`${name}=${value}`);
      }
    }
    const all: readonly Param[] = PARAMS;
    const wanted = all
      .filter(({ kind }) => kind !== 'setting')
      .flatMap(({ name, of, kind, allowed }) => [
        ...KINDS.filter((one) => of.includes(one)).map((one) => `${one} ${name}`),
        ...(kind === 'choice' ? allowed.map((value) => `${name}=${value}`) : []),
      ]);
    expect(wanted.filter((one) => !seen.has(one))).toEqual([]);
  });
});

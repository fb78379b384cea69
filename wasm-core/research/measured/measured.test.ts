// What the comparison with a real server can tell apart.
import { expect, test } from 'vitest';
import { splitOf } from '../../../web/src/build/measured/batches';
import { factKey } from '../../../web/src/build/measured/differences';
import { samplesOf } from '../../../web/src/build/measured/samples';
import { compare } from './compare';
import { measuredFiles } from './record';
import { simulate } from './simulate';

const files = measuredFiles();

test('a comparison can fail: times of another scenario do not match', () => {
  const [file] = files;
  const six = file?.scenarios.find(({ name }) => name === '8-sleep-2-max-6');
  const eight = file?.scenarios.find(({ name }) => name === '8-sleep-2-max-1000');
  if (!file || !six || !eight) throw new Error('scenarios are missing');
  const mixed = compare(file, { ...six, variables: eight.variables });
  const wrong = mixed.findings.filter(({ holds }) => !holds).map(factKey);
  expect(wrong).toContain('batches');
  expect(wrong).toContain('threads_peak');
});

test.each(['10.4', '10.11'])(
  'how many run differs between versions: not by the rules of %s',
  (rules) => {
    const others = files.filter(({ version }) => version !== rules);
    const running = others.flatMap((file) =>
      file.scenarios.flatMap((one) =>
        one.kind === 'running' ? compare({ ...file, version: rules }, one) : [],
      ),
    );
    expect(running.length).toBeGreaterThan(2);
    for (const { scenario, findings } of running) {
      const wrong = findings.filter(({ holds }) => !holds).map(factKey);
      expect(wrong, scenario.name).toContain('settled');
    }
  },
);

test('a dedicated listener: 5 + 3, rarely 1 + 5 + 2, never the 2 + 5 + 1 that the page says is left out', () => {
  const [file] = files;
  const ten = file?.scenarios.find(({ name }) => name === 'dedicated-on-10-sleep-0.2');
  if (!file || !ten) throw new Error('the ten sleeps are missing');
  const steps = [{ label: 'sleep', at_ms: 0, sql: 'select sleep(0.5)' }];
  const eight = {
    ...ten,
    variables: { ...ten.variables, thread_pool_max_threads: 6 },
    clients: [{ count: 8, group: 0, steps }],
    watched_ms: 2000,
  };
  const splits = new Map<string, number>();
  for (const [k, sample] of samplesOf(file, eight).entries())
    for (const [i, run] of ten.runs.entries()) {
      const answers = run.answers.filter(([client]) => client < 8);
      const seen = simulate(file, eight, { ...sample, seed: 10 * k + i, run: { ...run, answers } });
      const split = splitOf(eight, seen);
      splits.set(split, (splits.get(split) ?? 0) + 1);
    }
  expect(splits.get('5 + 3') ?? 0).toBeGreaterThan(190);
  expect(splits.get('2 + 5 + 1')).toBeUndefined();
  expect([...splits.keys()].sort()).toEqual(['1 + 5 + 2', '5 + 3']);
});

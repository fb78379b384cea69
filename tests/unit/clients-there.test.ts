/** How many clients a figure names, whom it lights, and what the lab does not even read. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import schema from '../../content/scenario.schema.json';
import { fromSchema } from '../../web/src/features/lab/specs';
import { LabState } from '../../web/src/features/lab/state.svelte';
import { runWords } from '../../web/src/figure/model/head-words';
import { parseObject } from '../../web/src/model/run/json';
import { isFew } from '../../web/src/ui/views/scene/facts';
import { FieldView } from '../../web/src/ui/views/scene/field';
import { litMarks, shotOf } from '../../web/src/ui/views/scene/field-marks';
import { sceneSummary } from '../../web/src/ui/views/scene/summary';
import { runNamed } from '../seen';

test('where clients come and go the head of a figure names no number of them', () => {
  for (const name of ['retry-storm', 'visits-refused'])
    expect(runWords(runNamed(name))).not.toMatch(/client/);
  expect(runWords(runNamed('reconnect-and-hope'))).toMatch(/42 clients/);
  expect(runWords(runNamed('dense-36-groups'))).toMatch(/clients/);
});

test('a group without clients at a moment is not lit for its clients', () => {
  const lit = (name: string) => {
    const { outcome, first, at } = runNamed(name);
    expect(isFew(outcome, first)).toBe(true);
    const view = new FieldView(outcome, first);
    const layout = view.layout(900, 400);
    const { world } = layout;
    expect(world.cells).toHaveLength(2);
    const frame = at(outcome.end_ns / 2);
    const shot = shotOf(world, view.whole(layout), layout.view);
    const pointed = { frame, focus: [0, 1], clientOf: () => undefined };
    return litMarks(shot, view.bodies(layout, frame), ['clients'], pointed);
  };
  // All of its clients are in group 0.
  expect(lit('deaf-by-a-lock')).toHaveLength(1);
  expect(lit('mariadb-two-groups')).toHaveLength(2);
});

test('screen readers hear who waits in the application', () => {
  const { outcome, at } = runNamed('pinned-connections');
  const label = sceneSummary(at(6e9), undefined, '6 s', outcome.scenario.server.scheduler);
  expect(label).toContain('Waiting in the application: 38.');
});

test('a file that is too large for a scenario is refused unread', async () => {
  const text = readFileSync('content/scenarios/login-storm.json', 'utf8');
  const scenario = parseObject(text) ?? {};
  const lab = new LabState(
    fromSchema(schema),
    { name: 'login-storm', label: 'login-storm', scenario, text },
    runNamed('login-storm').outcome,
  );
  let read = 0;
  const file = (size: number) => ({
    name: 'a.json',
    size,
    text: () => {
      read += 1;
      return Promise.resolve('{');
    },
  });
  await lab.openFile(file(4_000_001));
  expect(read).toBe(0);
  expect(lab.not_opened?.problems[0]?.message).toMatch(/4 MB/);
  await lab.openFile(file(4_000_000));
  expect(read).toBe(1);
});

// The grammar of messages; the command line reads the same (wasm-core/cli/src/words).
import { expect, test } from 'vitest';
import { compiled } from '../../web/tools/grammar.mjs';

test('a message without a choice stays a text', () => {
  expect(compiled('{who} is queued.')).toBe('{who} is queued.');
});

test('a choice by a number or by a list is a table of variants', () => {
  const text = '{groups?Group|Groups} {groups}: {count#one thread|{count} threads}.';
  const [table] = compiled(text) as Exclude<ReturnType<typeof compiled>, string>;
  expect(table.selectors).toEqual(['groups_items', 'count']);
  expect(table.match).toEqual({
    'groups_items=1, count=1': 'Group {groups}: one thread.',
    'groups_items=*, count=1': 'Groups {groups}: one thread.',
    'groups_items=1, count=*': 'Group {groups}: {count} threads.',
    'groups_items=*, count=*': 'Groups {groups}: {count} threads.',
  });
});

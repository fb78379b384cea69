import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseLesson } from '../../web/src/build/lessons/lesson';
import { readLibrary } from '../../web/src/build/lessons/library';
import { boxesOf, missingFrom, readExpected } from '../../web/src/build/lessons/server-box';

const library = readLibrary({}, { own: { author: 'A', title: 'B', date: '2011' } }, {});
const lesson = (box: string) =>
  parseLesson(
    '01-lesson.md',
    `---
title: A
kicker: Lesson 1
minutes: 1
summary: A
verified: { date: 2026-11-22, against: nothing }
sources: [own]
act: A
---
## One {#one}

${box}
`,
    library,
  );

describe('the expected output of a box', () => {
  const expected = readExpected(
    'sh try.sh',
    '2x client *: 2.0..2.4 s\n| SLEEP | 5 |\nno more than (1)',
  );
  const good = 'client 1: 2.004 s\n  client 12:  2.399 s\n| SLEEP  |   5 |\nno more than (1)\nelse';

  test('is compared line by line: any text, numbers in their range, numbers of lines', () => {
    expect(expected.command).toBe('sh try.sh');
    expect(missingFrom(expected, good)).toEqual([]);
  });

  test('reports lines that are too few, too many, out of range or missing', () => {
    const two = '2x client *: 2.0..2.4 s';
    expect(missingFrom(expected, good.replace('2.399', '2.401'))).toEqual([
      `${two}: found 1 times`,
    ]);
    expect(missingFrom(expected, `${good}\nclient 3: 2.1 s`)).toEqual([`${two}: found 3 times`]);
    expect(missingFrom(expected, good.replace('5 |', '6 |'))).toEqual([
      '| SLEEP | 5 |: found 0 times',
    ]);
    expect(missingFrom(expected, '')).toHaveLength(3);
  });

  test('is refused without a command, without lines, or with an invalid range', () => {
    expect(() => readExpected('', 'a')).toThrow('expect needs the command');
    expect(() => readExpected('sh try.sh', ' \n')).toThrow('expect needs lines');
    expect(() => readExpected('sh try.sh', 'a 3..2 b')).toThrow('3..2 is no range');
  });
});

describe('a box', () => {
  const box = ':::server\n```sh try.sh\necho 1\n```\n\n```expect sh try.sh\n1\n```\n:::';

  test('shows its files to readers, and its expected output only to the machine', () => {
    expect(lesson(box).steps[0]?.blocks).toEqual([
      { kind: 'server', parts: [{ kind: 'file', file: 'try.sh', lang: 'sh', code: 'echo 1' }] },
    ]);
    const [read] = boxesOf(box);
    expect(read?.files).toEqual([{ name: 'try.sh', text: 'echo 1' }]);
    expect(read?.expected.map(({ command }) => command)).toEqual(['sh try.sh']);
    const [alone] = boxesOf(':::server\n```by-hand\nIt needs nodes.\n```\n:::');
    expect(alone).toEqual({ files: [], expected: [], by_hand: 'It needs nodes.' });
  });

  test('with a mistake is refused with its line', () => {
    expect(() => lesson(box.replace('sh try.sh\necho', 'by-hand\necho'))).toThrow(
      '01-lesson.md:12 by-hand says why no machine can run the box, and stands in place of expect',
    );
    expect(() => lesson(box.replace('expect sh try.sh', 'expect'))).toThrow(
      '01-lesson.md:12 expect needs the command',
    );
  });

  test('without expected output or a reason to run it by hand is refused', () => {
    expect(() => lesson(':::server\nText\n:::')).toThrow('01-lesson.md:12 a server box says what');
  });

  test('is in every lesson', () => {
    for (const file of readdirSync('content/lessons/en').filter((name) => name.endsWith('.md')))
      expect(
        boxesOf(readFileSync(`content/lessons/en/${file}`, 'utf8')).length,
        file,
      ).toBeGreaterThan(0);
  });
});

// A paste as the page shows it: read by the module that the page loads, drawn by the scene.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { diagnose, initSync, printed } from '#diagnose/poolscope_wasm.js';
import { columnTables } from '../../web/src/features/diagnose/columns';
import { fromHash, hashOf } from '../../web/src/features/diagnose/link';
import { pagesOf } from '../../web/src/features/diagnose/words';
import { report } from '../../web/src/features/diagnose/report';
import { REFERENCE } from '../../web/src/model/reference/list';
import { anchorOf } from '../../web/src/model/search/words';
import { seenPool } from '../../web/src/model/diagnosis/seen';
import { judged } from '../../web/src/model/words/judged';
import type { Diagnosed } from '../../web/src/model/generated/diagnosis';
import { capturePicture, shownGroups } from '../../web/src/ui/views/capture/picture';
import { lists, namesOf } from '../../web/src/build/content/lists';
import { oracleColumns } from '../../web/src/build/reference/columns';
import { finished } from '../../web/src/build/runs/engine';
import type { ScenePart } from '../../web/src/model/run/cue';
import type { Instruments } from '../../web/src/model/run/types';
import { told } from '../marks';
import { overprinted, placesIn, wordsIn } from '../seen';

const folders = readdirSync('content/captures').filter((name) => /^\d/.test(name));
const paste = (name: string) => readFileSync(`content/captures/${name}/capture-table.txt`, 'utf8');
const read = (text: string, everything = false) =>
  JSON.parse(diagnose(text, everything)) as Diagnosed;
const COMPOSED = ['composed', 'captures-composed'].flatMap((folder) =>
  readdirSync(`wasm-core/diagnosis/tests/${folder}`)
    .filter((name) => !name.endsWith('.md'))
    .map((name) => `wasm-core/diagnosis/tests/${folder}/${name}`),
);
const DEAF = '01-two-long-waits-deaf-group';
const LOCK = '02-row-lock-pile-up';
const HEALTHY = '06-healthy-busy';
/** Of the time, for four times the text: sixteen would freeze a page that gets a megabyte. */
const MOST_GROWTH = 10;

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg-diagnose/poolscope_wasm_bg.wasm') });
});

test('the table of columns has every column of the engine’s instruments, and no other', () => {
  const scenario = readFileSync('content/scenarios/mariadb-two-groups.json', 'utf8');
  const run = finished(scenario, {});
  const { status, tables } = JSON.parse(run.instruments(run.progress_ns())) as Instruments;
  run.free();
  const told = new Map(
    columnTables().map(({ table, rows }) => [table, rows.flatMap(({ columns }) => columns)]),
  );
  const own = new Map(tables.map(({ name, columns }) => [name, columns]));
  own.set(
    'SHOW GLOBAL STATUS',
    status.map(([name]) => name),
  );
  expect([...told.keys()].sort()).toEqual([...own.keys()].sort());
  for (const [name, columns] of own)
    expect([...(told.get(name) ?? [])].sort(), name).toEqual([...columns].sort());
});

test('the table of columns has those of Oracle’s plugin that are read', () => {
  const read_columns = COMPOSED.flatMap((name) => {
    const { looks } = read(readFileSync(`${name}/capture-table.txt`, 'utf8')).capture;
    const heads = looks.flatMap(({ tp }) => tp.filter((line) => line.startsWith('tp_group_id')));
    return heads.flatMap((line) => line.split('\t'));
  });
  // What a table and its rows are recognised by.
  const marks = ['tp_group_id', 'state', 'wait_type', 'connection_id', 'active_flag'];
  const of_connections = ['time_of_event_arrival', 'thread_id'];
  const unread = new Set([...marks, ...of_connections, 'tp_thread_number', 'queries_executed']);
  const told = oracleColumns().flatMap(({ rows }) => rows.flatMap(({ columns }) => columns));
  const known = told.map((one) => one.toLowerCase()).filter((column) => !unread.has(column));
  const found = new Set(read_columns.filter((column) => !unread.has(column)));
  expect(known.sort()).toEqual([...found].sort());
});

const EVERY = [...folders.map((name) => `content/captures/${name}`), ...COMPOSED];
test('what evidence names has its page of the reference', () => {
  const there = new Set([
    ...REFERENCE.map(({ address }) => address),
    ...lists.flatMap((list) => namesOf(list).map((name) => `${list.address}#${anchorOf(name)}`)),
  ]);
  const found = new Set(
    EVERY.flatMap((name) => {
      const { diagnosis } = read(readFileSync(`${name}/capture-table.txt`, 'utf8'));
      const facts = [...diagnosis.troubles.flatMap(({ evidence }) => evidence), ...diagnosis.facts];
      return [...pagesOf(facts).values()];
    }),
  );
  expect(found.size).toBeGreaterThan(25);
  expect([...found].filter((path) => !there.has(path))).toEqual([]);
  for (const path of [
    '/reference/variables/thread_handling/',
    '/reference/forks/#show-threadpool-status',
    '/reference/columns/tp_thread_group_state/effective_max_transactions_limit/',
  ])
    expect(found).toContain(path);
});

test('a sentence chooses its words by a list or by a number', () => {
  const said = (groups: string) =>
    judged({
      key: 'diagnose_fact_others_well',
      params: [...Object.entries({ groups, share: '1', size: '3' })],
    });
  expect(said('1')).toMatch(/^Group 1 listens\./);
  expect(said('1 and 2')).toMatch(/^Groups 1 and 2 listen\./);
  const queued = (count: string) =>
    judged({ key: 'diagnose_fact_queued', params: [['queued', count]] });
  expect([queued('1'), queued('0')]).toEqual(['1 request is queued.', '0 requests are queued.']);
});

describe('a captured pool', () => {
  test('has each thread that GROUPS counts, and the statements of PROCESSLIST on them', () => {
    const pool = seenPool(read(paste(DEAF)));
    const [deaf, well] = pool?.groups ?? [];
    expect(deaf?.threads.map(({ state, process }) => [state, process?.id])).toEqual([
      ['waiting', 14],
      ['waiting', 16],
    ]);
    // The connection that collected the capture belongs to no group.
    expect([...(deaf?.unknown ?? [])].sort((a, b) => a - b)).toEqual([4, 6, 8, 10, 12, 18]);
    expect(well?.threads.map(({ state }) => state)).toEqual(['idle', 'listening']);
    expect(well?.processes.map(({ id }) => id)).not.toContain(3);
    expect(well?.unknown.size).toBe(0);
  });

  test.each(folders)('%s is drawn in any box: no text in the picture is empty', (name) => {
    const captured = read(paste(name));
    const { diagnosis } = captured;
    const pool = seenPool(captured);
    if (!pool) throw new Error('no pool');
    const troubled = diagnosis.troubles.flatMap(({ groups }) => groups);
    for (const [width, height] of [
      [900, 700],
      [700, 500],
      [360, 230],
    ] as const) {
      const { marks } = capturePicture(
        { pool, troubled, scheduler: 'mariadb', light: [], hatch: 'url(#x)' },
        width,
        height,
      );
      const words = told(marks);
      expect(words).not.toMatch(/undefined|NaN/);
      for (const { group } of shownGroups(pool, troubled, 300))
        expect(words).toMatch(new RegExp(`(?:^|\\s)(?:Group |GROUP )?${group}(?:\\s|$)`));
    }
  });

  test.each(folders)(
    '%s: text is large enough and does not overlap, nothing is outside',
    (name) => {
      const captured = read(paste(name));
      const { diagnosis } = captured;
      const pool = seenPool(captured);
      const [one] = pool?.groups ?? [];
      if (!pool || !one) throw new Error('no pool');
      const troubled = diagnosis.troubles.flatMap(({ groups }) => groups);
      // The same with many groups: those in trouble in full, the others as cells.
      const groups = Array.from({ length: 40 }, (_, group) => ({
        ...one,
        group,
        processes: one.processes.slice(0, 12),
      }));
      const pools = [
        { pool, troubled },
        { pool: { ...pool, groups }, troubled: [0, 1, 2] },
        { pool: { ...pool, groups }, troubled: [3, 4, 5, 6, 7, 8] },
      ];
      for (const said of pools)
        for (const [width, height] of [
          [920, 420],
          [700, 330],
          [560, 300],
          [358, 330],
          [360, 230],
        ] as const) {
          const light: ScenePart[] = [];
          const { marks } = capturePicture(
            { ...said, scheduler: 'mariadb', light, hatch: 'url(#x)' },
            width,
            height,
          );
          const words = wordsIn(marks);
          expect(words.filter(({ size }) => size < 11)).toEqual([]);
          expect(overprinted(words)).toEqual([]);
          for (const { x, y, w, h } of [...words, ...placesIn(marks)]) {
            expect(Math.min(x, y)).toBeGreaterThanOrEqual(-3);
            expect(x + w).toBeLessThanOrEqual(width + 3);
            expect(y + h).toBeLessThanOrEqual(height + 3);
          }
        }
    },
  );

  test('says for a group without a listener that its unread requests are unknown', () => {
    const pool = seenPool(read(paste(DEAF)));
    if (!pool) throw new Error('no pool');
    const picture = (width: number, height: number) =>
      told(
        capturePicture(
          { pool, troubled: [0], scheduler: 'mariadb', light: [], hatch: 'url(#x)' },
          width,
          height,
        ).marks,
      );
    expect(picture(900, 700)).toMatch(/Nobody listens and nobody works/);
    expect(picture(900, 700)).toMatch(/unknown/);
    expect(picture(360, 230)).toMatch(/unknown|"\?"/);
  });

  test('of Percona Server, which has no table of groups, does not say that nobody listens', () => {
    const folder = 'wasm-core/diagnosis/tests/captures-composed/percona-84-one-lane';
    const pool = seenPool(read(readFileSync(`${folder}/capture-table.txt`, 'utf8')));
    if (!pool) throw new Error('no pool');
    // Written in one line or in two.
    const DOOR = /"nobody( listens)?"/;
    const drawn = (of: typeof pool) =>
      told(
        capturePicture(
          { pool: of, troubled: [], scheduler: 'percona', light: [], hatch: 'url(#x)' },
          ...([900, 700] as const),
        ).marks,
      );
    expect(drawn(pool)).toContain('unknown');
    expect(drawn(pool)).not.toMatch(DOOR);
    const known = seenPool(read(paste(DEAF)));
    if (!known) throw new Error('no pool');
    expect(drawn(known)).toMatch(DOOR);
  });

  test('has no picture if it is empty, and no counts if there is only a process list', () => {
    expect(seenPool(read('hello'))).toBeUndefined();
    const list =
      'ID\tUSER\tHOST\tDB\tCOMMAND\tTIME\tSTATE\tINFO\n4\ta\tb\tc\tQuery\t3\tUser sleep\tSELECT 1\n';
    const pool = seenPool(read(`Variable_name\tValue\nthread_pool_size\t2\n${list}`));
    expect(pool?.groups.map(({ group, row }) => [group, row])).toEqual([[0, undefined]]);
  });
});

describe('exports', () => {
  const SECRET = /shop|app@|\bapp\b|report\b|\bbatch\b|127\.0\.0\.1|dba/;

  test.each([DEAF, LOCK, HEALTHY])('the report of %s contains no names', (name) => {
    expect(paste(name)).toMatch(SECRET);
    const said = report(read(paste(name)), 'https://example.org/diagnose/');
    expect(said).not.toMatch(SECRET);
    expect(said).not.toMatch(/[{}]|diagnose_|undefined/);
    expect(said).toContain('THREAD_POOL_GROUPS');
  });

  test.each([DEAF, LOCK, HEALTHY])(
    'a link of %s opens the same pool and the same verdict',
    async (name) => {
      const before = read(paste(name));
      const text = printed(paste(name));
      expect(text).not.toMatch(SECRET);
      const hash = await hashOf(text);
      const opened = await fromHash(hash ?? '');
      if (opened.kind !== 'capture') throw new Error(opened.kind);
      const after = read(opened.text, true);
      const plain = (one: unknown) =>
        JSON.stringify(one, (key, value: unknown) =>
          key === 'line' || key === 'look' ? undefined : value,
        );
      expect(plain(seenPool(after)?.groups)).toBe(plain(seenPool(before)?.groups));
      expect(after.diagnosis.level).toBe(before.diagnosis.level);
      expect(after.diagnosis.troubles.map(({ cause, groups }) => [cause, groups])).toEqual(
        before.diagnosis.troubles.map(({ cause, groups }) => [cause, groups]),
      );
      expect(after.capture.odd_count).toBe(0);
    },
  );

  // Neither has names to compare: their accounts are invented.
  test.each([
    ...['composed/transaction-limit', 'composed/low-queue-starved', 'composed/slow-statements'],
    ...['captures-composed/txsql-one-lane', 'captures-composed/kunpeng-one-lane'],
    ...['captures-composed/mysql-plugin-disabled', 'captures-composed/alibaba-off'],
  ])('a link of %s keeps the tables of its maker, and the verdict', (folder) => {
    const file = `wasm-core/diagnosis/tests/${folder}/capture-table.txt`;
    const text = readFileSync(file, 'utf8');
    const before = read(text);
    const after = read(printed(text), true);
    const said = ({ diagnosis }: typeof before) => [
      diagnosis.level,
      diagnosis.troubles.map(({ cause, groups, says }) => [cause, groups, says]),
    ];
    expect(before.diagnosis.says.key).not.toBe('');
    expect(said(after)).toEqual(said(before));
    const kinds = ({ capture }: typeof before) => new Set(capture.blocks.map(({ kind }) => kind));
    for (const kind of ['oracle_pool', 'threadpool_status', 'plugins'] as const)
      expect(kinds(after).has(kind), kind).toBe(kinds(before).has(kind));
    expect(after.capture.odd_count).toBe(0);
  });

  test('an address that is cut off, of another version or not a capture is refused or ignored', async () => {
    const hash = (await hashOf('a capture')) ?? '';
    expect(await fromHash('')).toEqual({ kind: 'none' });
    expect(await fromHash('#signs')).toEqual({ kind: 'none' });
    for (const bad of [hash.slice(0, -4), '#c=1.', '#c=1.!!', '#c=1.AAAA'])
      expect((await fromHash(bad)).kind, bad).toBe('refused');
    expect(await fromHash('#c=2.abc')).toMatchObject({ why: 'version', value: '2' });
    expect(await fromHash(`#c=1.${'A'.repeat(20_000)}`)).toMatchObject({ why: 'long' });
  });
});

/** This process's own time, which other programs do not take. */
const took = (text: string) => {
  const start = process.cpuUsage();
  diagnose(text, false);
  return process.cpuUsage(start).user;
};

test('four times the text takes some four times as long to read, whatever its lines are', () => {
  const shapes = [
    'x\n',
    'a=1\n',
    'a b\n',
    'x: 1\n',
    'a\tb\n',
    '{\n',
    '> b\n',
    '<tr>\n',
    'a,b,c,d,e\n',
  ];
  for (const shape of shapes) {
    const sized = (length: number) => shape.repeat(Math.floor(length / shape.length));
    const grown = [1, 2, 3].map(() => took(sized(1 << 16)) / took(sized(1 << 14)));
    expect(Math.min(...grown), JSON.stringify(shape)).toBeLessThan(MOST_GROWTH);
  }
});

test.each([
  ['that wait for rows', (at: number) => `9\tupdating\tUPDATE stock SET n=n-1 WHERE id=${at}`],
  [
    'behind an ALTER',
    (at: number) =>
      `${at ? 9 : 90}\tWaiting for table metadata lock\t${at ? `UPDATE stock SET n=1 WHERE id=${at}` : 'ALTER TABLE stock ADD x INT'}`,
  ],
])('four times the statements %s take some four times as long to judge', (_, rest) => {
  const list = (length: number) =>
    [
      'Id\tUser\tHost\tdb\tCommand\tTime\tState\tInfo',
      ...Array.from({ length }, (_, at) => `${at + 10}\tapp\tweb:${at}\tshop\tQuery\t${rest(at)}`),
    ].join('\n');
  const grown = [1, 2, 3].map(() => took(list(4000)) / took(list(1000)));
  expect(Math.min(...grown)).toBeLessThan(MOST_GROWTH);
});

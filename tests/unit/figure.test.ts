// The figure without a component: a reader's actions, under a clock that stands still until told.
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { posterOf } from '../../web/src/build/runs/engine';
import { FrameFigure } from '../../web/src/features/embed/frame-figure.svelte';
import type { ScenarioData } from '../../web/src/features/embed/data';
import type { FigureProps, RunReport } from '../../web/src/figure/model/given';
import { sheetPosition, menuPosition } from '../../web/src/figure/model/beside';
import { PageFigure } from '../../web/src/figure/model/page-figure.svelte';
import type { MakeEngine } from '../../web/src/figure/player/player.svelte';
import { Remedies } from '../../web/src/figure/model/remedies.svelte';
import { knobName } from '../../web/src/model/words/knob';
import { rangeWords } from '../../web/src/model/words/range';
import { knobsOf } from '../../web/src/model/servers/knobs-of';
import type { Frame, Outcome } from '../../web/src/model/run/types';
import { partsOf } from '../../web/src/ui/views/life';
import { handClock } from '../clock';
import { begun, engine, closedAfterTest, read } from '../desk';

const SIX = read('mariadb-max-threads-6');

function given(json: string, more: Partial<FigureProps> = {}): FigureProps {
  const poster = posterOf(json, more.cue);
  return { poster, knobs: knobsOf(poster.outcome), ...more };
}

function desk(json = SIX, more: Partial<FigureProps> = {}) {
  const links: string[] = [];
  const told: RunReport[][] = [];
  const { figure, player, clock } = begun(
    given(json, {
      onlink: (search) => void links.push(search),
      onrun: (...reports) => void told.push(reports.flatMap((one) => one ?? [])),
      ...more,
    }),
  );
  /** After this, the figure has reported everything about its run. */
  const does = (...steps: (() => void)[]) => {
    for (const step of steps) step();
    flushSync();
  };
  return { figure, player, clock, links, told, does };
}

const answered = ({ frame }: { readonly frame: Frame }) => frame.finished;
const ends = (outcome: Outcome) =>
  outcome.lives.map(({ end_ns }) => Math.round((end_ns ?? Infinity) / 1e9)).join('');

test('what a link has the camera show stays until the author shows something else', () => {
  const cue = { time_ns: 1e9 };
  const { figure, does } = desk(SIX, { cue });
  does(
    () => figure.openLink(new URLSearchParams('v=1&at=40,25.5,12')),
    () => figure.moveTo({ ...cue, light: ['queue'] }),
  );
  const scene = figure.sceneOf(figure.player.main);
  expect(scene.eye).toEqual({ x: 40, y: 25.5, w: 12 });
  expect(figure.link).toContain('at=40,25.5,12');
  // By itself the camera leaves it, and the link has no view any more.
  does(() => scene.oneye({ x: 10, y: 10, w: 20 }, false));
  expect(scene.eye).toEqual({ x: 10, y: 10, w: 20 });
  expect(figure.state.eye).toBeUndefined();
  does(
    () => scene.oneye({ x: 1, y: 2, w: 3 }, true),
    () => figure.moveTo({ time_ns: 2e9 }),
  );
  expect(scene.eye).toBeUndefined();
});

test('it plays from its start to its end, says so, and then from the start again', () => {
  const { figure, player, clock, told, does } = desk();
  expect(player.state).toBe('ready');
  does(
    () => player.setSpeed(10),
    () => player.play(),
  );
  expect([player.state, player.time_ns, clock.moving()]).toEqual(['playing', 0, 1]);
  does(() => clock.on(200));
  expect(player.time_ns).toBe(2e9);
  does(() => clock.on(10_000));
  expect([player.state, player.time_ns, clock.moving()]).toEqual(['ended', player.end_ns, 0]);
  expect(answered(player)).toBe(8);
  expect(told.at(-1)).toMatchObject([{ state: 'ended', time_ns: player.end_ns }]);
  does(() => figure.act('play'));
  expect([player.state, player.time_ns]).toEqual(['playing', 0]);
});

test('by default it plays in story time: from before the first step, one after the other, to its end', () => {
  const { player, clock, does } = desk();
  expect(player.speed).toBe('story');
  does(() => player.play());
  expect(player.position).toEqual({ time_ns: 0, step: 0 });
  const told = new Set<number>();
  for (let ms = 0; ms < player.story.total_ms + 100; ms += 100) {
    does(() => clock.on(100));
    told.add(player.events_done);
    if (ms === 1_000) expect([player.time_ns, player.events_done]).toEqual([0, 4]);
  }
  expect([player.state, player.time_ns]).toEqual(['ended', player.end_ns]);
  expect(told.size).toBeGreaterThan(25);
});

test('a pause within an instant stays there, and less motion shows each picture for half a second', () => {
  const { player, clock, does } = desk();
  does(
    () => player.play(),
    () => clock.on(800),
    () => player.pause(),
  );
  const { position } = player;
  expect([position.time_ns, position.step]).toEqual([0, expect.any(Number)]);
  player.calm = true;
  does(() => player.play());
  const seen: unknown[] = [];
  for (let ms = 0; ms < 2_000; ms += 100) {
    does(() => clock.on(100));
    if (seen.at(-1) !== player.position) seen.push(player.position);
  }
  expect(seen.length).toBeLessThanOrEqual(5);
});

test('a paused or invisible figure stands still, and play continues from there', () => {
  const { figure, player, clock, does } = desk();
  does(
    () => player.setSpeed(1),
    () => player.play(),
    () => clock.on(160),
    () => figure.act('play'),
  );
  const stood = player.time_ns;
  expect([player.state, stood]).toEqual(['paused', 0.16e9]);
  does(() => clock.on(5_000));
  expect(player.time_ns).toBe(stood);
  does(
    () => player.play(),
    () => player.seen(false),
    () => clock.on(5_000),
  );
  expect([player.state, player.time_ns]).toEqual(['playing', stood]);
  does(
    () => player.seen(true),
    () => clock.on(160),
  );
  expect(player.time_ns).toBe(2 * stood);
});

test('steps and keys visit each entry of the log, and light what its sentence names', () => {
  const { figure, player, does } = desk();
  const entry = () => player.outcome.events[player.events_done - 1];
  does(
    () => figure.act('start'),
    () => figure.act('forward'),
  );
  const first = entry();
  expect(first).toMatchObject({ kind: 'thread_created', at_ns: player.time_ns });
  expect(figure.light).toContain(`thread:${first?.kind === 'thread_created' ? first.thread : -1}`);
  does(() => figure.act('forward'));
  expect(entry()).not.toEqual(first);
  does(() => figure.act('back'));
  expect(entry()).toEqual(first);
  does(() => figure.act('end'));
  expect([answered(player), player.time_ns]).toEqual([8, player.end_ns]);
  does(() => figure.act('slower'));
  expect(player.speed).toBe(0.5);
  does(() => figure.act('help'));
  expect(figure.desk.sheet).toBe('help');
  does(() => figure.act('close'));
  expect(figure.desk.sheet).toBeUndefined();
});

test('a bookmark leads to its moment and to the request that it is about', () => {
  const { figure, player, links, does } = desk();
  const wait = figure.bookmarks.find(({ kind }) => kind === 'longest_wait');
  does(() => figure.goToMark(wait));
  expect([player.time_ns, figure.asked]).toEqual([wait?.at_ns, wait?.request]);
  does(() => figure.act('next_bookmark'));
  expect(figure.bookmarks.map(({ at_ns }) => at_ns)).toContain(player.time_ns);
  expect(player.time_ns).toBeGreaterThan(wait?.at_ns ?? Infinity);
  expect(links.at(-1)).toMatch(/^\?v=1&t=.*&r=\d$/);
});

test('while the timeline is dragged the picture follows, and the address after release', () => {
  const { player, links, does } = desk();
  does(
    () => player.hold(true),
    () => player.moveHand({ time_ns: 1e9, step: undefined }),
    () => player.moveHand({ time_ns: 1.5e9, step: undefined }),
  );
  expect([player.frame.time_ns, links]).toEqual([1.5e9, []]);
  does(() => player.hold(false));
  expect(links).toEqual(['?v=1&t=1.5s']);
});

test('the narrator is never silent, and lights what it mentions while it plays in story time', () => {
  const { figure, player, clock, does } = desk();
  expect(figure.narrated).toBe(
    '6 and 7 wait in the queue. All six threads sleep, and a seventh is not allowed.',
  );
  does(
    () => player.play(),
    () => player.pause(),
  );
  expect(figure.narrated).toBe('No requests yet. One thread listens.');
  does(() => player.play());
  const said = new Set<string>();
  for (let ms = 0; ms < player.story.total_ms - 500; ms += 100) {
    does(() => clock.on(100));
    const { narrated, light } = figure;
    expect(narrated).not.toBe('');
    if (narrated.startsWith('Thread 3 is made')) expect(light).toContain('thread:3');
    said.add(narrated);
  }
  expect([...said]).toContain('A seventh thread is refused: thread_pool_max_threads is 6.');
  expect([...said]).toContain(
    'Six are answered. Their threads take 6 and 7, which had waited 2.00 s.',
  );
  does(() => player.setSpeed(1));
  expect(figure.light).toEqual([]);
});

test('a link opens at its moment, the address follows, and the same link opens the same figure', () => {
  const one = desk();
  one.does(() =>
    one.figure.openLink(new URLSearchParams('v=1&thread_pool_max_threads=7&t=2.5s&r=3')),
  );
  expect([one.player.state, one.player.time_ns, one.figure.chosen]).toEqual(['paused', 2.5e9, 3]);
  expect(ends(one.player.outcome)).toBe('22222224');
  one.does(
    () => one.player.seek(3e9),
    () => one.figure.ask(6),
  );
  const address = one.links.at(-1) ?? '';
  expect(address).toBe('?v=1&thread_pool_max_threads=7&t=3s&r=6');
  expect(address).toBe(one.figure.link);
  const other = desk();
  other.does(() => other.figure.openLink(new URLSearchParams(address)));
  expect(other.figure.state).toEqual(one.figure.state);
  expect(other.player.frame).toEqual(one.player.frame);
});

test('a figure in its author’s state has a bare address', () => {
  const { figure, links } = desk();
  expect([figure.link, links]).toEqual([undefined, []]);
});

test('a link with mistakes is reported part by part; so is a missing request', () => {
  const { figure, player, does } = desk();
  does(() => figure.openLink(new URLSearchParams('v=1&thread_pool_maximum=7&t=soon&r=99')));
  expect(figure.refused.join(' ')).toContain('thread_pool_maximum');
  expect(figure.refused.join(' ')).toContain('t=soon');
  expect(figure.refused).toHaveLength(3);
  expect(player.main.at_home).toBe(true);
  does(() => figure.reset());
  expect(figure.refused).toEqual([]);
});

test('a knob gives another run at the same moment; reset restores the first', () => {
  const { figure, player, links, told, does } = desk();
  const [row] = figure.rows;
  does(
    () => player.seek(1e9),
    () => row?.turn('thread_pool_max_threads', 8),
  );
  expect([ends(player.outcome), player.time_ns]).toEqual(['22222222', 1e9]);
  expect(links.at(-1)).toBe('?v=1&thread_pool_max_threads=8&t=1s');
  expect(told.at(-1)).toMatchObject([{ overrides: { thread_pool_max_threads: 8 } }]);
  does(() => figure.reset());
  expect([ends(player.outcome), player.touched]).toEqual(['22222244', false]);
  expect([figure.link, links.at(-1)]).toEqual([undefined, '']);
});

test('a refused value changes only the message, and the next good one removes it', () => {
  const { figure, player, links, told, does } = desk();
  const before = told.length;
  does(() => figure.turn('thread_pool_max_threads', 0));
  expect(figure.rows[0]?.problems.map(({ message }) => message)).toEqual([
    'server.thread_pool_max_threads: 0 is not allowed here; allowed: 1 to 65536',
  ]);
  expect([player.state, ends(player.outcome), links]).toEqual(['ready', '22222244', []]);
  expect(told.slice(before).every(([one]) => one && ends(one.outcome) === '22222244')).toBe(true);
  does(() => player.play());
  expect(player.state).toBe('playing');
  does(() => figure.turn('thread_pool_max_threads', 7));
  expect([figure.problems, player.state]).toEqual([[], 'playing']);
});

test('compared with its initial settings, with another server, and back to one run', () => {
  const { figure, player, clock, links, does } = desk();
  does(() => figure.turn('thread_pool_max_threads', 8));
  figure.desk.toggle('compare');
  does(() => figure.compare({ kind: 'before' }));
  expect(figure.desk.sheet).toBeUndefined();
  expect(figure.sides.map(({ track }) => ends(track.outcome))).toEqual(['22222244', '22222222']);
  expect(links.at(-1)).toMatch(/with=before$/);
  // The left run is the second one: choosing a request there chooses its counterpart here.
  does(() => player.seek(player.end_ns));
  does(() => figure.ask(7, figure.sides[0].track));
  expect([figure.asked, figure.lifeOn(figure.sides[0].track)?.end_ns]).toEqual([
    7,
    figure.sides[0].track.outcome.lives[7]?.end_ns,
  ]);

  does(
    () => figure.reset(),
    () => figure.compare({ kind: 'server', scheduler: 'percona' }),
  );
  expect(figure.title).toBe('MariaDB beside Percona Server');
  expect(figure.rows.map(({ key }) => key)).toContain('both');
  does(() => player.seek(2.1e9));
  expect(player.tracks.map(answered)).toEqual([6, 2]);
  does(
    () => player.setSpeed(Infinity),
    () => player.play(),
    () => clock.on(60_000),
  );
  expect([player.state, player.tracks.map(answered)]).toEqual(['ended', [8, 8]]);
  does(() => figure.rows[0]?.turn('clients', 4));
  expect(player.tracks.map(({ outcome }) => outcome.lives.length)).toEqual([4, 4]);
  const { state } = figure;
  does(() => figure.leave());
  expect([figure.sides.length, links.at(-1)?.includes('with=')]).toEqual([1, false]);
  expect(state.comparison).toEqual({ kind: 'server', scheduler: 'percona' });
});

test('another future keeps the past, sets a variable from there on, and is sent as a link', () => {
  const { figure, player, links, does } = desk();
  does(
    () => player.seek(1.2e9),
    () => figure.compare({ kind: 'fork', at_ns: 1.2e9, values: {} }),
  );
  expect(figure.settings).toBe('Both runs have the same settings so far. Turn a knob.');
  expect(figure.rows[0]?.fork?.fixed).toContain('clients');
  does(() => figure.rows[0]?.turn('thread_pool_max_threads', 8));
  expect(figure.settings).toContain('SET GLOBAL thread_pool_max_threads = 8');
  expect(figure.bookmarks.some(({ kind }) => kind === 'fork')).toBe(true);
  const [past, future] = figure.sides.map(({ track }) => track.outcome);
  expect(past && ends(past)).toBe('22222244');
  expect(Math.max(...(future?.lives ?? []).map(({ end_ns }) => end_ns ?? 0))).toBeLessThan(4e9);
  const other = desk();
  other.does(() => other.figure.openLink(new URLSearchParams(links.at(-1))));
  expect(other.figure.settings).toBe(figure.settings);
  expect(other.figure.sides.map(({ name }) => name)).toEqual(figure.sides.map(({ name }) => name));
  // The first run's value again is no change; reset removes what was set.
  does(() => figure.reset());
  expect([figure.fork?.at_ns, figure.fork?.values]).toEqual([1.2e9, {}]);
});

test('the same clients on another server: knobs follow, the link includes it, reset leads back', () => {
  const { figure, player, links, does } = desk();
  const [choice] = figure.choices;
  does(
    () => player.seek(1e9),
    () => choice.choose('percona'),
  );
  expect(player.outcome.scenario.server.scheduler).toBe('percona');
  expect(choice.knobs.length).toBeGreaterThan(0);
  expect(links.at(-1)).toBe('?v=1&server=percona&t=1s');
  const other = desk();
  other.does(() => other.figure.openLink(new URLSearchParams(links.at(-1))));
  expect([other.figure.choices[0].shown, other.player.time_ns]).toEqual(['percona', 1e9]);
  does(() => figure.reset());
  expect([choice.server, player.outcome.scenario.server.scheduler]).toEqual([undefined, 'mariadb']);
});

test('the latch is stalled from here on and it plays; undo removes the last stall', () => {
  const { figure, player, clock, links, does } = desk(read('small-server-threads'));
  const { stalling } = figure;
  const done = () => player.outcome.metrics.finished;
  const whole = done();
  expect([stalling.offered, stalling.undoable]).toEqual([true, false]);
  does(
    () => player.seek(20e6),
    () => stalling.stall(5_000),
  );
  expect([player.state, stalling.undoable]).toEqual(['playing', true]);
  expect(stalling.said).toContain('20.000 ms');
  expect(done()).toBeLessThan(whole);
  does(
    () => clock.on(160),
    () => player.pause(),
  );
  expect(player.time_ns).toBeGreaterThan(20e6);
  expect(links.at(-1)).toMatch(/stalls=.*5ms%4020ms/);
  does(() => stalling.undo());
  expect([done(), stalling.undoable]).toEqual([whole, false]);
  expect(links.at(-1)).not.toContain('stalls');
});

test('a cue with another moment moves the figure; one that only lights a part does not', () => {
  const { figure, player, does } = desk(SIX, { cue: { time_ns: 1e9, request: 3 } });
  expect([player.time_ns, figure.chosen]).toEqual([1e9, 3]);
  does(
    () => figure.ask(5),
    () => player.seek(2e9),
  );
  does(() => figure.moveTo({ time_ns: 1e9, request: 3, light: ['queue'] }));
  expect([player.time_ns, figure.chosen, figure.light]).toEqual([2e9, 5, ['queue']]);
  does(() => figure.moveTo({ time_ns: 1.5e9, overrides: { thread_pool_max_threads: 8 } }));
  expect([player.time_ns, ends(player.outcome)]).toEqual([1.5e9, '22222222']);
  expect([player.main.at_home, figure.asked]).toEqual([true, undefined]);
  does(
    () => player.seek(0),
    () => figure.turn('thread_pool_max_threads', 7),
    () => figure.reset(),
  );
  expect([player.time_ns, ends(player.outcome)]).toEqual([1.5e9, '22222222']);
});

test('with eight thousand requests the next picture needs hardly any of them', () => {
  let reads = 0;
  const counted = <List extends readonly unknown[]>(list: List): List =>
    new Proxy(list, {
      get(of, key) {
        if (/^\d+$/.test(String(key))) reads += 1;
        return Reflect.get(of, key) as unknown;
      },
    });
  const make: MakeEngine = (hear) =>
    engine({
      ...hear,
      opened: ({ events, lives, ...run }, first) =>
        hear.opened({ ...run, events: counted(events), lives: counted(lives) }, first),
    });
  const statements = [{ steps: [{ wait_us: 20_000 }] }];
  const batch = { count: 8192, arrivals: { batch: { at_us: 0 } }, statements };
  const many = JSON.stringify({
    title: 'Many',
    server: { scheduler: 'mariadb', thread_pool_size: 4 },
    until_us: 60_000_000,
    clients: [batch],
  });
  const figure = closedAfterTest(new PageFigure(given(many), make, handClock()));
  const { player } = figure;
  player.start();
  const look = (share: number) => {
    player.seek(player.end_ns * share);
    flushSync();
    return [figure.narrated, figure.bookmarks.length, figure.chosen];
  };
  expect(look(0.5)).toEqual([expect.stringMatching(/\d/), expect.any(Number), expect.any(Number)]);
  expect(reads).toBeGreaterThan(8192);
  for (let picture = 1; picture <= 10; picture += 1) {
    reads = 0;
    look(0.5 + picture / 1e4);
    expect(reads).toBeLessThan(500);
  }
});

test('what comes after the furthest moment is hidden, until the whole was seen', () => {
  const reached: number[] = [];
  const cue = { time_ns: 0.5e9 };
  const { figure, player, clock, does } = desk(SIX, {
    cue,
    onreach: (reached_ns) => void reached.push(reached_ns),
  });
  expect([figure.reached_ns, figure.revealed, reached.at(-1)]).toEqual([0.5e9, false, 0.5e9]);
  // Nobody has an answer yet, not even in the life of the chosen request.
  does(() => figure.ask(0));
  expect(figure.lifeOn(player.main)).toMatchObject({ end_ns: null });
  expect(figure.bookmarks.every(({ at_ns }) => at_ns <= 0.5e9)).toBe(true);
  // By hand or by playing, forward and back.
  does(
    () => player.seek(2.5e9),
    () => player.seek(1e9),
  );
  expect([figure.reached_ns, figure.revealed, reached.at(-1)]).toEqual([2.5e9, false, 2.5e9]);
  expect(figure.lifeOn(player.main)?.end_ns).toBeCloseTo(2e9, -7);
  // Another run is another question, and none of the page's.
  does(() => figure.turn('thread_pool_max_threads', 8));
  expect(figure.reached_ns).toBe(1e9);
  does(() => player.seek(player.end_ns));
  expect([figure.revealed, reached.at(-1)]).toEqual([true, 2.5e9]);
  does(() => figure.reset());
  expect([figure.reached_ns, figure.revealed]).toEqual([0.5e9, false]);
  // A guess continues from the question; readers who want less motion see the answer at once.
  const wish = { kind: 'play', from_ns: 0.5e9, to_ns: 2e9 } as const;
  does(() => figure.grant(wish));
  does(() => clock.on(500));
  expect(player.playing).toBe(true);
  expect(player.time_ns).toBeGreaterThan(0.5e9);
  expect(player.time_ns).toBeLessThan(2e9);
  player.calm = true;
  does(() => figure.grant({ ...wish }));
  expect([player.playing, player.time_ns, figure.reached_ns]).toEqual([false, 2e9, 2e9]);
});

test('only one part is open at a time', () => {
  const { figure } = desk();
  const { desk: own } = figure;
  const all = ['why', 'log', 'settings', 'requests', 'tables', 'places', 'left_out'];
  expect(own.parts).toEqual(all);
  expect(own.linked).toEqual(['why', 'log', 'settings']);
  expect([own.sheet, own.part, own.rowed, own.docked]).toEqual([undefined, undefined, true, true]);
  own.toggle('why');
  own.fit({ dock: true });
  expect([own.part, own.rowed, own.docked]).toEqual(['why', false, true]);
  own.toggle('log');
  expect(own.part).toBe('log');
  own.toggle('log');
  expect(own.sheet).toBeUndefined();
  own.toggle('menu');
  expect([own.sheet, own.part]).toEqual(['menu', undefined]);
  own.open('tables');
  own.fit({ dock: false });
  expect([own.part, own.rowed, own.docked]).toEqual(['tables', true, false]);
  own.shut();
  expect(own.sheet).toBeUndefined();
});

test('two runs are labelled by what differs', () => {
  const eight = read('mariadb-max-threads-8');
  const titled = (json: string, title: string) => JSON.stringify({ ...JSON.parse(json), title });
  const { figure } = desk(titled(SIX, 'One title'), {
    beside: given(titled(eight, 'One title')),
  });
  const [left, right] = figure.sides.map(({ name }) => name);
  expect(left).toContain('thread_pool_max_threads 6');
  expect(right).toContain('thread_pool_max_threads 8');
  expect(figure.marked[0]).toContain('thread_pool_max_threads 6');
  expect(figure.desk.linked).toEqual(['differs', 'log', 'settings']);
});

test('a sheet avoids the picture', () => {
  const screen = { width: 1440, height: 900 };
  const wide = { left: 510, top: 70, width: 914, height: 800 };
  expect(sheetPosition(wide, screen)).toEqual({ left: 8, top: 70, width: 494, height: 822 });
  // Pinned at the top of a phone, above its dock.
  const phone = { left: 0, top: 0, width: 390, height: 266 };
  expect(sheetPosition(phone, { width: 390, height: 664 }, 52)).toEqual({
    left: 0,
    top: 274,
    width: 390,
    height: 338,
  });
  // A figure that fills the screen leaves no room: its foot is covered.
  const full = { left: 0, top: 0, width: 390, height: 664 };
  const foot = sheetPosition(full, { width: 390, height: 664 });
  expect(foot.top + foot.height).toBe(664);
  expect(foot.height).toBeLessThan(0.65 * 664);
  // A menu is below its button, and above the button in the dock.
  const button = { left: 1380, top: 80, width: 40, height: 32 };
  expect(menuPosition(button, screen, 320)).toMatchObject({ top: 116, right: 20 });
  expect(menuPosition({ ...button, top: 850 }, screen, 320)).toMatchObject({ bottom: 54 });
  // On a phone its left edge stays inside, wherever the button is.
  const narrow = { width: 390, height: 664 };
  expect(menuPosition({ ...button, left: 200 }, narrow, 320)).toMatchObject({ right: 62 });
});

test('a knob is called by its variable, or in plain words; so is its range', () => {
  expect(knobName('thread_pool_size')).toBe('thread_pool_size');
  for (const path of ['gap_us', 'clients.0.statements.0.steps.0.wait_us', '/stalls/0/stall_us'])
    expect(knobName(path)).not.toMatch(/_us|\./);
  expect(knobName('clients.1.count')).toBe('clients, crowd 2');
  expect(rangeWords({ min: 1, max: 4_294_967_295, unit: 'ms' })).toBe('1 ms to 49 days');
  expect(rangeWords({ min: 1, max: 65_536, unit: '' })).toBe('1 to 65,536');
  expect(rangeWords({ min: 4, max: 600, unit: 'ms' })).toBe('4 to 600 ms');
});

test('a scenario that the page edits replaces the previous one; a refused one is reported', () => {
  const refused: string[] = [];
  const { figure, player, told, does } = desk(SIX, {
    edited: { json: SIX, of: 'six' },
    onrefused: (problems) => void refused.push(...problems.map(({ path }) => path)),
  });
  const edited = SIX.replace('"thread_pool_max_threads": 6', '"thread_pool_max_threads": 8');
  expect(edited).not.toBe(SIX);
  does(
    () => player.seek(1e9),
    () => figure.edit({ json: edited, of: 'six' }),
  );
  expect([ends(player.outcome), player.time_ns]).toEqual(['22222222', 1e9]);
  does(() => figure.edit({ json: SIX.replace('max_threads": 6', 'max_threads": 0'), of: 'six' }));
  expect(refused).toEqual(['server.thread_pool_max_threads']);
  expect(ends(player.outcome)).toBe('22222222');
  does(() => figure.edit({ json: read('percona-two-groups'), of: 'another' }));
  expect([player.touched, told.at(-1)?.[0]?.outcome.scenario.server.scheduler]).toEqual([
    false,
    'percona',
  ]);
});

test('why-slow tries a setting once the reader stays, states the gain, and turns the knob', async () => {
  const { figure, player, clock, does } = desk();
  does(() => player.seek(player.end_ns));
  const life = figure.lifeOn(player.main);
  if (!life) throw new Error('nobody waits');
  const remedies = new Remedies(figure);
  figure.desk.open('why');
  const stop = remedies.follow();
  flushSync();
  const notes = () =>
    partsOf(life).flatMap((part) => remedies.noteOf(part, player.outcome, life) ?? []);
  expect(notes().some(({ verdict }) => verdict !== undefined)).toBe(false);
  clock.on(300);
  // The engine answers at once, each answer in a microtask.
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  const helps = notes().find(({ offer }) => offer);
  expect(helps?.verdict).toBe(
    'With thread_pool_max_threads = 8 this request takes 2.001 s instead of 4.000 s.',
  );
  does(() => helps?.offer?.take());
  expect(ends(player.outcome)).toBe('22222222');
  stop();
});

test('an embedded frame shows the last state at rest', () => {
  const { figure, player, clock, does } = desk(SIX, { name: 'mariadb-max-threads-6' });
  does(() => figure.desk.toggle('embed'));
  expect(figure.carry.state).toEqual({ overrides: {}, time_ns: undefined, request: undefined });
  does(
    () => figure.turn('thread_pool_max_threads', 7),
    () => player.seek(1e9),
  );
  const stood = figure.carry;
  expect(stood.state).toMatchObject({ overrides: { thread_pool_max_threads: 7 }, time_ns: 1e9 });
  does(
    () => player.play(),
    () => clock.on(160),
  );
  expect(figure.carry).toEqual(stood);
  does(
    () => player.pause(),
    () => figure.compare({ kind: 'before' }),
  );
  expect(figure.carry.lost).toHaveLength(1);
});

test('two runs are one figure: each has its knobs and its server, and both are restored', () => {
  const right = given(read('small-server-pool'), { label: 'the pool' });
  const { figure, player, told, does } = desk(read('small-server-threads'), {
    beside: right,
    label: 'threads',
    name: 'small-server-threads',
  });
  expect(figure.title).toBe('threads beside the pool');
  expect(told.at(-1)).toHaveLength(2);
  const done = () => player.tracks.map(({ outcome }) => outcome.metrics.finished);
  const before = done();
  const stalls = () => player.tracks.map(({ overrides }) => overrides['stall_us']);
  const both = figure.rows.find(({ key }) => key === 'both');
  const knob = both?.knobs.find(({ name }) => name === 'stall_us');
  if (!both || !knob) throw new Error('no knob of both');
  does(() => both.turn('stall_us', 5_000));
  expect([stalls(), done()[0] === before[0]]).toEqual([[5_000, 5_000], false]);
  does(() => figure.choices[1]?.choose('mysql-6.0'));
  expect(player.tracks.map(({ outcome }) => outcome.scenario.server.scheduler)).toEqual([
    'one-thread-per-connection',
    'mysql-6.0',
  ]);
  does(() => figure.reset());
  // One press stalls both: one thread per connection collapses, the pool recovers.
  does(
    () => player.seek(20e6),
    () => figure.stalling.stall(5_000),
    () => player.pause(),
  );
  const [threads = 0, pool = 0] = done().map((now, side) => now / (before[side] ?? 1));
  expect(threads).toBeLessThan(0.6);
  expect(pool).toBeGreaterThan(0.7);
  expect(pool).toBeLessThan(1);
  does(() => figure.reset());
  expect(done()).toEqual(before);
  expect([figure.changed, figure.choices[1]?.server]).toEqual([false, undefined]);
  // Another step of the page moves both; their settings remain their posters'.
  does(() => figure.moveTo({ time_ns: 1e6, overrides: { stall_us: 1 } }));
  expect([player.time_ns, figure.changed]).toEqual([1e6, false]);
});

test('a frame opens what its address asks for, obeys its host, and reports what it refuses', async () => {
  const poster = posterOf(SIX);
  const knobs = knobsOf(poster.outcome);
  const data: ScenarioData = {
    kind: 'scenario',
    numbers: false,
    name: 'mariadb-max-threads-6',
    title: poster.outcome.scenario.title,
    home: '../../',
    full: '../six/',
    source: '',
    by: '',
    names: knobs.map(({ name }) => name),
    knobs: knobs.length,
    runs: [{ scenario_json: SIX, overrides: {}, knobs, label: '' }],
    recorded: false,
    time_ns: poster.frame.time_ns,
  };
  const figure = closedAfterTest(new FrameFigure(data, [{ poster, make: engine }]));
  const { player } = figure;
  expect(figure.about).toBe('MariaDB 10.4, one group');
  expect(figure.narration).toBe(
    'Connections 6 and 7 wait in the queue. All six threads sleep, and a seventh is not allowed.',
  );
  await figure.open({
    overrides: { thread_pool_max_threads: 7 },
    time_ns: 1.5e9,
    request: 3,
    server: undefined,
  });
  expect([player.time_ns, figure.chosen, ends(player.outcome)]).toEqual([1.5e9, 3, '22222224']);
  expect(figure.href).toBe('../six/?v=1&thread_pool_max_threads=7&t=1.5s&r=3');
  figure.obey({ type: 'seek', time_ns: 1e9 });
  figure.turn('thread_pool_max_threads', 0);
  expect(figure.refused).toEqual([
    'server.thread_pool_max_threads: 0 is not allowed here; allowed: 1 to 65536',
  ]);
  figure.turn('thread_pool_max_threads', 8);
  expect([figure.refused, figure.changed, player.time_ns]).toEqual([[], true, 1e9]);
  figure.reset();
  expect([figure.href, figure.changed]).toEqual(['../six/', false]);
  await figure.open({ overrides: {}, time_ns: 9e9, request: 99, server: 'percona' });
  expect(player.outcome.scenario.server.scheduler).toBe('percona');
  expect(figure.knobs.map(({ name }) => name)).toContain('thread_pool_max_threads');
  expect(figure.refused).toHaveLength(2);
});

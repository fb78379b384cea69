// @vitest-environment node
// The figures for any text: what their words say of the runs holds for the runs, whatever the numbers are.
import { expect, test } from 'vitest';
import { measuredOf, queueFigures } from '../../web/src/build/figures';
import { posterSvg } from '../../web/src/build/pictures/poster';
import { OF_SERVERS } from '../spoken';

const p99 = (name: string, set = {}) => measuredOf(name, set).latency.p99_ns;

test('ten figures, each with a finding in numbers', () => {
  const figures = queueFigures();
  expect(figures).toHaveLength(10);
  for (const { widget, found } of figures) {
    expect(widget.question, widget.name).toMatch(/\?$/);
    expect(found.match(/\d/g)?.length ?? 0, found).toBeGreaterThan(2);
    expect(found).not.toMatch(/NaN|undefined|\{/);
  }
});

test('their pictures for any text name no server and keep to plain words', () => {
  for (const { widget, title } of queueFigures()) {
    const svg = posterSvg(widget, 'light', true);
    const words = svg.replaceAll(/<style>[^]*?<\/style>|<[^>]*>/g, ' ');
    expect(words).toContain(title || widget.title);
    expect(words, widget.name).not.toMatch(OF_SERVERS.en);
    expect(words, widget.name).not.toMatch(/MariaDB|MySQL|Percona/);
  }
});

test('what the findings say in words', () => {
  // "Only {large_rate} a second are done", "with 9".
  const pools = [4, 9, 200].map((pool) => p99('nine-connections', { pool }));
  expect(pools[1]).toBeLessThan(pools[0] ?? 0);
  expect(pools[2]).toBeGreaterThan(100 * (pools[0] ?? Infinity));
  // One queue, the shorter of two, sixteen.
  expect(p99('one-queue-16-workers')).toBeLessThan(p99('two-choices-16-workers'));
  expect(p99('two-choices-16-workers')).toBeLessThan(p99('many-queues-16-workers'));
  // "All workers are busy for nobody."
  const served = measuredOf('backpressure', { max_connections: 2_000 });
  expect(served.finished).toBe(0);
  expect(served.clients?.for_nobody).toBeGreaterThan(0);
  // "The wait is in front of the first pool": more connections end it, and the others had none.
  const apps = (pool: number) => measuredOf('two-pools', { pool }).statements;
  const [few, many] = [apps(10), apps(20)].map(
    (all) => all.find(({ name }) => name === 'busy app')?.latency.p99_ns ?? NaN,
  );
  expect(few).toBeGreaterThan(3 * (many ?? NaN));
  // "Nothing moves."
  const stuck = measuredOf('waits-for-itself', { thread_pool_size: 4 });
  expect(stuck.open).toBeGreaterThan(0);
  expect(measuredOf('waits-for-itself', { thread_pool_size: 5 }).open).toBe(0);
  // Arrivals times time: what is counted is the product.
  const { little, in_system_mean } = measuredOf('littles-law');
  expect(little / in_system_mean).toBeCloseTo(1, 1);
});

// Incidents in which waiting statements occupy every thread of a group, and nobody listens.
import { inState, many, running, two } from './names.mjs';

const WRITES = 'Writing to net';
const cause = 'deaf_group_thread_cap';

/** @type {readonly import('../incidents.mjs').Incident[]} */
export const threads = [
  {
    name: 'clients that do not read',
    cause,
    settings: [...two(8), '--net-write-timeout=600'],
    async make({ ask, people, stands }) {
      const [slow, others] = [many('slow', 12), many('other', 6)];
      await people.connect([...slow, ...others]);
      await people.ask(slow, "SELECT REPEAT('x', 1000000) FROM shop.seq_1_to_1000", 'unread');
      await stands('all threads write', inState(WRITES, 8));
      await people.ask(others, 'SELECT COUNT(*) FROM shop.stock');
      const blocking = await ask(
        `SELECT id FROM information_schema.PROCESSLIST WHERE STATE = '${WRITES}'`,
      );
      return { groups: [0, 1], blocking, stuck: others };
    },
  },
  {
    name: 'deaf group at the cap',
    cause,
    settings: two(2),
    async make({ people, stands }) {
      const all = many('client', 16);
      await people.connect(all);
      const own = all.filter((name) => (people.ids([name])[0] ?? 0) % 2 === 0);
      const [sleepers, stuck] = [own.slice(0, 2), own.slice(2)];
      await people.ask(sleepers, 'SELECT SLEEP(600)');
      await stands('both threads of a group sleep', inState('User sleep', 2));
      await people.ask(stuck, 'SELECT COUNT(*) FROM shop.stock');
      return { groups: [0], blocking: people.ids(sleepers), stuck };
    },
  },
  {
    name: 'statements that compute on all threads',
    cause,
    settings: two(8),
    async make({ people, stands }) {
      const [computing, others] = [many('computing', 8), many('other', 6)];
      await people.connect([...computing, ...others]);
      await people.ask(computing, "SELECT BENCHMARK(2000000000, MD5('x'))");
      await stands('all threads compute', running('SELECT BENCHMARK', 8));
      await people.ask(others, 'SELECT COUNT(*) FROM shop.stock');
      const stood =
        "SELECT MIN(TIME_MS) > 2000 FROM information_schema.PROCESSLIST WHERE INFO LIKE 'SELECT BENCHMARK%'";
      await stands('the timer has looked at it', stood);
      return { groups: [0, 1], blocking: people.ids(computing), stuck: others };
    },
  },
];

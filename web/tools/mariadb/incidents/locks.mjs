// Incidents in which statements that wait for a lock occupy every thread.
import { inState, many, two } from './names.mjs';

const cause = 'lock_pile_up_holds_all_threads';
const METADATA = 'Waiting for%metadata lock';

/** @type {readonly import('../incidents.mjs').Incident[]} */
export const locks = [
  {
    name: 'metadata lock behind an idle transaction',
    cause,
    settings: two(10),
    async make({ people, stands }) {
      const [readers, others] = [many('reader', 16), many('other', 4)];
      await people.connect(['idle', 'altering', ...readers, ...others]);
      await people.say('idle', 'BEGIN', 'SELECT COUNT(*) FROM shop.orders');
      await people.ask(['altering'], 'ALTER TABLE shop.orders ADD note INT');
      await stands('the ALTER waits', inState(METADATA, 1));
      await people.ask(readers, 'SELECT COUNT(*) FROM shop.orders');
      await stands('all threads wait', inState(METADATA, 10));
      await people.ask(others, 'SELECT COUNT(*) FROM shop.stock');
      return {
        groups: [0, 1],
        blocking: people.ids(['idle', 'altering']),
        stuck: [...readers, ...others],
      };
    },
  },
  {
    name: 'FLUSH TABLES WITH READ LOCK through extra_port',
    cause,
    settings: two(8),
    async make({ people, stands }) {
      const [writers, others] = [many('writer', 12), many('other', 4)];
      await people.connect([...writers, ...others]);
      await people.connect(['backup'], true);
      await people.say('backup', 'FLUSH TABLES WITH READ LOCK');
      await people.ask(writers, 'UPDATE shop.stock SET n = n + 1 WHERE id = 1');
      await stands('all threads wait', inState('Waiting for%lock', 8));
      await people.ask(others, 'SELECT COUNT(*) FROM shop.orders');
      return { groups: [0, 1], blocking: people.ids(['backup']), stuck: [...writers, ...others] };
    },
  },
  {
    name: 'row lock whose COMMIT cannot get in',
    cause,
    settings: two(8),
    async make({ people, stands }) {
      const waiters = many('waiter', 16);
      await people.connect(['holder', ...waiters]);
      await people.say('holder', 'BEGIN', 'UPDATE shop.stock SET n = n + 1 WHERE id = 1');
      await people.ask(waiters, 'UPDATE shop.stock SET n = n + 1 WHERE id = 1');
      const waits =
        "SELECT COUNT(*) >= 8 FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'";
      await stands('all threads wait', waits);
      await people.ask(['holder'], 'COMMIT');
      return { groups: [0, 1], blocking: people.ids(['holder']), stuck: ['holder', ...waiters] };
    },
  },
  {
    name: 'LOCK TABLES by a session that is idle',
    cause,
    settings: two(8),
    async make({ people, stands }) {
      const [readers, others] = [many('reader', 12), many('other', 4)];
      await people.connect([...readers, ...others]);
      await people.connect(['idle'], true);
      await people.say('idle', 'LOCK TABLES shop.orders WRITE');
      await people.ask(readers, 'SELECT COUNT(*) FROM shop.orders');
      await stands('all threads wait', inState(METADATA, 8));
      await people.ask(others, 'SELECT COUNT(*) FROM shop.stock');
      return { groups: [0, 1], blocking: people.ids(['idle']), stuck: [...readers, ...others] };
    },
  },
  {
    name: 'GET_LOCK of an idle session',
    cause,
    settings: two(8),
    async make({ people, stands }) {
      const [waiters, others] = [many('waiter', 12), many('other', 4)];
      await people.connect(['idle', ...waiters, ...others]);
      const lock = 'job';
      await people.say('idle', `SELECT GET_LOCK('${lock}', 0)`);
      await people.ask(waiters, `SELECT GET_LOCK('${lock}', 600), RELEASE_LOCK('${lock}')`);
      await stands('all threads wait', inState('User lock', 8));
      await people.ask(others, 'SELECT COUNT(*) FROM shop.stock');
      // No table shows the holder.
      return { groups: [0, 1], blocking: [], stuck: [...waiters, ...others], lock };
    },
  },
];

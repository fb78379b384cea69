// Incidents in which requests wait in the queue.
import { many } from './names.mjs';

const AGE_US = 5_000_000;

/** @type {readonly import('../incidents.mjs').Incident[]} */
export const lines = [
  {
    name: 'starved low queue',
    cause: 'low_priority_starved',
    settings: [
      ...[
        '--thread-pool-size=1',
        '--thread-pool-max-threads=4',
        '--thread-pool-dedicated-listener=ON',
      ],
      '--thread-pool-prio-kickup-timer=60000',
    ],
    async make({ people, stands }) {
      const [high, low] = [many('high', 12), many('low', 6)];
      await people.connect([...high, ...low]);
      for (const name of high) await people.say(name, "SET SESSION thread_pool_priority = 'high'");
      await people.ask(high, 'DO SLEEP(0.08)', 'again');
      await people.ask(low, 'SELECT COUNT(*) FROM shop.stock');
      const old = `SELECT COUNT(*) = ${low.length} FROM information_schema.THREAD_POOL_QUEUES
        WHERE PRIORITY = 1 AND QUEUEING_TIME_MICROSECONDS > ${AGE_US}`;
      await stands('those of low priority grow old', old);
      return { groups: [0], blocking: people.ids(high), stuck: low };
    },
  },
];

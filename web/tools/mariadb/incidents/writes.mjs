// Incidents in which writes wait for something outside the server: a replica, or a disk.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inState, many, running, two } from './names.mjs';

const [ACK, SPACE] = ['Waiting for semi-sync ACK%', 'Waiting for someone to free space'];
/** More than the disk can hold. */
const FILLING = 16 * 1024 * 1024;

/** @type {readonly import('../incidents.mjs').Incident[]} */
export const writes = [
  {
    name: 'semi-sync without a replica',
    cause: 'waits_for_semi_sync_ack',
    settings: [
      ...two(8),
      '--log-bin=binlog',
      '--server-id=1',
      '--rpl-semi-sync-master-timeout=600000',
    ],
    async make({ ask, people, stands }) {
      const [writers, others] = [many('writer', 12), many('other', 4)];
      await people.connect([...writers, ...others]);
      await ask('SET GLOBAL rpl_semi_sync_master_enabled = ON');
      for (const [at, name] of writers.entries())
        await people.ask([name], `UPDATE shop.stock SET n = n + 1 WHERE id = ${at + 1}`);
      await stands('all threads wait', inState(ACK, 8));
      await people.ask(others, 'SELECT COUNT(*) FROM shop.orders');
      return { groups: [0, 1], blocking: [], stuck: [...writers, ...others] };
    },
  },
  {
    name: 'disk full under the binary log',
    cause: 'disk_full',
    disk: '--log-bin',
    // The writes behind the first wait for its lock as long as the disk is full.
    settings: [...two(8), '--server-id=1', '--innodb-lock-wait-timeout=600'],
    async make({ ask, disk, people, stands }) {
      const [writers, others] = [many('writer', 12), many('other', 6)];
      await people.connect([...writers, ...others]);
      const filling = path.join(disk, 'filling');
      try {
        writeFileSync(filling, Buffer.alloc(FILLING));
      } catch {
        // It is full now.
      }
      // More than the last page of the log, and less than binlog_cache_size: what goes beyond that is a file beside the
      // log since 11.7, and fails at once instead of waiting.
      const insert = "INSERT INTO shop.log (line) SELECT REPEAT('x', 200) FROM shop.seq_1_to_100";
      await people.ask(writers, insert);
      await stands('one waits for space', inState(SPACE, 1));
      await stands('all threads write', running('INSERT', 8));
      await people.ask(others, 'SELECT COUNT(*) FROM shop.stock');
      const blocking = await ask(
        `SELECT id FROM information_schema.PROCESSLIST WHERE STATE = '${SPACE}'`,
      );
      return {
        groups: [0, 1],
        blocking,
        stuck: others,
        elsewhere: { act: () => rmSync(filling), stuck: writers },
      };
    },
  },
];

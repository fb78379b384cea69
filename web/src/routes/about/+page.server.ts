import { m } from '#paraglide/messages.js';
import { places } from '../../build/site/places';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

/** What is modelled, and where a reader sees it run. */
const MODELLED = [
  [m.about_modelled_mariadb, '/scenarios/mariadb-max-threads-6/'],
  [m.about_modelled_percona, '/scenarios/percona-oversubscribe-2/'],
  [m.about_modelled_own, '/scenarios/one-thread-eight-sleeps/'],
  [m.about_modelled_mysql_60, '/lessons/the-first-pool/'],
  [m.about_modelled_oracle, '/scenarios/oracle-eight-sleeps/'],
  [m.about_modelled_windows, '/scenarios/windows-eight-sleeps/'],
  [m.about_modelled_innodb, '/scenarios/innodb-concurrency-queue/'],
  [m.about_modelled_textbook, '/scenarios/one-queue-16-workers/'],
  [m.about_modelled_machine, '/lessons/why-it-collapses/'],
  [m.about_modelled_requests, '/scenarios/the-cast-one-request/'],
] as const;

function placeAt(path: string) {
  const place = places.get(path);
  if (!place) throw new Error(`About leads to ${path}, which is no place of the site`);
  return place;
}

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.about_title(), m.about_lead()),
  modelled: MODELLED.map(([words, path]) => ({ words: words(), shown: placeAt(path) })),
});

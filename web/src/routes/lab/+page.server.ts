import { posterOf } from '../../lib/server/engine';
import { specs } from '../../lib/server/lab';
import { links, scenarios } from '../../lib/server/scenarios';

/** The case that the lab opens with. */
const FIRST = 'mariadb-max-threads-6';

export function load() {
  const file = scenarios.find(({ name }) => name === FIRST) ?? scenarios[0];
  if (!file) throw new Error('content/scenarios holds no scenario');
  return { name: file.name, poster: posterOf(file.json), links, specs };
}

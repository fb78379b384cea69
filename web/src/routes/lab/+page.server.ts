import { posterOf } from '../../build/runs/engine';
import { specs } from '../../build/site/lab';
import { links, scenarios } from '../../build/runs/scenarios';

/** The case that the lab opens with. */
const FIRST = 'mariadb-max-threads-6';

export function load() {
  const file = scenarios.find(({ name }) => name === FIRST) ?? scenarios[0];
  if (!file) throw new Error('content/scenarios holds no scenario');
  return { name: file.name, poster: posterOf(file.json), links, specs };
}

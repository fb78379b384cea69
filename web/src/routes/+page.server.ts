import { cards } from '../build/lessons';
import { figureData, links, scenarios } from '../build/runs/scenarios';

/** The case that the site opens with. */
const FIRST = 'mariadb-max-threads-6';

export function load() {
  const file = scenarios.find(({ name }) => name === FIRST) ?? scenarios[0];
  if (!file) throw new Error('content/scenarios holds no scenario');
  return { figure: figureData(file), links, cards: cards() };
}

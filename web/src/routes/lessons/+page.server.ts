import { cards } from '../../lib/server/lessons';

export const load = () => ({ cards: cards() });

import { cards } from '../../build/lessons';

export const load = () => ({ cards: cards() });

import { cards } from '../../build/said';

export const load = () => ({ cards });

import { links } from '../../build/runs/scenarios';

export const load = () => ({ links });

import { overview } from '../../build/measured/page';

export const load = () => overview();

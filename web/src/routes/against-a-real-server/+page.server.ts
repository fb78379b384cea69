import { overview } from '../../lib/server/measured/page';

export const load = () => overview();

import { overview } from '../../build/reference';

export const load = () => overview();

import { collector } from '../../build/site/incident';

export const load = () => ({ collector });

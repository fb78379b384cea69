import { home } from '../build/site/home';

export const load = () => home();

import { course } from '../../build/lessons';

export const load = () => ({ lessons: course() });

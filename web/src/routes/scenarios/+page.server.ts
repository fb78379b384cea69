import { findable } from '../../build/runs/findable';

export const load = () => findable();

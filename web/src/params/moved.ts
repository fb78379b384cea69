import type { ParamMatcher } from '@sveltejs/kit';
import { movedTo } from '../model/link/moved';

export const match: ParamMatcher = (path) => movedTo(path) !== undefined;

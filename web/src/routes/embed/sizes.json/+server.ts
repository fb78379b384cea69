import { json } from '@sveltejs/kit';
import { widgets } from '../../../build/widgets/widgets';
import { weightOf } from '../../../build/embed/weight';

export const prerender = true;
export const trailingSlash = 'never';

/** What each frame loads, for the page that states it and for the test of its budget. */
export const GET = () => json(import.meta.env.DEV ? [] : widgets.map(weightOf));

import { liveFrame } from '../../../build/embed/live';

export const prerender = true;
export const trailingSlash = 'always';

/** Not a page of Kit, like the other frames. */
export const GET = () => new Response(liveFrame(), { headers: { 'content-type': 'text/html' } });

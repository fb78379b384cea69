import { json } from '@sveltejs/kit';
import { linesOf } from '../../../build/embed/lines';
import { widgets } from '../../../build/widgets/widgets';

export const prerender = true;
export const trailingSlash = 'never';

export const GET = () =>
  json(Object.fromEntries(widgets.map((widget) => [widget.name, linesOf(widget)])));

import { error, json } from '@sveltejs/kit';
import { frameOf } from '../../../../build/embed/document';
import { recordingsOf } from '../../../../build/widgets/frame-data';
import { pack } from '../../../../build/runs/pack';
import { widgets, widgetNamed } from '../../../../build/widgets/widgets';
import type { EntryGenerator, RequestHandler } from './$types';

export const prerender = true;
export const trailingSlash = 'never';
export const entries: EntryGenerator = () =>
  widgets.flatMap(({ kind, name }) => (kind === 'benchmark' ? [] : [{ name }]));

/** Recordings of the runs that a frame opens with. */
export const GET: RequestHandler = ({ params }) => {
  const widget = widgetNamed(params.name);
  if (!widget) error(404);
  const { data } = frameOf(widget);
  return json(pack(data.kind === 'benchmark' ? [] : recordingsOf(data.runs)));
};

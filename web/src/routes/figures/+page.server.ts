import { queueFigures } from '../../build/figures';
import { site } from '../../build/widgets/addresses';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.figures_title(), m.figures_description()),
  site,
  figures: queueFigures().map(
    ({ widget: { name, kind, question, page, ...widget }, title, found }) => ({
      ...{ name, kind, question, title: title || widget.title, own_title: title, found },
      page: page.slice(1),
    }),
  ),
});

import { site } from '../../lib/server/addresses';
import { paramRows } from '../../lib/server/embed/param-rows';
import { widgets } from '../../lib/server/widgets';

export const load = () => ({
  site,
  params: paramRows(),
  // Without the heights of their pictures, for which every run would be computed.
  widgets: widgets.map(({ name, kind, title, question, page }) => ({
    name,
    kind,
    title,
    question,
    page: page.slice(1),
  })),
});

import { site } from '../../build/widgets/addresses';
import { paramRows } from '../../model/embedding/param-rows';
import { widgets } from '../../build/widgets/widgets';

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

import { site } from '../../build/widgets/addresses';
import { messageRows } from '../../model/embedding/message-rows';
import { paramRows } from '../../model/embedding/param-rows';
import { widgets } from '../../build/widgets/widgets';

export const load = () => ({
  site,
  params: paramRows(),
  messages: messageRows(),
  // Without the heights of their pictures, for which every run would be computed.
  widgets: widgets.map(({ name, kind, title, question, page }) => ({
    name,
    kind,
    title,
    question,
    page: page.slice(1),
  })),
});

import { site } from '../../build/widgets/addresses';
import { messageRows } from '../../model/embedding/message-rows';
import { paramRows } from '../../model/embedding/param-rows';
import { widgets } from '../../build/widgets/widgets';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.embed_page_title(), m.embed_page_description()),
  site,
  params: paramRows(),
  messages: messageRows(),
  // Without the heights of their pictures, which would require every run.
  widgets: widgets.map(({ name, kind, title, question, page }) => ({
    name,
    kind,
    title,
    question,
    page: page.slice(1),
  })),
});

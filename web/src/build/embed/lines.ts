/** The lines that the panel pastes for each figure as it is, for other programs: /embed/lines.json. */
import { NO_STATE } from '../../model/embedding/carry';
import { FOLDER } from '../../model/languages';
import { ANYWHERE, PLAIN, snippet, type Subject } from '../../model/embedding/snippets';
import { absolute, site } from '../widgets/addresses';
import type { AnyWidget } from '../widgets/widgets';

/** A build that does not know its address has a placeholder, which the project's own server fills in. */
const root = site ? `${absolute('')}/` : ANYWHERE + FOLDER;

export function linesOf({ name, kind, title, page }: AnyWidget) {
  const subject: Subject = { name, kind, title, page: page.replace(/^\//, '') };
  const of = { site: root, subject, state: NO_STATE, look: PLAIN };
  return {
    element: snippet({ form: 'element', ...of }),
    frame: snippet({ form: 'iframe', ...of }),
  };
}

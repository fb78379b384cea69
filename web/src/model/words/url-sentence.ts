/** Sentences about the refused parts of an address. */
import { m } from '#paraglide/messages.js';
import type { UrlAllowed, UrlProblem } from '../link/url';

const ALLOWED: Readonly<Record<UrlAllowed, () => string>> = {
  time: m.url_allowed_time,
  seed: m.url_allowed_seed,
  request: m.figure_url_allowed_request,
  with: m.figure_url_allowed_with,
  server: m.figure_url_allowed_server,
  eye: m.figure_url_allowed_eye,
};

export function urlSentence(problem: UrlProblem): string {
  switch (problem.kind) {
    case 'bad_version':
      return m.url_bad_version(problem);
    case 'bad_name':
      return m.url_bad_name(problem);
    case 'bad_value':
      return m.url_bad_value({ ...problem, allowed: ALLOWED[problem.allowed]() });
    case 'both':
      return m.figure_url_both(problem);
    case 'too_many':
      return m.url_too_many(problem);
    case 'twice':
      return m.url_twice(problem);
  }
}

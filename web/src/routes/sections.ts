/** The four sections in the page's header, and the pages of those that have several. */
import { m } from '#paraglide/messages.js';

interface Section {
  readonly path: '/lessons' | '/lab' | '/diagnose' | '/curves';
  readonly name: () => string;
  readonly parts: readonly SectionPage[];
}
interface SectionPage {
  readonly path:
    | '/diagnose'
    | '/hangs'
    | '/reference'
    | '/curves'
    | '/measured'
    | '/claims'
    | '/scenarios'
    | '/sources';
  readonly name: () => string;
}

export const SECTIONS: readonly Section[] = [
  { path: '/lessons', name: m.nav_learn, parts: [] },
  { path: '/lab', name: m.nav_lab, parts: [] },
  {
    path: '/diagnose',
    name: m.nav_server,
    parts: [
      { path: '/diagnose', name: m.nav_diagnose },
      { path: '/hangs', name: m.nav_hangs },
      { path: '/reference', name: m.nav_reference },
    ],
  },
  {
    path: '/curves',
    name: m.nav_evidence,
    parts: [
      { path: '/curves', name: m.nav_benchmarks },
      { path: '/measured', name: m.nav_measured },
      { path: '/claims', name: m.nav_claims },
      { path: '/scenarios', name: m.nav_scenarios },
      { path: '/sources', name: m.nav_sources },
    ],
  },
];

/** Whether a page's route is under a path. */
export const isUnder = (route: string, path: string): boolean =>
  route === path || route.startsWith(`${path}/`);

export const doorOf = (route: string): Section | undefined =>
  SECTIONS.find(({ path, parts }) =>
    [path, ...parts.map((part) => part.path)].some((one) => isUnder(route, one)),
  );

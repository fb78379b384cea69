/** Every place that an answer may link to, by its path from the site's root, with the text of the link. */
import { m } from '#paraglide/messages.js';
import { claims } from '../../model/said/claims';
import { STATES_ADDRESS } from '../../model/reference/states';
import { pairKey } from '../../model/benchmarks/benchmark';
import { benchmarks, fits } from '../benchmarks';
import { lessons, library } from '../lessons';
import { clients, files as measured } from '../measured';
import { KINDS } from '../measured/format';
import { kindTitle } from '../measured/words';
import { scenarios } from '../runs/scenarios';
import { title } from '../story';
import type { SitePlace } from './coverage';
import { CLAUSE } from '../../model/joined';
import { shownName } from '../../model/words/names';

function* all(): Generator<readonly [string, SitePlace]> {
  const at = (path: string, title: string) => [path, { path, title }] as const;
  for (const [index, { slug, title, steps }] of lessons.entries()) {
    yield at(`/lessons/${slug}/`, m.sources_lesson({ number: index + 1, title }));
    for (const [place, step] of steps.entries()) {
      const path = place === 0 ? `/lessons/${slug}/` : `/lessons/${slug}/${step.slug}/`;
      const words = m.sources_lesson({ number: index + 1, title: step.title });
      // The first step has its lesson's address, but may also be referred to by its own.
      yield [`/lessons/${slug}/${step.slug}/`, { path, title: words }];
    }
  }
  for (const { name, scenario } of scenarios)
    yield at(`/scenarios/${name}/`, m.sources_scenario({ title: scenario.title }));
  yield at('/curves/', m.sources_curves());
  const fitted = fits.map((fit) => fit.benchmark);
  for (const { id, title, curves } of benchmarks) {
    if (!fitted.includes(id)) yield at(`/curves/#${id}`, m.sources_table({ title }));
    else
      for (const curve of curves)
        yield at(
          `/curves/#${pairKey(curve)}`,
          m.sources_table({ title: shownName(curve.workload) + CLAUSE + shownName(curve.machine) }),
        );
  }
  const real = '/measured/';
  yield at(`${real}#context-switches`, m.sources_measured({ title: m.measured_switches_title() }));
  for (const kind of KINDS)
    yield at(`${real}${kind}/`, m.sources_measured({ title: kindTitle(kind) }));
  for (const { name, kind, title } of measured.flatMap((file) => file.scenarios))
    yield at(`${real}${kind}/#${name}`, m.sources_measured({ title }));
  const given_up = `${real}clients/`;
  yield at(given_up, m.sources_measured({ title: m.measured_clients_title() }));
  for (const { name, title, experiments } of clients.sections)
    for (const one of [{ name, title }, ...experiments])
      yield at(`${given_up}#${one.name}`, m.sources_measured({ title: one.title }));
  for (const { address, title } of claims) yield at(address, m.sources_said({ title }));
  yield at('/story/', title);
  yield at('/hangs/', m.hangs_title());
  yield at(STATES_ADDRESS, m.states_title());
  for (const [key, { term }] of Object.entries(library.glossary))
    yield at(`/glossary/#${key}`, m.sources_term({ term }));
}

export const places: ReadonlyMap<string, SitePlace> = new Map(all());

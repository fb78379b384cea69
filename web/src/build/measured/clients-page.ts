/** The data of the page with clients that give up, and two pools. */
import type { ClientsPage, ClientsSectionView } from '../../features/measured/types';
import type { ClientsExperiment, ClientsFile, ClientsSection } from './clients-format';
import { byPart, figureTitle, runsSaid } from './clients-words';
import { m } from '#paraglide/messages.js';

const runsOf = ({ runs, date }: ClientsExperiment) => m.measured_clients_runs({ runs, date });

/** What most of the experiments share is said once; one that lacks any of it says all its own. */
function settingsOf(experiments: readonly ClientsExperiment[]) {
  const all = experiments.map(({ variables }) =>
    Object.entries(variables).map(([name, value]) => [name, `${name} = ${value}`] as const),
  );
  const shared = new Map(
    all.flat().filter(([, text]) => {
      const having = all.filter((settings) => settings.some(([, one]) => one === text));
      return having.length * 2 > all.length;
    }),
  );
  const own = all.map((settings) => {
    const complete = [...shared.keys()].every((name) => settings.some(([one]) => one === name));
    const said = settings.filter(([name, text]) => !complete || shared.get(name) !== text);
    return said.map(([, text]) => text);
  });
  return { shared: [...shared.values()], own };
}

function sectionView(file: ClientsFile, section: ClientsSection): ClientsSectionView {
  const { experiments, ...words } = section;
  const figures = [...new Set(experiments.flatMap((one) => Object.keys(one.figures)))].map(
    (name) => [name, file.figures[name] ?? { title: name }] as const,
  );
  const settings = settingsOf(experiments);
  const runs = new Set(experiments.map(runsOf));
  const once = runs.size === 1 && experiments.length > 1 ? [...runs][0] : undefined;
  return {
    ...words,
    caveat: section.caveat,
    settings: settings.shared,
    runs: once,
    figures: figures.flatMap(([figure, definition]) =>
      (definition.parts ?? [undefined]).map((part) => figureTitle(figure, definition, part)),
    ),
    experiments: experiments.map((one, index) => ({
      name: one.name,
      title: one.title,
      did: one.did,
      caveat: one.caveat,
      settings: settings.own[index] ?? [],
      runs: once === undefined ? runsOf(one) : undefined,
      values: figures.flatMap(([figure, definition]) => {
        const values = one.figures[figure];
        return values
          ? byPart(values, definition).map(([, all]) => runsSaid(all, definition))
          : (definition.parts ?? ['']).map(() => ['–']);
      }),
    })),
  };
}

/** How many experiments, and how many runs of them. */
export function clientsCounts({ sections }: ClientsFile) {
  const all = sections.flatMap(({ experiments }) => experiments);
  return { experiments: all.length, runs: all.reduce((sum, { runs }) => sum + runs, 0) };
}

export const clientsPage = (file: ClientsFile): ClientsPage => ({
  ...clientsCounts(file),
  server: file.server,
  machine: file.machine.text,
  source: file.source,
  sections: file.sections.map((section) => sectionView(file, section)),
});

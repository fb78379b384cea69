/** The data of the page with clients that give up, and two pools. */
import type { ClientsPage, ClientsSectionView } from '../../features/measured/types';
import type { ClientsExperiment, ClientsFile, ClientsSection } from './clients-format';
import { byPart, figureTitle, runsSaid } from './clients-words';
import { m } from '#paraglide/messages.js';

const settingsOf = ({ variables }: ClientsExperiment) =>
  Object.entries(variables).map(([name, value]) => `${name} = ${value}`);
const runsOf = ({ runs, date }: ClientsExperiment) => m.measured_clients_runs({ runs, date });

function sectionView(file: ClientsFile, section: ClientsSection): ClientsSectionView {
  const { name, title, lead, caveat, experiments } = section;
  const has = new Set(experiments.flatMap((one) => Object.keys(one.figures)));
  const figures = Object.entries(file.figures).filter(([figure]) => has.has(figure));
  const [settings = []] = experiments.map(settingsOf);
  const common = settings.filter((one) => experiments.every((each) => settingsOf(each).includes(one)));
  const runs = new Set(experiments.map(runsOf));
  const once = runs.size === 1 && experiments.length > 1 ? [...runs][0] : undefined;
  return {
    name,
    title,
    lead,
    caveat,
    settings: common,
    runs: once,
    figures: figures.flatMap(([figure, definition]) =>
      (definition.parts ?? [undefined]).map((part) => figureTitle(figure, definition, part)),
    ),
    experiments: experiments.map((one) => ({
      name: one.name,
      title: one.title,
      did: one.did,
      caveat: one.caveat,
      settings: settingsOf(one).filter((each) => !common.includes(each)),
      runs: once === undefined ? runsOf(one) : undefined,
      values: figures.flatMap(([figure, definition]) => {
        const values = one.figures[figure];
        return values
          ? byPart(values, definition).map(([, all]) => runsSaid(all, definition))
          : (definition.parts ?? ['']).map(() => '–');
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

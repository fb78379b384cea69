/** The scenario files, read when the site is built. */
import { SCHEDULERS } from '../../model/run/families';
import type { ScenarioLink, ScenarioView } from '../../model/run/types';
import { knobsOf } from '../../model/servers/knobs-of';
import { posterOf } from './engine';

export { knobsOf } from '../../model/servers/knobs-of';

const files = import.meta.glob<string>('/content/scenarios/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface ScenarioFile {
  readonly name: string;
  readonly json: string;
  readonly scenario: ScenarioView;
}

export const scenarios: readonly ScenarioFile[] = Object.entries(files)
  .map(([path, text]) => {
    const scenario = JSON.parse(text) as ScenarioView;
    // Without the file's line breaks and indents, because every page that shows the run carries it.
    const json = JSON.stringify(scenario);
    return { name: path.replace(/^.*\/(.+)\.json$/, '$1'), json, scenario };
  })
  .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en', { numeric: true }));

function rank(file: ScenarioFile): number {
  return SCHEDULERS.indexOf(file.scenario.server.scheduler);
}

export const links: readonly ScenarioLink[] = scenarios.map(({ name, scenario }) => ({
  name,
  title: scenario.title,
  question: scenario.question,
  scheduler: scenario.server.scheduler,
}));

/** The data of a figure's page. */
export function figureData(file: ScenarioFile) {
  const poster = posterOf(file.json);
  return { name: file.name, poster, knobs: knobsOf(poster.outcome) };
}

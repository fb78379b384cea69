/** The data of the pages that show the comparison. */
import { m } from '#paraglide/messages.js';
import { pack } from '../../model/link/pack';
import type {
  KindLink,
  KindPage,
  NavLink,
  Overview,
  ReasonView,
  MeasuredView,
  ComparisonVerdict,
} from '../../features/measured/types';
import { clientsCounts } from './clients-page';
import type { Comparison } from './compared';
import { decisive, verdictOf } from './differences';
import { KINDS, type ExperimentKind, type MeasuredFile } from './format';
import { clients, comparisons, differences, files, sysbench } from './index';
import { heldUpMs, lateness, samplesOf, SAMPLES, TRIED } from './samples';
import { stripOf } from './strip';
import { chartOf, switchTables } from './switches';
import { scenarioOf } from './translate';
import { findingName, kindLead, kindTitle, ms, valuesOf, workloadOf } from './words';
import { NEXT } from '../../model/joined';

/** A longer link is useless. */
const LONGEST_LINK = 2600;
/** The experiment that the overview opens with. */
const FIRST = '8-sleep-2-max-6';

async function labOf({ file, scenario, not_expressible }: Comparison) {
  const sample = samplesOf(file, scenario)[Math.floor(SAMPLES / 2)];
  const loops = scenario.clients.some(({ steps }) => steps.some((step) => step.until_ms));
  if (not_expressible !== undefined || !sample || loops) return undefined;
  const made = scenarioOf(file, scenario, sample);
  const hash = await pack(made);
  return hash !== undefined && hash.length <= LONGEST_LINK ? hash : undefined;
}

function reasonsOf({ scenario }: Comparison): string[] {
  const listed = differences.differences.filter((one) => one.scenario === scenario.name);
  const unable = differences.not_expressible.filter((one) => one.scenario === scenario.name);
  return [
    ...listed.map(({ reason, note }) =>
      [differences.reasons[reason] ?? '', note ?? ''].join(NEXT).trim(),
    ),
    ...unable.map(({ reason }) => differences.reasons[reason] ?? ''),
  ];
}

async function viewOf(one: Comparison): Promise<MeasuredView> {
  const { scenario, findings, runs: simulated } = one;
  const measured = scenario.runs.length;
  return {
    name: scenario.name,
    title: scenario.title,
    verdict: verdictOf(one),
    settings: Object.entries(scenario.variables).map(([name, value]) => `${name} = ${value}`),
    workload: workloadOf(scenario),
    strip: stripOf(one),
    findings: findings.map((finding) => ({
      what: findingName(finding),
      measured: valuesOf(finding.measured, finding),
      simulated: valuesOf(finding.simulated, finding),
      holds: finding.holds,
      can_fail: finding.can_fail,
    })),
    reasons: reasonsOf(one),
    runs:
      simulated > 0 ? m.measured_runs({ measured, simulated }) : m.measured_runs_only({ measured }),
    lab: await labOf(one),
  };
}

function verdictsOf(all: readonly Comparison[]): Record<ComparisonVerdict, number> {
  const verdicts = { matched: 0, differs: 0, cannot_fail: 0, not_expressible: 0 };
  for (const one of all) verdicts[verdictOf(one)]++;
  return verdicts;
}

function kindLinks(): KindLink[] {
  return KINDS.map((kind) => {
    const ours = comparisons().filter(({ scenario }) => scenario.kind === kind);
    return {
      kind,
      title: kindTitle(kind),
      scenarios: ours.length,
      verdicts: verdictsOf(ours),
    };
  });
}

/** All pages of experiments. */
export const navLinks = (): NavLink[] => [
  ...KINDS.map((kind) => ({
    kind,
    title: kindTitle(kind),
    scenarios: files
      .flatMap(({ scenarios }) => scenarios)
      .filter((scenario) => scenario.kind === kind).length,
  })),
  {
    kind: 'clients',
    title: m.measured_clients_title(),
    scenarios: clientsCounts(clients).experiments,
  },
];

export async function kindPage(kind: ExperimentKind): Promise<KindPage> {
  const ours = comparisons().filter(({ scenario }) => scenario.kind === kind);
  const file = ours[0]?.file;
  if (!file) throw new Error(`no experiments of the kind ${kind}`);
  return {
    kind,
    title: kindTitle(kind),
    lead: kindLead(kind),
    servers: [...new Set(ours.map((one) => one.file))].map(({ server, machine }) => ({
      server,
      text: machine.text,
    })),
    source: file.source,
    scenarios: await Promise.all(ours.map(viewOf)),
    kinds: navLinks(),
  };
}

function reasonViews(): ReasonView[] {
  const all = [
    ...differences.differences.map(({ note = '', ...one }) => ({ ...one, note })),
    ...differences.not_expressible.map((one) => ({ ...one, note: '' })),
  ];
  return Object.entries(differences.reasons).map(([reason, text]) => ({
    reason: text,
    scenarios: all
      .filter((one) => one.reason === reason)
      .map((one) => {
        const found = comparisons().find(({ scenario }) => scenario.name === one.scenario);
        return {
          title: found?.scenario.title ?? one.scenario,
          href: `${found?.scenario.kind ?? ''}/#${one.scenario}`,
          note: one.note,
        };
      }),
  }));
}

const TRIED_WORDS: Readonly<Record<keyof typeof TRIED, () => string>> = {
  poll_wake_us: m.measured_tried_poll_wake_us,
  thread_wake_us: m.measured_tried_thread_wake_us,
  thread_create_us: m.measured_tried_thread_create_us,
  login_us: m.measured_tried_login_us,
  short_us: m.measured_tried_short_us,
  answer_us: m.measured_tried_answer_us,
};

/** Least and greatest time of the yardstick's computation. */
function yardstickMs({ scenarios }: MeasuredFile): readonly [number, number] {
  const alone = scenarios.filter(({ kind }) => kind === 'yardstick');
  const took = alone.flatMap(({ runs }) =>
    runs.flatMap(({ answers }) => answers.map(([, sent, done]) => done - sent)),
  );
  return [Math.min(...took), Math.max(...took)];
}

export async function overview(): Promise<Overview> {
  const all = comparisons();
  const [file] = files;
  const first = all.find(({ scenario }) => scenario.name === FIRST) ?? all[0];
  if (!file || !first) throw new Error('content/measured holds no experiment');
  const findings = all.flatMap((one) => one.findings);
  const facts = decisive(findings);
  const late = lateness(file);
  const tables = switchTables(sysbench);
  const ranges = Object.keys(TRIED) as (keyof typeof TRIED)[];
  return {
    scenarios: all.length,
    verdicts: verdictsOf(all),
    facts: facts.length,
    facts_held: facts.filter(({ holds }) => holds).length,
    facts_firm: findings.length - facts.length,
    runs: all.reduce((sum, { scenario }) => sum + scenario.runs.length, 0),
    first: await viewOf(first),
    first_kind: first.scenario.kind,
    kinds: kindLinks(),
    reasons: reasonViews(),
    usual: ms(late[Math.floor(late.length * 0.9)] ?? 0),
    held_up: ms(heldUpMs(file)),
    yardstick: yardstickMs(file).map((value) => ms(value)),
    samples: SAMPLES,
    tried: ranges.map((name) => {
      const [least, most] = TRIED[name];
      return {
        what: TRIED_WORDS[name](),
        range: m.measured_range({ least: `${least}`, most: `${most} µs` }),
      };
    }),
    machines: files.map(({ server, machine }) => ({ server, text: machine.text })),
    source: file.source,
    clients: {
      title: m.measured_clients_title(),
      lead: m.measured_clients_lead(clientsCounts(clients)),
      sections: clients.sections.map(({ name, title }) => ({ name, title })),
    },
    switches: tables,
    chart: chartOf(tables[0]),
  };
}

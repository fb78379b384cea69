// The table of server variables (wasm-core/scenario/src/scenario/variables) is the only source of their names. A name
// written by hand elsewhere needs a reason, and this file lists the reasons; `var("...")`, with which a rule reads one,
// needs none. Generated files, content and tests are left out.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import variables from '../../web/src/model/generated/variables.json';

const RULE = 'a rule that looks at the row itself, or says what must hold of it';
const EXAMPLE = 'an example of a name, shown to the reader';
const MEANING = 'a rule of its own about this variable, which no row could say';
const MODEL = 'what the simulated points of a curve are run with';
const CHOICE = 'chosen by hand among the variables: the few that most readers ask for';
const HANGS = 'what a server is set to that is made to hang, and how to get in';

const ALLOWED: Readonly<Record<string, string>> = {
  'wasm-core/steps/src/kernel/innodb.rs': RULE,
  'wasm-core/steps/src/run/patience.rs': MEANING,
  'wasm-core/steps/src/run/waiting.rs': MEANING,
  'wasm-core/steps/src/scheduler/queues/mod.rs': RULE,
  'wasm-core/scenario/src/scenario/check/patience.rs': RULE,
  'wasm-core/scenario/src/scenario/check/workload.rs': RULE,
  'wasm-core/engine/examples/lives.rs': EXAMPLE,
  'wasm-core/engine/src/vectors.rs': 'a setting of a version that recorded vectors leave out',
  'wasm-core/cli/src/curves/axis.rs': EXAMPLE,
  'wasm-core/cli/src/input.rs': EXAMPLE,
  'wasm-core/cli/src/watch/metrics.rs': MEANING,
  'wasm-core/curves/src/scenario.rs': MODEL,
  'wasm-core/diagnosis/src/forks.rs': MEANING,
  'wasm-core/diagnosis/src/judge/effect.rs': MEANING,
  'wasm-core/diagnosis/src/judge/facts.rs': MEANING,
  'wasm-core/diagnosis/src/judge/graph.rs': MEANING,
  'wasm-core/diagnosis/src/judge/lines.rs': MEANING,
  'wasm-core/diagnosis/src/judge/oracle.rs': MEANING,
  'wasm-core/diagnosis/src/judge/remedy.rs': MEANING,
  'wasm-core/diagnosis/src/judge/server.rs': MEANING,
  'wasm-core/diagnosis/src/judge/trouble.rs': MEANING,
  'wasm-core/diagnosis/src/judge/verdict.rs': MEANING,
  'wasm-core/diagnosis/src/messages.rs': MEANING,
  'wasm-core/diagnosis/src/read/looks.rs': MEANING,
  'wasm-core/diagnosis/src/read/mod.rs': MEANING,
  'wasm-core/diagnosis/src/read/servers.rs': MEANING,
  'wasm-core/diagnosis/src/read/tables.rs': MEANING,
  'wasm-core/diagnosis/src/read/text.rs': MEANING,
  'wasm-core/diagnosis/src/state.rs': MEANING,
  'wasm-core/diagnosis/src/states.rs': MEANING,
  'web/src/build/figures.ts': CHOICE,
  'web/src/build/measured/ask.ts': MEANING,
  'web/src/build/measured/samples.ts': MEANING,
  'web/src/build/measured/translate.ts': MEANING,
  'web/src/build/measured/words.ts': MEANING,
  'web/src/build/said/trials.ts': MEANING,
  'web/src/build/site/home.ts': 'a limit of one case that the page names',
  'web/src/build/site/incident.ts': 'the name of a file of settings',
  'web/src/build/widgets/widgets.ts': 'settings that a published pair has',
  'web/src/features/lab/ChangesEditor.svelte': EXAMPLE,
  'web/src/features/lab/PastePanel.svelte': EXAMPLE,
  'web/src/features/lab/follow.svelte.ts': 'the living pool keeps its one group',
  'web/src/features/lab/labels.ts': MEANING,
  'web/src/features/lab/mycnf.ts': 'no variable of the server, whatever the table says',
  'web/src/features/lab/paste.ts': 'variables that other servers have and the model leaves out',
  'web/src/features/lab/specs.ts': CHOICE,
  'web/src/features/lesson/Calculator.svelte': CHOICE,
  'web/src/features/lesson/calculator.ts': CHOICE,
  'web/src/figure/curves/LiveCurve.svelte': MODEL,
  'web/src/figure/model/server-choice.svelte.ts': CHOICE,
  'web/src/model/diagnosis/seen.ts': MEANING,
  'web/src/model/embedding/param-rows.ts': EXAMPLE,
  'web/src/model/embedding/recipes.ts': EXAMPLE,
  'web/src/model/hand/cases.ts': 'what the slider of threads sets',
  'web/src/model/servers/levers.ts': 'which wait it decides',
  'web/src/model/servers/translate.ts': MEANING,
  'web/tools/command.mjs': EXAMPLE,
  'web/tools/mariadb/alerts.mjs': HANGS,
  'web/tools/mariadb/incidents.mjs': HANGS,
  'web/tools/mariadb/made.mjs': HANGS,
  'web/tools/mariadb/people.mjs': HANGS,
  'web/src/ui/views/scene/told.ts': 'the picture draws this limit',
  'web/src/ui/views/scene/facts.ts': 'the picture draws this limit',
};

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (
        !/^(?:target|tests|research|generated|paraglide|variables|pkg.*|node_modules)$/.test(
          entry.name,
        )
      )
        yield* sources(place);
    } else if (/\.(?:rs|ts|mjs|svelte)$/.test(entry.name) && entry.name !== 'tests.rs') yield place;
  }
}

const READ = /\bvar\("(\w+)"\)/g;
/** Without comments on lines of their own: prose may use the names. */
const code = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*|<!--)/.test(line))
    .join('\n');
const all = ['wasm-core', 'web'].flatMap((folder) => [...sources(folder)]);

const names = [...new Set(variables.flatMap(({ name, field }) => [name, field]))];

test('a server variable is written by hand only where a reason is listed', () => {
  const known = new RegExp(String.raw`\b(?:${names.join('|')})\b`);
  const found = all.filter((file) => known.test(code(file).replaceAll(READ, '')));
  expect(found.sort()).toEqual(Object.keys(ALLOWED).sort());
});

test('every variable that a rule reads is read by its name in the table', () => {
  const read = all.flatMap((file) => [...code(file).matchAll(READ)].map(([, name]) => name ?? ''));
  const fields = new Set(variables.map(({ field }) => field));
  expect([...fields].filter((field) => !read.includes(field))).toEqual([]);
});

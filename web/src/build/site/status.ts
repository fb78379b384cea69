/** What a copy of the site says of itself at /status/: nothing that was not computed or recorded. */
import { FOLDER, OTHERS } from '../../model/languages';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod/v4';
import { version } from '$app/environment';
import { LIST } from '../../model/joined';
import { KINDS } from './test-kinds';

/** Written by a whole `npm test` (web/tools/record.mjs). */
const RECORD = 'node_modules/.cache/poolscope-tested.json';

const record = z.strictObject({
  commit: z.string(),
  date: z.string(),
  kinds: z.array(z.strictObject({ kind: z.enum(KINDS), passed: z.number() })),
  checks: z.array(z.string()),
  browsers: z.array(z.string()),
  vectors: z.number(),
});

/** What was published for other people's pages. */
type Lasting = Readonly<
  Record<'names' | 'pages' | 'of_each_name' | 'files', readonly string[]> & { forms: unknown[] }
>;

/** Undefined if the tests did not pass here at this commit. */
function testedAt(commit: string | undefined) {
  if (commit === undefined || !existsSync(RECORD)) return undefined;
  const written = JSON.parse(readFileSync(RECORD, 'utf8')) as { commit: unknown };
  // That of another commit may have another form, too.
  if (written.commit !== commit) return undefined;
  const found = record.parse(written);
  return { ...found, browsers: found.browsers.join(LIST), checks: found.checks.join(LIST) };
}

/** The day of the build, or of the sources if that is fixed (reproducible-builds.org). */
function builtOn(): string {
  const { SOURCE_DATE_EPOCH: fixed } = process.env;
  return new Date(fixed ? Number(fixed) * 1000 : Date.now()).toISOString().slice(0, 10);
}

export function status() {
  const commit = /^[\da-f]{12}$/.test(version) ? version : undefined;
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const lasting = JSON.parse(readFileSync('content/embeds/v1.json', 'utf8')) as Lasting;
  const own = (address: string) =>
    FOLDER
      ? address.startsWith(FOLDER)
      : !OTHERS.some(({ path }) => address.startsWith(path));
  return {
    version: manifest.version,
    commit,
    built: builtOn(),
    tested: testedAt(commit),
    promised: {
      names: lasting.names.length,
      forms: lasting.forms.length,
      pages: lasting.pages.length,
      addresses: [...lasting.of_each_name, ...lasting.files]
        .filter(own)
        .map((one) => `/${one.replace(/index\.html$/, '').replace('{name}', 'NAME')}`),
    },
  };
}

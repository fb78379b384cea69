// Every check that runs no tests.
import { made } from './made.mjs';
import { inOrder, isScript, main, run, runPackage, Sentence, tryRun, wasmCore } from './run.mjs';
import { checkRustRooms } from './rust-rooms.mjs';
import { missing } from './setup.mjs';
import { locked, packages } from './wasm.mjs';

const everything = ['--workspace', '--all-targets', '--all-features'];
const typed = ['generated code', ...packages];

/** The checks with their prerequisites as stages, the longest first. */
export const checks = {
  ...made,
  oxfmt: { needs: ['npm ci'], work: () => runPackage('oxfmt', ['--list-different', '.']) },
  'cargo fmt': {
    needs: ['rustup'],
    work: () => run('cargo', ['fmt', '--all', '--check'], { cwd: wasmCore }),
  },
  'svelte-check': {
    needs: typed,
    work: () =>
      runPackage('svelte-check', [
        '--tsconfig',
        './tsconfig.json',
        '--fail-on-warnings',
        '--incremental',
        '--tsgo',
      ]),
  },
  'cargo clippy': {
    needs: ['xtask'],
    work: () =>
      run('cargo', ['clippy', ...locked, ...everything, '--', '-D', 'warnings'], { cwd: wasmCore }),
  },
  rooms: {
    needs: ['npm ci'],
    work: () =>
      runPackage('dependency-cruiser', ['web/src', '--config', '.dependency-cruiser.js'], {
        bin: 'depcruise',
      }),
  },
  'rooms of Rust': { work: checkRustRooms },
  Chinese: {
    needs: ['npm ci'],
    work: () => run(process.execPath, ['web/tools/chinese.mjs']),
  },
  'commit subjects': { work: checkSubjects },
  oxlint: {
    needs: typed,
    work: () => runPackage('oxlint', ['--config', 'oxlint.config.js', '--deny-warnings', '.']),
  },
};

/** The longest subject of a commit, for commits after this time. */
const SUBJECTS = { since: '2026-11-22T03:30:00Z', most: 72 };

async function checkSubjects() {
  const log = await tryRun('git', ['log', `--since=${SUBJECTS.since}`, '--format=%h %s']);
  const long = (log ?? '')
    .split('\n')
    .filter((line) => line.replace(/^\S+ /, '').length > SUBJECTS.most);
  if (long.length > 0)
    throw new Sentence(`Longer than ${SUBJECTS.most} characters:\n${long.join('\n')}`);
}

if (isScript(import.meta.url)) {
  await main(async () => {
    await inOrder({ ...(await missing({ linters: true })), ...checks });
  });
}

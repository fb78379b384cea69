// Packs the command and the engine for npm, and tries them where there is neither Rust nor a checkout: npm run test:packed.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json, pack } from './pack.mjs';
import { inOrder, isScript, main, root, run, Sentence, step, wasmCore } from './run.mjs';
import { locked, modules, smaller, targetFolder } from './wasm.mjs';
import { missing } from './setup.mjs';

/** The command needs files and standard streams, which this target has. */
const TARGET = 'wasm32-wasip1';
const own = 'wasm-core/npm';

/** @param {string} to */
async function compile(to) {
  await run('rustup', ['target', 'add', TARGET], { cwd: wasmCore });
  const what = ['-p', 'poolscope-cli', '--profile', 'wasm', '--target', TARGET];
  await run('cargo', ['build', ...locked, ...what], { cwd: wasmCore });
  await smaller(path.join(targetFolder(), TARGET, 'wasm/poolscope.wasm'), to);
}

/**
 * Types without the code beside them.
 * @param {string} file
 */
async function typesOf(file) {
  const { default: ts } = await import('typescript');
  const text = readFileSync(path.join(root, 'web/src/model/generated', file), 'utf8');
  return ts.transpileDeclaration(text, {}).outputText;
}

/**
 * @param {string} into
 * @returns {Promise<string>} its file
 */
export const packCommand = (into) =>
  pack(own, into, {
    more: { version: json('package.json').version },
    async add(copy) {
      cpSync(path.join(root, 'LICENSE'), path.join(copy, 'LICENSE'));
      for (const file of ['poolscope_wasm.js', 'poolscope_wasm_bg.wasm'])
        cpSync(path.join(wasmCore, 'pkg', file), path.join(copy, file));
      for (const name of ['types', 'frame'])
        writeFileSync(path.join(copy, `${name}.d.ts`), await typesOf(`${name}.ts`));
      await compile(path.join(copy, 'poolscope.wasm'));
    },
  });

/** What is printed, with the code that it ends with. */
const printed = (
  /** @type {string} */ program,
  /** @type {readonly string[]} */ args,
  /** @type {string} */ cwd,
) => {
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return { stdout, stderr, status };
};

/**
 * Installs a packed command in an empty folder. It must print what the program that Rust made prints, and the module's example must run.
 * @param {string} file
 */
export async function tryPacked(file) {
  await run('cargo', ['build', ...locked, '--release', '-p', 'poolscope-cli'], { cwd: wasmCore });
  const program = path.join(targetFolder(), 'release/poolscope');
  const empty = mkdtempSync(path.join(tmpdir(), 'poolscope-'));
  try {
    await run('npm', ['install', '--silent', '--offline', '--prefix', empty, file], { cwd: empty });
    const captures = path.join(root, 'content/captures');
    const texts = readdirSync(captures, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.txt'),
    );
    texts.forEach((name, at) => cpSync(path.join(captures, name), path.join(empty, `${at}.txt`)));
    const asked = [
      ...texts.flatMap((_, at) => [
        ['diagnose', `${at}.txt`],
        ['diagnose', `./${at}.txt`, '--json'],
      ]),
      ['run', 'percona-two-groups'],
      ['explain', 'percona-two-groups', 'slow'],
      ['sweep', '--help'],
      ['diagnose', 'nothing.txt'],
      ['run', 'percona-two-groups', '--set', 'thread_pool_size=many'],
    ];
    for (const args of asked) {
      const [node, rust] = [
        printed('npx', ['--offline', 'poolscope', ...args], empty),
        printed(program, args, empty),
      ];
      if (node.stdout !== rust.stdout || node.status !== rust.status)
        throw new Sentence(
          `poolscope ${args.join(' ')} from npm: ${JSON.stringify(node)}\nfrom Rust: ${JSON.stringify(rust)}`,
        );
    }
    const [, example = ''] =
      /```js\n([^`]+)```/.exec(readFileSync(path.join(root, own, 'README.md'), 'utf8')) ?? [];
    writeFileSync(path.join(empty, 'example.mjs'), example);
    const { stdout, stderr } = printed(process.execPath, ['example.mjs'], empty);
    if (stdout.trim().split('\n').length !== 8 || !stdout.trim().endsWith(' 8.000'))
      throw new Sentence(`The example of the module's README printed ${stdout}${stderr}`);
    const scenario = 'percona-two-groups';
    const digest = `import { readFileSync } from 'node:fs'; import { run } from 'poolscope';
      console.log(run(readFileSync(process.argv[2], 'utf8')).digest());`;
    writeFileSync(path.join(empty, 'digest.mjs'), digest);
    const name = `content/scenarios/${scenario}.json`;
    const ran = printed(process.execPath, ['digest.mjs', path.join(root, name)], empty);
    if (ran.stdout.trim() !== json('tests/golden/digests.json')[name])
      throw new Sentence(`${scenario} has the digest ${ran.stdout}${ran.stderr}`);
    console.log(
      `  ${asked.length} commands print the same from npm as from Rust; the module's example runs.`,
    );
  } finally {
    rmSync(empty, { recursive: true });
  }
}

if (isScript(import.meta.url)) {
  await main(async () => {
    await inOrder({ ...(await missing()), ...modules });
    const folder = path.join(root, 'release');
    const file = await step('the command', () => packCommand(folder));
    await step('the command, tried', () => tryPacked(file));
    console.log(`\n  ${path.relative(root, file)}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  });
}

// Checks what must be installed before anything can be built, as pure functions from facts to a message or an answer.

/** @typedef {[major: number, minor: number, patch: number]} Version */

/**
 * The first version number in a text such as "v20.19.1" or "rustc 1.95.0 (abc 2026-04-14)".
 * @param {string} text
 * @returns {Version | undefined}
 */
export function parseVersion(text) {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : undefined;
}

/**
 * @param {Version} version
 * @param {Version} least
 */
export function atLeast(version, least) {
  for (const [i, need] of least.entries()) {
    const have = version[i] ?? 0;
    if (have !== need) return have > need;
  }
  return true;
}

/**
 * @param {string} version process.versions.node
 * @param {string} range package.json's engines.node, of the form ">=20.19"
 * @returns {string | undefined} what is wrong and how to fix it
 */
export function nodeProblem(version, range) {
  const have = parseVersion(version);
  const least = parseVersion(range);
  if (have && least && atLeast(have, least)) return undefined;
  const need = least?.slice(0, 2).join('.') ?? range;
  return `Node ${version} is too old: install Node ${need} or later from https://nodejs.org or with your package manager, then run this again.`;
}

/**
 * @typedef {object} Toolchain what rust-toolchain.toml pins
 * @property {string} channel
 * @property {string[]} targets
 */

/**
 * @param {string} toml
 * @returns {Toolchain}
 */
export function parseToolchain(toml) {
  const channel = /^channel\s*=\s*"([^"]+)"/m.exec(toml)?.[1];
  if (!channel) throw new Error('rust-toolchain.toml names no channel');
  return { channel, targets: list(toml, 'targets') };
}

/**
 * @param {string} toml
 * @param {string} key
 */
function list(toml, key) {
  const body = new RegExp(`^${key}\\s*=\\s*\\[([^\\]]*)\\]`, 'm').exec(toml)?.[1] ?? '';
  return [...body.matchAll(/"([^"]+)"/g)].flatMap((found) => found[1] ?? []);
}

/** What checks need besides the compiler. */
export const LINTERS = ['clippy', 'rustfmt'];

/**
 * The arguments for rustup that add what is missing, or undefined when nothing is. A compiler that is there is left as it is:
 * installing it again would download all of it once more.
 * @param {Toolchain} wanted
 * @param {string | undefined} installed output of `rustup component list --installed`; undefined if the compiler is missing
 * @param {readonly string[]} [components] besides the compiler
 * @returns {string[] | undefined}
 */
export function rustupArguments(wanted, installed, components = []) {
  if (installed === undefined)
    return [
      ...['toolchain', 'install', wanted.channel, '--profile', 'minimal', '--no-self-update'],
      ...components.flatMap((name) => ['--component', name]),
      ...wanted.targets.flatMap((target) => ['--target', target]),
    ];
  const have = installed.split(/\s+/);
  const lacks = [...components, ...wanted.targets.map((target) => `rust-std-${target}`)].filter(
    (name) => !have.some((line) => line.startsWith(name)),
  );
  return lacks.length > 0
    ? ['component', 'add', '--toolchain', wanted.channel, ...lacks]
    : undefined;
}

/**
 * @typedef {object} RustFacts
 * @property {boolean} rustup
 * @property {string | undefined} rustc output of `rustc --version`
 * @property {boolean} wasmStd whether the standard library for wasm is there
 */

/**
 * @param {RustFacts} facts
 * @param {Toolchain} wanted
 * @returns {string | undefined}
 */
export function rustProblem({ rustup, rustc, wasmStd }, wanted) {
  if (rustup) return undefined;
  const get =
    'get rustup from https://rustup.rs or with your package manager, then run this again.';
  if (rustc === undefined) return `Rust is missing: ${get}`;
  const have = parseVersion(rustc);
  const least = parseVersion(wanted.channel);
  if (!have || !least || !atLeast(have, least)) {
    return `Rust ${have?.join('.') ?? '?'} is too old (${wanted.channel} or later is needed): ${get}`;
  }
  if (!wasmStd) return `Rust has no library for ${wanted.targets.join(', ')}: ${get}`;
  return undefined;
}

/**
 * @typedef {object} Package one entry of a lock file; the entry "" is package.json's own
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [extraneous]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 *
 * @typedef {{ packages: Record<string, Package> }} Lock
 */

/**
 * Whether node_modules matches the lock file. npm keeps its own copy of the lock file there, so an `npm install` by hand
 * counts as well.
 * @param {Lock} lock package-lock.json
 * @param {Lock | undefined} installed node_modules/.package-lock.json
 * @param {Package} manifest package.json
 */
export function isInstalled(lock, installed, manifest) {
  if (!installed) return false;
  const { '': asked, ...locked } = lock.packages;
  for (const key of /** @type {const} */ (['dependencies', 'devDependencies'])) {
    if (!sameRecord(asked?.[key] ?? {}, manifest[key] ?? {})) return false;
  }
  const there = installed.packages;
  return (
    Object.keys(there).every((name) => name in locked) &&
    Object.entries(locked).every(([name, want]) => {
      const have = there[name];
      // Optional packages are for other systems; npm itself leaves extraneous ones out.
      if (!have) return Boolean(want.optional ?? want.extraneous);
      return have.version === want.version && have.integrity === want.integrity;
    })
  );
}

/**
 * @param {Record<string, string>} a
 * @param {Record<string, string>} b
 */
function sameRecord(a, b) {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

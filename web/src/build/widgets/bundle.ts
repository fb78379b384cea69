/** The frames' own scripts and styles, from their build step (web/tools/embed.mjs). */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const FOLDER = '.svelte-kit/embed';
const SOURCES = 'web/src/features/embed';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly assets?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

export interface Bundle {
  /** Addresses from the site's root. */
  readonly main: string;
  /** What waking loads: the figure's code, and the picture's. */
  readonly code: readonly string[];
  readonly css: string;
}

let manifest: Manifest | undefined;
function read(): Manifest {
  const file = path.join(FOLDER, 'manifest.json');
  if (!existsSync(file)) throw new Error(`${file} is missing: npm run build makes it`);
  return (manifest ??= JSON.parse(readFileSync(file, 'utf8')) as Manifest);
}

function chunkOf(source: string): Chunk {
  const found = read()[`${SOURCES}/${source}`];
  if (!found) throw new Error(`the frames' build has no ${source}`);
  return found;
}

/** Styles of a chunk and of everything that it imports. */
function stylesOf(chunk: Chunk, seen = new Set<string>()): Set<string> {
  for (const name of chunk.imports ?? []) {
    const next = read()[name];
    if (next) stylesOf(next, seen);
  }
  for (const file of chunk.css ?? []) seen.add(file);
  return seen;
}

/** `parts`: the sources that waking loads, whose styles the first picture needs. */
export function bundleOf(parts: readonly string[], main = 'main.ts'): Bundle {
  if (import.meta.env.DEV)
    return {
      main: `${SOURCES}/${main}`,
      code: parts.map((part) => `${SOURCES}/${part}`),
      css: '',
    };
  const files = new Set<string>();
  for (const part of [main, ...parts]) stylesOf(chunkOf(part), files);
  const css = [...files].map((file) => readFileSync(path.join(FOLDER, file), 'utf8')).join('');
  return {
    main: chunkOf(main).file,
    code: parts.map((part) => chunkOf(part).file),
    css,
  };
}

/** A chunk's file and everything that it imports before it runs. */
function closure(chunk: Chunk, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const name of chunk.imports ?? []) {
    const next = read()[name];
    if (next) closure(next, seen);
  }
  return seen;
}

/** The scripts for these sources, from the first one to the woken figure. */
export function scriptsOf(parts: readonly string[]): readonly string[] {
  const files = new Set<string>();
  for (const part of ['main.ts', ...parts]) closure(chunkOf(part), files);
  return [...files];
}

/** The engine's files: what opens its worker, the worker with its script, and the WebAssembly. */
export function engineFiles(): readonly string[] {
  const client = chunkOf('engine.ts');
  const worker = client.assets?.find((file) => file.endsWith('.js'));
  if (worker === undefined) throw new Error('the frames have no worker');
  const text = readFileSync(path.join(FOLDER, worker), 'utf8');
  const [wasm] = /[\w.-]+\.wasm/.exec(text) ?? [];
  if (wasm === undefined) throw new Error('the worker names no WebAssembly');
  const shared = closure(chunkOf('run.ts'));
  const own = [...closure(client)].filter((file) => !shared.has(file));
  // Modules of the engine are pages' too (web/tools/embed.mjs).
  return [...own, worker, `_app/immutable/assets/${wasm}`];
}

/** Cached by name: scripts have hashes in their names, and many frames share them. */
const packed = new Map<string, number>();
function gzippedFile(file: string): number {
  const bytes =
    packed.get(file) ?? gzipSync(readFileSync(path.join(FOLDER, file)), { level: 9 }).length;
  packed.set(file, bytes);
  return bytes;
}
export const gzipped = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzippedFile(file), 0);

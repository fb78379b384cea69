/** The frames' own scripts and styles, as their build step left them (web/tools/embed.mjs). */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = '.svelte-kit/embed';
const SOURCES = 'web/src/lib/embed';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

export interface Bundle {
  /** Addresses from the site's root. */
  readonly main: string;
  readonly code: string;
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

/** Styles of a chunk and of all that it imports. */
function stylesOf(chunk: Chunk, seen = new Set<string>()): Set<string> {
  for (const name of chunk.imports ?? []) {
    const next = read()[name];
    if (next) stylesOf(next, seen);
  }
  for (const file of chunk.css ?? []) seen.add(file);
  return seen;
}

/** `parts`: the sources whose styles the first picture needs; `code` is what waking fetches. */
export function bundleOf(code: string, parts: readonly string[]): Bundle {
  if (import.meta.env.DEV)
    return { main: `${SOURCES}/main.ts`, code: `${SOURCES}/${code}`, css: '' };
  const files = new Set<string>();
  for (const part of ['main.ts', ...parts]) stylesOf(chunkOf(part), files);
  const css = [...files].map((file) => readFileSync(path.join(FOLDER, file), 'utf8')).join('');
  return { main: chunkOf('main.ts').file, code: chunkOf(code).file, css };
}

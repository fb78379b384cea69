/** A cache in node_modules/.cache for slow computations, by engine and question. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { gunzipSync, gzipSync } from 'node:zlib';

export const WASM_FILE = 'wasm-core/pkg/poolscope_wasm_bg.wasm';

/** Faster results are not worth a file. */
const LONG_MS = 3;

let engine: string | undefined;

const codes = new Map<string, string>();

/** The hash of the sources in a folder, for answers that depend on more code than the engine. */
export function codeIn(folder: string): string {
  const known = codes.get(folder);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  for (const name of readdirSync(resolve(folder)).sort())
    if (name.endsWith('.ts')) hash.update(readFileSync(resolve(folder, name)));
  const found = hash.digest('hex');
  codes.set(folder, found);
  return found;
}

/**
 * `question`: everything that the answer depends on besides the engine; `before_ms`: the time of what was made for it before.
 */
export function kept(
  folder: string,
  question: unknown,
  answer: () => string,
  before_ms = () => 0,
): string {
  engine ??= createHash('sha256')
    .update(readFileSync(resolve(WASM_FILE)))
    .digest('hex');
  const key = createHash('sha256').update(JSON.stringify([engine, question])).digest('hex');
  const place = resolve('node_modules/.cache', folder);
  const file = resolve(place, `${key.slice(0, 32)}.gz`);
  try {
    return gunzipSync(readFileSync(file)).toString();
  } catch {
    // not computed yet
  }
  const start = performance.now();
  const found = answer();
  const took_ms = performance.now() - start + before_ms();
  if (took_ms >= LONG_MS) {
    mkdirSync(place, { recursive: true });
    // Written under another name first: the site's build and the tests' threads may read at the same time.
    const half = `${file}.${process.pid}-${threadId}`;
    writeFileSync(half, gzipSync(found, { level: 1 }));
    renameSync(half, file);
  }
  return found;
}

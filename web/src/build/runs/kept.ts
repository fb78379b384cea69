/** What takes long to compute, kept in node_modules/.cache for the same engine and the same question. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { WASM_FILE } from './engine';

let engine: string | undefined;

/** `question`: all that the answer depends on, but for the engine; the answer is plain JSON. */
export function kept<Answer>(folder: string, question: unknown, answer: () => Answer): Answer {
  engine ??= createHash('sha256')
    .update(readFileSync(resolve(WASM_FILE)))
    .digest('hex');
  const key = createHash('sha256').update(JSON.stringify([engine, question])).digest('hex');
  const place = resolve('node_modules/.cache', folder);
  const file = resolve(place, `${key.slice(0, 32)}.json`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Answer;
  } catch {
    // not computed yet
  }
  const made = JSON.stringify(answer());
  mkdirSync(place, { recursive: true });
  // Never half of it: the site's build and the tests may ask at the same time.
  writeFileSync(`${file}.${process.pid}`, made);
  renameSync(`${file}.${process.pid}`, file);
  return JSON.parse(made) as Answer;
}

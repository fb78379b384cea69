/** Sets the runs of pages aside in files of their own: the counterpart of `model/engine/aside.ts`. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { building } from '$app/environment';
import { isOfFew } from '../../figure/run/later.svelte';
import type { RunFile } from '../../model/engine/aside';
import type { Poster, PosterPacked } from '../../model/run/poster';
import { pack, packFrame } from './pack';

/** Where Kit's prerendered files wait to be copied into the build. */
const FOLDER = '.svelte-kit/output/prerendered/dependencies/run';

/** The files by name, for the development server. */
export const files = new Map<string, string>();
/** Cached, because a page contains its data twice, and many pages show the same run. */
const names = new WeakMap<object, string>();
const said = new WeakMap<Poster, PosterPacked>();

function nameOf({ scenario_json, outcome, first }: Poster): string {
  const known = names.get(outcome);
  if (known !== undefined) return known;
  const file: RunFile = {
    // As a device writes it that makes the run again.
    scenario_json: JSON.stringify(JSON.parse(scenario_json)),
    outcome: pack(outcome),
    first: packFrame(first),
  };
  const text = JSON.stringify(file);
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  names.set(outcome, name);
  if (!building) files.set(name, text);
  else if (!existsSync(path.join(FOLDER, `${name}.json`))) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path.join(FOLDER, `${name}.json`), text);
  }
  return name;
}

const isPoster = (value: unknown): value is Poster =>
  typeof value === 'object' &&
  value !== null &&
  'scenario_json' in value &&
  'outcome' in value &&
  'frame' in value;

/** False for anything but a poster. */
export function setAside(value: unknown): PosterPacked | false {
  if (!isPoster(value)) return false;
  const known = said.get(value);
  if (known) return known;
  const { overrides, frame } = value;
  const aside: PosterPacked = {
    run: nameOf(value),
    overrides,
    frame: packFrame(frame),
    of_few: isOfFew(value),
  };
  said.set(value, aside);
  return aside;
}

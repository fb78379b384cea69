// Packs a folder for npm, with what the root's package.json says of the project.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, run } from './run.mjs';

/** @param {string} file */
export const json = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** @typedef {{ homepage?: string, repository?: string | { url: string } }} Places */

/**
 * A manifest as published: homepage and repository are the project's.
 * @template {object} Manifest
 * @param {Manifest} own
 * @param {string} directory
 * @param {Places} places
 */
export function publishedManifest(own, directory, { homepage, repository }) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return {
    ...own,
    ...(homepage && { homepage }),
    ...(url && { repository: { type: 'git', url, directory } }),
  };
}

/**
 * @param {string} directory
 * @param {string} into
 * @param {{ places?: Places, more?: object, add?: (copy: string) => void | Promise<void> }} [options]
 *   `more`: of the manifest; `add`: puts further files into the copy that is packed.
 * @returns {Promise<string>} the packed file
 */
export async function pack(directory, into, { places = json('package.json'), more, add } = {}) {
  const copy = mkdtempSync(path.join(tmpdir(), 'poolscope-'));
  try {
    cpSync(path.join(root, directory), copy, { recursive: true });
    await add?.(copy);
    const own = { ...json(`${directory}/package.json`), ...more };
    const manifest = publishedManifest(own, directory, places);
    writeFileSync(path.join(copy, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    mkdirSync(into, { recursive: true });
    const out = await run('npm', ['pack', '--silent', '--pack-destination', into], {
      cwd: copy,
      tee: true,
      quiet: true,
    });
    return path.join(into, out.trim());
  } finally {
    rmSync(copy, { recursive: true });
  }
}

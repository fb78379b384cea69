// Finds a Chromium for the browser tests, or installs one if possible.
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { run, Sentence, step } from './run.mjs';

/** The headless build of the same browser takes a fifth less CPU time. */
const SHELL = 'chromium-headless-shell';
const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * @param {string} name
 * @param {string} [searched]
 */
export function onPath(name, searched = process.env['PATH']) {
  for (const folder of (searched ?? '').split(path.delimiter)) {
    const file = path.join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // not in this one
    }
  }
  return undefined;
}

/** Playwright's own if installed, else the system's. */
export async function findChromium() {
  const given = process.env['POOLSCOPE_CHROMIUM'];
  if (given) return given;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return names.flatMap((name) => onPath(name) ?? [])[0];
}

async function findOrInstall() {
  let found = await findChromium();
  if (!found && process.platform === 'linux' && process.getuid?.() === 0 && onPath('apt-get')) {
    await step('apt-get install chromium', async () => {
      const env = { DEBIAN_FRONTEND: 'noninteractive' };
      const install = (/** @type {string} */ name) =>
        run('apt-get', ['install', '-y', name], { env, quiet: true });
      await run('apt-get', ['update'], { quiet: true });
      await install(SHELL).catch(() => install('chromium')); // not every distribution has the former
    });
    found = await findChromium();
  }
  if (!found) {
    throw new Sentence(
      'No Chromium for the browser tests: install one with your package manager, or say where it is with POOLSCOPE_CHROMIUM=/path/to/chromium.',
    );
  }
  return found;
}

/** @type {Promise<string> | undefined} */
let got;

/** A single installation for all callers: two would wait for each other's lock. */
export const getChromium = () => (got ??= findOrInstall());

// How components are compiled, for the site and for frames: a frame's picture is drawn by the site's build.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { VERSION } from 'svelte/compiler';
import { root } from './run.mjs';

/**
 * The class that ties an element to its component's styles, in what the build makes.
 * Half as long as Svelte's own, as pages repeat it thousands of times.
 */
export const SCOPE = /\bs-[a-z0-9]{5}\b/g;

/** @param {{ hash: (text: string) => string, css: string }} component */
const cssHash = ({ hash, css }) => `s-${hash(css).slice(0, 5).padEnd(5, '0')}`;

export const compilerOptions = { runes: true, cssHash };

const cache = path.join(root, 'node_modules/.cache/poolscope-svelte');
const versions = [VERSION, readFileSync(import.meta.filename, 'utf8')];

/**
 * Compiles a component once for all bundles and languages that need it: five bundles of frames and two of pages in each language.
 * Put before the plugin of Svelte, whose result of compiling it keeps by the component's text.
 * @returns {import('vite').Plugin}
 */
export function compiledOnce() {
  return {
    name: 'poolscope-compiled-once',
    apply: 'build',
    configResolved({ plugins }) {
      const compile = plugins.find(({ name }) => name === 'vite-plugin-svelte:compile');
      if (typeof compile?.transform !== 'object')
        throw new Error('the plugin of Svelte compiles in another way');
      const { handler } = compile.transform;
      compile.transform.handler = async function (code, id, options) {
        const { consumer } = this.environment.config;
        const key = createHash('sha256').update(JSON.stringify([versions, consumer, id, code]));
        const file = path.join(cache, `${key.digest('hex').slice(0, 32)}.json`);
        try {
          return JSON.parse(readFileSync(file, 'utf8'));
        } catch {
          // not compiled yet
        }
        const made = await handler.call(this, code, id, options);
        if (!made || typeof made !== 'object') return made;
        const kept = { ...made, map: null };
        mkdirSync(cache, { recursive: true });
        const half = `${file}.${process.pid}-${threadId}`;
        writeFileSync(half, JSON.stringify(kept));
        renameSync(half, file);
        return kept;
      };
    },
  };
}

// Notes the packages in what readers load, which build/site/licences.ts must list.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** @returns {import('vite').Plugin} */
export function notesShipped() {
  let server = false;
  return {
    name: 'poolscope-notes-shipped',
    apply: 'build',
    configResolved: (resolved) => {
      server = Boolean(resolved.build.ssr);
    },
    generateBundle(_, bundle) {
      if (server) return;
      const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [one] : []));
      const names = chunks.flatMap(({ moduleIds }) =>
        moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
      );
      const folder = path.join(root, '.svelte-kit');
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'shipped.json'), JSON.stringify([...new Set(names)].sort()));
    },
  };
}

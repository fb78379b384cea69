/**
 * The folders of web/src in their order: each imports only itself and earlier ones. Features do not import each other, and
 * no folder is part of a cycle.
 */
const rooms = ['model', 'ui', 'figure', 'features', 'build', 'routes'];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...rooms.slice(0, -1).map((room, at) => ({
      name: `${room}-knows-no-${rooms[at + 1]}`,
      comment: `${rooms.join(' -> ')}: imports run one way`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^web/src/${room}/` },
      to: { path: `^web/src/(${rooms.slice(at + 1).join('|')})/` },
    })),
    {
      name: 'features-do-not-meet',
      comment: 'what two features need stands in a room before them',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'no-circle-among-files',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { circular: true },
    },
    {
      name: 'no-circle-among-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^web/src/' },
      to: { circular: true },
    },
  ],
  options: {
    includeOnly: '^web/src/',
    exclude: '^web/src/paraglide/',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.svelte.ts', '.svelte', '.js', '.mjs'] },
  },
};

/** `import 'pool-scope/svelte'` once: registers the element, and its types for Svelte's templates. */
import type { HTMLAttributes } from 'svelte/elements';
import type { PoolScope, PoolScopeAttributes, PoolScopeEventMap } from './pool-scope.js';

type Events = {
  [Name in keyof PoolScopeEventMap as `on${Name}`]?: (event: PoolScopeEventMap[Name]) => unknown;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pool-scope': Omit<HTMLAttributes<PoolScope>, keyof PoolScopeAttributes | keyof Events> &
      PoolScopeAttributes &
      Events;
  }
}

export * from './pool-scope.js';

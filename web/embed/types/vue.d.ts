/** `import 'pool-scope/vue'` once: registers the element, and its types for Vue's templates and JSX. */
import type { PoolScope, PoolScopeAttributes, PoolScopeEventMap } from './pool-scope.js';

/** As Vue's documentation types custom elements; `@time` and `onTime` listen. */
type VueElement = new () => PoolScope & {
  $props: PoolScopeAttributes & {
    [Name in keyof PoolScopeEventMap as `on${Capitalize<Name>}`]?: (
      event: PoolScopeEventMap[Name],
    ) => unknown;
  };
  $emit: <Name extends keyof PoolScopeEventMap>(name: Name, event: PoolScopeEventMap[Name]) => void;
};

declare module 'vue' {
  interface GlobalComponents {
    'pool-scope': VueElement;
  }
}

export * from './pool-scope.js';

/** `import 'pool-scope/react'` once: registers the element, and its types for JSX. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { PoolScope, PoolScopeAttributes } from './pool-scope.js';

type Html = DetailedHTMLProps<HTMLAttributes<PoolScope>, PoolScope>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pool-scope': Omit<Html, keyof PoolScopeAttributes> & PoolScopeAttributes;
    }
  }
}

export * from './pool-scope.js';

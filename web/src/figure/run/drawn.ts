import type { FigureProps } from '../model/given';
import { rendered } from '../../ui/rendered';

// Asked for here and not imported: a static import would put the figure's code on every page.
const figure = import.meta.env.SSR ? await import('./Figure.svelte') : undefined;

/**
 * The figure as it stands in the page's HTML; browsers have that HTML already. Several figures of one
 * page need a word each for their ids to begin with.
 */
export const drawn = (props: FigureProps, idPrefix = 'f'): string =>
  rendered(figure?.default, props, idPrefix);

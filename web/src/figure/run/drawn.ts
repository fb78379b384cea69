import type { FigureProps } from '../model/given';
import { rendered } from '../../ui/rendered';

// Imported dynamically: a static import would put the figure's code on every page.
const figure = import.meta.env.SSR ? await import('./Figure.svelte') : undefined;

/**
 * The figure's HTML, rendered by the build; browsers reuse the HTML of the page. If a page has several figures, each needs
 * an `idPrefix` of its own for its ids.
 */
export const drawn = (props: FigureProps, idPrefix = 'f'): string =>
  rendered(figure?.default, props, idPrefix);

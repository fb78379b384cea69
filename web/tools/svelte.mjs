// How components are compiled, for the site and for frames: a frame's picture is drawn by the site's build.

/**
 * The class that ties an element to its component's styles, in what the build makes.
 * Half as long as Svelte's own, as pages repeat it thousands of times.
 */
export const SCOPE = /\bs-[a-z0-9]{5}\b/g;

/** @param {{ hash: (text: string) => string, css: string }} component */
const cssHash = ({ hash, css }) => `s-${hash(css).slice(0, 5).padEnd(5, '0')}`;

export const compilerOptions = { runes: true, cssHash };

/** Whether the site is built in Chinese (web/tools/edition.mjs). Known while scripts are bundled, so the other language's code is left out. */
// With a dot: the bundler replaces nothing else.
export const CHINESE: boolean = import.meta.env.EDITION === 'zh';
/** Of documents. */
export const LANGUAGE = CHINESE ? 'zh-Hans' : 'en';

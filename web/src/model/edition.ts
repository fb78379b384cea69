/** Whether the site is built in Chinese (web/tools/edition.mjs). Known while scripts are bundled, so the other language's code is left out. */
export const CHINESE: boolean = import.meta.env['EDITION'] === 'zh';

/** The language of documents. */
export const LANGUAGE = CHINESE ? 'zh-Hans' : 'en';

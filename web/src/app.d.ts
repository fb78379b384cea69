/// <reference types="@sveltejs/kit" />
import type { PageWords } from './build/site/words';

declare global {
  /**
   * Whether the site is built in Chinese (web/tools/edition.mjs). Written into scripts before they are bundled (`edition` in
   * web/tools/embed.mjs), so bundles contain nothing of the other language.
   */
  const CHINESE: boolean;
  namespace App {
    interface Locals {
      words?: PageWords;
    }
    interface PageData {
      /** The page's title; missing on the error page. */
      head?: string;
    }
  }
}

export {};

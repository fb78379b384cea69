/// <reference types="@sveltejs/kit" />
import type { PageWords } from './build/site/words';

declare global {
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

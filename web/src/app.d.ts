/// <reference types="@sveltejs/kit" />
import type { PageWords } from './build/site/words';

declare global {
  namespace App {
    interface Locals {
      words?: PageWords;
    }
    interface PageData {
      /** Its title; not of a page that is not there. */
      head?: string;
    }
  }
}

export {};

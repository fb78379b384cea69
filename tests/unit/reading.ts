/** A paste as the laboratory gets it, from the module that pages load. */
import { readFileSync } from 'node:fs';
import { diagnose, initSync } from '#diagnose/poolscope_wasm.js';
import { readingOf, type PasteReading } from '../../web/src/features/lab/paste';
import type { Diagnosed } from '../../web/src/model/generated/diagnosis';

export function readPaste(text: string): PasteReading {
  initSync({ module: readFileSync('wasm-core/pkg-diagnose/poolscope_wasm_bg.wasm') });
  return readingOf((JSON.parse(diagnose(text, true)) as Diagnosed).capture);
}

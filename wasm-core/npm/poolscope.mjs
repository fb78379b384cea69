#!/usr/bin/env node
// The poolscope command, compiled to WebAssembly: the same program as the one that Rust makes, without `watch`, which needs threads.
import { readFileSync } from 'node:fs';
import process from 'node:process';

// Node calls WASI experimental. The command uses what has been there since Node 20: arguments, files, standard streams.
const { emitWarning } = process;
process.emitWarning = () => undefined;
const { WASI } = await import('node:wasi');
process.emitWarning = emitWarning;

const root = process.platform === 'win32' ? process.cwd().slice(0, 3) : '/';
const wasi = new WASI({
  version: 'preview1',
  args: ['poolscope', ...process.argv.slice(2)],
  // Where it is called: the program itself has no folder.
  env: { ...process.env, PWD: process.cwd() },
  preopens: { [root]: root },
});
const module = new WebAssembly.Module(readFileSync(new URL('poolscope.wasm', import.meta.url)));
const instance = new WebAssembly.Instance(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);

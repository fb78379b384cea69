/**
 * Node 20's optimiser puts calls into WebAssembly in line, and ends the process where it takes one back that returns an
 * object. Later versions do not.
 */
import { setFlagsFromString } from 'node:v8';

if (process.versions.node.startsWith('20.')) setFlagsFromString('--no-turbo-inline-js-wasm-calls');

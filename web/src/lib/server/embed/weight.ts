/** What a widget's frame loads, in gzip: before a reader means it, and once it is awake in its default view. */
import { gzipSync } from 'node:zlib';
import { moduleFor, type EngineModule } from '../../engine/modules';
import type { AnyWidget } from '../widgets';
import { engineFiles, gzipped, scriptsOf } from './bundle';
import { frameOf } from './document';

export interface Weight {
  readonly name: string;
  /** The module of the engine that its runs need; none for a chart. */
  readonly engine: EngineModule | 'none';
  /** Bytes of the page with its styles, of scripts (the worker's too), of WebAssembly. */
  readonly html: number;
  readonly script: number;
  readonly wasm: number;
  readonly total: number;
  /** Before a reader means it: the page and its first script. */
  readonly asleep: number;
}

const known = new Map<string, Weight>();

export function weightOf(widget: AnyWidget): Weight {
  const before = known.get(widget.name);
  if (before) return before;
  const { html: text, data, parts } = frameOf(widget);
  const html = gzipSync(text, { level: 9 }).length;
  const runs = data.kind === 'benchmark' ? [] : data.runs;
  const needs = new Set(
    runs.map((run) => moduleFor(run.scenario_json, JSON.stringify(run.overrides))),
  );
  const modules = needs.has('all') ? (['all'] as const) : [...needs];
  const files = modules.map(engineFiles);
  const script = gzipped([...scriptsOf(parts), ...files.flatMap(({ scripts }) => scripts)]);
  const wasm = gzipped(files.map((one) => one.wasm));
  const weight: Weight = {
    name: widget.name,
    engine: modules.at(0) ?? 'none',
    html,
    script,
    wasm,
    total: html + script + wasm,
    asleep: html + gzipped(scriptsOf([])),
  };
  known.set(widget.name, weight);
  return weight;
}

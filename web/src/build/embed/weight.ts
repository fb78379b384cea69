/**
 * How much a widget's frame loads, in gzip: before a reader shows interest, once it is awake, and after a setting is
 * changed.
 */
import { gzipSync } from 'node:zlib';
import { pack } from '../runs/pack';
import type { AnyWidget } from '../widgets/widgets';
import { engineFiles, gzipped, scriptsOf } from '../widgets/bundle';
import { frameOf } from './document';
import { recordingsOf } from '../widgets/frame-data';

export interface Weight {
  readonly name: string;
  /** Where its runs come from when it opens: the engine or a recording; a chart needs neither. */
  readonly engine: 'engine' | 'recorded' | 'none';
  /** Bytes of the page with its styles, of scripts, of recordings, and of the engine with its worker. */
  readonly html: number;
  readonly script: number;
  readonly run: number;
  /** The widget as it opens, able to play and to show any moment. */
  readonly total: number;
  /** Before a reader shows interest: the page and its first script. */
  readonly asleep: number;
  /** Added when a setting is changed: the engine, unless the widget opened with it. */
  readonly more: number;
}

const known = new Map<string, Weight>();
const packed = (text: string) => gzipSync(text, { level: 9 }).length;

export function weightOf(widget: AnyWidget): Weight {
  const before = known.get(widget.name);
  if (before) return before;
  const { html: text, data, parts } = frameOf(widget);
  const html = packed(text);
  const script = gzipped(scriptsOf(parts));
  const asleep = html + gzipped(scriptsOf([]));
  const runs = data.kind === 'benchmark' ? [] : data.runs;
  const engine = runs.length > 0 ? gzipped(engineFiles()) : 0;
  const recordings = recordingsOf(runs);
  const recorded = recordings.length > 0 && recordings.every((one) => one !== null);
  const tapes = recordings.some((one) => one !== null) ? packed(JSON.stringify(pack(recordings))) : 0;
  const run = tapes + (recorded ? 0 : engine);
  const weight: Weight = {
    name: widget.name,
    engine: recorded ? 'recorded' : runs.length > 0 ? 'engine' : 'none',
    html,
    script,
    run,
    total: html + script + run,
    asleep,
    more: recorded ? engine : 0,
  };
  known.set(widget.name, weight);
  return weight;
}

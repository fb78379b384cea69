/** A workload in short sentences. */
import { m } from '#paraglide/messages.js';
import { getAt, isList, isObject, type Json } from '../../model/run/json';
import { arrivalsLabel, spanLabel, stepLabel } from './labels';
import { printUs } from './time';
import { arrivalsKind, spanKind, stepKind, typicalUs } from './workload';
import { LIST } from '../../model/joined';

const list = (value: Json | undefined) => (isList(value) ? value : []);

function spanWords(span: Json | undefined): string {
  if (typeof span === 'number') return printUs(span);
  if (!isObject(span)) return '?';
  return m.lab_about({ time: printUs(typicalUs(span)), shape: spanLabel(spanKind(span)) });
}

function stepWords(step: Json): string {
  const kind = stepKind(step);
  const value = isObject(step) ? step[kind] : undefined;
  if (kind === 'begin' || kind === 'commit' || kind === 'latch') return stepLabel(kind);
  if (kind === 'result_kb') return m.lab_step_result_of({ size: Number(value) });
  if (kind === 'row_lock')
    return m.lab_step_row_lock_of({ rows: isObject(value) ? Number(value['rows']) : '?' });
  if (kind === 'lock' || kind === 'unlock') {
    return `${stepLabel(kind)} ${typeof value === 'string' ? value : '?'}`;
  }
  return `${stepLabel(kind)} ${spanWords(value)}`;
}

function stepsWords(of: Json | undefined): string {
  const steps = list(of === undefined ? undefined : getAt(of, '/steps'));
  return steps.map(stepWords).join(LIST) || m.lab_nothing();
}

function statementsWords(of: Json | undefined): string {
  const [first, ...others] = list(of === undefined ? undefined : getAt(of, '/statements'));
  const words = stepsWords(first);
  return others.length > 0 ? m.lab_and_others({ first: words, count: others.length }) : words;
}

export function crowdWords(crowd: Json | undefined): string {
  const count = isObject(crowd) ? crowd['count'] : undefined;
  const words = m.lab_crowd_words({
    count: typeof count === 'number' ? count : '?',
    arrivals: arrivalsLabel(arrivalsKind(isObject(crowd) ? crowd['arrivals'] : undefined)),
    what: statementsWords(crowd),
  });
  const after = crowd === undefined ? undefined : getAt(crowd, '/patience/gives_up_us');
  return typeof after === 'number' ? m.lab_crowd_gives_up({ words, time: printUs(after) }) : words;
}

function timed(item: Json | undefined): { connection: string; at: string } {
  const field = (name: string) => (isObject(item) ? item[name] : undefined);
  const connection = field('connection');
  const at = field('at_us');
  return {
    connection: typeof connection === 'number' ? String(connection) : '?',
    at: typeof at === 'number' ? printUs(at) : '?',
  };
}

export function requestWords(request: Json | undefined): string {
  return m.lab_request_words({ ...timed(request), what: stepsWords(request) });
}

export function loopWords(loop: Json | undefined): string {
  return m.lab_loop_words({ ...timed(loop), what: statementsWords(loop) });
}

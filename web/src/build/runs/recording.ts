/** Records runs while the site is built, so that a frame plays its own run without the engine. */
import { gzipSync } from 'node:zlib';
import type { Run } from '#wasm/poolscope_wasm.js';
import { isTime, type Edit, type Recording, type RecordedStep } from '../../model/engine/recording';
import type { Frame, Outcome, Overrides } from '../../model/run/types';
import { asking, inWords } from './engine';
import { pack } from './pack';

/** The recording of a longer run would be larger than the engine. */
const MOST_STEPS = 1_500;
const MOST_BYTES = 14 * 1024;
const PLACES = 1e4;

const recordings = new Map<string, Recording | undefined>();

/** Undefined if the run is too long to record, or changes between its steps. */
export function recordingOf(scenario_json: string, overrides: Overrides): Recording | undefined {
  const key = JSON.stringify(overrides) + scenario_json;
  if (!recordings.has(key)) recordings.set(key, recorded(scenario_json, overrides));
  return recordings.get(key);
}

function recorded(scenario_json: string, overrides: Overrides): Recording | undefined {
  const made = asking(scenario_json, overrides, (run) =>
    run.answer('poolscope-recordings', '', (of) => JSON.stringify(record(of) ?? null)),
  );
  const found = JSON.parse(made) as ReturnType<typeof record> | null;
  if (!found) return undefined;
  const compact = JSON.stringify(JSON.parse(scenario_json));
  return { scenario_json: compact, ...found, outcome: inWords(found.outcome, scenario_json) };
}

type Plain = Readonly<Record<string, number | readonly number[]>>;

/** Columns that differ in each step, and one that follows from the others. */
const APART = new Set(['time_ns', 'thread_progress', 'connection_since_ns']);

function plain(frame: Frame): Plain {
  const columns = Object.entries(frame as unknown as Plain).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : Array.from(value),
  ]);
  const kept = columns.filter(([name]) => !APART.has(name as string));
  return { ...(Object.fromEntries(kept) as Plain), connection_since_ns: [] };
}

/** The changed entries of a column, if that is shorter than the whole. */
function editOf(name: string, now: Plain[string], before: Plain[string], time_ns: number) {
  if (typeof now === 'number' || typeof before !== 'object' || before.length !== now.length)
    return undefined;
  const at = [...now.keys()].filter((place) => now[place] !== before[place]);
  if (at.length * 3 >= now.length) return undefined;
  const edit: Edit = { at, to: at.map((place) => (now[place] ?? 0) - (isTime(name) ? time_ns : 0)) };
  return edit;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
/** Smaller than a ring can show: switching a core takes a small part of a stretch. */
export const UNEVEN = 0.02;
function isEven(from: Frame, middle: Frame, to: Frame): boolean {
  const length = to.time_ns - from.time_ns;
  if (length <= 0) return true; // another step follows at once
  const share = (middle.time_ns - from.time_ns) / length;
  return middle.thread_progress.every((done, thread) => {
    const start = from.thread_progress[thread] ?? 0;
    const end = to.thread_progress[thread] ?? 0;
    return Math.abs(done - (start + (end - start) * share)) <= UNEVEN;
  });
}

const rounded = (shares: Float32Array) =>
  Array.from(shares, (share) => Math.round(share * PLACES) / PLACES);

/** Without words, which each language has of its own. */
function record(run: Run): Omit<Recording, 'scenario_json'> | undefined {
  const outcome = JSON.parse(run.outcome()) as Outcome;
  if (outcome.steps > MOST_STEPS) return undefined;
  const until_ns = (run.frame(Number.MAX_SAFE_INTEGER) as Frame).time_ns;
  const frames = Array.from(
    { length: outcome.steps + 1 },
    (_, step) => run.frame_at_step(step) as Frame,
  );
  const steps: RecordedStep[] = [];
  let before: Plain = {};
  for (const [index, frame] of frames.entries()) {
    const { time_ns } = frame;
    const now = plain(frame);
    const last_ns = (frames[index + 1]?.time_ns ?? until_ns + 1) - 1;
    const last = last_ns > time_ns ? (run.frame(last_ns) as Frame) : frame;
    if (last_ns > time_ns && !same(plain(last), now)) return undefined;
    const middle = run.frame(Math.floor((time_ns + last_ns) / 2)) as Frame;
    if (!isEven(frame, middle, last)) return undefined;
    const changed: Record<string, number | readonly number[]> = {};
    const edits: Record<string, Edit> = {};
    for (const [name, value] of Object.entries(now)) {
      const was = before[name];
      if (same(value, was)) continue;
      const edit = was === undefined ? undefined : editOf(name, value, was, time_ns);
      if (edit) edits[name] = edit;
      else changed[name] = value;
    }
    const done = [rounded(frame.thread_progress), rounded(last.thread_progress)] as const;
    const idle = done.every((shares) => shares.every((share) => share === 0));
    steps.push({ time_ns, changed, edits, ...(!idle && { done }) });
    before = now;
  }
  const recording = { outcome, steps, until_ns };
  const bytes = gzipSync(JSON.stringify(pack(recording)), { level: 9 }).length;
  return bytes > MOST_BYTES ? undefined : recording;
}

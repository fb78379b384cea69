/** How long answers took over the last seconds: a dot for each, and within what half and 99 of 100 of them are. */
import { m } from '#paraglide/messages.js';
import type { Ended } from '../../model/engine/live-run';
import { IN_TIME_NS, type Figures } from '../../model/hand/dares';
import type { Colours } from '../../ui/marks/attributes';
import type { Lasting } from './record';
import { inSeconds } from './say';
import { stripOf, type Strip } from './strip';

const [LEAST_NS, MOST_NS] = [4e7, 3e10];
const TICKS_NS = [1e8, 1e9, 1e10];

const SPAN = Math.log(MOST_NS / LEAST_NS);

type Context = CanvasRenderingContext2D;
interface Frame extends Strip {
  readonly y: (latency_ns: number) => number;
}

export function drawLatency(
  canvas: Context,
  size: { w: number; h: number },
  record: Lasting,
  now_ns: number,
  colours: Colours,
): void {
  const strip = stripOf(canvas, size, now_ns, colours);
  const { foot, top } = strip;
  const frame: Frame = {
    ...strip,
    y(latency_ns) {
      const inside = Math.min(MOST_NS, Math.max(LEAST_NS, latency_ns));
      return foot - (Math.log(inside / LEAST_NS) / SPAN) * (foot - top);
    },
  };
  for (const ns of TICKS_NS)
    frame.rule(frame.y(ns), '--grid', [], ns < 1e9 ? '0.1 s' : `${ns / 1e9} s`);
  frame.rule(frame.y(IN_TIME_NS), '--ink-3', [2, 4]);
  frame.times((count) => m.live_ago({ count }));
  for (const one of record.ended) dot(canvas, frame, one, colours);
  curve(canvas, frame, record.figures, 'most_ns', colours);
  curve(canvas, frame, record.figures, 'half_ns', colours);
  ends(frame, record.figures.at(-1));
}

/** A disc in time, a disc with an edge late, a cross for nobody. */
function dot(canvas: Context, { left, x, y }: Frame, one: Ended, colours: Colours): void {
  const [at_x, at_y] = [x(one.end_ns), y(one.latency_ns)];
  if (at_x < left || one.how === 'killed') return;
  canvas.beginPath();
  if (one.how === 'nobody') {
    const a = 2.6;
    canvas.moveTo(at_x - a, at_y - a);
    canvas.lineTo(at_x + a, at_y + a);
    canvas.moveTo(at_x + a, at_y - a);
    canvas.lineTo(at_x - a, at_y + a);
    canvas.strokeStyle = colours('--ink-2');
    canvas.lineWidth = 1.3;
    canvas.stroke();
    return;
  }
  const late = one.how === 'late';
  canvas.arc(at_x, at_y, 2.3, 0, 2 * Math.PI);
  canvas.fillStyle = colours(late ? '--low' : '--run');
  canvas.fill();
  if (!late) return;
  canvas.strokeStyle = colours('--edge');
  canvas.lineWidth = 0.8;
  canvas.stroke();
}

type Line = 'half_ns' | 'most_ns';

function curve(
  canvas: Context,
  { left, x, y }: Frame,
  figures: readonly Figures[],
  of: Line,
  colours: Colours,
): void {
  let on = false;
  canvas.beginPath();
  for (const one of figures) {
    const value = one[of];
    const at = x(one.run_ns);
    if (value === undefined || at < left) {
      on = false;
      continue;
    }
    if (on) canvas.lineTo(at, y(value));
    else canvas.moveTo(at, y(value));
    on = true;
  }
  canvas.strokeStyle = colours('--ink');
  canvas.lineWidth = of === 'most_ns' ? 2.2 : 2;
  canvas.setLineDash(of === 'most_ns' ? [] : [1, 4]);
  canvas.stroke();
  canvas.setLineDash([]);
}

/** Least distance of the two values' words. */
const APART = 19;

function ends({ right, top, foot, narrow, y, end, said }: Frame, last: Figures | undefined): void {
  if (last?.half_ns === undefined || last.most_ns === undefined) return;
  let [upper, lower] = [y(last.most_ns), y(last.half_ns)];
  end(upper);
  end(lower);
  if (lower - upper < APART) {
    const middle = Math.min((lower + upper) / 2, foot + 4 - APART / 2);
    const inside = Math.max(middle, top + 6 + APART / 2);
    [upper, lower] = [inside - APART / 2, inside + APART / 2];
  }
  const most = { time: inSeconds(last.most_ns) };
  said(narrow ? m.live_p99(most) : m.live_99_of_100(most), right + 11, upper + 5);
  said(m.live_half({ time: inSeconds(last.half_ns) }), right + 11, lower + 5, 600);
}

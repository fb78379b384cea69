/** How long answers took over the last seconds: a dot for each, and within what half and 99 of 100 of them are. */
import { m } from '#paraglide/messages.js';
import type { Ended } from '../../model/engine/live-run';
import { IN_TIME_NS, type Figures } from '../../model/hand/dares';
import type { Colours } from '../../ui/marks/attributes';
import { SPAN_S, type Lasting } from './record';
import { inSeconds } from './say';

const [LEAST_NS, MOST_NS] = [4e7, 3e10];
const TICKS_NS = [1e8, 1e9, 1e10];

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly foot: number;
  readonly x: (time_ns: number) => number;
  readonly y: (latency_ns: number) => number;
}

function frameOf(w: number, h: number, now_ns: number): Frame {
  const narrow = w < 620;
  const [left, right, top, foot] = [narrow ? 42 : 60, w - (narrow ? 92 : 150), 8, h - 20];
  const span = Math.log(MOST_NS / LEAST_NS);
  return {
    left,
    right,
    top,
    foot,
    x: (time_ns) => right - ((now_ns - time_ns) / 1e9 / SPAN_S) * (right - left),
    y(latency_ns) {
      const inside = Math.min(MOST_NS, Math.max(LEAST_NS, latency_ns));
      return foot - (Math.log(inside / LEAST_NS) / span) * (foot - top);
    },
  };
}

type Context = CanvasRenderingContext2D;

export function drawLatency(
  canvas: Context,
  { w, h }: { w: number; h: number },
  record: Lasting,
  now_ns: number,
  colours: Colours,
): void {
  canvas.clearRect(0, 0, w, h);
  canvas.lineJoin = canvas.lineCap = 'round';
  const frame = frameOf(w, h, now_ns);
  grid(canvas, frame, w, h, colours);
  for (const one of record.ended) dot(canvas, frame, one, colours);
  curve(canvas, frame, record.figures, 'most_ns', colours);
  curve(canvas, frame, record.figures, 'half_ns', colours);
  ends(canvas, frame, record.figures.at(-1), w, colours);
}

function grid(canvas: Context, frame: Frame, w: number, h: number, colours: Colours): void {
  const { left, right, y } = frame;
  const rule = (at: number, name: `--${string}`, dash: number[]) => {
    canvas.strokeStyle = colours(name);
    canvas.lineWidth = 1;
    canvas.setLineDash(dash);
    canvas.beginPath();
    canvas.moveTo(left, at);
    canvas.lineTo(right, at);
    canvas.stroke();
    canvas.setLineDash([]);
  };
  const said = (words: string, x: number, at: number, anchor: CanvasTextAlign) => {
    canvas.font = `500 12.5px ${colours('--sans')}`;
    canvas.fillStyle = colours('--ink-2');
    canvas.textAlign = anchor;
    canvas.fillText(words, x, at);
  };
  for (const ns of TICKS_NS) {
    rule(y(ns), '--grid', []);
    said(ns < 1e9 ? '0.1 s' : `${ns / 1e9} s`, left - 7, y(ns) + 4, 'right');
  }
  rule(y(IN_TIME_NS), '--ink-3', [2, 4]);
  for (const ago of w < 620 ? [20, 10] : [20, 15, 10, 5]) {
    const x = right - (ago / SPAN_S) * (right - left);
    said(m.live_ago({ count: ago }), x, h - 4, ago === SPAN_S ? 'left' : 'center');
  }
  said(m.live_now(), right, h - 4, 'center');
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

function ends(
  canvas: Context,
  { right, top, foot, y }: Frame,
  last: Figures | undefined,
  w: number,
  colours: Colours,
): void {
  if (last?.half_ns === undefined || last.most_ns === undefined) return;
  let [upper, lower] = [y(last.most_ns), y(last.half_ns)];
  for (const at of [upper, lower]) {
    canvas.beginPath();
    canvas.arc(right, at, 4.5, 0, 2 * Math.PI);
    canvas.fillStyle = colours('--paper');
    canvas.fill();
    canvas.strokeStyle = colours('--ink');
    canvas.lineWidth = 2.2;
    canvas.stroke();
  }
  if (lower - upper < APART) {
    const middle = Math.min((lower + upper) / 2, foot + 4 - APART / 2);
    const inside = Math.max(middle, top + 6 + APART / 2);
    [upper, lower] = [inside - APART / 2, inside + APART / 2];
  }
  canvas.textAlign = 'left';
  canvas.fillStyle = colours('--ink');
  const wide = w >= 620;
  const said = (words: string, at: number, weight: number) => {
    canvas.font = `${weight} 13px ${colours('--sans')}`;
    canvas.fillText(words, right + 11, at + 5);
  };
  const most = { time: inSeconds(last.most_ns) };
  said(wide ? m.live_99_of_100(most) : m.live_p99(most), upper, 700);
  said(m.live_half({ time: inSeconds(last.half_ns) }), lower, 600);
}

/** The strip below a live pool: the last seconds of the page, up to now at its right end. */
import { m } from '#paraglide/messages.js';
import type { Colours } from '../../ui/marks/attributes';
import { SPAN_S } from './record';

export interface Strip {
  readonly w: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly foot: number;
  readonly narrow: boolean;
  readonly x: (time_ns: number) => number;
  /** A line across, with its value. */
  readonly rule: (y: number, name: `--${string}`, dash: number[], words?: string) => void;
  /** The words for a time so many seconds ago. */
  readonly times: (words: (seconds: number) => string) => void;
  readonly said: (words: string, x: number, y: number, weight?: number) => void;
  /** A ring at the right end, where a line ends. */
  readonly end: (y: number) => void;
}

export function stripOf(
  canvas: CanvasRenderingContext2D,
  { w, h }: { readonly w: number; readonly h: number },
  now_ns: number,
  colours: Colours,
): Strip {
  const narrow = w < 620;
  const [left, right, top, foot] = [narrow ? 54 : 60, w - (narrow ? 124 : 150), 8, h - 20];
  const at = (ago_s: number) => right - (ago_s / SPAN_S) * (right - left);
  const tick = (words: string, x: number, y: number, anchor: CanvasTextAlign) => {
    canvas.font = `500 12.5px ${colours('--sans')}`;
    canvas.fillStyle = colours('--ink-2');
    canvas.textAlign = anchor;
    canvas.fillText(words, x, y);
  };
  canvas.clearRect(0, 0, w, h);
  canvas.lineJoin = canvas.lineCap = 'round';
  return {
    ...{ w, left, right, top, foot, narrow },
    x: (time_ns) => at((now_ns - time_ns) / 1e9),
    rule(y, name, dash, words) {
      canvas.strokeStyle = colours(name);
      canvas.lineWidth = 1;
      canvas.setLineDash(dash);
      canvas.beginPath();
      canvas.moveTo(left, y);
      canvas.lineTo(right, y);
      canvas.stroke();
      canvas.setLineDash([]);
      if (words !== undefined) tick(words, left - 7, y + 4, 'right');
    },
    times(words) {
      for (const ago_s of w < 350 ? [20] : narrow ? [20, 10] : [20, 15, 10, 5])
        tick(words(ago_s), at(ago_s), h - 4, ago_s === SPAN_S ? 'left' : 'center');
      tick(m.live_now(), right, h - 4, 'center');
    },
    said(words, x, y, weight = 700) {
      canvas.font = `${weight} 13px ${colours('--sans')}`;
      canvas.fillStyle = colours('--ink');
      canvas.textAlign = 'left';
      canvas.fillText(words, x, y);
    },
    end(y) {
      canvas.beginPath();
      canvas.arc(right, y, 4.5, 0, 2 * Math.PI);
      canvas.fillStyle = colours('--paper');
      canvas.fill();
      canvas.strokeStyle = colours('--ink');
      canvas.lineWidth = 2.2;
      canvas.stroke();
    },
  };
}

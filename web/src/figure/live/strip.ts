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

/** Between two words below the strip. */
const GAP = 8;

export function stripOf(
  canvas: CanvasRenderingContext2D,
  { w, h }: { readonly w: number; readonly h: number },
  now_ns: number,
  colours: Colours,
): Strip {
  const narrow = w < 620;
  const [left, right, top, foot] = [narrow ? 54 : 60, w - (narrow ? 124 : 150), 8, h - 20];
  const at = (ago_s: number) => right - (ago_s / SPAN_S) * (right - left);
  const font = `500 12.5px ${colours('--sans')}`;
  const tick = (words: string, x: number, y: number, anchor: CanvasTextAlign) => {
    canvas.font = font;
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
      canvas.font = font;
      const width = (of: string) => canvas.measureText(of).width;
      const now = m.live_now();
      let free = right - width(now) / 2;
      tick(now, right, h - 4, 'center');
      // From the right: a time that would meet the one beside it is left out.
      for (const ago_s of [5, 10, 15, SPAN_S]) {
        const [said, first] = [words(ago_s), ago_s === SPAN_S];
        const from = first ? left : at(ago_s) - width(said) / 2;
        if (from + width(said) + GAP > free || (!first && from < left + width(words(SPAN_S)) + GAP))
          continue;
        tick(said, at(ago_s), h - 4, first ? 'left' : 'center');
        free = from;
      }
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

/** A canvas's pictures as a GIF. */
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Clip } from '../picture/clip';
import { GIF_LONGEST_MS, GIF_PER_S } from './expected';

/** With one more for what has not changed since the picture before. */
const COLOURS = 63;

/** Takes a clip's pictures from a canvas, one after the other. */
export interface Writer {
  readonly per_s: number;
  /** Milliseconds of the clip that a second of the file shows. */
  readonly ms_per_s: number;
  add(nth: number): void | Promise<void>;
  end(): Promise<Blob>;
  cancel(): void | Promise<void>;
}

function joined(one: Uint8ClampedArray, other: Uint8ClampedArray): Uint8ClampedArray {
  const both = new Uint8ClampedArray(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** `sample`: a picture of the middle, whose colours join those of the first. */
export function gifOf(
  context: CanvasRenderingContext2D,
  { width, height, lasts_ms }: Pick<Clip, 'width' | 'height' | 'lasts_ms'>,
  sample: Uint8ClampedArray,
): Writer {
  const gif = GIFEncoder();
  let palette: number[][] = [];
  let before: Uint32Array | undefined;
  return {
    per_s: GIF_PER_S,
    ms_per_s: Math.max(1e3, (lasts_ms / GIF_LONGEST_MS) * 1e3),
    add(nth) {
      const { data } = context.getImageData(0, 0, width, height);
      if (nth === 0) palette = quantize(joined(sample, data), COLOURS);
      const index = applyPalette(data, palette);
      const pixels = new Uint32Array(data.buffer);
      const last = before;
      if (last) pixels.forEach((pixel, at) => pixel === last[at] && (index[at] = palette.length));
      before = pixels;
      const first = last === undefined ? { palette: [...palette, [0, 0, 0]] } : {};
      const keeps = {
        dispose: 1,
        transparent: last !== undefined,
        transparentIndex: palette.length,
      };
      gif.writeFrame(index, width, height, { ...first, ...keeps, delay: 1e3 / GIF_PER_S });
    },
    cancel: () => undefined,
    end() {
      gif.finish();
      return Promise.resolve(new Blob([gif.bytes()], { type: 'image/gif' }));
    },
  };
}

/** The parts of gifenc that clips use; the package has no types of its own. */
declare module 'gifenc' {
  interface FrameOptions {
    /** Of the first picture, for all of them. */
    readonly palette?: readonly (readonly number[])[];
    /** Milliseconds. */
    readonly delay?: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    /** 1: the picture stays, and the next is drawn over it. */
    readonly dispose?: number;
  }
  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  /** At most so many colours of the pixels, as red, green and blue. */
  export function quantize(rgba: Uint8ClampedArray, most: number): number[][];
  /** For each pixel, the index of the nearest colour. */
  export function applyPalette(rgba: Uint8ClampedArray, palette: number[][]): Uint8Array;
}

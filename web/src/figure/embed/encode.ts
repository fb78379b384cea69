/** Encodes a clip in the reader's browser. */
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  WebMOutputFormat,
  type VideoCodec,
} from 'mediabunny';
import type { Frame } from '../../model/run/types';
import type { Colours } from '../../ui/marks/attributes';
import { paintWhole } from '../../ui/marks/whole';
import type { Clip } from '../picture/clip';
import type { Repeated } from '../picture/take';
import type { Format } from './expected';
import { gifOf, type Writer } from './gif';

/** Chat programs and social networks want H.264; not every browser can encode it. */
const CODECS = { mp4: ['avc'], webm: ['vp9', 'vp8'] } as const satisfies Readonly<
  Record<string, readonly VideoCodec[]>
>;
type Video = keyof typeof CODECS;

const PER_S = 25;
/** Gives less than 2 MB for ten seconds, of crowds too, in every browser tried. */
const quality = new Quality({ bitrate: 1_250_000, bitrateMode: 'variable' });

interface Size {
  readonly width: number;
  readonly height: number;
}
const codecFor = (format: Video, { width, height }: Size) =>
  getFirstEncodableVideoCodec([...CODECS[format]], { width, height, quality });

/** The formats that this browser can encode. */
export async function formatsFor(size: Size): Promise<Format[]> {
  if (!('VideoEncoder' in globalThis)) return ['gif'];
  const all = ['mp4', 'webm'] as const;
  const codecs = await Promise.all(all.map((format) => codecFor(format, size)));
  return [...all.filter((_, at) => codecs[at] !== null), 'gif'];
}

async function videoOf(canvas: HTMLCanvasElement, format: Video): Promise<Writer> {
  const codec = await codecFor(format, canvas);
  if (!codec) throw new Error(`no ${format}`);
  const target = new BufferTarget();
  const output = new Output({
    format: format === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(),
    target,
  });
  const source = new CanvasSource(canvas, { codec, quality, keyFrameInterval: 10 });
  output.addVideoTrack(source, { frameRate: PER_S });
  await output.start();
  return {
    per_s: PER_S,
    ms_per_s: 1e3,
    add: (nth) => source.add(nth / PER_S, 1 / PER_S),
    cancel: () => output.cancel(),
    async end() {
      await output.finalize();
      if (!target.buffer) throw new Error('no clip');
      return new Blob([target.buffer], { type: `video/${format}` });
    },
  };
}

/**
 * `clipOf`: the clip, which draws its pictures in the order of time; a GIF draws one of them before. `runs`: engines that draw
 * the clip's pictures. `told`: the share that is done. Rejects once `signal` is aborted.
 */
export async function encode(
  clipOf: () => Clip,
  colours: Colours,
  runs: readonly Repeated[],
  format: Format,
  told: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const clip = clipOf();
  const canvas = Object.assign(document.createElement('canvas'), {
    width: clip.width,
    height: clip.height,
  });
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: format === 'gif' });
  if (!context) throw new Error(`no ${format}`);
  context.scale(clip.sharp, clip.sharp);
  context.textRendering = 'geometricPrecision'; // else letters of a scaled text stand unevenly
  const framesAt = (ms: number) =>
    Promise.all(runs.map((run): Promise<Frame> => run.frame(clip.moment(ms))));
  const draw = (one: Clip, frames: readonly Frame[], ms: number) =>
    paintWhole(context, one.marks(frames, ms), colours);
  const middle_ms = clip.lasts_ms / 2;
  draw(clipOf(), await framesAt(middle_ms), middle_ms); // starts loading the fonts that it needs
  await document.fonts.ready;
  const sample = () => {
    const { data } = context.getImageData(0, 0, clip.width, clip.height);
    return data;
  };
  const writer = format === 'gif' ? gifOf(context, clip, sample()) : await videoOf(canvas, format);
  const { per_s, ms_per_s } = writer;
  const many = Math.ceil((clip.lasts_ms / ms_per_s) * per_s);
  const msOf = (nth: number) => (nth * ms_per_s) / per_s;
  try {
    let next = framesAt(0);
    for (let nth = 0; nth < many; nth += 1) {
      signal.throwIfAborted();
      const frames = await next;
      // The engine draws the next one while this one is encoded.
      if (nth + 1 < many) next = framesAt(msOf(nth + 1));
      draw(clip, frames, msOf(nth));
      await writer.add(nth);
      told((nth + 1) / many);
    }
    const file = await writer.end();
    signal.throwIfAborted();
    return file;
  } catch (thrown) {
    await writer.cancel();
    throw thrown;
  }
}

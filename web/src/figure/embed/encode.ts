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

/** Chat programs and social networks want H.264; not every browser can encode it. */
const CODECS = { mp4: ['avc'], webm: ['vp9', 'vp8'] } as const satisfies Readonly<
  Record<string, readonly VideoCodec[]>
>;
export type Format = keyof typeof CODECS;

const PER_S = 25;
/** Gives less than 2 MB for ten seconds, of crowds too, in every browser tried. */
const quality = new Quality({ bitrate: 1_250_000, bitrateMode: 'variable' });

interface Size {
  readonly width: number;
  readonly height: number;
}
const codecFor = (format: Format, { width, height }: Size) =>
  getFirstEncodableVideoCodec([...CODECS[format]], { width, height, quality });

/** The formats that this browser can encode. */
export async function formatsFor(size: Size): Promise<Format[]> {
  const all = ['mp4', 'webm'] as const;
  const codecs = await Promise.all(all.map((format) => codecFor(format, size)));
  return all.filter((_, at) => codecs[at] !== null);
}

/** `runs`: engines that draw the clip's pictures. `told`: the share that is done. Rejects once `signal` is aborted. */
export async function encode(
  clip: Clip,
  colours: Colours,
  runs: readonly Repeated[],
  format: Format,
  told: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const codec = await codecFor(format, clip);
  const canvas = Object.assign(document.createElement('canvas'), {
    width: clip.width,
    height: clip.height,
  });
  const context = canvas.getContext('2d', { alpha: false });
  if (!codec || !context) throw new Error(`no ${format}`);
  const target = new BufferTarget();
  const output = new Output({
    format: format === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(),
    target,
  });
  const source = new CanvasSource(canvas, { codec, quality, keyFrameInterval: 10 });
  output.addVideoTrack(source, { frameRate: PER_S });
  const many = Math.ceil((clip.lasts_ms / 1e3) * PER_S);
  const msOf = (nth: number) => (nth * 1e3) / PER_S;
  const framesAt = (nth: number) =>
    Promise.all(runs.map((run): Promise<Frame> => run.frame(clip.moment(msOf(nth)))));
  context.scale(clip.sharp, clip.sharp);
  context.textRendering = 'geometricPrecision'; // else letters of a scaled text stand unevenly
  const draw = (frames: readonly Frame[], nth: number) =>
    paintWhole(context, clip.marks(frames, msOf(nth)), colours);
  try {
    await output.start();
    let next = framesAt(0);
    draw(await next, 0); // starts loading the fonts that it needs
    await document.fonts.ready;
    for (let nth = 0; nth < many; nth += 1) {
      signal.throwIfAborted();
      const frames = await next;
      // The engine draws the next one while this one is encoded.
      if (nth + 1 < many) next = framesAt(nth + 1);
      draw(frames, nth);
      await source.add(nth / PER_S, 1 / PER_S);
      told((nth + 1) / many);
    }
    await output.finalize();
  } catch (thrown) {
    await output.cancel();
    throw thrown;
  }
  signal.throwIfAborted();
  if (!target.buffer) throw new Error('no clip');
  return new Blob([target.buffer], { type: `video/${format}` });
}

/** What is told of a file before it is made: its length and about how large it becomes. */

/** A GIF plays wherever pictures are shown, and every browser can make one. */
export type Format = 'mp4' | 'webm' | 'gif';

/** Pictures in a second. */
export const GIF_PER_S = 10;
/** A longer clip is sped up as a GIF, so that it stays below a megabyte. */
export const GIF_LONGEST_MS = 8_000;

// Made on 30 November 2026 in Chromium 156, from six scenarios whole: mariadb-max-threads-6, hung-up-on-a-thread,
// dense-36-groups, retry-storm, two-choices-16-workers and latch-pile-up-threads.
/** 54,000 to 149,000, wide and upright, MP4 and WebM. */
const VIDEO_BYTES_PER_S = 90_000;
/** 2,500 to 4,200 where up to `FEW` requests come, else 5,400 to 10,800: what stays is not in the next picture. */
const GIF_BYTES_PER_PICTURE = { few: 3_300, many: 7_500 };
const FEW = 100;
/** The long picture as PNG: 264,000 to 361,000. */
export const LONG_BYTES = 310_000;

/** `lasts_ms`: of the clip, which a GIF may speed up. `arrived`: requests of its runs. */
export function expected(
  format: Format,
  lasts_ms: number,
  arrived: number,
): { readonly lasts_s: number; readonly bytes: number } {
  if (format !== 'gif')
    return { lasts_s: lasts_ms / 1e3, bytes: (lasts_ms / 1e3) * VIDEO_BYTES_PER_S };
  const lasts_s = Math.min(lasts_ms, GIF_LONGEST_MS) / 1e3;
  const { few, many } = GIF_BYTES_PER_PICTURE;
  return { lasts_s, bytes: lasts_s * GIF_PER_S * (arrived > FEW ? many : few) };
}

/** In units of a thousand, as systems print the sizes of files. */
export const sizeWords = (bytes: number): string =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** To two digits, since it is a guess. */
export const aboutWords = (bytes: number): string => sizeWords(Number(bytes.toPrecision(2)));

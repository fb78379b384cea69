/** Files that a page saves, and what a GIF has in it. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** The file that a press saves. */
export async function saved(
  page: Page,
  name: string | RegExp,
): Promise<{ file: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  const file = await download.path();
  return { file: download.suggestedFilename(), bytes: readFileSync(file) };
}

/** Runs in the page: a GIF's size, how many pictures it has, and how many pixels of the first are others in the middle. */
export async function pictures(bytes: readonly number[]) {
  const decoder = new ImageDecoder({ data: Uint8Array.from(bytes), type: 'image/gif' });
  await decoder.tracks.ready;
  await decoder.completed;
  const many = decoder.tracks.selectedTrack?.frameCount ?? 0;
  const pixelsAt = async (frameIndex: number) => {
    const { image } = await decoder.decode({ frameIndex });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    return context?.getImageData(0, 0, canvas.width, canvas.height);
  };
  const [first, middle] = [await pixelsAt(0), await pixelsAt(many >> 1)];
  const own = new Uint32Array(first?.data.buffer ?? new ArrayBuffer());
  const other = new Uint32Array(middle?.data.buffer ?? new ArrayBuffer());
  const moved = own.filter((pixel, at) => pixel !== other[at]).length;
  return { many, size: [first?.width, first?.height], moved };
}

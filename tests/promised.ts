import { expect, type Locator } from '@playwright/test';

/** What a button says of its file before it is made: "(about 14 s, 1.3 MB)", or the size alone. */
export async function promised(
  button: Locator,
): Promise<{ readonly seconds: number; readonly bytes: number }> {
  const words = (await button.textContent()) ?? '';
  const told = /\(about (?:(?<seconds>\d+) s, )?(?<size>[\d.]+) (?<unit>[KM])B\)$/.exec(words);
  const { seconds, size, unit } = told?.groups ?? {};
  if (size === undefined) throw new Error(`"${words}" tells no size`);
  return { seconds: Number(seconds ?? 0), bytes: Number(size) * (unit === 'M' ? 1e6 : 1e3) };
}

/** Within a factor of two. */
export function expectNear(bytes: number, told: { readonly bytes: number }): void {
  process.stdout.write(
    `  told: ${(told.bytes / 1e6).toFixed(2)} MB, made: ${(bytes / 1e6).toFixed(2)} MB\n`,
  );
  expect(bytes).toBeGreaterThan(told.bytes / 2);
  expect(bytes).toBeLessThan(told.bytes * 2);
}

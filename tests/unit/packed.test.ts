import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { packFrame } from '../../web/src/build/runs/pack';
import { finished } from '../../web/src/build/runs/engine';
import { unpackFrame } from '../../web/src/model/engine/packed';
import type { Frame } from '../../web/src/model/run/types';

const FOLDER = 'content/scenarios';
const names = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

test('a packed frame unpacks unchanged, for every scenario at three moments', () => {
  for (const name of names) {
    const run = finished(readFileSync(`${FOLDER}/${name}`, 'utf8'), {});
    try {
      const end = run.frame(Number.MAX_SAFE_INTEGER) as Frame;
      for (const frame of [run.frame(0), run.frame(end.time_ns / 2), end] as Frame[]) {
        const text = packFrame(frame);
        // Faster than an expectation about columns of thousands, and as strict.
        if (!isDeepStrictEqual(unpackFrame(text), frame))
          expect.fail(`${name} at ${frame.time_ns} ns`);
      }
    } finally {
      run.free();
    }
  }
});

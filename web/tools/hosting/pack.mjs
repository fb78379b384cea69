// Makes compressed copies of files for servers that send them: name.gz, name.br.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesOf } from './formats.mjs';
import { isPackedOnce } from './headers.mjs';

/** As many as Node's threads for compression. */
const LANES = 4;
const inGzip = promisify(gzip);
const inBrotli = promisify(brotliCompress);

/**
 * @param {string} folder
 * @param {{ brotli: boolean }} options
 */
export async function pack(folder, { brotli }) {
  const queue = filesOf(folder).filter(isPackedOnce);
  const bytes = { whole: 0, gz: 0, br: 0 };
  const write = (
    /** @type {string} */ file,
    /** @type {Buffer} */ packed,
    /** @type {number} */ least,
  ) => {
    if (packed.length >= least) return;
    // Renamed when complete, because a server may be reading.
    writeFileSync(`${file}.part`, packed);
    renameSync(`${file}.part`, file);
  };
  const lane = async () => {
    for (let name = queue.pop(); name; name = queue.pop()) {
      const file = path.join(folder, name);
      const whole = readFileSync(file);
      const gz = await inGzip(whole, { level: 9 });
      write(`${file}.gz`, gz, whole.length);
      bytes.whole += whole.length;
      bytes.gz += Math.min(gz.length, whole.length);
      if (!brotli) continue;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
      };
      const br = await inBrotli(whole, { params });
      write(`${file}.br`, br, Math.min(gz.length, whole.length));
      bytes.br += Math.min(br.length, gz.length, whole.length);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return bytes;
}

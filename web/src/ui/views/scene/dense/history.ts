/** Queue lengths over the last stretch of simulated time, gathered from the frames that were shown. */
export const SAMPLES = 64;

export class History {
  readonly bucket_ns: number;
  readonly groups: number;
  readonly #values: Uint32Array;
  /** Number of the newest stretch that has a value. */
  #newest = -1;
  #filled = 0;

  constructor(groups: number, end_ns: number) {
    this.groups = groups;
    this.bucket_ns = bucketOf(end_ns);
    this.#values = new Uint32Array(groups * SAMPLES);
  }

  get filled(): number {
    return this.#filled;
  }

  /** Time on: adds what is seen. Back, or too far ahead: begins anew. True if a line has changed. */
  add(time_ns: number, lengths: Uint32Array): boolean {
    const bucket = Math.floor(time_ns / this.bucket_ns);
    const passed = bucket - this.#newest;
    if (this.#newest < 0 || passed < 0 || passed > SAMPLES / 4) {
      this.#newest = bucket;
      this.#filled = 1;
      this.#write(bucket, lengths);
      return true;
    }
    for (let at = this.#newest + 1; at <= bucket; at += 1) this.#write(at, lengths);
    this.#newest = bucket;
    this.#filled = Math.min(SAMPLES, this.#filled + passed);
    return passed > 0;
  }

  /** `back` stretches before the newest. */
  at(group: number, back: number): number {
    const slot = (this.#newest - back) % SAMPLES;
    return this.#values[group * SAMPLES + slot] ?? 0;
  }

  most(group: number): number {
    let most = 0;
    for (let back = 0; back < this.#filled; back += 1) most = Math.max(most, this.at(group, back));
    return most;
  }

  #write(bucket: number, lengths: Uint32Array): void {
    const slot = bucket % SAMPLES;
    for (let group = 0; group < this.groups; group += 1) {
      this.#values[group * SAMPLES + slot] = lengths[group] ?? 0;
    }
  }
}

/** A tenth of the run is one line; stretches of a round length. */
function bucketOf(end_ns: number): number {
  const wanted = Math.max(1, end_ns / 10 / SAMPLES);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].find((one) => one * power >= wanted) ?? 10;
  return step * power;
}

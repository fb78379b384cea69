// The baseline in JavaScript: the three workloads on a hand-written binary heap in typed arrays, as fast as good
// JavaScript is. Logarithms for the exponential draws, no statistics but sums. It shares nothing with the engine.

/** xoshiro128++ seeded by splitmix32. */
class Random {
  constructor(seed) {
    let x = seed | 0;
    const word = () => {
      x = (x + 0x9e3779b9) | 0;
      let z = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
      return z ^ (z >>> 16);
    };
    this.state = Int32Array.of(word(), word(), word(), word());
  }

  exponential(mean) {
    const s = this.state;
    let a = s[0];
    let b = s[1];
    let c = s[2];
    let d = s[3];
    const sum = (a + d) | 0;
    const word = (((sum << 7) | (sum >>> 25)) + a) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    s[0] = a;
    s[1] = b;
    s[2] = c;
    s[3] = (d << 11) | (d >>> 21);
    return -mean * Math.log((word + 0.5) / 4294967296);
  }
}

/** Least (time, sequence) first. The holes move, not the pairs: one write a level. */
class Heap {
  constructor(capacity) {
    this.time = new Float64Array(capacity);
    this.sequence = new Uint32Array(capacity);
    this.id = new Int32Array(capacity);
    this.size = 0;
    this.next = 0;
    this.now = 0;
  }

  push(at, id) {
    const { time, sequence, id: ids } = this;
    let hole = this.size++;
    // The newest of equal times goes behind the others, so a strict comparison of times is enough on the way up.
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (time[parent] <= at) break;
      time[hole] = time[parent];
      sequence[hole] = sequence[parent];
      ids[hole] = ids[parent];
      hole = parent;
    }
    time[hole] = at;
    sequence[hole] = this.next++;
    ids[hole] = id;
  }

  /** Takes the first event; its time is in `now`. */
  pop() {
    const { time, sequence, id: ids } = this;
    this.now = time[0];
    const first = ids[0];
    const n = --this.size;
    const at = time[n];
    const number = sequence[n];
    const last = ids[n];
    let hole = 0;
    let child = 1;
    while (child < n) {
      const right = child + 1;
      if (
        right < n &&
        (time[right] < time[child] || (time[right] === time[child] && sequence[right] < sequence[child]))
      ) {
        child = right;
      }
      if (time[child] > at || (time[child] === at && sequence[child] > number)) break;
      time[hole] = time[child];
      sequence[hole] = sequence[child];
      ids[hole] = ids[child];
      hole = child;
      child = 2 * hole + 1;
    }
    time[hole] = at;
    sequence[hole] = number;
    ids[hole] = last;
    return first;
  }
}

/** A first-in-first-out line in a ring that grows. */
class Line {
  constructor(kind, capacity) {
    this.kind = kind;
    this.ring = new kind(capacity);
    this.head = 0;
    this.size = 0;
  }

  push(value) {
    if (this.size === this.ring.length) this.grow();
    this.ring[(this.head + this.size++) & (this.ring.length - 1)] = value;
  }

  shift() {
    const value = this.ring[this.head];
    this.head = (this.head + 1) & (this.ring.length - 1);
    this.size--;
    return value;
  }

  grow() {
    const old = this.ring;
    this.ring = new this.kind(2 * old.length);
    for (let i = 0; i < old.length; i++) this.ring[i] = old[(this.head + i) & (old.length - 1)];
    this.head = 0;
  }
}

/** M/M/16 at 90 % load. */
export function w1(seed, target = 2e6) {
  const random = new Random(seed);
  const heap = new Heap(32);
  const line = new Line(Float64Array, 64);
  const free = new Int32Array(16);
  let idle = 16;
  for (let i = 0; i < 16; i++) free[i] = 16 - i;
  let events = 0;
  let done = 0;
  let sum = 0;
  heap.push(random.exponential(1 / 14.4), 0);
  while (done < target) {
    const id = heap.pop();
    const now = heap.now;
    events++;
    if (id === 0) {
      heap.push(now + random.exponential(1 / 14.4), 0);
      if (idle > 0) heap.push(now + random.exponential(1), free[--idle]);
      else line.push(now);
    } else {
      done++;
      if (line.size > 0) {
        sum += now - line.shift();
        heap.push(now + random.exponential(1), id);
      } else free[idle++] = id;
    }
  }
  return { events, done, clock: heap.now, sum, order: 0 };
}

/** 4,096 clients, 16 groups of two servers. */
export function w2(seed, target = 1e6) {
  const random = new Random(seed);
  const heap = new Heap(4096 + 32);
  const sent = new Float64Array(4096);
  const client = new Int32Array(32);
  const free = new Int32Array(32);
  const idle = new Int32Array(16).fill(2);
  const lines = [];
  for (let g = 0; g < 16; g++) {
    free[2 * g] = 2 * g + 1;
    free[2 * g + 1] = 2 * g;
    lines.push(new Line(Int32Array, 256));
  }
  for (let i = 0; i < 4096; i++) heap.push(random.exponential(100), i);
  let events = 0;
  let done = 0;
  let sum = 0;
  while (done < target) {
    const id = heap.pop();
    const now = heap.now;
    events++;
    if (id < 4096) {
      const g = id & 15;
      sent[id] = now;
      if (idle[g] > 0) {
        const server = free[2 * g + --idle[g]];
        client[server] = id;
        heap.push(now + random.exponential(1), 4096 + server);
      } else lines[g].push(id);
    } else {
      const server = id - 4096;
      const g = server >> 1;
      const i = client[server];
      done++;
      sum += now - sent[i];
      heap.push(now + random.exponential(100), i);
      if (lines[g].size > 0) {
        client[server] = lines[g].shift();
        heap.push(now + random.exponential(1), id);
      } else free[2 * g + idle[g]++] = server;
    }
  }
  return { events, done, clock: heap.now, sum, order: 0 };
}

/** The hold model with 100,000 timers; making it fills it, which is not timed. */
export class Hold {
  constructor(seed) {
    this.random = new Random(seed);
    this.heap = new Heap(100_001);
    for (let i = 0; i < 100_000; i++) this.heap.push(this.random.exponential(1), i);
  }

  run(holds = 2.5e6) {
    const { heap, random } = this;
    let order = 0;
    for (let i = 0; i < holds; i++) {
      const id = heap.pop();
      order = (Math.imul(order, 31) + id) | 0;
      heap.push(heap.now + random.exponential(1), id);
    }
    return { events: holds, done: holds, clock: heap.now, sum: 0, order: order >>> 0 };
  }
}

// The baseline of `npm run bench` in JavaScript: the loop of ../src/heap.rs on a hand-written binary heap in typed arrays,
// as fast as good JavaScript is.

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
        (time[right] < time[child] ||
          (time[right] === time[child] && sequence[right] < sequence[child]))
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

/** How many answers the clients had. A client asks or waits in the line or is served: never more events than clients. */
export function answersOf(scenario, seed = 1) {
  const { count, arrivals, statements } = scenario.clients[0];
  const think_us = arrivals.closed.think.exponential.mean_us;
  const work_us = statements[0].steps[0].cpu_us.exponential.mean_us;
  const random = new Random(seed);
  const heap = new Heap(count + 1);
  const line = new Int32Array(count);
  let [head, waiting, answers] = [0, 0, 0];
  let free = scenario.server.thread_pool_size;
  for (let client = 0; client < count; client++) heap.push(random.exponential(think_us), client);
  for (;;) {
    const id = heap.pop();
    const now = heap.now;
    if (now > scenario.until_us) return answers;
    if (id < count) {
      line[(head + waiting++) % count] = id;
    } else {
      answers++;
      heap.push(now + random.exponential(think_us), id - count);
      free++;
    }
    if (free > 0 && waiting > 0) {
      const next = line[head];
      head = (head + 1) % count;
      waiting--;
      free--;
      heap.push(now + random.exponential(work_us), count + next);
    }
  }
}

/** The pools of the two dares about a latch: a thread for each client on the small server of the lesson about collapse. */
interface Asked {
  readonly title: string;
  readonly threads: number;
  readonly seed: number;
  readonly until_us: number;
}

export const CORES = 4;
/** The latch is held for this long when it should be held for a moment. */
export const STALL_US = 1_000;
/** When a run that has its stall from the start has it, and between which times its answers are counted. */
const STALL_AT_US = 10_000;
export const COUNTED_US = { from: STALL_AT_US + 5_000, to: 40_000 };

export const stall = () => ({ stall_us: STALL_US });

/** `stalled`: it is held up once, without a hand. */
export function latchScenario({ title, threads, seed, until_us }: Asked, stalled: boolean) {
  return {
    title,
    server: { scheduler: 'one-thread-per-connection' },
    machine: {
      cores: CORES,
      poll_wake_us: 0,
      thread_wake_us: 0,
      thread_create_us: 0,
      latch: { hold_us: 2, hand_over_us: 30, herd_us: 1, spin_waiters: 8, stages: 4 },
    },
    seed,
    until_us,
    clients: [
      {
        count: threads,
        first_connection: 0,
        arrivals: { closed: { think: 0, ask_first: true } },
        statements: [{ steps: [{ cpu_us: { erlang: { k: 4, mean_us: 100 } } }, { latch: true }] }],
      },
    ],
    stalls: stalled ? [{ at_us: STALL_AT_US, for_us: STALL_US }] : [],
  };
}

/** A request-and-answer channel to a thread: a worker if possible, else the page's own thread. */
export interface Link<Ask, Answer> {
  post(ask: Ask): void;
  onanswer: (answer: Answer) => void;
  /** Called when the thread itself failed and no answer will come. */
  onbroken: (message: string) => void;
  close(): void;
}
export interface Host<Ask> {
  handle(ask: Ask): unknown;
}

const unheard = () => undefined;

export function workerLink<Ask, Answer>(worker: Worker): Link<Ask, Answer> {
  const link: Link<Ask, Answer> = {
    post: (ask) => worker.postMessage(ask),
    onanswer: unheard,
    onbroken: unheard,
    close: () => worker.terminate(),
  };
  worker.onmessage = ({ data }: MessageEvent<Answer>) => link.onanswer(data);
  worker.onerror = ({ message }) => link.onbroken(message || 'the worker did not start');
  return link;
}

/** A channel to a host on the page's own thread. */
export function hereLink<Ask, Answer>(
  made: (post: (answer: Answer) => void) => Host<Ask>,
): Link<Ask, Answer> {
  const link: Link<Ask, Answer> = {
    post: (ask) => void host.handle(ask),
    onanswer: unheard,
    onbroken: unheard,
    close: unheard,
  };
  const host = made((answer) => link.onanswer(answer));
  return link;
}

/**
 * Replaces a worker that can't be made (sandboxed frame, old browser) at once. If a worker is blocked after construction,
 * by a policy say, its error comes before any answer, and the requests are repeated on the page's own thread.
 */
export function withFallback<Ask, Answer>(
  worker: () => Link<Ask, Answer>,
  here: () => Promise<Link<Ask, Answer>>,
): Link<Ask, Answer> {
  let current: Link<Ask, Answer> | undefined;
  let unanswered: Ask[] | undefined = [];
  let closed = false;
  const link: Link<Ask, Answer> = {
    post: (ask) => {
      unanswered?.push(ask);
      current?.post(ask);
    },
    onanswer: unheard,
    onbroken: unheard,
    close: () => {
      closed = true;
      current?.close();
    },
  };
  const use = (one: Link<Ask, Answer>, onbroken: (message: string) => void) => {
    current = one;
    one.onanswer = (answer) => {
      unanswered = undefined;
      link.onanswer(answer);
    };
    one.onbroken = onbroken;
  };
  const standIn = (why: string) => {
    current = undefined;
    here().then(
      (one) => {
        if (closed) return;
        use(one, (message) => link.onbroken(message));
        for (const ask of unanswered ?? []) one.post(ask);
      },
      () => link.onbroken(why),
    );
  };
  try {
    const one = worker();
    use(one, (message) => {
      if (unanswered) {
        one.close();
        standIn(message);
      } else link.onbroken(message);
    });
  } catch (thrown) {
    standIn(String(thrown));
  }
  return link;
}

/** Yields to other work, without the 4 ms that nested timeouts cost. */
function rest(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

/** A host's clock, and how long work on the page's own thread may block it at a time. */
export const HERE = { rest, now: () => performance.now(), slice_ms: 6 };

/** The way to a thread that is asked and answers: a worker where one can be had, else the page's own. */
export interface Link<Ask, Answer> {
  post(ask: Ask): void;
  onanswer: (answer: Answer) => void;
  /** The machinery itself broke: no answer will come. */
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

/** To a host on the page's own thread. */
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
 * A worker that cannot be made (a sandboxed frame, an old browser) is stood in for at once; one that is refused after its
 * construction (by a policy, say) tells so before its first answer: what it was asked is asked again on the page's own thread.
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

/** How long an own thread may be kept from everything else, in one go. */
export const HERE = { now: () => performance.now(), slice_ms: 6 };

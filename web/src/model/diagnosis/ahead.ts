/** Runs remedies ahead, in a worker if possible, else in slices on the page's own thread. */
import { tryAll, type AheadAnswer, type AheadAsk } from './tries';

export interface AheadHears {
  readonly onremedy: (answer: AheadAnswer) => void;
  /** The last call; `broken` says what failed, if anything did. */
  readonly onend: (broken?: string) => void;
}

/** Starts the runs; call the returned function to stop them early. */
export function runAhead(ask: AheadAsk, { onremedy, onend }: AheadHears): () => void {
  let worker: Worker | undefined;
  let over = false;
  const end = (broken?: string) => {
    if (over) return;
    over = true;
    worker?.terminate();
    onend(broken);
  };
  const here = async () => {
    for await (const answer of tryAll(ask)) {
      if (over) return;
      onremedy(answer);
      await new Promise((resolve) => setTimeout(resolve));
    }
    end();
  };
  try {
    worker = new Worker(new URL('./ahead-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<AheadAnswer>) => {
      onremedy(data);
      if (data.index === ask.count - 1) end();
    };
    worker.onerror = (event) => {
      end(event.message || 'the worker did not start');
    };
    worker.postMessage(ask);
  } catch {
    // A sandboxed frame, or a browser without workers.
    here().catch((thrown: unknown) => {
      end(thrown instanceof Error ? thrown.message : String(thrown));
    });
  }
  return () => {
    over = true;
    worker?.terminate();
  };
}

/** Code that the first motion of most figures doesn't need: files loaded after it, once for all figures of the page. */
import type { Frame, Outcome } from '../../model/run/types';
import { poolsInFront } from '../../ui/views/scene/front/in-front';
import type * as parts_of_a_figure from './parts';
import type * as scenes_of_few from './scenes';

export type Parts = typeof parts_of_a_figure;

/** During the build they are loaded at once. */
const built = import.meta.env.SSR
  ? await Promise.all([import('./parts'), import('./scenes')])
  : ([undefined, undefined] as const);

class Fetched<Module> {
  there = $state.raw<Module>();
  readonly #load: () => Promise<Module>;
  #asked: Promise<Module> | undefined;

  constructor(there: Module | undefined, load: () => Promise<Module>) {
    this.there = there;
    this.#load = load;
  }

  fetch(): Promise<Module> {
    return (this.#asked ??= this.#load().then(
      (module) => (this.there = module),
      (thrown: unknown) => {
        this.#asked = undefined; // a failed download may be tried again
        throw thrown;
      },
    ));
  }
}

let settle: (() => void) | undefined;

export const later = {
  /** Text and controls around the picture. */
  parts: new Fetched<Parts>(built[0], () => import('./parts').finally(settle)),
  /** The pictures of applications' pools. */
  scenes: new Fetched<typeof scenes_of_few>(built[1], () => import('./scenes')),
  /** Resolves once the parts have been requested, whether they arrived or not: later loads need not wait any more. */
  settled: new Promise<void>((done) => (settle = done)),
};

/** Called by parts that are still missing, to try again. */
export const fetchParts = () =>
  void Promise.all([later.parts.fetch(), later.scenes.fetch()]).catch(() => undefined);

/** Whether a run's picture needs files that are loaded later. */
export const isOfFew = ({ outcome, first }: { outcome: Outcome; first: Frame }): boolean =>
  poolsInFront(outcome, first).length > 0;

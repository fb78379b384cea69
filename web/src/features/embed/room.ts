/**
 * The height of the frame: told to the host, and where the host keeps a height of its own, made to do. Its rows
 * are a style sheet's; here is only whether they have the height that they like, or the one that is left.
 */
import type { Options } from '../../model/embedding/params';

/** A host that hears our height needs a moment. */
const PATIENCE_MS = 400;

interface Room {
  readonly root: HTMLElement;
  readonly fit: Options['fit'];
  /** In a window of its own it fills it. */
  readonly alone: boolean;
  readonly tell: (height: number) => void;
}

export function makeRoom({ root, fit, alone, tell }: Room): () => void {
  const page = document.documentElement;
  let told = 0;
  let patient = fit === 'auto' && !alone;

  function look(): void {
    delete page.dataset['fitted'];
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height !== told) {
      told = height;
      tell(height);
    }
    const short = !patient && innerHeight < height - 2;
    if (fit === '1' || (fit !== '0' && (alone || short))) page.dataset['fitted'] = '';
  }
  let asked = false;
  const soon = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      look();
    });
  };
  addEventListener('resize', soon);
  if (patient)
    setTimeout(() => {
      patient = false;
      soon();
    }, PATIENCE_MS);
  look();
  return soon;
}

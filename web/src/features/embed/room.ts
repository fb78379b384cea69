/**
 * The height of the frame: reports it to the host, or makes do with the height that the host keeps. A style sheet lays out
 * the rows; this decides only whether they get their preferred height or share what there is.
 */
import type { Options } from '../../model/embedding/params';

/** How long a host may take to apply the reported height. */
const PATIENCE_MS = 400;

interface FrameRoom {
  readonly root: HTMLElement;
  readonly fit: Options['fit'];
  /** True if the frame has a window to itself: it fills that. */
  readonly alone: boolean;
  readonly tell: (height: number) => void;
}

export function makeRoom({ root, fit, alone, tell }: FrameRoom): () => void {
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

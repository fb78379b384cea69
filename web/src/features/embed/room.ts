/**
 * The height of the frame: told to the host, and where the host keeps a height of its own, made to do.
 * The picture then takes the form and the size that its words are largest in.
 */
import type { Options } from '../../model/embedding/params';
import { WIDEST } from './views';

/** Below that, words in the picture are hard to read: the caption goes first, then the knobs. */
const LEGIBLE = 0.72;
const SMALLEST = 0.3;
/** Widths that the picture has a form for. */
const FORMS = [1000, 700, 400] as const;
/** A host that hears our height needs a moment. */
const PATIENCE_MS = 400;

interface Room {
  readonly root: HTMLElement;
  readonly fit: Options['fit'];
  /** Lays the picture out for a width; undefined: its own. */
  readonly form: (width: number | undefined) => void;
  readonly tell: (height: number) => void;
}

export function makeRoom({ root, fit, form, tell }: Room): () => void {
  const page = document.documentElement;
  const picture = root.querySelector<HTMLElement>('.picture');
  const around = root.querySelector<HTMLElement>('.room');
  let told = 0;
  let patient = fit === 'auto';
  const whole = () => Math.ceil(root.getBoundingClientRect().height);

  function natural(): void {
    delete page.dataset['fitted'];
    if (picture) {
      picture.style.width = '';
      picture.style.zoom = '';
    }
    form(undefined);
  }
  /** The best size of the picture in so much height, by the size of its words. */
  function best(height: number, width: number) {
    if (!picture) return { zoom: 1, form: width, size: 1 };
    const found = [width, ...FORMS.filter((one) => one > width * 0.5)].map((one) => {
      picture.style.width = `${one}px`;
      picture.style.zoom = '1';
      form(one);
      const tall = picture.getBoundingClientRect().height;
      const zoom = Math.min(1, width / one, height / tall);
      const drawn = one >= 820 ? one / 1060 : one >= 560 ? one / 720 : Math.min(one, 430) / 340;
      return { zoom, form: one, size: zoom * Math.min(1, drawn) };
    });
    return found.reduce((most, one) => (one.size > most.size + 0.01 ? one : most));
  }
  function squeeze(): void {
    if (!picture || !around) return;
    const width = around.clientWidth;
    for (const level of ['1', '2', '3'] as const) {
      page.dataset['fitted'] = level;
      picture.style.width = '';
      picture.style.zoom = '';
      const others = whole() - picture.getBoundingClientRect().height;
      const one = best(innerHeight - others - 1, width);
      if (one.size >= LEGIBLE || level === '3') {
        form(one.form);
        picture.style.width = `${one.form}px`;
        picture.style.zoom = String(Math.max(one.zoom, SMALLEST));
        return;
      }
    }
  }
  function look(): void {
    natural();
    const height = whole();
    if (height !== told) {
      told = height;
      tell(height);
    }
    if (fit !== '0' && !patient && innerHeight < height - 2) squeeze();
    else form(Math.min(around?.clientWidth ?? WIDEST, WIDEST));
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

/**
 * The boxes for which a figure is drawn before its page's script has measured its own: about those that figures have beside
 * their text on a laptop, a tablet and a phone. The real box scales the drawing.
 */
const UNMEASURED = [
  { name: 'broad', width: 868, height: 270 },
  { name: 'middle', width: 772, height: 326 },
  { name: 'narrow', width: 358, height: 212 },
] as const;

/** A whole figure next to its text, on a screen that is high enough. */
export const TALL = { name: 'tall', width: 920, height: 470 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The same, limited to an approximate height; one of two or more has no tablet's form. */
export const unmeasured = (most?: number) =>
  most === undefined
    ? [...UNMEASURED, TALL]
    : UNMEASURED.filter(({ name }) => name !== 'middle').map((box) => ({
        ...box,
        height: Math.min(box.height, most),
      }));

/** So much narrower or wider, relative to its height, may a box be than the drawing in it; text hardly shrinks. */
const NEAR = Math.log(1.2);
const LEAST_SCALE = 0.97;

/**
 * The size for which the picture in a box is planned: one of the above if that is nearly the same, so that nothing moves when
 * a script takes over what a page has drawn. `scale` and the rest place the drawing in the box.
 */
export function plannedFor({
  width,
  height,
}: Size): Size & Readonly<Record<'scale' | 'x' | 'y', number>> {
  const fits = [...UNMEASURED, TALL].flatMap((form) => {
    const scale = Math.min(width / form.width, height / form.height);
    const off = Math.abs(Math.log((width / height) * (form.height / form.width)));
    return off <= NEAR && scale >= LEAST_SCALE && scale <= 1 / LEAST_SCALE
      ? [{ width: form.width, height: form.height, scale, off }]
      : [];
  });
  const [{ off: _, ...best } = { width, height, scale: 1, off: 0 }] = fits.sort(
    (a, b) => a.off - b.off,
  );
  return {
    ...best,
    x: (width - best.width * best.scale) / 2,
    y: (height - best.height * best.scale) / 2,
  };
}

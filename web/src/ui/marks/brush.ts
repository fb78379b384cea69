/**
 * Puts a list of marks on a page and keeps each mark's element while its key lasts. This is the only hand-written DOM code.
 * Keyed lists of `svelte:element` with spread attributes do the same, but not within a picture's time: for scenes of 300 to
 * 850 elements they take 5 to 38 ms (median of 120 pictures, played five times in Chromium on a busy machine), where this
 * takes 0.2 to 1 ms, because it compares with what it wrote and skips identical lists.
 */
import { attributesOf, tagOf, variable, type Attributes } from './attributes';
import { within } from './markup';
import type { Mark } from './marks';

interface DrawnMark {
  readonly element: Element;
  readonly tag: string;
  readonly inside: Brush;
  attributes: Attributes;
  html: string | undefined;
  mark: Mark | undefined;
}

export class Brush {
  #drawn: Map<string | number, DrawnMark> | undefined;
  readonly #round: boolean;

  /** @param round the marks are in an element that rounds lines */
  constructor(round: boolean) {
    this.#round = round;
  }

  /** The first call takes over the elements that the build drew, if there are any. */
  draw(parent: Element, marks: readonly Mark[]): void {
    const before = this.#drawn ?? new Map<string | number, DrawnMark>();
    const there = this.#drawn ? [] : [...parent.children];
    const same =
      there.length === marks.length &&
      marks.every((mark, index) => there[index]?.tagName === tagOf(mark));
    if (!same) for (const element of there) element.remove();
    const now = new Map<string | number, DrawnMark>();
    this.#drawn = now;
    let next = parent.firstElementChild;
    /** Remove old elements before moving any, so that the rest is already in place. */
    let cleared = false;
    const clear = () => {
      cleared = true;
      const kept = new Set(marks.map((mark, index) => mark.key ?? index));
      for (const [key, { element }] of before) {
        if (kept.has(key)) continue;
        if (element === next) next = element.nextElementSibling;
        element.remove();
        before.delete(key);
      }
    };
    marks.forEach((mark, index) => {
      const key = mark.key ?? index;
      const tag = tagOf(mark);
      const known = before.get(key);
      const built = same ? there[index] : undefined;
      const its: DrawnMark =
        known?.tag === tag
          ? known
          : {
              element: built ?? document.createElementNS('http://www.w3.org/2000/svg', tag),
              tag,
              inside: new Brush(this.#round),
              // The build drew it for another room: remove the attributes that are not needed here.
              attributes: Object.fromEntries([...(built?.attributes ?? [])].map(valued)),
              html: built ? undefined : '',
              mark: undefined,
            };
      if (its === known) before.delete(key);
      now.set(key, its);
      update(its, mark, this.#round);
      if (its.element !== next && !cleared) clear();
      if (its.element === next) next = next.nextElementSibling;
      else parent.insertBefore(its.element, next);
    });
    for (const { element } of before.values()) element.remove();
  }
}

const valued = ({ name, value }: Attr) => [name, value] as const;

function update(its: DrawnMark, mark: Mark, round: boolean): void {
  const old = its.mark;
  if (old === mark) return;
  const { element, attributes: before } = its;
  its.mark = mark;
  /** The contents of a group are often the same list. */
  const inside = () => {
    if (mark.kind !== 'group' || (old?.kind === 'group' && old.marks === mark.marks)) return;
    its.inside.draw(element, mark.marks);
  };
  if (old && alike(old, mark)) {
    inside();
    return;
  }
  its.attributes = attributesOf(mark, variable, true, round);
  for (const [name, value] of Object.entries(its.attributes))
    if (value !== before[name]) element.setAttribute(name, String(value));
  for (const name of Object.keys(before))
    if (!(name in its.attributes)) element.removeAttribute(name);
  if (mark.kind === 'group') {
    inside();
    return;
  }
  const html = within(mark, variable);
  if (html !== its.html) write(element, html);
  its.html = html;
}

/** Replaces only the text: parsing or inserting elements would repeat their layout. */
function write(element: Element, html: string): void {
  const [only, more] = element.childNodes;
  if (/[<&]/.test(html)) element.innerHTML = html;
  else if (only instanceof Text && !more) only.data = html;
  else element.textContent = html;
}

/** Equal in everything but a group's contents; much faster than writing the attributes. */
function alike(a: Mark, b: Mark): boolean {
  const one = a as unknown as Readonly<Record<string, unknown>>;
  const other = b as unknown as Readonly<Record<string, unknown>>;
  for (const name in other)
    if (name !== 'marks' && name !== 'data' && one[name] !== other[name]) return false;
  if (!sameData(a.data, b.data)) return false;
  for (const name in one) if (!(name in other)) return false;
  return true;
}

function sameData(a: Mark['data'], b: Mark['data']): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  const names = Object.keys(b);
  return names.length === Object.keys(a).length && names.every((name) => a[name] === b[name]);
}

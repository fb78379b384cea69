/**
 * Puts a list of marks on a page: the same element for a mark for as long as its key lasts. It is the one place where
 * the DOM is written by hand. Svelte can do it, with keyed lists of `svelte:element` whose attributes are spread, but
 * not within a picture's time: for scenes of 300 to 850 elements it takes 5 to 38 ms (the median of 120 pictures,
 * played five times in Chromium, on a busy machine) where this takes 0.2 to 1 ms, since it compares what was written
 * before it writes, and a list that is the same is not looked at.
 */
import { attributesOf, tagOf, variable, type Attributes } from './attributes';
import { within } from './markup';
import type { Mark } from './marks';

interface Drawn {
  readonly element: Element;
  readonly tag: string;
  readonly inside: Brush;
  attributes: Attributes;
  html: string | undefined;
  mark: Mark | undefined;
}

export class Brush {
  #drawn: Map<string | number, Drawn> | undefined;

  /** The first time it takes over what the build drew, if that is there. */
  draw(parent: Element, marks: readonly Mark[]): void {
    const before = this.#drawn ?? new Map<string | number, Drawn>();
    const there = this.#drawn ? [] : [...parent.children];
    const same =
      there.length === marks.length &&
      marks.every((mark, index) => there[index]?.tagName === tagOf(mark));
    if (!same) for (const element of there) element.remove();
    const now = new Map<string | number, Drawn>();
    this.#drawn = now;
    let next = parent.firstElementChild;
    /** What has gone leaves before anything is moved: what follows it stands where it should. */
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
      const its: Drawn =
        known?.tag === tag
          ? known
          : {
              element: built ?? document.createElementNS('http://www.w3.org/2000/svg', tag),
              tag,
              inside: new Brush(),
              // The build drew it for another room: what this one has no use for goes.
              attributes: Object.fromEntries([...(built?.attributes ?? [])].map(valued)),
              html: built ? undefined : '',
              mark: undefined,
            };
      if (its === known) before.delete(key);
      now.set(key, its);
      update(its, mark);
      if (its.element !== next && !cleared) clear();
      if (its.element === next) next = next.nextElementSibling;
      else parent.insertBefore(its.element, next);
    });
    for (const { element } of before.values()) element.remove();
  }
}

const valued = ({ name, value }: Attr) => [name, value] as const;

function update(its: Drawn, mark: Mark): void {
  const old = its.mark;
  if (old === mark) return;
  const { element, attributes: before } = its;
  its.mark = mark;
  /** What stands in a group is often the same list. */
  const inside = () => {
    if (mark.kind !== 'group' || (old?.kind === 'group' && old.marks === mark.marks)) return;
    its.inside.draw(element, mark.marks);
  };
  if (old && alike(old, mark)) {
    inside();
    return;
  }
  its.attributes = attributesOf(mark, variable, true);
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

/** Words take the place of words: what is parsed or put in anew is laid out anew. */
function write(element: Element, html: string): void {
  const [only, more] = element.childNodes;
  if (/[<&]/.test(html)) element.innerHTML = html;
  else if (only instanceof Text && !more) only.data = html;
  else element.textContent = html;
}

/** The same in all but what stands in a group: told far faster than attributes are written. */
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

/**
 * An animated picture that works in an <img> too: one SVG with its own style sheet and no script. Every appearance of each
 * mark is in it once; the style sheet says when each is visible and what moves where. Readers who want less motion see the
 * poster's moment.
 */
import { attributesOf, tagOf, type Attributes, type Colours } from '../../ui/marks/attributes';
import { within } from '../../ui/marks/markup';
import type { GroupMark, Mark } from '../../ui/marks/marks';
import { escapeXml } from '../../model/words/escape';

export interface Film {
  readonly title: string;
  readonly desc: string;
  readonly width: number;
  readonly height: number;
  /** The marks at moments with equal distances. */
  readonly moments: readonly (readonly Mark[])[];
  /** Index of the moment that is shown without motion. */
  readonly poster: number;
  readonly lasts_ms: number;
}

/**
 * Colour names are kept for a theme to fill in. The monospace font becomes the generic one, because it appears many times.
 */
const colours: Colours = (name) => (name === '--mono' ? 'monospace' : `var(${name})`);

/** The share of the time between two moments that a move takes. */
const ON_THE_WAY = 0.7;

const written = (all: Attributes) =>
  Object.entries(all)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');

/** Fills gaps with the last value: while invisible, a mark keeps its state. */
function filled<Value>(values: readonly (Value | undefined)[]): Value[] {
  let last = values.find((one) => one !== undefined);
  return last === undefined ? [] : values.map((one) => (last = one ?? last) as Value);
}

/** A mark without the attributes that the style sheet can set, and both as text. */
interface WrittenMark {
  readonly all: Attributes;
  readonly own: Attributes;
  /** Its contents, if it is not a group; a group's position. */
  readonly inside: string;
  readonly place: string;
  /** Equal for marks with the same appearance. */
  readonly key: string;
}

/** A cache: most marks are equal in many moments, and in every attempt at a size. */
const known = new WeakMap<Mark, WrittenMark>();
function lookOf(mark: Mark): WrittenMark {
  const found = known.get(mark);
  if (found) return found;
  // `data` is for pages; here it would only make equal marks different.
  const { data: _data, ...plain } = mark;
  const all = attributesOf(plain, colours);
  const { opacity: _, transform: __, ...own } = all;
  const [inside, place] = mark.kind === 'group' ? ['', placeOf(mark)] : [within(mark, colours), ''];
  const look = { all, own, inside, place, key: `${startOf(mark)}${written(own)}|${inside}` };
  known.set(mark, look);
  return look;
}

function startOf(mark: Mark): string {
  if (mark.kind !== 'group') return mark.kind;
  const { x, y, scale } = mark;
  // A nested drawing has a position that is not a transform.
  return tagOf(mark) === 'svg' ? `svg ${String(x)} ${String(y)}` : `g ${String(scale)}`;
}

const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`;
const short = (value: number) => Number(value.toFixed(1));

class Cutter {
  readonly #many: number;
  readonly #poster: number;
  readonly #rules = new Map<string, string>();
  readonly #classes = new Map<string, string>();

  constructor({ moments, poster }: Film) {
    this.#many = moments.length;
    this.#poster = poster;
  }

  get rules(): string {
    const frames = [...this.#rules].map(([rule, name]) => `@keyframes ${name}{${rule}}`);
    const classes = [...this.#classes].map(([names, name]) => `.${name}{${names}}`);
    return [...frames, ...classes].join('\n');
  }

  #named(all: Map<string, string>, content: string, letter: string): string {
    const name = all.get(content) ?? letter + all.size.toString(36);
    all.set(content, name);
    return name;
  }

  /** The value at each moment at which it changes. */
  #changes<What>(said: readonly What[]): [at: number, what: What][] {
    return [...said.entries()].filter(([at, what]) => at === 0 || what !== said[at - 1]);
  }

  #fades(levels: readonly number[]): string | undefined {
    if (levels.every((level) => level === levels[0])) return undefined;
    const rule = this.#changes(levels)
      .map(([at, level]) => `${percent(at / this.#many)}{opacity:${level}}`)
      .join('');
    return this.#named(this.#rules, rule, 'f');
  }

  #glides(places: readonly string[]): string | undefined {
    if (places.every((place) => place === places[0])) return undefined;
    const rule = this.#changes(places)
      .flatMap(([at, to]) => {
        const before = places[at - 1];
        const is = (share: number, place: string) => `${percent(share)}{transform:${place}}`;
        if (before === undefined) return [is(0, to)];
        return [is(at / this.#many, before), is((at + ON_THE_WAY) / this.#many, to)];
      })
      .join('');
    const end = `100%{transform:${places.at(-1) ?? 'none'}}`;
    return this.#named(this.#rules, rule + end, 'g');
  }

  #animated(fade: string | undefined, glide: string | undefined): Attributes {
    if (!fade && !glide) return {};
    const names = [fade, glide].filter((one) => one !== undefined);
    const pace = [fade && 'step-end', glide && 'linear'].filter(Boolean);
    const rule = `animation-name:${names.join()};animation-timing-function:${pace.join()}`;
    return { class: this.#named(this.#classes, rule, 'c') };
  }

  /** Undefined: nothing of it is visible at that moment. */
  write(lists: readonly (readonly Mark[] | undefined)[]): string {
    const { order, found } = together(lists);
    return order
      .map((key) => {
        const marks = lists.map((list, at) => list && (found[at]?.get(key) ?? null));
        return this.#variants(marks);
      })
      .join('');
  }

  /** All appearances of one mark; null: it is absent. */
  #variants(marks: readonly (Mark | null | undefined)[]): string {
    if (marks.every((mark) => mark === marks[0])) return this.#one(marks);
    const looks = new Map<string, (Mark | null | undefined)[]>();
    for (const [at, mark] of marks.entries()) {
      if (!mark) continue;
      const look = lookOf(mark).key;
      const own = looks.get(look) ?? marks.map((one) => (one === undefined ? undefined : null));
      own[at] = mark;
      looks.set(look, own);
    }
    return [...looks.values()].map((own) => this.#one(own)).join('');
  }

  #one(marks: readonly (Mark | null | undefined)[]): string {
    const levels = filled(
      marks.map((mark) =>
        mark === undefined ? undefined : mark === null ? 0 : (mark.opacity ?? 1),
      ),
    );
    const level = levels[this.#poster] ?? 1;
    const fade = this.#fades(levels);
    const any = marks.find((mark) => mark);
    if (!any) return '';
    const { all, own, inside: words } = lookOf(any);
    const shown = level === 1 ? {} : { opacity: level };
    if (any.kind !== 'group') {
      const start = `<${any.kind}${written({ ...own, ...shown, ...this.#animated(fade, undefined) })}`;
      return words ? `${start}>${words}</${any.kind}>` : `${start}/>`;
    }
    const groups = marks.map((mark) => (mark?.kind === 'group' ? mark : undefined));
    const tag = tagOf(any);
    const places = filled(groups.map((one) => one && lookOf(one).place));
    const glide = tag === 'g' ? this.#glides(places) : undefined;
    const still = groups[this.#poster] ?? any;
    const placed =
      glide === undefined
        ? all['transform'] === undefined
          ? {}
          : { transform: all['transform'] }
        : { transform: lookOf(still).all['transform'] ?? 'translate(0 0)' };
    const inside = this.write(groups.map((one) => one?.marks));
    if (inside === '') return '';
    return `<${tag}${written({ ...own, ...placed, ...shown, ...this.#animated(fade, glide) })}>${inside}</${tag}>`;
  }
}

function placeOf({ x = 0, y = 0, scale }: GroupMark): string {
  const by = scale === undefined ? '' : `scale(${[scale].flat().join()})`;
  return `translate(${short(Number(x))}px,${short(Number(y))}px)${by}`;
}

/** All keys of the lists' marks, in an order that is compatible with each list. */
function together(lists: readonly (readonly Mark[] | undefined)[]) {
  const order: string[] = [];
  let own = new Map<string, Mark>();
  const found = lists.map((list, at) => {
    if (at > 0 && list === lists[at - 1]) return own;
    own = new Map();
    let after = -1;
    for (const [place, mark] of (list ?? []).entries()) {
      let key = `${mark.kind} ${mark.key ?? `#${place}`}`;
      while (own.has(key)) key += '+';
      own.set(key, mark);
      const known = order[after + 1] === key ? after + 1 : order.indexOf(key);
      if (known < 0) order.splice((after += 1), 0, key);
      else after = Math.max(after, known);
    }
    return own;
  });
  return { order, found };
}

function filmSvg(film: Film): string {
  const { width, height, title, desc, lasts_ms } = film;
  const cutter = new Cutter(film);
  const body = cutter.write(film.moments);
  const time = `animation-duration:${Math.round(lasts_ms)}ms;animation-iteration-count:infinite`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${escapeXml(colours('--sans'))}" font-size="13">`,
    `<title>${escapeXml(title)}</title><desc>${escapeXml(desc)}</desc>`,
    `<style>@media (prefers-reduced-motion:no-preference){[class]{${time}}\n${cutter.rules}}</style>`,
    `${body}</svg>\n`,
  ].join('\n');
}

/** The limit of some picture hosts. */
export const MOST_BYTES = 200_000;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** With as many moments as fit, from the first to the last. `inTheme` fills in the colours. */
export function filmWithin(
  film: Film,
  inTheme: (svg: string) => string,
  most = MOST_BYTES,
): string {
  let bytes = most;
  let many = film.moments.length;
  for (; many >= 2; many = Math.floor(many * Math.min(0.9, (0.95 * most) / bytes))) {
    const last = film.moments.length - 1;
    const chosen = Array.from({ length: many }, (_, at) => Math.round((at * last) / (many - 1)));
    const distance = (at: number) => Math.abs((chosen[at] ?? 0) - film.poster);
    const poster = [...chosen.keys()].reduce((best, at) =>
      distance(at) < distance(best) ? at : best,
    );
    const moments = chosen.map((at) => film.moments[at] ?? []);
    const svg = inTheme(filmSvg({ ...film, moments, poster }));
    bytes = bytesOf(svg);
    if (bytes <= most) return svg;
  }
  throw new Error(`${film.title}: ${bytes} B, of which ${most} are allowed`);
}

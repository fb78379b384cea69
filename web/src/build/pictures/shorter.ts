/**
 * Writes the paths of a finished drawing in fewer bytes, for pictures that somebody else's page loads: a crowd is one path of
 * thousands of equal marks. In the order of their places, each told from the one before, they repeat themselves, and packing
 * keeps one of them. What is drawn is the same: neither a fill nor a stroke of one colour depends on the order of its parts.
 */

/** Paths have two decimals at most. */
const GRAIN = 100;
const whole = (text: string) => Math.round(Number(text) * GRAIN);
const print = (value: number) => String(value / GRAIN).replace(/^(-?)0\./, '$1.');
/** A number's sign separates it from the one before. */
const after = (value: number) => (value < 0 ? '' : ' ') + print(value);

interface Part {
  readonly x: number;
  readonly y: number;
  /** All that follows its first point, told from where the pen is. */
  readonly rest: string;
  /** Where it leaves the pen. */
  readonly to: readonly [x: number, y: number];
}

const COMMAND = /([a-zA-Z])([^a-zA-Z]*)/g;
const NUMBER = /-?\d*\.?\d+/g;

/** Undefined: a command that this does not read. */
function readPart(x: number, y: number, text: string): Part | undefined {
  let at: [x: number, y: number] = [x, y];
  let rest = '';
  for (const [, name = '', numbers = ''] of text.matchAll(COMMAND)) {
    const values = (numbers.match(NUMBER) ?? []).map(whole);
    const [first = 0, second = 0] = values;
    const [left, top] = at;
    const upper = name === name.toUpperCase();
    switch (name) {
      case 'H':
      case 'h':
      case 'V':
      case 'v': {
        if (values.length !== 1) return undefined;
        const across = name === 'H' || name === 'h';
        const by = upper ? first - (across ? left : top) : first;
        at = across ? [left + by, top] : [left, top + by];
        rest += name.toLowerCase() + print(by);
        break;
      }
      case 'L':
      case 'l': {
        if (values.length !== 2) return undefined;
        const [dx, dy] = upper ? [first - left, second - top] : [first, second];
        at = [left + dx, top + dy];
        rest += `l${print(dx)}${after(dy)}`;
        break;
      }
      case 'a':
      case 'q':
      case 'c': {
        const [dx = 0, dy = 0] = values.slice(-2);
        at = [left + dx, top + dy];
        rest += name + numbers.trim();
        break;
      }
      case 'Z':
      case 'z':
        at = [x, y];
        rest += 'z';
        break;
      default:
        return undefined;
    }
  }
  return { x, y, rest, to: at };
}

/** A path's `d`; as it was where this saves nothing. */
export function shorterPath(d: string): string {
  const parts: Part[] = [];
  for (const [, x = '', y = '', text = ''] of d.matchAll(/M(-?[\d.]+)[ ,]?(-?[\d.]+)([^Mm]*)/g)) {
    const part = readPart(whole(x), whole(y), text);
    if (!part) return d;
    parts.push(part);
  }
  if (parts.length === 0 || !d.startsWith('M') || d.includes('m')) return d;
  if (parts.length > 1)
    parts.sort((a, b) => (a.rest < b.rest ? -1 : a.rest > b.rest ? 1 : a.x - b.x || a.y - b.y));
  let [left, top] = [0, 0];
  let short = '';
  for (const { x, y, rest, to } of parts) {
    short += `m${print(x - left)}${after(y - top)}${rest}`;
    [left, top] = to;
  }
  return short;
}

export const inFewerBytes = (svg: string) =>
  svg.replaceAll(/ d="([^"]+)"/g, (_, d: string) => ` d="${shorterPath(d)}"`);

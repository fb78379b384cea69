/** Pictures of the page as files: an SVG with its styles inside, and a PNG drawn from it. */

/** What a drawing's looks are made of; the rest of CSS says nothing in an SVG. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
  'dominant-baseline',
  'letter-spacing',
  'visibility',
  'vector-effect',
  // As an attribute: other programs do not read it from a style.
  'transform',
] as const;
const SAYS_NOTHING = new Set(['', 'none', 'normal', 'auto']);
const REFERENCE = /url\(["']?#([^"')]+)["']?\)/g;
const NS = 'http://www.w3.org/2000/svg';

/** The colours of the theme that the reader has now. */
export function themeColours(): (name: string) => string {
  const styles = getComputedStyle(document.documentElement);
  return (name) => styles.getPropertyValue(name).trim() || '#888888';
}

function inlineStyles(from: Element, to: Element): void {
  const computed = getComputedStyle(from);
  if (computed.display === 'none') {
    to.remove();
    return;
  }
  to.removeAttribute('style');
  for (const property of PROPERTIES) {
    const value = computed.getPropertyValue(property);
    if (SAYS_NOTHING.has(value)) {
      if (property === 'fill' || property === 'stroke') to.setAttribute(property, 'none');
    } else {
      to.setAttribute(property, value);
    }
  }
  if (computed.textTransform === 'uppercase' && to.children.length === 0) {
    to.textContent = to.textContent.toUpperCase();
  }
  to.removeAttribute('class');
  for (const name of to.getAttributeNames()) {
    if (/^(on|aria-|data-|tabindex|role)/.test(name)) to.removeAttribute(name);
  }
  const children = [...to.children];
  [...from.children].forEach((child, index) => {
    const copy = children[index];
    if (copy) inlineStyles(child, copy);
  });
}

/** Hatchings and clips that stand elsewhere on the page. */
function bringAlong(copy: SVGSVGElement): void {
  const text = copy.outerHTML;
  const wanted = new Set([...text.matchAll(REFERENCE)].map(([, id]) => id ?? ''));
  const defs = document.createElementNS(NS, 'defs');
  for (const id of wanted) {
    if (copy.querySelector(`[id="${CSS.escape(id)}"]`)) continue;
    const original = document.getElementById(id);
    if (!original) continue;
    const along = original.cloneNode(true) as Element;
    inlineStyles(original, along);
    defs.append(along);
  }
  if (defs.childNodes.length > 0) copy.prepend(defs);
}

/** A drawing of the page as a file of its own, in its present theme. */
export function standalone(svg: SVGSVGElement, title: string): string {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  inlineStyles(svg, copy);
  bringAlong(copy);
  copy.setAttribute('xmlns', NS);
  copy.setAttribute('width', String(Math.round(width)));
  copy.setAttribute('height', String(Math.round(height)));
  if (!copy.hasAttribute('viewBox')) {
    copy.setAttribute('viewBox', `0 0 ${Math.round(width)} ${Math.round(height)}`);
  }
  const box = copy.viewBox.baseVal;
  const ground = document.createElementNS(NS, 'rect');
  ground.setAttribute('x', String(box.x));
  ground.setAttribute('y', String(box.y));
  ground.setAttribute('width', String(box.width));
  ground.setAttribute('height', String(box.height));
  ground.setAttribute('fill', themeColours()('--surface'));
  const name = document.createElementNS(NS, 'title');
  name.textContent = title;
  copy.prepend(name, ground);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

const SHARP = 2;
/** Canvases have an end; a picture beyond it is drawn smaller. */
const MOST_PIXELS = 12_000;

export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(SHARP, MOST_PIXELS / Math.max(image.width, image.height, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('no picture'));
    }, 'image/png');
  });
}

export function download(content: string | Blob, name: string, type: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold of it once it began.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

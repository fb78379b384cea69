/** Exports pictures of the page: a complete SVG, and a PNG drawn from it. */
import { escapeXml } from '../../model/words/escape';
import { wrap } from '../marks/measure';

/** The colours of the reader's present theme. */
export function themeColours(): (name: string) => string {
  const styles = getComputedStyle(document.documentElement);
  return (name) => styles.getPropertyValue(name).trim() || '#888888';
}

const VARIABLE = /var\((--[\w-]+)\)/g;
/** Attributes that work only in a page. */
const OF_PAGE = /^(class|role|tabindex|aria-|data-|on)/;

/** Turns an animated position (a style) into an attribute, and removes bodies that are invisible at home. */
function settle(element: Element): void {
  if (element.getAttribute('opacity') === '0') {
    element.remove();
    return;
  }
  const place = /translate\(([-\d.]+)px, ?([-\d.]+)px\)/.exec(element.getAttribute('style') ?? '');
  if (place) element.setAttribute('transform', `translate(${place[1] ?? 0} ${place[2] ?? 0})`);
  element.removeAttribute('style');
  for (const name of element.getAttributeNames())
    if (OF_PAGE.test(name)) element.removeAttribute(name);
  // A copy, because some children are removed.
  for (const child of Array.from(element.children)) settle(child);
}

/** The size of the words above a drawing, in pixels, and the margin around both. */
const SAID = { size: 17, line: 24, edge: 16 } as const;

/** A drawing of marks on the page as a file of its own, in the present theme; with sentences above it, the first in bold. */
export function standalone(svg: SVGSVGElement, title: string, says?: readonly string[]): string {
  const drawn = svg.viewBox.baseVal;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  settle(copy);
  const { size, line, edge } = SAID;
  const margin = says ? edge : 0;
  const lines = (says ?? []).flatMap((one, nth) =>
    wrap(one, drawn.width, size).map((text) => ({ text, weight: nth === 0 ? 700 : 400 })),
  );
  const top = margin + (lines.length === 0 ? 0 : lines.length * line + edge);
  const said = lines.map(
    ({ text, weight }, nth) =>
      `<text x="${edge}" y="${edge + size + nth * line}" font-size="${size}" font-weight="${weight}" fill="var(--ink)">${escapeXml(text)}</text>`,
  );
  const [width, height] = [drawn.width + 2 * margin, drawn.height + top + margin];
  const box = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const body = `<rect width="${width}" height="${height}" fill="var(--sheet)"/>${said.join('')}<g transform="translate(${margin} ${top})">${copy.innerHTML}</g>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" ${box} font-family="var(--sans)"><title>${escapeXml(title)}</title>${body}</svg>\n`;
  const colours = themeColours();
  // Font names contain quotes.
  return drawing.replaceAll(VARIABLE, (_, name: string) => colours(name).replaceAll('"', "'"));
}

const SHARP = 2;
/** The limit of a canvas; a larger picture is scaled down. */
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
  // A started download no longer needs the address.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

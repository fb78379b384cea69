/** Panels over the page: in the browser's top layer, returning the focus when closed. */
import { sheetPosition, menuPosition, type Box } from '../model/beside';

type Positioning = (sheet: HTMLElement) => Readonly<Record<string, string>>;

const px = (value: number) => `${Math.round(value)}px`;
const boxOf = (element: Element): Box => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
};
const screen = () => ({ width: document.documentElement.clientWidth, height: innerHeight });

/** Next to a figure: as tall as its contents and at most as tall as there is room, or exactly that tall with `whole`. */
export const besideFigure =
  (figure: () => HTMLElement | undefined, whole: boolean, least?: number): Positioning =>
  () => {
    const own = figure();
    if (!own) return {};
    const { width, height } = screen();
    const seen = boxOf(own);
    // A dock at the foot of the screen keeps its place.
    const dock = own.querySelector('[data-part=transport]');
    const low = dock && getComputedStyle(dock).position === 'fixed' ? boxOf(dock).height : 0;
    const top = Math.max(0, seen.top);
    const bottom = Math.min(height, seen.top + seen.height);
    const clipped = { ...seen, top, height: Math.max(0, bottom - top) };
    const box = sheetPosition(clipped, { width, height }, low, least);
    const size = { left: px(box.left), width: px(box.width) };
    if (whole) return { ...size, top: px(box.top), height: px(box.height) };
    const at_foot = box.top > height / 4;
    return {
      ...size,
      [at_foot ? 'bottom' : 'top']: px(at_foot ? height - box.top - box.height : box.top),
      'max-height': px(box.height),
    };
  };

export const fromButton =
  (button: () => Element | undefined): Positioning =>
  (sheet) => {
    const own = button();
    if (!own) return {};
    const { right, most, ...side } = menuPosition(boxOf(own), screen(), sheet.offsetWidth);
    const [name, value] = 'top' in side ? ['top', side.top] : ['bottom', side.bottom];
    return { right: px(right), [name]: px(value), 'max-height': px(most) };
  };

/** Opens a popover and keeps its position; the returned function gives the focus back. */
export function openInPlace(node: HTMLElement, place: Positioning): () => void {
  const opener = document.activeElement;
  node.showPopover();
  const put = () => {
    for (const [name, value] of Object.entries(place(node))) node.style.setProperty(name, value);
  };
  put();
  addEventListener('resize', put);
  node.focus({ preventScroll: true });
  return () => {
    removeEventListener('resize', put);
    const had = node.contains(document.activeElement) || document.activeElement === document.body;
    node.removeAttribute('style');
    if (node.matches(':popover-open')) node.hidePopover();
    if (had && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}

/** An attachment that reports an element's content box, at first and whenever it changes. */
export const sized = (told: (box: DOMRectReadOnly) => void) => (place: Element) => {
  const observer = new ResizeObserver(([entry]) => {
    if (entry) told(entry.contentRect);
  });
  observer.observe(place);
  return () => observer.disconnect();
};

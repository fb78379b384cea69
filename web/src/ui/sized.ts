/** An attachment that tells how large an element is within, at first and whenever that changes. */
export const sized = (told: (box: DOMRectReadOnly) => void) => (place: Element) => {
  const observer = new ResizeObserver(([entry]) => {
    if (entry) told(entry.contentRect);
  });
  observer.observe(place);
  return () => observer.disconnect();
};

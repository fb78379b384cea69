/** How a page's text breaks into lines, by the rectangles of its letters. It runs in the page. */
export interface Breaks {
  /** Lines that begin with a mark that closes something. */
  readonly marks: readonly string[];
  /** Where a heading's line ends within a word or a name. */
  readonly cut: readonly string[];
  /** Where a line ends between a number and its unit, or what it counts. */
  readonly torn: readonly string[];
  /** Sentences of a narrator, and buttons beside Play, of which a part is hidden. */
  readonly hidden: readonly string[];
}

export function breaksOf(): Breaks {
  const unread = 'svg, pre, table, .visually-hidden, noscript, script, style, [popover]';
  const linesOf = (block: Element): string[] => {
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const lines: string[] = [];
    let last: DOMRect | undefined;
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.parentElement?.closest(unread)) continue;
      const text = node.textContent ?? '';
      for (let at = 0; at < text.length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const [box] = range.getClientRects();
        if (!box || box.width === 0) {
          // A space at the end of a line has no width.
          if (lines.length > 0) lines.push(`${lines.pop() ?? ''}${text.charAt(at)}`);
          continue;
        }
        const next = last === undefined || (box.left < last.left && box.top > last.top + 4);
        lines.push(`${next ? '' : (lines.pop() ?? '')}${text.charAt(at)}`);
        last = box;
      }
    }
    return lines;
  };
  const blocks = [...document.querySelectorAll('main :is(p, li, dd, h1, h2, h3)')].filter(
    (block) => !block.querySelector('p, li, svg') && !block.closest(unread),
  );
  const marks = blocks.flatMap((block) =>
    linesOf(block).filter((line, at) => at > 0 && /^[，。、；：？！）》」』”’]/.test(line)),
  );
  const unit = /^(?:(?:ns|µs|ms|s|kB|MB|GB|px|%)(?![A-Za-z])|[个条次行秒核倍])/;
  const torn = blocks.flatMap((block) => {
    const lines = linesOf(block);
    return lines.flatMap((line, at) => {
      const next = lines[at + 1] ?? '';
      return /\d\s*$/.test(line) && unit.test(next)
        ? [`${line.slice(-12)}|${next.slice(0, 12)}`]
        : [];
    });
  });
  const words = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
  const cut = [...document.querySelectorAll('main :is(h1, h2, h3)')].flatMap((heading) => {
    const lines = linesOf(heading);
    const text = lines.join('');
    const ends = lines.slice(0, -1).map((_, at) => lines.slice(0, at + 1).join('').length);
    return ends.flatMap((end) => {
      const word = words.segment(text).containing(end);
      const between = word?.index === end || text.charAt(end - 1) === '_';
      return between ? [] : [`${text.slice(0, end)}|${text.slice(end)}`];
    });
  });
  const sentences = [...document.querySelectorAll('figure .said')].filter(
    (line) => line.scrollHeight > line.clientHeight + 1,
  );
  const buttons = [...document.querySelectorAll('[data-part=transport] button')].filter(
    (button) => button.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5,
  );
  const hidden = [...sentences, ...buttons].map((one) => one.textContent);
  return { marks, cut, torn, hidden };
}

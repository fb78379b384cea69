/** Turns a picture's HTML into one for print: without controls. */
const TAG = /<(\w+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/g;

export function stilled(html: string): string {
  // With many pictures on one page, their parts must not be landmarks.
  return html
    .replaceAll('</section>', '</div>')
    .replaceAll(TAG, (tag: string, name: string, attributes: string) => {
      if (name === 'button') return tag.replace('<button', '<button disabled');
      if (name === 'section') return tag.replace('<section', '<div role="group"');
      if (!attributes.includes('role="button"')) return tag;
      // A request's body: keeps its name, as an image.
      return tag
        .replace('role="button"', 'role="img"')
        .replaceAll(/\s(?:tabindex|aria-pressed)="[^"]*"/g, '');
    });
}

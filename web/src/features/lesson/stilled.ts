/** A picture's HTML for paper: what would be pressed there is only looked at. */
const TAG = /<(\w+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/g;

export function stilled(html: string): string {
  // Parts of many pictures on one page are no landmarks.
  return html
    .replaceAll('</section>', '</div>')
    .replaceAll(TAG, (tag: string, name: string, attributes: string) => {
      if (name === 'button') return tag.replace('<button', '<button disabled');
      if (name === 'section') return tag.replace('<section', '<div role="group"');
      if (!attributes.includes('role="button"')) return tag;
      // A token: its name stays, as that of a picture.
      return tag
        .replace('role="button"', 'role="img"')
        .replaceAll(/\s(?:tabindex|aria-pressed)="[^"]*"/g, '');
    });
}

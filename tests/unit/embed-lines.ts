/** What a host page makes of a pasted snippet: a small HTML parser, and what the element does with attributes. */

export interface Opened {
  readonly query: URLSearchParams;
}
export interface Read extends Opened {
  readonly scripts: readonly string[];
  /** The frame's address, without its query. */
  readonly address: string;
  readonly title: string;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
/** Character references; one that is unknown here is a mistake in the snippet. */
export const decode = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (all, code?: string, name?: string) => {
    const found = code === undefined ? NAMED[name ?? ''] : String.fromCodePoint(Number(code));
    if (found === undefined) throw new Error(`what is ${all}?`);
    return found;
  });

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Up to the next tag; after a picture, what follows the span around it. */
  readonly text: string;
}

/** Opening tags, as the HTML standard parses them: a value ends at its quote and nowhere else. */
export function tagsOf(html: string): readonly Tag[] {
  const normal = html.replace(/\r\n?/g, '\n');
  return [
    ...normal.matchAll(/<([a-z][\w-]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*>(?:<\/span>)?([^<]*)/g),
  ].map(([, name = '', inside = '', text = '']) => ({
    name,
    text: decode(text),
    attributes: new Map(
      [...inside.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = '', of = '']) => [
        key.toLowerCase(),
        decode(of),
      ]),
    ),
  }));
}

export function opened(form: 'iframe' | 'element' | 'url', written: string): Read {
  if (form === 'url') {
    const { origin, pathname, searchParams: query } = new URL(written);
    expectOneLine(written);
    return { query, scripts: [], address: origin + pathname, title: '' };
  }
  const tags = tagsOf(written);
  const named = (name: string) => tags.filter((tag) => tag.name === name);
  const scripts = named('script').map(({ attributes }) => attributes.get('src') ?? '');
  if (form === 'iframe') {
    const [frame, ...more] = named('iframe');
    if (!frame || more.length > 0 || tags.length !== 5 + scripts.length) throw new Error(written);
    const { origin, pathname, searchParams } = new URL(frame.attributes.get('src') ?? '');
    const title = frame.attributes.get('title') ?? '';
    return { query: searchParams, scripts, address: origin + pathname, title };
  }
  const [element, ...more] = named('pool-scope');
  const [words] = named('span');
  if (!element || !words || more.length > 0 || tags.length !== 6 + scripts.length)
    throw new Error(written);
  const query = new URLSearchParams(`v=1&${element.attributes.get('params') ?? ''}`);
  for (const [name, value] of element.attributes) {
    if (name === 'height') query.set('fit', '1');
    else if (!['scenario', 'params', 'label'].includes(name)) query.set(name, value);
  }
  const site = new URL('..', scripts[0]).href;
  const address = `${site}embed/${element.attributes.get('scenario') ?? ''}/`;
  return { query, scripts, address, title: words.text };
}

function expectOneLine(text: string): void {
  if (/\s/.test(text)) throw new Error(`${text}: an address has no spaces`);
}

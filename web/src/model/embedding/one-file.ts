/**
 * A figure as one file, which works from a disk and without a network: page, code and engine in one. A reader's browser puts
 * it together of what the site has already: the figure's frame, and what all figures of its kind have in common.
 */

/** The marks in what figures have in common (build/embed/alone.ts) where a figure's own goes. */
export const HEAD = '<!--head-->';
export const BODY = '<!--body-->';

function part(html: string, pattern: RegExp): string {
  const [found] = pattern.exec(html) ?? [];
  if (found === undefined) throw new Error(`a frame without ${pattern.source}`);
  return found;
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Which modules of the frames' code a figure's page names, as their sources are called. */
const codeOf = (frame: string) =>
  part(frame, /(?<=data-code=")[^"]*/)
    .split(' ')
    .map((file) => part(file, /[^/.]+(?=\.[^/]*$)/));

/** `common`: of run or chart; `frame`: the document at /embed/NAME/; `query`: how the figure opens, as in a frame's address. */
export function oneFile(common: string, frame: string, site: string, query: string): string {
  const [, scene = '', times = ''] = codeOf(frame);
  const own = frame.replaceAll('"../../', `"${site}`);
  const opens = `<html data-scene="${scene}" data-times="${times}" data-query="${quoted(query)}"`;
  const words = part(own, /<title>[^]*?<meta name="description"[^>]*>/);
  const [canonical = ''] = /<link rel="canonical"[^>]*>/.exec(own) ?? [];
  // The engine is here: nothing has to be recorded.
  const body = part(own, /<div id="widget">[^]*?(?=\s*<script type="module")/).replace(
    '"recorded":true',
    '"recorded":false',
  );
  return common
    .replace('<html', () => opens)
    .replace(HEAD, () => words + canonical)
    .replace(BODY, () => body);
}

/** `site` ends in a slash. */
export async function fetchOneFile(site: string, name: string, query: string): Promise<string> {
  const text = async (path: string) => {
    const answer = await fetch(site + path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.text();
  };
  const frame = await text(`embed/${name}/`);
  return oneFile(await text(`take/${codeOf(frame)[0]}.txt`), frame, site, query);
}

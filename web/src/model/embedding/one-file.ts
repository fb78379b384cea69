/**
 * A figure as one file that works from a disk without a network: page, code and engine. The reader's browser puts it
 * together from the figure's frame and the file that all figures of its kind share.
 */

/** Marks in the shared file (build/embed/alone.ts) that are replaced by the figure's own parts. */
export const HEAD = '<!--head-->';
export const BODY = '<!--body-->';

function part(html: string, pattern: RegExp): string {
  const [found] = pattern.exec(html) ?? [];
  if (found === undefined) throw new Error(`a frame without ${pattern.source}`);
  return found;
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Names the modules of the frames' code that a figure's page imports, by their sources. */
const codeOf = (frame: string) =>
  part(frame, /(?<=data-code=")[^"]*/)
    .split(' ')
    .map((file) => part(file, /[^/.]+(?=\.[^/]*$)/));

/**
 * `common`: shared file of run or chart; `frame`: the document at /embed/NAME/; `query`: how the figure opens, as in a
 * frame's address.
 */
export function oneFile(common: string, frame: string, site: string, query: string): string {
  const [, scene = '', times = ''] = codeOf(frame);
  const own = frame.replaceAll('"../../', `"${site}`);
  const opens = `<html data-scene="${scene}" data-times="${times}" data-query="${quoted(query)}"`;
  const words = part(own, /<title>[^]*?<meta name="description"[^>]*>/);
  const [canonical = ''] = /<link rel="canonical"[^>]*>/.exec(own) ?? [];
  // No recording is needed because the engine is included.
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

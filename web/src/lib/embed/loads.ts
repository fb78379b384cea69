/** How much a line makes a reader load: counted from the files when the site is built. */
import type { Form } from './snippets';

/** A frame, in gzip: embed/sizes.json. */
export interface FrameBytes {
  readonly name: string;
  readonly total: number;
  /** Before a reader means it. */
  readonly asleep: number;
}
/** What stands around frames: embed/lines.json. In gzip, but for PNG, which is packed already. */
export interface LineBytes {
  readonly scripts: Readonly<Record<string, number>>;
  /** By the path of the file from the site's root. */
  readonly files: Readonly<Record<string, number>>;
}

export interface Loads {
  /** What the line itself brings, before a reader does anything. */
  readonly first: number;
  /** Once the figure plays. */
  readonly all: number;
  /** Besides, once for all figures of a page. */
  readonly script: number;
}

interface Asked {
  readonly form: Form;
  readonly name: string;
  readonly dark: boolean;
  /** It opens in a state of its own, and computes that at once. */
  readonly awake: boolean;
  /** Without a height of its own. */
  readonly grows: boolean;
}

/** Undefined: this copy of the site has not counted it. */
export function loadsOf(
  { form, name, dark, awake, grows }: Asked,
  frames: readonly FrameBytes[],
  { scripts, files }: LineBytes,
): Loads | undefined {
  const frame = frames.find((one) => one.name === name);
  const picture = (ending: string) => files[`poster/${name}${dark ? '-dark' : ''}.${ending}`];
  const loads = (first?: number, more?: number, script?: number) =>
    first === undefined || more === undefined || script === undefined
      ? undefined
      : { first, all: first + more, script };
  switch (form) {
    case 'iframe':
    case 'url': {
      if (!frame) return undefined;
      const first = awake ? frame.total : frame.asleep;
      const script = form === 'iframe' && grows ? scripts['resize.js'] : 0;
      return loads(first, frame.total - first, script);
    }
    case 'element':
      return loads(picture('svg'), frame?.total, scripts['pool-scope.js']);
    case 'markdown':
      return loads(picture('png'), 0, 0);
    case 'file':
      return loads(files[`take/${name}.html`], 0, 0);
  }
}

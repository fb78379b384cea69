/** How much a line makes a reader load: counted from the files when the site is built. */
import type { Form } from './snippets';

/** A frame, in gzip: embed/sizes.json. */
export interface FrameBytes {
  readonly name: string;
  /** As it opens by itself, all in. */
  readonly total: number;
  /** Besides, once a setting is changed: the engine. */
  readonly more: number;
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
  /** More, for a reader who changes a setting. */
  readonly more: number;
  /** Besides, once for all figures of a page. */
  readonly script: number;
}

interface Asked {
  readonly form: Form;
  readonly name: string;
  readonly dark: boolean;
  /** It opens at a moment or in a view of its own, or with settings of its own: that wakes it at once. */
  readonly opens: 'asleep' | 'awake' | 'changed';
  /** Without a height of its own. */
  readonly grows: boolean;
}

/** Undefined: this copy of the site has not counted it. */
export function loadsOf(
  { form, name, dark, opens, grows }: Asked,
  frames: readonly FrameBytes[],
  { scripts, files }: LineBytes,
): Loads | undefined {
  const frame = frames.find((one) => one.name === name);
  const picture = (ending: string) => files[`poster/${name}${dark ? '-dark' : ''}.${ending}`];
  const alone = (first: number | undefined) =>
    first === undefined ? undefined : { first, all: first, more: 0, script: 0 };
  switch (form) {
    case 'markdown':
      return alone(picture('png'));
    case 'file':
      return alone(files[`take/${name}.html`]);
    case 'iframe':
    case 'url':
    case 'element': {
      const script =
        form === 'element'
          ? scripts['pool-scope.js']
          : form === 'iframe' && grows
            ? scripts['resize.js']
            : 0;
      const poster = form === 'element' ? picture('svg') : 0;
      if (!frame || script === undefined || poster === undefined) return undefined;
      const changed = opens === 'changed';
      const whole = frame.total + (changed ? frame.more : 0);
      return {
        first: form === 'element' ? poster : opens === 'asleep' ? frame.asleep : whole,
        all: poster + whole,
        more: changed ? 0 : frame.more,
        script,
      };
    }
  }
}

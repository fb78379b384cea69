/** How much a copied snippet makes a reader load, counted from the files when the site is built. */
import type { Form } from './snippets';

/** A frame's bytes in gzip, from embed/sizes.json. */
export interface FrameBytes {
  readonly name: string;
  /** The frame as it opens, everything included. */
  readonly total: number;
  /** Added when a setting is changed: the engine. */
  readonly more: number;
  /** Before the reader shows any interest. */
  readonly asleep: number;
}
/** The files around frames, from embed/files.json: bytes in gzip, except PNG, which is compressed already. */
export interface LineBytes {
  readonly scripts: Readonly<Record<string, number>>;
  /** By the file's path from the site's root. */
  readonly files: Readonly<Record<string, number>>;
}

export interface Loads {
  /** Loaded with the snippet itself, before a reader does anything. */
  readonly first: number;
  /** Loaded once the figure plays. */
  readonly all: number;
  /** Added for a reader who changes a setting. */
  readonly more: number;
  /** Loaded once for all figures of a page. */
  readonly script: number;
}

interface SnippetKind {
  readonly form: Form;
  readonly name: string;
  readonly dark: boolean;
  /** A figure with its own moment, view or settings is not asleep: it loads at once. */
  readonly opens: 'asleep' | 'awake' | 'changed';
}

/** Undefined if this copy of the site has no counts. */
export function loadsOf(
  { form, name, dark, opens }: SnippetKind,
  frames: readonly FrameBytes[],
  { scripts, files }: LineBytes,
): Loads | undefined {
  const frame = frames.find((one) => one.name === name);
  const alone = (first: number | undefined) =>
    first === undefined ? undefined : { first, all: first, more: 0, script: 0 };
  switch (form) {
    case 'markdown':
      return alone(files[`poster/${name}${dark ? '-dark' : ''}.png`]);
    case 'file':
      return alone(files[`take/${name}.html`]);
    case 'iframe':
    case 'url':
    case 'element': {
      const script =
        form === 'element'
          ? scripts['pool-scope.js']
          : form === 'iframe'
            ? scripts['resize.js']
            : 0;
      const poster = form === 'element' ? files[`poster/${name}-wide.svg`] : 0;
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

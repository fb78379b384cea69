import type { Component } from 'svelte';
import { isPart, type Part } from '../../../model/run/cue';
import type { Frame, Outcome } from '../../../model/run/types';
import type { MachineRowProps } from './machine/machine';

/** What every picture of a run is told. */
export interface SceneProps {
  readonly outcome: Outcome;
  readonly first: Frame;
  readonly frame: Frame;
  readonly end_ns: number;
  /** Frames come one after the other as time goes on; else each stands for itself. */
  readonly playing?: boolean | undefined;
  /** How long the screen takes from one time of the run to another, while it plays. */
  readonly screenMs?: ((from_ns: number, to_ns: number) => number) | undefined;
  /** Parts that words point at. */
  readonly light?: readonly Part[] | undefined;
  readonly chosen?: number | undefined;
  readonly onchoose?: ((client: number) => void) | undefined;
  /** The reader points at a part or taps it. */
  readonly onpart?: ((part: Part) => void) | undefined;
  /** The box in pixels, once it is known: the scene fills it, and is never taller. Before that, about how low it is. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** What comes after now is not to be seen yet. */
  readonly veiled?: boolean | undefined;
  /** What draws the server's model: passed in, since few runs have it. */
  readonly Row?: Component<MachineRowProps> | undefined;
}

type Told = Pick<SceneProps, 'onchoose' | 'onpart'>;

/** A picture tells what is pressed or pointed at in it: a client that is pressed, else the part. */
export const pointing =
  ({ onchoose, onpart }: Told, of: { readonly clients: boolean }) =>
  (event: Event): void => {
    const at = event.target instanceof Element ? event.target : undefined;
    const read = (name: string) => at?.closest(`[${name}]`)?.getAttribute(name) ?? '';
    const client = of.clients && event.type === 'click' ? read('data-client') : '';
    const part = read('data-part');
    if (client !== '') onchoose?.(Number(client));
    else if (isPart(part)) onpart?.(part);
  };

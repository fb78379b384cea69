import { isPart, type ScenePart } from '../../../model/run/cue';
import type { UrlEye } from '../../../model/link/url';
import type { Frame, Outcome } from '../../../model/run/types';
import type { Mark } from '../../marks/marks';

/** The whole in small, while a camera shows less of it. */
export interface SceneMap {
  readonly marks: readonly Mark[];
  /** Shows the whole again. */
  readonly whole: () => void;
}

/** The props of every picture of a run. */
export interface SceneProps {
  readonly outcome: Outcome;
  readonly first: Frame;
  readonly frame: Frame;
  readonly end_ns: number;
  /** True if frames follow each other in time; else each is independent. */
  readonly playing?: boolean | undefined;
  /** The screen time between two times of the run, while it plays. */
  readonly screenMs?: ((from_ns: number, to_ns: number) => number) | undefined;
  /** Parts that the text points at. */
  readonly light?: readonly ScenePart[] | undefined;
  readonly chosen?: number | undefined;
  readonly onchoose?: ((client: number) => void) | undefined;
  /** Called when the reader points at a part or taps it. */
  readonly onpart?: ((part: ScenePart) => void) | undefined;
  /** The box in pixels, once it is known: the scene fills it and never exceeds it. Before that, its approximate height. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** True if later moments must stay hidden. */
  readonly veiled?: boolean | undefined;
  /** What the camera shows; unset: what it chooses by itself. */
  readonly eye?: UrlEye | undefined;
  /** False for the second of two runs, whose camera goes where that of the first does. */
  readonly leads?: boolean;
  readonly oneye?: ((eye: UrlEye | undefined, by_hand: boolean) => void) | undefined;
  /** Called when the camera, or the body that it is about, sets out, and when it has arrived. */
  readonly ontravel?: ((travels: boolean) => void) | undefined;
  /** Takes the map, if there is room for it outside of the picture. */
  readonly onmap?: ((map: SceneMap | undefined) => void) | undefined;
}

type SceneEvents = Pick<SceneProps, 'onchoose' | 'onpart'>;

/** Reports what the reader presses or points at in a picture: the pressed client, else the part. */
export const pointing =
  ({ onchoose, onpart }: SceneEvents) =>
  (event: Event): void => {
    const at = event.target instanceof Element ? event.target : undefined;
    const read = (name: string) => at?.closest(`[${name}]`)?.getAttribute(name) ?? '';
    const client = event.type === 'click' ? read('data-client') : '';
    const part = read('data-part');
    if (client !== '') onchoose?.(Number(client));
    else if (isPart(part)) onpart?.(part);
  };

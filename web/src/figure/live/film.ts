/** The last seconds of a decided dare as a GIF, with rules, sentences, verdict and address, made in the reader's browser. */
import { connectLive } from '../../model/engine/live-link';
import { dialsOf, paceOf } from '../../model/hand/cases';
import type { DareName } from '../../model/hand/dares';
import { shownAfter } from '../../model/hand/shown';
import type { Colours } from '../../ui/marks/attributes';
import { place } from '../../ui/marks/marks';
import { paintWhole } from '../../ui/marks/whole';
import { GIF_PER_S } from '../embed/expected';
import { gifOf } from '../embed/gif';
import { asking, FOUND_MS, SQUARE_GIF as SIZE, surround } from '../picture/around';
import { Crowd, type Scene } from './crowd';
import { DARE_WORDS } from './dare-words';
import { ghostOf } from './ghost';
import { layoutOf } from './layout';
import type { Asked, LiveStill } from './live.svelte';
import { poolMarks } from './pool';
import { shotsOf, type Shot } from './shots';
import type { Say } from './words';

export { SIZE };
export { download } from '../../ui/export/picture';
export { fileName } from '../../ui/export/exports';

export interface Film {
  readonly dare: DareName;
  readonly asked: Asked;
  readonly still: LiveStill;
  /** The heading stands over the pool at the end, the sentence below it. */
  readonly verdict: readonly [heading: string, sentence: string];
  /** Where the dare can be taken. */
  readonly address: string;
  readonly say: Say;
  readonly colours: Colours;
}

/** Bodies move by so many shots from picture to picture, as they do on the page. */
const SHOTS = 4;
const EVERY_MS = 1e3 / GIF_PER_S / SHOTS;
/** Pictures with the verdict. */
const ENDS = (FOUND_MS / 1e3) * GIF_PER_S;
/** In each direction. */
const SAMPLED = 4;

/** The page goes on meanwhile. */
async function pause(signal: AbortSignal) {
  await new Promise((done) => setTimeout(done));
  signal.throwIfAborted();
}

function canvasOf(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  return { canvas, context };
}

/** Draws pictures in their order; beyond the last shot, the verdict over it. */
function drawing(film: Film, shots: readonly Shot[], context: CanvasRenderingContext2D) {
  const { dare, asked, say, colours } = film;
  const title = say(DARE_WORDS[dare].title());
  const rules = say(DARE_WORDS[dare].rules());
  const [heading, said] = film.verdict;
  const { width, height } = SIZE;
  const words = { title, caption: '', address: film.address.replace(/^https?:\/\//, '') };
  const { marks, told, narrated, box } = surround(words, rules, width, height);
  const most = (of: (shot: Shot) => number) => Math.max(...shots.map(of));
  // Everybody keeps a place and a size for the whole film.
  const layout = layoutOf(box.w, box.h, {
    rings: most(({ rings }) => rings),
    peak: most(({ moment }) => moment.queued.length),
    unread: most(({ moment }) => moment.unread.length),
    latch: shots.some(({ moment }) => moment.latch !== undefined),
  });
  const { dials } = shownAfter(asked.name, dialsOf(asked.name), asked.log);
  const bodies = canvasOf(box.w, box.h);
  const crowd = new Crowd();
  let next = 0;
  return (nth: number): void => {
    const ends = nth * SHOTS >= shots.length;
    const shot = shots[ends ? shots.length - 1 : nth * SHOTS];
    if (!shot) return;
    const { moment, seated } = shot;
    const ghost = ghostOf(asked.log, paceOf(asked.name).step_ns, moment.time_ns, layout);
    const sceneAt = ({ moment, seated }: Shot): Scene => ({
      ...{ moment, seated, layout, hand: ghost?.at },
      ...{ pours: false, pulled: undefined, chosen: undefined, calm: false },
    });
    // At the end all that moves still comes to its place.
    const due = ends
      ? Array.from({ length: SHOTS }, () => shot)
      : shots.slice(next, nth * SHOTS + 1);
    for (const one of due) {
      crowd.follow(sceneAt(one));
      crowd.move(EVERY_MS / 1e3, sceneAt(one));
    }
    next = nth * SHOTS + 1;
    paintWhole(
      context,
      [
        ...marks,
        ...told(rules),
        place({ marks: poolMarks({ layout, moment, dials, seated, say }) }, box.x, box.y),
        ...narrated(ends ? said : say(shot.sentence)),
      ],
      colours,
    );
    crowd.draw(bodies.context, sceneAt(shot), colours, 1);
    ghost?.draw(bodies.context, colours);
    context.drawImage(bodies.canvas, box.x, box.y);
    if (ends) paintWhole(context, asking(heading, box), colours);
  };
}

/** Small pictures of the whole film beside each other: all its colours. */
async function sampleOf(
  draw: (nth: number) => void,
  many: number,
  picture: HTMLCanvasElement,
  signal: AbortSignal,
) {
  const { width, height } = SIZE;
  const { context } = canvasOf(width, height);
  context.imageSmoothingEnabled = false; // else its colours would be mixed
  const [w, h] = [width / SAMPLED, height / SAMPLED];
  for (let at = 0; at < SAMPLED ** 2; at += 1) {
    await pause(signal);
    draw(Math.floor((at * many) / SAMPLED ** 2));
    context.drawImage(picture, (at % SAMPLED) * w, Math.floor(at / SAMPLED) * h, w, h);
    if (at === 0) await document.fonts.ready; // the first picture has begun to load them
  }
  return context.getImageData(0, 0, width, height).data;
}

/** `told`: the share that is drawn, and how long all of it is. Rejects once `signal` is aborted. */
export async function filmOf(
  film: Film,
  told: (share: number, lasts_ms: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const shots = await shotsOf(film.asked, film.still, connectLive, EVERY_MS);
  const { canvas, context } = canvasOf(SIZE.width, SIZE.height);
  context.textRendering = 'geometricPrecision'; // else letters stand unevenly
  const many = Math.ceil(shots.length / SHOTS) + ENDS;
  const lasts_ms = (many * 1e3) / GIF_PER_S;
  const sample = await sampleOf(drawing(film, shots, context), many, canvas, signal);
  const gif = gifOf(context, { ...SIZE, lasts_ms }, sample);
  const draw = drawing(film, shots, context);
  for (let nth = 0; nth < many; nth += 1) {
    await pause(signal);
    draw(nth);
    await gif.add(nth);
    told((nth + 1) / many, lasts_ms);
  }
  return gif.end();
}

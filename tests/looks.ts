import { COLUMN } from '../web/src/model/embedding/heights';

/** The sizes in which frames are inspected, and what is inspected, the same in every browser. */

/** As tall as it prefers. */
export const OWN = 1300;
/** Columns, then columns with heights that a page keeps. */
export const SIZES = [
  [260, OWN],
  [360, OWN],
  [480, OWN],
  [600, OWN],
  [720, OWN],
  [260, 240],
  [360, 300],
  [480, 300],
  [640, 360],
  [960, 600],
] as const;
export type Sizes = readonly (readonly [width: number, height: number])[];
/** The narrowest, the one that most pages use (oEmbed's), and the one in which the visible parts share the least height. */
export const FEW: Sizes = [
  [260, OWN],
  [COLUMN, OWN],
  [480, 300],
];

export interface Looks {
  readonly height: number;
  /** How far it can be scrolled. */
  readonly over: readonly [number, number];
  /** Pressable elements and the rows that contain them, by their places. */
  readonly places: Readonly<Record<string, string>>;
  /** Elements that overlap others, stick out or lack room. */
  readonly wrong: readonly string[];
}

/** Sent into browsers, so it may use nothing from this file. */
export async function look(sizes: Sizes, frame: Window = globalThis.window): Promise<Looks[]> {
  const { document: page, frameElement: pane } = frame;
  const found: Looks[] = [];
  const parts = {
    scene: '[data-part=scene]',
    timeline: '[data-part=timeline]',
    transport: '[data-part=transport]',
    // The others come in its place.
    'first knob': '[data-part=knobs] :is(input:not([type=hidden]), select, button)',
  };
  for (const [width, height] of sizes) {
    Object.assign((pane as HTMLElement).style, { width: `${width}px`, height: `${height}px` });
    for (let pictures = 0; pictures < 3; pictures += 1)
      await new Promise((done) => frame.requestAnimationFrame(done));
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = page.documentElement;
    const seen = (all: string) =>
      [...page.querySelectorAll(all)].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      );
    const rows = seen('h1, .picture, .scenes-of, .box, .times, .chart, .bar, .foot, .knobs');
    const pressed = seen('.transport :is(button, select, input), .full, .which');
    const places: Record<string, string> = {};
    for (const one of [...rows, ...pressed]) {
      const { left, top, width: wide, height: high } = one.getBoundingClientRect();
      const name = one.getAttribute('aria-label') ?? `.${one.classList[0] ?? one.tagName}`;
      const key = name in places ? `${name} 2` : name;
      places[key] = [left, top, wide, high].map((of) => Math.round(of * 10) / 10).join(' ');
    }
    const figure = page.querySelector('figure')?.getBoundingClientRect();
    const wrong: string[] = [];
    // Settings are looked at as parts, and their words in frames.spec.ts.
    for (const one of pressed.filter((one) => !one.closest('.knobs'))) {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const name = one.classList[0] ?? one.tagName;
      if (!figure || left < figure.left || right > figure.right || bottom > figure.bottom)
        wrong.push(`${name} sticks out`);
      const hit = page.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!one.contains(hit))
        wrong.push(`${name} is under ${hit?.classList[0] ?? hit?.tagName ?? 'nothing'}`);
    }
    for (const [part, which] of Object.entries(parts)) {
      const [one] = seen(which);
      if (part === 'first knob') {
        // A small one leaves them to the page behind its link.
        if (!one && width < 420 && figure?.height === height) continue;
      }
      if (!one) {
        if (page.querySelector(which)) wrong.push(`${part} is not seen`);
        continue;
      }
      const { left, right, top, bottom, width: wide, height: high } = one.getBoundingClientRect();
      if (left < 0 || top < 0 || right > width || bottom > height) wrong.push(`${part} is cut`);
      if (wide < 20 || high < 16) wrong.push(`${part} is ${wide} by ${high}`);
      const hit = page.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!hit?.closest('figure')) wrong.push(`${part} is covered`);
    }
    const [times] = seen('.times');
    const end = times?.getBoundingClientRect().bottom ?? 0;
    const bars = times ? [...times.querySelectorAll('.plot [data-state]')] : [];
    if (bars.some((one) => one.getBoundingClientRect().bottom > end + 1))
      wrong.push('rows are cut');
    // What was found and by whom, unless all of it opens.
    for (const one of seen('summary span').filter(
      (one) => one.textContent !== '' && getComputedStyle(one).fontSize !== '0px',
    )) {
      const last = [...one.getClientRects()].at(-1);
      const hit = last && page.elementFromPoint(last.right - 3, last.bottom - 5);
      const whole = hit?.closest('summary');
      if (!whole || whole.scrollWidth > whole.clientWidth + 1)
        wrong.push(`the caption is cut: ${one.className}`);
    }
    for (const one of seen('.box, .chart, .times')) {
      const { height: high } = one.getBoundingClientRect();
      const pictures = [...one.querySelectorAll('svg, canvas')].map((of) =>
        of.getBoundingClientRect(),
      );
      if (high < 40 || !pictures.some((of) => of.height >= 12 && of.width >= 40))
        wrong.push(`${one.classList[0] ?? ''} has no room for a picture`);
    }
    found.push({
      height: page.getElementById('widget')?.getBoundingClientRect().height ?? 0,
      over: [scrollWidth - clientWidth, scrollHeight - clientHeight],
      places,
      wrong,
    });
  }
  return found;
}

/** Sent into browsers; acts like a pointer that comes near. */
export function pointAt(frame: Window | null): void {
  (frame ?? globalThis.window).document
    .querySelector('figure')
    ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
}

/** What is wrong with a frame, asleep or awake, and what moved when it woke. */
export function faults(
  name: string,
  sizes: Sizes,
  asleep: readonly Looks[],
  awake: readonly Looks[],
  heightOf: (width: number) => number,
): string[] {
  return sizes.flatMap(([width, height], index) => {
    const at = `${name}, ${width} by ${height}`;
    const [before, after] = [asleep[index], awake[index]];
    if (!before || !after) return [`${at}: not seen`];
    const tall = Math.min(heightOf(width), height);
    return [
      ...[before, after].flatMap((one) => [
        ...(one.height === tall ? [] : [`${at}: ${one.height} tall, not ${tall}`]),
        ...(one.over[0] > 0 || one.over[1] > 0 ? [`${at}: scrolls by ${one.over.join()}`] : []),
        ...one.wrong.map((what) => `${at}: ${what}`),
      ]),
      ...Object.entries(before.places).flatMap(([what, place]) =>
        after.places[what] === place
          ? []
          : [`${at}: ${what} moves from ${place} to ${after.places[what] ?? 'nowhere'}`],
      ),
    ];
  });
}

/**
 * Waits until a reader means a figure: points at it, touches it, moves the keyboard's focus into it.
 * What was pressed, typed or drawn before the figure could answer is done again when it can.
 */
const INTENT = ['pointerenter', 'pointerdown', 'focusin', 'keydown', 'input', 'change', 'click'];

type Done = () => void;

/** What an element is to a reader, however often it is drawn. */
function wordsOf(element: Element): string {
  const names = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const told = names.map((name) => document.getElementById(name)?.textContent);
  return [
    element.localName,
    element.getAttribute('type'),
    element.getAttribute('aria-label'),
    ...told,
    (element.closest('label') ?? element).textContent,
  ].join(' ');
}

/** Finds an element of a place again, also where all that stands there was drawn anew. */
function finder<E extends Element>(place: Element, one: E): () => E | undefined {
  const words = wordsOf(one);
  const alike = () =>
    [...place.querySelectorAll<E>(one.localName)].filter((other) => wordsOf(other) === words);
  const at = alike().indexOf(one);
  return () => (one.isConnected ? one : alike()[at]);
}

function replayOf(event: Event, figure: Element): Done | undefined {
  const { target, type } = event;
  if (type === 'click' && target instanceof Element) {
    const button = target.closest('button');
    // What opens and closes by itself has done so.
    const own = button?.popoverTargetElement && button.popoverTargetAction === 'toggle';
    if (!button || own) return undefined;
    const found = finder(figure, button);
    return () => found()?.click();
  }
  if (type !== 'input' && type !== 'change') return undefined;
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement))
    return undefined;
  const { value } = target;
  const found = finder<HTMLInputElement | HTMLSelectElement>(figure, target);
  return () => {
    const now = found();
    if (!now) return;
    now.value = value;
    // What was entered has been put in before: a slider hears of that alone.
    for (const one of new Set(['input', type]))
      now.dispatchEvent(new Event(one, { bubbles: true }));
  };
}

/** Parts that are drawn on, and the events of a pen. */
const DRAWN_ON = '[data-strokes]';
const PEN = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'];

interface Pen {
  readonly hear: (event: Event) => void;
  /** Draws again what was drawn; a stroke that goes on is taken over in its middle. */
  readonly again: Done;
  /** Listens no more. */
  lift(): void;
}

/** Keeps what is drawn on a figure that cannot draw yet, and shows it where the pen goes. */
function penOn(figure: HTMLElement): Pen {
  const strokes: PointerEvent[][] = [];
  let stroke: PointerEvent[] | undefined;
  let found: (() => Element | undefined) | undefined;
  let trail: SVGPathElement | undefined;
  const show = () => {
    trail ??= paper();
    const line = (events: PointerEvent[]) =>
      events.map(({ clientX, clientY }) => `${clientX} ${clientY}`).join('L');
    trail.setAttribute('d', strokes.map((events) => `M${line(events)}`).join(''));
  };
  const hear = (event: Event) => {
    if (!(event instanceof PointerEvent) || !(event.target instanceof Element)) return;
    const { type, target } = event;
    if (type === 'pointerdown') {
      const layer = event.button === 0 ? target.closest(DRAWN_ON) : null;
      if (!layer) return;
      found ??= finder(figure, layer);
      strokes.push((stroke = []));
      // A mouse may leave the figure in the middle of a stroke.
      if (event.eventPhase !== Event.NONE) layer.setPointerCapture(event.pointerId);
    }
    if (!stroke) return;
    stroke.push(event);
    // A finger that scrolled has drawn nothing.
    if (type === 'pointercancel') strokes.splice(strokes.indexOf(stroke), 1);
    if (type === 'pointerup' || type === 'pointercancel') stroke = undefined;
    show();
  };
  for (const type of PEN) figure.addEventListener(type, hear, { capture: true, passive: true });
  return {
    hear,
    again: () => {
      trail?.ownerSVGElement?.remove();
      const layer = found?.();
      for (const event of strokes.flat()) layer?.dispatchEvent(new PointerEvent(event.type, event));
    },
    lift: () => {
      for (const type of PEN) figure.removeEventListener(type, hear, { capture: true });
    },
  };
}

/** A line above all of the page, for as long as the figure sleeps. */
function paper(): SVGPathElement {
  const [sheet, line] = (['svg', 'path'] as const).map((tag) =>
    document.createElementNS('http://www.w3.org/2000/svg', tag),
  ) as [SVGSVGElement, SVGPathElement];
  sheet.setAttribute(
    'style',
    'position:fixed;inset:0;z-index:9;width:100%;height:100%;pointer-events:none',
  );
  line.setAttribute('style', 'fill:none;stroke:var(--guess);stroke-width:3;stroke-dasharray:7 5');
  sheet.append(line);
  document.body.append(sheet);
  return line;
}

export interface Sleeper {
  /** Once nobody is in the middle of typing, or holds a button, a slider or a key down. */
  still(): Promise<void>;
  /** Listens no more; gives what to do again. */
  wake(): Done;
}

/** What app.html has kept of the time before the page's script; the page lets it go once it is awake. */
const early = (): readonly Event[] =>
  (globalThis as { poolscope_early?: readonly Event[] }).poolscope_early ?? [];
export function letEarlyGo(): void {
  delete (globalThis as { poolscope_early?: readonly Event[] }).poolscope_early;
}

const LET_GO = ['pointerup', 'pointercancel', 'keyup', 'blur'];
async function lettingGo(): Promise<void> {
  const heard = new AbortController();
  const { signal } = heard;
  await new Promise((let_go) => {
    for (const end of LET_GO) addEventListener(end, let_go, { capture: true, signal });
  });
  heard.abort();
}

export function sleep(figure: HTMLElement, onintent: () => void): Sleeper {
  let last: Done | undefined;
  /** The focus may stay in a field whose text has been given. */
  let entered = false;
  let held: Promise<void> | undefined;
  const hear = (event: Event) => {
    last = replayOf(event, figure) ?? last;
    if (event.type === 'pointerdown' || event.type === 'keydown')
      held ??= lettingGo().then(() => (held = undefined));
    if (event.type === 'change') entered = true;
    else if (event.type === 'input' || event.type === 'focusin') entered = false;
    onintent();
  };
  for (const type of INTENT) figure.addEventListener(type, hear, { capture: true, passive: true });
  const pen = penOn(figure);
  let meant = false;
  for (const event of early()) {
    if (!(event.target instanceof Node && figure.contains(event.target))) continue;
    meant = true;
    last = replayOf(event, figure) ?? last;
    pen.hear(event);
  }
  // The pointer or the focus may have come before the page could listen. The caller has its Sleeper first.
  queueMicrotask(() => {
    if (meant || figure.matches(':hover, :focus-within')) onintent();
  });
  return {
    still: async () => {
      const typing = () => !entered && figure.querySelector('[type=text]:focus');
      while (held || typing()) {
        await (held ??
          new Promise<unknown>((heard) => {
            for (const end of ['change', 'focusout'])
              figure.addEventListener(end, heard, { once: true });
          }));
        // By then the focus is where it went, and what was let go was clicked.
        await new Promise((then) => setTimeout(then));
      }
    },
    wake: () => {
      for (const type of INTENT) figure.removeEventListener(type, hear, { capture: true });
      pen.lift();
      return () => {
        pen.again();
        last?.();
      };
    },
  };
}

/** Draws all that stands in a place anew; the focus stays on what it was on. */
export function drawAnew(place: Element, draw: () => void): void {
  const { activeElement } = document;
  const focused =
    activeElement && place.contains(activeElement) ? finder(place, activeElement) : undefined;
  place.replaceChildren();
  draw();
  const found = focused?.();
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}

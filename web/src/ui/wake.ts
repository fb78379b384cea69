/**
 * The loader. It listens from the first paint on, and loads the figure that a reader points at, touches or reaches by
 * keyboard. What was pressed, typed or drawn before a figure or the page was ready is replayed once it is.
 */
const WITHOUT_INTENT = /^(pointer(move|up|cancel)|scroll)$/;

type Done = () => void;

/** Identifies an element by its text, however often it is redrawn. */
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

/** Finds an element again, even after everything around it was redrawn. */
function finder<E extends Element>(place: Element, one: E): () => E | undefined {
  const words = wordsOf(one);
  const alike = () =>
    [...place.querySelectorAll<E>(one.localName)].filter((other) => wordsOf(other) === words);
  const at = alike().indexOf(one);
  return () => (one.isConnected ? one : alike()[at]);
}

function replayOf({ type }: Event, target: Element, place: Element): Done | undefined {
  if (type === 'click') {
    const button = target.closest('button');
    // The browser has already opened or closed its popover.
    const own = button?.popoverTargetElement && button.popoverTargetAction === 'toggle';
    if (!button || own) return undefined;
    const found = finder(place, button);
    return () => found()?.click();
  }
  if (type !== 'input' && type !== 'change') return undefined;
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement))
    return undefined;
  const { value } = target;
  const found = finder<HTMLInputElement | HTMLSelectElement>(place, target);
  return () => {
    const now = found();
    if (!now) return;
    now.value = value;
    // Its value has been restored already; a slider only needs the event.
    for (const one of new Set(['input', type]))
      now.dispatchEvent(new Event(one, { bubbles: true }));
  };
}

/** Parts that take strokes, and the events of a stroke. */
const DRAWN_ON = '[data-strokes]';
const PEN = /^pointer(down|move|up|cancel)$/;

interface Pen {
  readonly hear: (event: Event, target: Element) => void;
  /** Replays the strokes; one that is still going on is continued. */
  readonly again: Done;
}

/** Records strokes on a figure that can't draw yet, and shows them. */
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
  return {
    hear: (event, target) => {
      const { type } = event;
      if (!(event instanceof PointerEvent) || !PEN.test(type)) return;
      if (type === 'pointerdown') {
        const layer = event.button === 0 ? target.closest(DRAWN_ON) : null;
        if (!layer) return;
        found ??= finder(figure, layer);
        strokes.push((stroke = []));
        // A mouse may leave the figure during a stroke.
        if (event.eventPhase !== Event.NONE) layer.setPointerCapture(event.pointerId);
      }
      if (!stroke) return;
      stroke.push(event);
      // A finger that scrolled has drawn nothing.
      if (type === 'pointercancel') strokes.splice(strokes.indexOf(stroke), 1);
      if (type === 'pointerup' || type === 'pointercancel') stroke = undefined;
      show();
    },
    again: () => {
      trail?.ownerSVGElement?.remove();
      const layer = found?.();
      for (const event of strokes.flat()) layer?.dispatchEvent(new PointerEvent(event.type, event));
    },
  };
}

/** A line above the whole page, until the figure has loaded. */
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

const answered = (button: Element | null | undefined) => button?.removeAttribute('aria-busy');
/** Takes back the sign of early.js from the buttons of a widget. */
function answerAll(place: Element): void {
  for (const button of place.querySelectorAll('button[aria-busy]')) answered(button);
}

export interface Sleeper {
  /** Resolves once the reader is not typing and holds no button, slider or key down. */
  still(): Promise<void>;
  /** Stops listening; returns the function that replays what was recorded. */
  wake(): Done;
  /** It could not be loaded. */
  fail(): void;
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

interface Hearing {
  readonly hear: (event: Event, target: Element) => void;
  ahead: Done | undefined;
}
/** The widgets of this page that have not loaded. */
const sleepers = new Map<Element, Hearing>();

/** `ahead`: called when a reader scrolls, which shows interest. */
export function sleep(figure: HTMLElement, onintent: Done, ahead?: Done): Sleeper {
  let last: Done | undefined;
  /** The focus may stay in a field whose text is complete. */
  let entered = false;
  let held: Promise<void> | undefined;
  const pen = penOn(figure);
  const hear = (event: Event, target: Element) => {
    pen.hear(event, target);
    if (WITHOUT_INTENT.test(event.type)) return;
    last = replayOf(event, target, figure) ?? last;
    // A press that was recorded before this loaded is over.
    if (event.eventPhase !== Event.NONE && /down$/.test(event.type))
      held ??= lettingGo().then(() => (held = undefined));
    if (event.type === 'change') entered = true;
    else if (event.type === 'input' || event.type === 'focusin') entered = false;
    onintent();
  };
  sleepers.set(figure, { hear, ahead });
  // After navigation within the site, pointer or focus may already be in it. Deferred, so that the caller has its return
  // value first.
  queueMicrotask(() => {
    if (figure.matches(':hover, :focus-within')) onintent();
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
        // By then the focus has moved, and a released press has become a click.
        await new Promise((then) => setTimeout(then));
      }
    },
    wake: () => {
      sleepers.delete(figure);
      answerAll(figure);
      return () => {
        pen.again();
        last?.();
      };
    },
    fail: () => answerAll(figure),
  };
}

/** Records an event for a widget that has not loaded; false if the event belongs to a loaded one. */
function hear(event: Event): boolean {
  const { target, type } = event;
  if (type === 'scroll' && target === document)
    for (const sleeper of sleepers.values()) {
      sleeper.ahead?.();
      sleeper.ahead = undefined;
    }
  if (!(target instanceof Element)) return true;
  for (let one: Element | null = target; one && sleepers.size > 0; one = one.parentElement) {
    const sleeper = sleepers.get(one);
    if (!sleeper) continue;
    sleeper.hear(event, target);
    return true;
  }
  return false;
}

/** Starts listening, beginning with the events that early.js recorded; from now on the page itself responds. */
export function listen(): void {
  const { poolscope_early: early } = globalThis as unknown as { poolscope_early: Event[] };
  let last: Done | undefined;
  for (const event of early.splice(0))
    if (!hear(event)) {
      const target = event.target as Element;
      answered(target.closest('button'));
      last = replayOf(event, target, document.body) ?? last;
    }
  early.push = (...events) => events.filter(hear).length;
  last?.();
}

/** Redraws everything in an element; the focus stays on the same control. */
export function drawAnew(place: Element, draw: () => void): void {
  const { activeElement } = document;
  const focused =
    activeElement && place.contains(activeElement) ? finder(place, activeElement) : undefined;
  place.replaceChildren();
  draw();
  const found = focused?.();
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}

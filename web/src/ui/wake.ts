/**
 * Waits until a reader means a figure: points at it, touches it, moves the keyboard's focus into it.
 * What was pressed or typed before the figure could answer is done again when it can.
 */
const INTENT = ['pointerenter', 'pointerdown', 'focusin', 'keydown', 'input', 'change', 'click'];

type Done = () => void;

function replayOf(event: Event): Done | undefined {
  const { target, type } = event;
  if (type === 'click' && target instanceof Element) {
    const button = target.closest('button');
    return button ? () => button.click() : undefined;
  }
  if (type !== 'input' && type !== 'change') return undefined;
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement))
    return undefined;
  const { value } = target;
  return () => {
    target.value = value;
    target.dispatchEvent(new Event(type, { bubbles: true }));
  };
}

export interface Sleeper {
  /** Listens no more; gives what to do again. */
  wake(): Done;
}

export function sleep(figure: HTMLElement, onintent: () => void): Sleeper {
  let last: Done | undefined;
  const hear = (event: Event) => {
    last = replayOf(event) ?? last;
    onintent();
  };
  for (const type of INTENT) figure.addEventListener(type, hear, { capture: true, passive: true });
  // The pointer or the focus may have come before the page could listen. The caller has its Sleeper first.
  queueMicrotask(() => {
    if (figure.matches(':hover, :focus-within')) onintent();
  });
  return {
    wake: () => {
      for (const type of INTENT) figure.removeEventListener(type, hear, { capture: true });
      return () => last?.();
    },
  };
}

/**
 * Makes the frame a single tab stop, like a toolbar: left and right move between controls, up and down change a value. The
 * time slider and a number that is being typed keep all four arrows; Escape leads from them to the buttons, and whoever
 * enters the frame again returns there.
 */
const CONTROLS =
  'button, a[href], input, select, summary, [role="slider"], [role="region"], [tabindex]:not(figure)';

function shown(element: HTMLElement): boolean {
  return (
    element.getClientRects().length > 0 &&
    !element.matches(':disabled') &&
    getComputedStyle(element).visibility !== 'hidden'
  );
}

const SLIDERS = 'input[type="range"], [role="slider"]';

/** Rows with arrow keys of their own count as one control, represented by the chosen row. */
function standsForItself(one: HTMLElement): boolean {
  if (one.matches('[role="region"], [role="group"], [role="status"]')) return false;
  const list = one.closest('ol, .labels');
  if (!list || one === document.activeElement) return true;
  const chosen = list.querySelector('[aria-current] button, [aria-pressed="true"]');
  return one === (chosen ?? list.querySelector('button')) && !list.contains(document.activeElement);
}

export function rove(root: HTMLElement): void {
  let current: HTMLElement | undefined;
  let known = new Set<HTMLElement>();
  /** The number being typed: its arrows move the caret. */
  let written: EventTarget | undefined;
  const all = () => [...root.querySelectorAll<HTMLElement>(CONTROLS)];
  const controls = () => all().filter((one) => standsForItself(one) && shown(one));

  function set(): void {
    const here = controls();
    if (!current || !here.includes(current)) {
      // For readers who enter by keyboard, the first control is play.
      const first = here.find((one) => one.matches('.main')) ?? here[0];
      current = here.find((one) => one === document.activeElement) ?? first;
    }
    for (const one of new Set([...all(), ...known])) {
      const index = one === current ? 0 : -1;
      if (one.tabIndex !== index || !one.hasAttribute('tabindex')) one.tabIndex = index;
    }
    known = new Set(here);
  }
  function take(event: FocusEvent): void {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !all().includes(target)) return;
    current = target;
    set();
  }
  function leave({ relatedTarget, target }: FocusEvent): void {
    written = undefined;
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
    if (!target.matches(SLIDERS)) return;
    current = undefined;
    set();
  }
  function write({ target }: Event): void {
    if (target instanceof HTMLInputElement && target.type === 'text') written = target;
  }
  function press(event: KeyboardEvent): void {
    const { key, target, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (event.defaultPrevented || ctrlKey || altKey || metaKey || shiftKey) return;
    if (!(target instanceof HTMLElement)) return;
    const turns = target.matches('.knobs *');
    if (target === written || (target.matches(SLIDERS) && !turns)) {
      const here = controls().filter((one) => !one.matches(SLIDERS));
      const button = here.find((one) => one.matches('.main')) ?? here[0];
      if (key === 'Escape') button?.focus({ preventScroll: true });
      if (key === 'Escape' || key === 'Enter') written = undefined;
      return;
    }
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (by === undefined) return;
    const here = controls();
    const at = here.indexOf(target);
    if (at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const way = getComputedStyle(root).direction === 'rtl' ? -by : by;
    // Moving the focus here is fine: the reader pressed a key within the frame.
    here[(at + way + here.length) % here.length]?.focus({ preventScroll: true });
  }
  root.addEventListener('focusin', take);
  root.addEventListener('focusout', leave);
  for (const type of ['input', 'pointerdown']) root.addEventListener(type, write);
  root.addEventListener('keydown', press, { capture: true });
  new MutationObserver(set).observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['tabindex', 'disabled'],
  });
  set();
}

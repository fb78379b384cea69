/**
 * The marks in a paragraph's HTML: without scripts they are words and links, with scripts each becomes a button. They are
 * few, so the paragraph stays plain HTML instead of a component.
 */
import { isPart, type ScenePart } from '../../model/run/cue';

function buttonFor(mark: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = mark.className;
  for (const [key, value] of Object.entries(mark.dataset)) button.dataset[key] = value;
  button.append(...mark.childNodes);
  return button;
}

/** Replaces the marks of a piece of prose with buttons. */
export function makeButtons(prose: HTMLElement): void {
  for (const mark of prose.querySelectorAll<HTMLElement>('.claim, span.see, a.term')) {
    const button = buttonFor(mark);
    if (mark.matches('.see')) button.setAttribute('aria-pressed', 'false');
    else button.setAttribute('aria-expanded', 'false');
    const focused = document.activeElement === mark;
    mark.replaceWith(button);
    if (focused) button.focus();
  }
}

export function partsOfMark(mark: HTMLElement): readonly ScenePart[] {
  return (mark.dataset['see'] ?? '').split(' ').filter(isPart);
}

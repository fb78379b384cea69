/**
 * The marks in a paragraph's HTML: without scripts they are words and links, with scripts each becomes a button. They are
 * few, so the paragraph stays plain HTML instead of a component.
 */
import { isPart, type ScenePart } from '../../model/run/cue';

const CLOSING = /^[，。、；：？！）》」』”’…%.,;:?!)\]]+/u;

function buttonFor(mark: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = mark.className;
  for (const [key, value] of Object.entries(mark.dataset)) button.dataset[key] = value;
  button.append(...mark.childNodes);
  return button;
}

/** A line may break behind a button as behind a picture: a mark that closes something stays with it. */
function keepWithNext(button: HTMLElement): void {
  const next = button.nextSibling;
  const [marks] = next instanceof Text ? (CLOSING.exec(next.data) ?? []) : [];
  if (!(next instanceof Text) || marks === undefined) return;
  next.splitText(marks.length);
  const kept = document.createElement('span');
  kept.className = 'kept';
  button.replaceWith(kept);
  kept.append(button, next);
}

/** Replaces the marks of a piece of prose with buttons. */
export function makeButtons(prose: HTMLElement): void {
  for (const mark of prose.querySelectorAll<HTMLElement>('.claim, span.see, a.term')) {
    const button = buttonFor(mark);
    if (mark.matches('.see')) button.setAttribute('aria-pressed', 'false');
    else button.setAttribute('aria-expanded', 'false');
    const focused = document.activeElement === mark;
    mark.replaceWith(button);
    keepWithNext(button);
    if (focused) button.focus();
  }
}

export function partsOfMark(mark: HTMLElement): readonly ScenePart[] {
  return (mark.dataset['see'] ?? '').split(' ').filter(isPart);
}

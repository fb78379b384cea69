/**
 * The marks in a paragraph's HTML: without scripts they are words and links, with scripts each becomes a button. They are
 * few, so the paragraph stays plain HTML instead of a component.
 */
import { BEHIND_NUMBER } from '#locale';
import { isPart, type ScenePart } from '../../model/run/cue';

const CLOSING = /^[，。、；：？！）》」』”’…%.,;:?!)\]]*/u;

/** What may not begin a line behind a button: what its number counts, and marks that close something. */
function keptOf(button: HTMLElement, text: string): string {
  const [counted = ''] =
    (/\d$|^[一两二三四五六七八九十]+$/.test(button.textContent) && BEHIND_NUMBER.exec(text)) || [];
  const [marks = ''] = CLOSING.exec(text.slice(counted.length)) ?? [];
  return counted + marks;
}

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
  if (!(next instanceof Text)) return;
  const marks = keptOf(button, next.data);
  if (marks === '') return;
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

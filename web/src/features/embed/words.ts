/** Gives a frame other words: plain ones, or a writer's own names. Loaded only if its address asks for them. */
import type { Options } from '../../model/embedding/params';
import { speak } from '../../model/words/own';
import { saying } from '../../model/embedding/plain';
import type { FrameData, RunData } from './data';

const SPOKEN = ['aria-label', 'aria-valuetext', 'title', 'alt'] as const;

/** Retells the picture that was made by the build, and returns the data of the figure in these words. */
export function retell(root: Element, data: FrameData, options: Options): FrameData {
  if (data.kind === 'benchmark') return data;
  const say = saying(options);
  speak(say);
  // Names of settings are shortened in the picture.
  for (const knob of root.querySelectorAll('.knob')) {
    const [label, name] = [knob.getAttribute('aria-label') ?? '', knob.querySelector('.name')];
    if (name && say(label) !== label) name.textContent = say(label);
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { nodeValue: before, parentElement } = node;
    // What is behind the sign of the source keeps the server's words, and a writer's title is the writer's.
    if (!before || parentElement?.closest('.about') || parentElement?.closest('h1')) continue;
    const said = say(before);
    if (said !== before) node.nodeValue = said;
  }
  for (const name of SPOKEN)
    for (const one of root.querySelectorAll(`[${name}]`))
      one.setAttribute(name, say(one.getAttribute(name) ?? ''));
  const title = say(data.title);
  if (options.title === undefined && title !== data.title) {
    for (const one of root.querySelectorAll('h1, .about .name')) one.textContent = title;
    document.title = title;
  }
  const told = (run: RunData): RunData => ({ ...run, label: say(run.label) });
  return data.kind === 'scenario'
    ? { ...data, title, runs: [told(data.runs[0])] }
    : { ...data, title, runs: [told(data.runs[0]), told(data.runs[1])] };
}

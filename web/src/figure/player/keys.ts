/** What a key does while the focus is in a figure. Keys that a control needs are left to it. */
export const ACTIONS = [
  'play',
  'forward',
  'back',
  'tick_forward',
  'tick_back',
  'start',
  'end',
  'slower',
  'faster',
  'next_bookmark',
  'previous_bookmark',
  'help',
  'close',
] as const;
export type Action = (typeof ACTIONS)[number];

export interface Key {
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, Alt or Meta: such combinations belong to the browser. */
  readonly other: boolean;
}

/** What has the focus: a text field takes every key, a slider the arrows, a button the space bar. */
export type Focus = 'field' | 'slider' | 'button' | 'scroller' | 'plain';

const LETTERS: Readonly<Record<string, Action>> = {
  k: 'play',
  l: 'forward',
  j: 'back',
  L: 'tick_forward',
  J: 'tick_back',
  '[': 'slower',
  ']': 'faster',
  n: 'next_bookmark',
  b: 'previous_bookmark',
  '?': 'help',
  Escape: 'close',
};
const MOVES: Readonly<Record<string, Action>> = {
  ArrowRight: 'forward',
  ArrowLeft: 'back',
  Home: 'start',
  End: 'end',
};
const SHIFTED: typeof MOVES = { ArrowRight: 'tick_forward', ArrowLeft: 'tick_back' };

export function actionOf({ key, shift, other }: Key, focus: Focus): Action | undefined {
  if (other || focus === 'field') return undefined;
  const letter = LETTERS[key];
  if (letter) return letter;
  if (key === ' ') return focus === 'plain' || focus === 'scroller' ? 'play' : undefined;
  if (focus === 'slider' || focus === 'scroller') return undefined;
  return shift ? (SHIFTED[key] ?? MOVES[key]) : MOVES[key];
}

export function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return 'plain';
  if (
    target.matches('select, textarea, [contenteditable], input:not([type="range"], [type="radio"])')
  )
    return 'field';
  if (target.matches('input, [role="slider"]')) return 'slider';
  if (target.matches('button, a, summary')) return 'button';
  return target.matches('[role="region"]') ? 'scroller' : 'plain';
}

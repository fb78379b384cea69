/** One line about the refused values of a frame's address. */
import { m } from '#paraglide/messages.js';
import { LONGEST_CAPTION, LONGEST_TITLE, type Allowed, type Problem } from './params';
import { LIST } from '../joined';

const KINDS: Readonly<Record<Allowed, () => string>> = {
  text: () => m.embed_allowed_text({ most: LONGEST_TITLE }),
  caption: () => m.embed_allowed_text({ most: LONGEST_CAPTION }),
  colour: m.embed_allowed_colour,
  time: m.embed_allowed_time,
  later: m.embed_allowed_later,
  seed: m.embed_allowed_seed,
  request: m.embed_allowed_request,
  server: m.embed_allowed_server,
  eye: m.embed_allowed_eye,
  label: m.embed_allowed_label,
  setting: m.embed_allowed_setting,
};

export function allowedWords(allowed: Problem['allowed']): string {
  return typeof allowed === 'string' ? KINDS[allowed]() : allowed.join(LIST);
}

export function sentenceOf({ kind, name, value, allowed }: Problem): string {
  switch (kind) {
    case 'value':
      return m.embed_wrong({ name, value, allowed: allowedWords(allowed) });
    case 'name':
      // Figures of runs alone have something to ask.
      if (name === 'view' && value === 'guess') return m.embed_wrong_guess();
      return m.embed_wrong_name({ name, allowed: allowedWords(allowed) });
    case 'version':
      return m.embed_wrong_version({ value });
    case 'twice':
      return m.embed_wrong_twice({ name, value });
    case 'many':
      return m.embed_wrong_many({ value, allowed: allowedWords(allowed) });
  }
}

/** More of them would hide the figure. */
const MOST = 3;

export const sentencesOf = (problems: readonly Problem[]): readonly string[] => {
  const said = problems.slice(0, MOST).map(sentenceOf);
  const more = problems.length - said.length;
  return more > 0 ? [...said, m.embed_wrong_more({ more })] : said;
};

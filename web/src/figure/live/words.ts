/** The words of a live pool: the server's own, or plain ones for a page that is about any queue. */
import { m } from '#paraglide/messages.js';

export type Say = (words: string) => string;

/** Each word of a server, and the plain one; longer ones come first. */
const pairs = () =>
  m
    .live_plain()
    .split('; ')
    .map((pair) => pair.split(' = '));

export const sayIn = (plain: boolean): Say => {
  if (!plain) return (words) => words;
  const all = pairs();
  return (words) =>
    all.reduce((said, [own = '', other = '']) => said.replaceAll(own, other), words);
};

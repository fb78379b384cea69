import { m } from '#paraglide/messages.js';
import { say } from '../../../build/site/words';
import { cardData } from '../../../build/story';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => {
  const data = cardData();
  return {
    ...say(locals, `${m.story_card()} – ${data.title}`, m.story_card_description()),
    ...data,
  };
};

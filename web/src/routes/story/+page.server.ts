import { error } from '@sveltejs/kit';
import { say } from '../../build/site/words';
import { description, sceneData, scenes, title } from '../../build/story';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => {
  const data = sceneData(scenes[0]?.slug ?? '') ?? error(404);
  return { ...say(locals, title, description), ...data };
};

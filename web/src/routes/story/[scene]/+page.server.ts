import { error } from '@sveltejs/kit';
import { say } from '../../../build/site/words';
import { description, sceneData, scenes } from '../../../build/story';
import type { EntryGenerator, PageServerLoad } from './$types';

/** The first scene has the story's own address. */
export const entries: EntryGenerator = () => scenes.slice(1).map(({ slug }) => ({ scene: slug }));

export const load: PageServerLoad = ({ params, locals }) => {
  const data = sceneData(params.scene) ?? error(404);
  return { ...say(locals, `${data.scene.title} – ${data.title}`, description), ...data };
};

import { partsOf } from '../../../../features/lesson/parts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ data }) => ({
  ...data,
  parts: await partsOf(data.step.blocks),
});

/** What the lab's page carries. */
import schema from '../../../../content/scenario.schema.json';
import variables from '../../model/generated/variables.json';
import { figureOf, startDials } from '../../features/lab/live/starts';
import { serverOf } from '../../features/lab/server';
import { fromSchema, fromVariables, settingsOf, type SettingSpec } from '../../features/lab/specs';
import type { Variable } from '../../model/run/types';

export const specs: readonly SettingSpec[] = [
  ...fromVariables(variables as readonly Variable[]),
  ...fromSchema(schema),
];

const { scheduler, version } = serverOf(figureOf('steady', startDials('steady')), specs);
/** How many settings the drawer has for the server of the live run. */
export const liveSettings = settingsOf(specs, scheduler, version).length;

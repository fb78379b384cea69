/** The data of the lab's page. */
import schema from '../../../../content/scenario.schema.json';
import variables from '../../model/generated/variables.json';
import { figureOf } from '../../figure/live/figure';
import { asked } from '../../figure/live/live.svelte';
import { serverOf } from '../../features/lab/server';
import { fromSchema, fromVariables, settingsOf, type SettingSpec } from '../../features/lab/specs';
import type { Variable } from '../../model/run/types';

export const specs: readonly SettingSpec[] = [
  ...fromVariables(variables as readonly Variable[]),
  ...fromSchema(schema),
];

const { scheduler, version } = serverOf(figureOf(asked('steady')), specs);
/** The number of settings that the drawer has for the live run's server. */
export const liveSettings = settingsOf(specs, scheduler, version).length;

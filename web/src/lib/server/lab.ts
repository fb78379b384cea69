/** What the lab's page carries. */
import schema from '../../../../content/scenario.schema.json';
import variables from '../engine/generated/variables.json';
import { fromSchema, fromVariables, type SettingSpec } from '../lab/specs';
import type { Variable } from '../run/types';

export const specs: readonly SettingSpec[] = [
  ...fromVariables(variables as readonly Variable[]),
  ...fromSchema(schema),
];

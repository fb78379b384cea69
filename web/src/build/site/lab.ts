/** What the lab's page carries. */
import schema from '../../../../content/scenario.schema.json';
import variables from '../../model/generated/variables.json';
import { fromSchema, fromVariables, type SettingSpec } from '../../features/lab/specs';
import type { Variable } from '../../model/run/types';

export const specs: readonly SettingSpec[] = [
  ...fromVariables(variables as readonly Variable[]),
  ...fromSchema(schema),
];

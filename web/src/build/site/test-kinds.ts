/** The folders of tests, and what is tested without one. */
export const KINDS = [
  'rust',
  'unit',
  'built',
  'chinese',
  'counted',
  'journeys',
  'cost',
  'audit',
] as const;

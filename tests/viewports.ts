/** The screens on which pages are inspected. */
export const VIEWPORTS = [
  [1440, 900],
  [1366, 650],
  [1024, 768],
  [820, 1180],
  [390, 664],
  [360, 640],
] as const;

/** Set if code that the reader asked for failed to load; calling it tries again. One per page, shown as one line. */
export const unfetched: { again: (() => void) | undefined } = $state({ again: undefined });

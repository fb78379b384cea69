/** What a reader meant and whose code did not come: it says so until it is asked for again. One page, one such line. */
export const unfetched: { again: (() => void) | undefined } = $state({ again: undefined });

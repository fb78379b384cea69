// Made from `scenario/src/ids.rs` by `npm run generate`.

/** No group, thread, request or connection. */
export const NONE = 4294967295;

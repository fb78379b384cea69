/** What is drawn at one moment, as `engine/src/frame.rs` declares it. */
export * from '../generated/frame';

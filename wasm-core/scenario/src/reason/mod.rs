//! Why things happen and why requests wait: data, never sentences. The sentence of each variant is in the
//! message catalogue, under a key made from the variant's name.

mod lane;
mod thread;
mod wait;
mod wait_kind;

pub use lane::{Lane, LaneReason, StartedVia};
pub use thread::{IdleReason, RefuseReason, Trigger};
pub use wait::WaitReason;
pub use wait_kind::WaitKind;

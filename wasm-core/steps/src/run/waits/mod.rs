//! What a statement waits for: cores, locks, rows and what is read or sent, the latch, InnoDB's door.

mod cores;
pub(super) mod innodb;
mod latch;
mod locks;
mod rows;

pub(super) use locks::Lock;

//! Everything that statements wait for: cores, locks, rows, reads and sends, the latch, InnoDB's entrance.

mod cores;
pub(super) mod innodb;
mod latch;
mod locks;
mod rows;

pub(super) use locks::Lock;

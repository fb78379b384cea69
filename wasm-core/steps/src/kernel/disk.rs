//! A disk that serves a limited number of waits at a time, first come, first served. Source: server model
//! (RULES.md), section 12.5.

use std::collections::VecDeque;

use crate::ids::{ThreadId, TimeNs};

/// The disk.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    /// None: unlimited.
    pub channels: Option<u32>,
    busy: u32,
    /// Queued threads, each with the duration of its wait once it is served.
    waiting: VecDeque<(ThreadId, TimeNs)>,
}

impl Disk {
    pub fn new(channels: Option<u32>) -> Self {
        Disk {
            channels,
            ..Disk::default()
        }
    }

    /// None: the wait is served at once. Some: the number of waits before it.
    pub fn want(&mut self, thread: ThreadId, length_ns: TimeNs) -> Option<u32> {
        let channels = self.channels?;
        if self.busy < channels {
            self.busy += 1;
            return None;
        }
        let ahead = self.waiting.len() as u32;
        self.waiting.push_back((thread, length_ns));
        Some(ahead)
    }

    /// A wait is over: returns the next one to be served.
    pub fn over(&mut self) -> Option<(ThreadId, TimeNs)> {
        self.channels?;
        let next = self.waiting.pop_front();
        self.busy -= u32::from(next.is_none());
        next
    }
}

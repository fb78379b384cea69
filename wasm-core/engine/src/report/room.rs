//! Room for printing: the memory budget that the run has left.

use serde::Serialize;

use crate::json::Printer;

/// Room for a number of bytes of JSON.
pub(crate) struct Room {
    bytes: usize,
    pub used: usize,
    scratch: String,
}

impl Room {
    pub fn new(bytes: usize) -> Self {
        Room {
            bytes,
            used: 0,
            scratch: String::new(),
        }
    }

    /// Takes the room for an entry; false if there is not enough.
    pub fn take(&mut self, entry: &impl Serialize) -> bool {
        // With the comma before the next entry.
        let length = Printer::length(entry, &mut self.scratch) + 1;
        let fits = length <= self.bytes - self.used;
        self.used += if fits { length } else { 0 };
        fits
    }

    /// The first entries, as many as fit.
    pub fn first<'a, T: Serialize>(&mut self, entries: &'a [T]) -> &'a [T] {
        let fit = entries.iter().take_while(|entry| self.take(*entry)).count();
        &entries[..fit]
    }
}

//! How many threads are inside InnoDB, and which ones wait to enter. The rule is in `run/waits/innodb.rs`.

use std::collections::VecDeque;

use crate::ids::ThreadId;
use crate::instruments::Table;
use crate::scenario::{Settings, Var, var};

pub const INNODB: Var = var("innodb_thread_concurrency");
const TICKETS: Var = var("innodb_concurrency_tickets");
const SLEEP_DELAY: Var = var("innodb_thread_sleep_delay_us");
const SLEEP_MAX: Var = var("innodb_adaptive_max_sleep_delay_us");

/// The entrance of InnoDB.
#[derive(Clone, Debug)]
pub struct Innodb {
    pub limit: u32,
    pub tickets: u32,
    pub delay_us: u64,
    pub delay_max_us: u64,
    pub first_in_first_out: bool,
    pub inside: u32,
    pub waiting: u32,
    pub queue: VecDeque<ThreadId>,
}

impl Innodb {
    pub fn new(set: &Settings) -> Self {
        Innodb {
            limit: set.number(INNODB),
            tickets: set.number(TICKETS),
            delay_us: set.number(SLEEP_DELAY).into(),
            delay_max_us: set.number(SLEEP_MAX).into(),
            first_in_first_out: set.version == "5.5",
            inside: 0,
            waiting: 0,
            queue: VecDeque::new(),
        }
    }

    #[inline]
    pub fn limits(&self) -> bool {
        self.limit > 0
    }

    pub fn has_room(&self) -> bool {
        self.limit == 0 || self.inside < self.limit
    }

    pub fn set_variable(&mut self, var: Var, value: u64) {
        match var {
            INNODB => self.limit = u32::try_from(value).unwrap_or(u32::MAX),
            TICKETS => self.tickets = u32::try_from(value).unwrap_or(u32::MAX),
            SLEEP_DELAY => self.delay_us = value,
            SLEEP_MAX => self.delay_max_us = value,
            _ => {}
        }
    }

    /// The line of SHOW ENGINE INNODB STATUS; nothing without a limit.
    pub fn table(&self) -> Option<Table> {
        if !self.limits() && self.inside == 0 {
            return None;
        }
        let columns = [
            "queries inside InnoDB",
            "queries in queue",
            "innodb_thread_sleep_delay",
        ];
        let mut table = Table::new("SHOW ENGINE INNODB STATUS", &columns);
        table.push(&[
            u64::from(self.inside),
            u64::from(self.waiting),
            self.delay_us,
        ]);
        Some(table)
    }
}

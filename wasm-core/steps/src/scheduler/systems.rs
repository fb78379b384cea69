//! The schedulers by name.

use std::fmt;

use crate::scenario::{SchedulerName, Settings, Start};
use crate::scheduler::leader_followers::LeaderFollowers;
use crate::scheduler::mariadb::MariaDb;
use crate::scheduler::oracle::Oracle;
use crate::scheduler::percona::Percona;
use crate::scheduler::pool::{Pool, Rules};
use crate::scheduler::queues::{Design, Queues};
use crate::scheduler::windows::Windows;
use crate::scheduler::{OneThread, ThreadScheduler};

/// A scheduler behind its interface, copied together with the state.
pub struct Scheduler(Box<dyn ThreadScheduler>);

// Empty, because printing each scheduler through the interface would keep that code in the WebAssembly.
impl fmt::Debug for Scheduler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scheduler")
    }
}

impl Clone for Scheduler {
    fn clone(&self) -> Self {
        Scheduler(self.0.copy())
    }
}

impl Scheduler {
    /// The scheduler of this name.
    pub fn new(setup: Setup<'_>) -> Self {
        let Setup {
            name,
            settings,
            start,
            groups,
            seed,
        } = setup;
        let pool = |rules, settings| Scheduler::of(Pool::new(rules, settings, start, groups));
        let queues = |design| Scheduler::of(Queues::new(design, &settings, seed));
        match name {
            SchedulerName::Mariadb => pool(Rules::MariaDb(MariaDb::new(&settings)), settings),
            SchedulerName::Percona => pool(Rules::Percona(Percona::new(&settings)), settings),
            SchedulerName::Oracle => Scheduler::of(Oracle::new(settings, start)),
            SchedulerName::OneThreadPerConnection => Scheduler::of(OneThread::new(&settings)),
            SchedulerName::OneQueue => queues(Design::OneQueue),
            SchedulerName::ManyQueues => queues(Design::ManyQueues),
            SchedulerName::TwoChoices => queues(Design::TwoChoices),
            SchedulerName::NginxWorkers => queues(Design::NginxWorkers),
            SchedulerName::Mysql60 => Scheduler::of(LeaderFollowers::new(&settings)),
            SchedulerName::MariadbWindows => Scheduler::of(Windows::new(settings, start)),
        }
    }

    fn of(scheduler: impl ThreadScheduler + 'static) -> Self {
        Scheduler(Box::new(scheduler))
    }

    /// The scheduler's interface, read-only.
    #[inline]
    pub fn get(&self) -> &dyn ThreadScheduler {
        self.0.as_ref()
    }

    /// The scheduler's interface.
    #[inline]
    pub fn get_mut(&mut self) -> &mut dyn ThreadScheduler {
        self.0.as_mut()
    }
}

/// The inputs for creating a scheduler.
pub struct Setup<'a> {
    pub name: SchedulerName,
    pub settings: Settings,
    pub start: &'a Start,
    /// The most thread groups that the pool will have.
    pub groups: u32,
    pub seed: u32,
}

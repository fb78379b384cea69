//! The schedulers by name, and which of them a module contains.

use std::fmt;

use crate::kernel::INNODB;
use crate::scenario::{Scenario, SchedulerName, Settings, Start};
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

/// The schedulers that a run can have. A module that names only those of the core leaves out the others'
/// code.
#[derive(Clone, Copy)]
pub struct Systems {
    // None: all.
    names: Option<&'static [SchedulerName]>,
    make: fn(Setup<'_>) -> Scheduler,
}

const CORE: &[SchedulerName] = &[
    SchedulerName::Mariadb,
    SchedulerName::Percona,
    SchedulerName::OneThreadPerConnection,
];

impl Systems {
    /// Every scheduler of the engine.
    pub const ALL: Systems = Systems {
        names: None,
        make: any,
    };
    /// The pools of MariaDB and Percona Server, and one thread per connection.
    pub const CORE: Systems = Systems {
        names: Some(CORE),
        make: of_core,
    };

    /// Whether these are enough for a scenario.
    pub fn suffice(&self, scenario: &Scenario) -> bool {
        let Some(names) = self.names else { return true };
        let set = scenario.server.get(INNODB).is_some();
        let mut changes = scenario.changes.iter();
        names.contains(&scenario.server.scheduler)
            && !set
            && !changes.any(|c| c.variable == INNODB.field())
    }

    pub fn make(&self, setup: Setup<'_>) -> Scheduler {
        (self.make)(setup)
    }
}

fn of_core(setup: Setup<'_>) -> Scheduler {
    let settings = setup.settings;
    let rules = match setup.name {
        SchedulerName::Mariadb => Rules::MariaDb(MariaDb::new(&settings)),
        SchedulerName::Percona => Rules::Percona(Percona::new(&settings)),
        _ => return Scheduler::of(OneThread::new(&settings)),
    };
    Scheduler::of(Pool::new(rules, settings, setup.start, setup.groups))
}

fn any(setup: Setup<'_>) -> Scheduler {
    if let Some(design) = Design::of(setup.name) {
        return Scheduler::of(Queues::new(design, &setup.settings, setup.seed));
    }
    match setup.name {
        SchedulerName::Mysql60 => Scheduler::of(LeaderFollowers::new(&setup.settings)),
        SchedulerName::MariadbWindows => Scheduler::of(Windows::new(setup.settings, setup.start)),
        SchedulerName::Oracle => Scheduler::of(Oracle::new(setup.settings, setup.start)),
        _ => of_core(setup),
    }
}

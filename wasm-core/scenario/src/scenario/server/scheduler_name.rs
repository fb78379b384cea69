//! The schedulers by their names in scenario files, and their versions.

use serde::Serialize;

/// The schedulers that the engine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SchedulerName {
    /// MariaDB's pool-of-threads on Unix ("generic").
    Mariadb,
    /// Percona Server's pool-of-threads.
    Percona,
    /// Oracle's Thread Pool plugin for MySQL.
    Oracle,
    /// `thread_handling = one-thread-per-connection`.
    OneThreadPerConnection,
    /// A design of textbooks: one queue, `thread_pool_size` workers.
    OneQueue,
    /// A design of textbooks: a queue for each of `thread_pool_size` workers, connections bound to one.
    ManyQueues,
    /// A design of textbooks: as before, each request to the shorter of two queues drawn at random.
    TwoChoices,
    /// Workers that poll connections of their own, as nginx has them.
    NginxWorkers,
    /// The first pool-of-threads: MySQL 6.0, MariaDB 5.1 to 5.3.
    #[serde(rename = "mysql-6.0")]
    Mysql60,
    /// MariaDB on Windows with `thread_pool_mode = windows`.
    MariadbWindows,
}

impl SchedulerName {
    /// Every one.
    pub const ALL: [SchedulerName; 10] = [
        SchedulerName::Mariadb,
        SchedulerName::Percona,
        SchedulerName::Oracle,
        SchedulerName::OneThreadPerConnection,
        SchedulerName::OneQueue,
        SchedulerName::ManyQueues,
        SchedulerName::TwoChoices,
        SchedulerName::NginxWorkers,
        SchedulerName::Mysql60,
        SchedulerName::MariadbWindows,
    ];

    /// The name in scenario files.
    pub fn as_str(self) -> &'static str {
        match self {
            SchedulerName::Mariadb => "mariadb",
            SchedulerName::Percona => "percona",
            SchedulerName::Oracle => "oracle",
            SchedulerName::OneThreadPerConnection => "one-thread-per-connection",
            SchedulerName::OneQueue => "one-queue",
            SchedulerName::ManyQueues => "many-queues",
            SchedulerName::TwoChoices => "two-choices",
            SchedulerName::NginxWorkers => "nginx-workers",
            SchedulerName::Mysql60 => "mysql-6.0",
            SchedulerName::MariadbWindows => "mariadb-windows",
        }
    }

    /// A design that no database server has.
    pub fn is_textbook(self) -> bool {
        matches!(
            self,
            SchedulerName::OneQueue
                | SchedulerName::ManyQueues
                | SchedulerName::TwoChoices
                | SchedulerName::NginxWorkers
        )
    }

    /// The versions whose rules the engine has, oldest first. The first scenario without a
    /// version gets the last one.
    pub fn versions(self) -> &'static [&'static str] {
        match self {
            SchedulerName::Mariadb => &["10.4", "10.11"],
            SchedulerName::Percona => &["5.6", "8.0"],
            SchedulerName::Oracle => &["8.0.30", "9.7"],
            SchedulerName::OneQueue
            | SchedulerName::ManyQueues
            | SchedulerName::TwoChoices
            | SchedulerName::NginxWorkers => &["any"],
            // 5.5 and 5.6 differ in innodb_thread_concurrency alone; any has the newer form.
            SchedulerName::OneThreadPerConnection => &["5.5", "5.6", "any"],
            SchedulerName::Mysql60 => &["6.0", "mariadb-5.3"],
            SchedulerName::MariadbWindows => &["10.11"],
        }
    }
}

//! The schedulers by their names in scenario files, and their versions.

use crate::scenario::fields::words;

words! {
    /// The schedulers that the engine has.
    pub enum SchedulerName {
        /// MariaDB's pool-of-threads on Unix ("generic").
        Mariadb = "mariadb",
        /// Percona Server's pool-of-threads.
        Percona = "percona",
        /// Oracle's Thread Pool plugin for MySQL.
        Oracle = "oracle",
        /// `thread_handling = one-thread-per-connection`.
        OneThreadPerConnection = "one-thread-per-connection",
        /// Textbook design: one queue, `thread_pool_size` workers.
        OneQueue = "one-queue",
        /// Textbook design: a queue for each of `thread_pool_size` workers, connections bound to one.
        ManyQueues = "many-queues",
        /// Textbook design: as before, but each request goes to the shorter of two queues drawn at random.
        TwoChoices = "two-choices",
        /// Workers that poll their own connections, as in nginx.
        NginxWorkers = "nginx-workers",
        /// The first pool-of-threads: MySQL 6.0, MariaDB 5.1 to 5.3.
        Mysql60 = "mysql-6.0",
        /// MariaDB on Windows with `thread_pool_mode = windows`.
        MariadbWindows = "mariadb-windows",
    }
}

impl SchedulerName {
    /// A design that no database server has.
    pub fn is_textbook(self) -> bool {
        match self {
            SchedulerName::OneQueue
            | SchedulerName::ManyQueues
            | SchedulerName::TwoChoices
            | SchedulerName::NginxWorkers => true,
            SchedulerName::Mariadb
            | SchedulerName::Percona
            | SchedulerName::Oracle
            | SchedulerName::OneThreadPerConnection
            | SchedulerName::Mysql60
            | SchedulerName::MariadbWindows => false,
        }
    }

    /// Whether its rules say what a client that gives up does to it.
    pub fn knows_patience(self) -> bool {
        match self {
            SchedulerName::Mariadb
            | SchedulerName::Percona
            | SchedulerName::OneThreadPerConnection => true,
            SchedulerName::Oracle
            | SchedulerName::OneQueue
            | SchedulerName::ManyQueues
            | SchedulerName::TwoChoices
            | SchedulerName::NginxWorkers
            | SchedulerName::Mysql60
            | SchedulerName::MariadbWindows => false,
        }
    }

    /// The versions whose rules the engine has, oldest first. A scenario without a version gets the last
    /// one.
    pub fn versions(self) -> &'static [&'static str] {
        match self {
            SchedulerName::Mariadb => &["10.4", "10.11"],
            SchedulerName::Percona => &["5.6", "8.0"],
            SchedulerName::Oracle => &["8.0.30", "8.4", "9.7"],
            SchedulerName::OneQueue
            | SchedulerName::ManyQueues
            | SchedulerName::TwoChoices
            | SchedulerName::NginxWorkers => &["any"],
            // 5.5 and 5.6 differ only in innodb_thread_concurrency; any has the newer form.
            SchedulerName::OneThreadPerConnection => &["5.5", "5.6", "any"],
            SchedulerName::Mysql60 => &["6.0", "mariadb-5.3"],
            SchedulerName::MariadbWindows => &["10.11"],
        }
    }
}

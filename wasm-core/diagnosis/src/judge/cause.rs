//! All causes of trouble in one table, with the parts of each answer.

use serde::Serialize;

/// Similar content on the site.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Like {
    /// `lesson/step`.
    pub step: &'static str,
    /// Name of a scenario.
    pub scenario: &'static str,
}

/// The parts of a cause that are the same in every capture.
pub(crate) struct About {
    /// Its permanent ID.
    pub key: &'static str,
    /// The sentence that states it.
    pub says: &'static str,
    /// What would contradict it.
    pub against: &'static str,
    /// Similar lesson step and scenario.
    like: Option<(&'static str, &'static str)>,
}

macro_rules! causes {
    ($($(#[$doc:meta])* $name:ident = $key:literal, $against:literal, $like:expr;)*) => {
        /// The cause of a trouble.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS))]
        pub enum Cause {
            $($(#[$doc])* #[serde(rename = $key)] $name,)*
        }
        impl Cause {
            /// All causes.
            pub const ALL: &[Cause] = &[$(Cause::$name,)*];

            /// Its row of the table.
            pub(crate) const fn about(self) -> &'static About {
                match self {
                    $(Cause::$name => &About {
                        key: $key,
                        says: concat!("diagnose_cause_", $key),
                        against: concat!("diagnose_against_", $against),
                        like: $like,
                    },)*
                }
            }
        }
    };
}

const PILE: Option<(&str, &str)> =
    Some(("who-goes-first/behind-its-victims", "lock-holder-mariadb"));

causes! {
    /// Statements hold every thread of a group, nobody listens, and no thread may be created.
    DeafGroupThreadCap = "deaf_group_thread_cap", "held",
        Some(("one-lane-is-stuck/nobody-at-the-door", "mariadb-two-groups"));
    /// A thread listens, and none is left to serve.
    FullGroupThreadCap = "full_group_thread_cap", "full",
        Some(("one-lane-is-stuck/nobody-at-the-door", "mariadb-two-groups"));
    /// No thread can be created, though more are allowed.
    ThreadCreationFails = "thread_creation_fails", "held",
        Some(("one-lane-is-stuck/what-the-log-says", "mariadb-two-groups"));
    /// Waiters for a lock hold every thread.
    LockPileUpHoldsAllThreads = "lock_pile_up_holds_all_threads", "held", PILE;
    /// A statement waits for space on a disk, and others wait for it.
    DiskFull = "disk_full", "space", None;
    /// Commits wait for a replica to acknowledge them.
    WaitsForSemiSyncAck = "waits_for_semi_sync_ack", "ack", None;
    /// Statements wait for the other nodes of a Galera cluster.
    WaitsForCluster = "waits_for_cluster", "cluster", None;
    /// Statements wait for a place inside InnoDB.
    WaitsToEnter = "waits_to_enter", "enter", None;
    /// A statement that computes took the listener.
    CpuStatementTookTheListener = "cpu_statement_took_the_listener", "taken",
        Some(("the-cast/nobody-at-the-door", "the-cast-stall"));
    /// Logins are queued.
    LoginStorm = "login_storm", "line", Some(("how-large/a-hundred-logins", "login-storm"));
    /// High-priority entries overtake low-priority ones, which grow old.
    LowPriorityStarved = "low_priority_starved", "line", Some(("who-goes-first/nobody-lets-in", "starving-mariadb"));
    /// One group has most of the work.
    HotGroup = "hot_group", "hot", Some(("one-lane-is-stuck/hot-group", "plantegg-96-groups"));
    /// All threads that are allowed wait.
    TooFewThreads = "too_few_threads", "line",
        Some(("six-threads-eight-sleeps/the-two-in-the-queue", "mariadb-max-threads-6"));
    /// As many as allowed run, and others are queued.
    TooFewGroups = "too_few_groups", "line", Some(("how-large/one-line-or-sixteen", "one-queue-16-workers"));
    /// Fewer run than allowed, until the timer acts.
    WaitsForStallTimer = "waits_for_stall_timer", "timer",
        Some(("the-cast/the-last-in-line", "mariadb-eight-computing"));
    /// Percona: the low-priority queue is closed.
    QueueShut = "queue_shut", "shut",
        Some(("six-threads-eight-sleeps/who-shut-the-queue", "percona-oversubscribe-1"));
    /// Lock waits, with threads to spare.
    LockPileUp = "lock_pile_up", "locks", PILE;
    /// The same for metadata and global locks.
    MetadataLockPileUp = "metadata_lock_pile_up", "locks", PILE;
    /// Connections do not use a pool.
    PoolOff = "pool_off", "pool_off", Some(("the-cast/on-a-server", "one-thread-eight-sleeps"));
    /// max_connections is reached.
    TooManyConnections = "too_many_connections", "connections", None;
    /// Oracle: transactions hold all places that the limit allows, and others are queued.
    TransactionLimit = "transaction_limit", "transaction_limit", None;
    /// The same, and their clients are silent.
    IdleTransactions = "idle_transactions", "transaction_limit", None;
    /// Oracle: thread_pool_max_active_query_threads is reached.
    ActiveThreadLimit = "active_thread_limit", "active_thread_limit", None;
    /// Oracle: statements that have stalled let others start only one at a time.
    StalledGroup = "stalled_group", "stalled_group", None;
    /// Statements stand in stages that take no time, or wait for what no connection has.
    WaitsInside = "waits_inside", "inside", None;
    /// Logins are not finished.
    LoginsHang = "logins_hang", "logins", None;
    /// The statements themselves are slow.
    SlowStatements = "slow_statements", "slow", None;
    /// Nothing is wrong.
    Healthy = "healthy", "healthy", None;
}

impl Cause {
    /// Its permanent ID.
    pub fn key(self) -> &'static str {
        self.about().key
    }

    /// The sentences that state it, and what would contradict it.
    pub fn sentences(self) -> [&'static str; 2] {
        [self.about().says, self.about().against]
    }

    /// A similar lesson step and scenario.
    pub(crate) fn like(self) -> Option<Like> {
        let (step, scenario) = self.about().like?;
        Some(Like { step, scenario })
    }
}

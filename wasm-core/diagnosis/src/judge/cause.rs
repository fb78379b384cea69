//! What can be wrong: one table of all causes, with what each of them is held to.

use serde::Serialize;

use crate::states::Wait;

/// What on the site is like it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Like {
    /// `lesson/step`.
    pub step: &'static str,
    /// Name of a scenario.
    pub scenario: &'static str,
}

/// Everything about one cause that is the same in every capture.
pub(crate) struct About {
    /// Its lasting id.
    pub key: &'static str,
    /// The sentence that says it.
    pub says: &'static str,
    /// What would contradict it.
    pub against: &'static str,
    /// Step and scenario that are like it.
    like: Option<(&'static str, &'static str)>,
    /// What was tried on a server with this cause, by what its threads wait for where that matters: words of
    /// [`super::remedies::Deeds::words`], in brackets where only what was tried in that capture is meant.
    measured: &'static [(Option<Wait>, &'static str)],
}

macro_rules! causes {
    ($($(#[$doc:meta])* $name:ident = $key:literal, $against:literal, $like:expr, $measured:expr;)*) => {
        /// What is wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS))]
        pub enum Cause {
            $($(#[$doc])* #[serde(rename = $key)] $name,)*
        }
        impl Cause {
            /// Every cause.
            pub const ALL: &[Cause] = &[$(Cause::$name,)*];

            /// Its row of the table.
            pub(crate) const fn about(self) -> &'static About {
                match self {
                    $(Cause::$name => &About {
                        key: $key,
                        says: concat!("diagnose_cause_", $key),
                        against: concat!("diagnose_against_", $against),
                        like: $like,
                        measured: $measured,
                    },)*
                }
            }
        }
    };
}

const PILE: Option<(&str, &str)> =
    Some(("who-goes-first/behind-its-victims", "lock-holder-mariadb"));

causes! {
    /// Statements hold every thread of a group, nobody listens, and no thread may be made.
    DeafGroupThreadCap = "deaf_group_thread_cap", "held",
        Some(("one-lane-is-stuck/nobody-at-the-door", "mariadb-two-groups")),
        &[(Some(Wait::Sleep), "kill query thread_pool_max_threads thread_pool_oversubscribe thread_pool_stall_limit \
            thread_pool_size thread_pool_dedicated_listener max_connections connect_timeout thread_cache_size nothing"),
          (Some(Wait::Client), "kill query thread_pool_max_threads nothing"),
          (Some(Wait::Dump), "kill query thread_pool_max_threads nothing")];
    /// Somebody listens, and no thread is left to serve.
    FullGroupThreadCap = "full_group_thread_cap", "full",
        Some(("one-lane-is-stuck/nobody-at-the-door", "mariadb-two-groups")), &[];
    /// No thread can be made, though more are allowed.
    ThreadCreationFails = "thread_creation_fails", "held",
        Some(("one-lane-is-stuck/what-the-log-says", "mariadb-two-groups")), &[];
    /// Those who wait for a lock hold every thread.
    LockPileUpHoldsAllThreads = "lock_pile_up_holds_all_threads", "held", PILE,
        &[(Some(Wait::Row), "kill query kill+query kill+thread_pool_max_threads thread_pool_max_threads \
            innodb_lock_wait_timeout thread_pool_oversubscribe thread_pool_stall_limit thread_pool_size nothing"),
          (Some(Wait::Metadata), "kill query kill+thread_pool_max_threads thread_pool_max_threads thread_pool_size nothing"),
          (Some(Wait::Global), "kill query thread_pool_max_threads thread_pool_size nothing")];
    /// A statement waits for space on a disk, and others wait for it.
    DiskFull = "disk_full", "space", None,
        &[(Some(Wait::Space), "kill space thread_pool_max_threads nothing")];
    /// Commits wait for a replica to acknowledge them.
    WaitsForSemiSyncAck = "waits_for_semi_sync_ack", "ack", None,
        &[(Some(Wait::Ack), "rpl_semi_sync_master_enabled thread_pool_max_threads thread_pool_size \
            thread_pool_oversubscribe+thread_pool_stall_limit nothing")];
    /// A statement that computes took the listener.
    CpuStatementTookTheListener = "cpu_statement_took_the_listener", "taken",
        Some(("the-cast/nobody-at-the-door", "the-cast-stall")),
        &[(None, "query thread_pool_stall_limit thread_pool_size thread_pool_oversubscribe thread_pool_max_threads \
            thread_pool_dedicated_listener thread_pool_priority nothing")];
    /// Logins stand in line.
    LoginStorm = "login_storm", "line", Some(("how-large/a-hundred-logins", "login-storm")), &[];
    /// Entries of high priority go past those of low priority, which grow old.
    LowPriorityStarved = "low_priority_starved", "line", Some(("who-goes-first/nobody-lets-in", "starving-mariadb")),
        &[(None, "thread_pool_prio_kickup_timer thread_pool_max_threads thread_pool_size nothing")];
    /// One group has the work.
    HotGroup = "hot_group", "hot", Some(("one-lane-is-stuck/hot-group", "plantegg-96-groups")),
        &[(None, "client thread_pool_size thread_pool_max_threads thread_pool_oversubscribe thread_pool_stall_limit \
            thread_pool_oversubscribe+thread_pool_stall_limit thread_pool_dedicated_listener max_connections nothing")];
    /// All threads that are allowed wait.
    TooFewThreads = "too_few_threads", "line",
        Some(("six-threads-eight-sleeps/the-two-in-the-queue", "mariadb-max-threads-6")), &[];
    /// As many run as may, and others stand in line.
    TooFewGroups = "too_few_groups", "line", Some(("how-large/one-line-or-sixteen", "one-queue-16-workers")),
        &[(Some(Wait::Disk), "thread_pool_size thread_pool_oversubscribe thread_pool_stall_limit thread_pool_max_threads max_connections \
            thread_pool_oversubscribe+thread_pool_stall_limit thread_pool_priority thread_pool_prio_kickup_timer \
            thread_pool_dedicated_listener nothing")];
    /// Fewer run than may, until the timer acts.
    WaitsForStallTimer = "waits_for_stall_timer", "timer",
        Some(("the-cast/the-last-in-line", "mariadb-eight-computing")), &[];
    /// Percona: low priority is shut out.
    QueueShut = "queue_shut", "shut",
        Some(("six-threads-eight-sleeps/who-shut-the-queue", "percona-oversubscribe-1")), &[];
    /// Locks, with threads to spare.
    LockPileUp = "lock_pile_up", "locks", PILE, &[];
    /// The same of metadata and global locks.
    MetadataLockPileUp = "metadata_lock_pile_up", "locks", PILE,
        &[(Some(Wait::Metadata), "kill query thread_pool_max_threads nothing")];
    /// max_connections is reached.
    TooManyConnections = "too_many_connections", "connections", None, &[];
    /// The statements themselves are slow.
    SlowStatements = "slow_statements", "slow", None,
        &[(None, "index thread_pool_size thread_pool_max_threads thread_pool_stall_limit nothing")];
    /// Nothing is wrong.
    Healthy = "healthy", "healthy", None,
        &[(None, "thread_pool_size thread_pool_stall_limit thread_pool_oversubscribe thread_pool_max_threads nothing")];
}

impl Cause {
    /// Its lasting id.
    pub fn key(self) -> &'static str {
        self.about().key
    }

    /// The sentences that say it, and what would contradict it.
    pub fn sentences(self) -> [&'static str; 2] {
        [self.about().says, self.about().against]
    }

    /// A step and a scenario that are like it.
    pub(crate) fn like(self) -> Option<Like> {
        let (step, scenario) = self.about().like?;
        Some(Like { step, scenario })
    }

    /// Whether such an action was tried on a server with this cause, whose threads waited for the same.
    pub fn measured(self, wait: Option<Wait>, words: &str) -> bool {
        let tried = self.about().measured.iter();
        tried
            .filter(|(of, _)| of.is_none() || *of == wait)
            .any(|(_, tried)| tried.split(' ').any(|tried| tried == words))
    }

    /// Its threads wait for a lock.
    pub(crate) fn is_lock(self) -> bool {
        matches!(
            self,
            Cause::LockPileUpHoldsAllThreads | Cause::LockPileUp | Cause::MetadataLockPileUp
        )
    }
}

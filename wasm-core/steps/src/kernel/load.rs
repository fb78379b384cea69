//! The counts of the server model: how many share the caches, and how many transactions are open. Source:
//! server model (RULES.md), sections 12.2 and 12.3.

use crate::kernel::Connection;
use crate::scenario;

const NS: f64 = 1_000.0;

/// Counts of the whole server.
#[derive(Clone, Copy, Debug, Default)]
pub struct Load {
    /// Existing connections.
    pub connections: u32,
    /// Threads that exist and don't listen.
    pub threads: u32,
    /// Connections whose transaction is open.
    pub transactions: u32,
    /// Statements without such a transaction that use CPU or are at the latch.
    pub autocommit_on_cpu: u32,
    pub autocommit_at_latch: u32,
}

impl Load {
    /// The connection now exists.
    pub fn connect(&mut self, conn: &Connection) {
        self.connections += 1;
        self.transactions += u32::from(conn.in_transaction);
    }

    /// The connection is gone.
    pub fn disconnect(&mut self, conn: &mut Connection) {
        self.connections -= 1;
        self.transact(conn, false);
    }

    /// The connection's transaction opens or ends.
    pub fn transact(&mut self, conn: &mut Connection, open: bool) {
        self.transactions += u32::from(open);
        self.transactions -= u32::from(conn.in_transaction);
        conn.in_transaction = open;
    }

    /// Open transactions: lasting ones, and those of single statements under way.
    pub fn open_transactions(&self, cores: Option<u32>) -> u32 {
        // No more statements than cores can have started, even if more share the cores.
        let running = self.autocommit_on_cpu.min(cores.unwrap_or(u32::MAX));
        self.transactions + self.autocommit_at_latch + running
    }
}

/// Whether a connection's statement is its own transaction.
pub fn is_autocommit(conn: &Connection) -> bool {
    !conn.in_transaction && !conn.login
}

/// What CPU steps pay for cold caches, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct ColdCache {
    connection: f64,
    thread: f64,
    contexts: f64,
    warm_worker: f64,
    /// The last result for a number of connections and of threads: most steps start with the same numbers.
    of_connections: (u32, f64),
    of_threads: (u32, f64),
}

impl ColdCache {
    pub fn new(cold: &scenario::ColdCache) -> Self {
        ColdCache {
            connection: cold.connection_us * NS,
            thread: cold.thread_us * NS,
            contexts: cold.contexts,
            warm_worker: cold.warm_worker_us * NS,
            of_connections: (0, 0.0),
            of_threads: (0, 0.0),
        }
    }

    /// The factor by which a step of this mean length becomes longer.
    pub fn factor(&mut self, load: &Load, pool_worker: bool, mean_ns: f64) -> f64 {
        let contexts = self.contexts;
        let cold = |last: &mut (u32, f64), n: u32, most: f64| {
            if last.0 != n {
                *last = (n, most * (f64::from(n) / (f64::from(n) + contexts)));
            }
            last.1
        };
        let mut extra = cold(&mut self.of_connections, load.connections, self.connection)
            + cold(&mut self.of_threads, load.threads, self.thread);
        if pool_worker {
            extra -= self.warm_worker;
        }
        ((mean_ns + extra) / mean_ns).max(0.0)
    }
}

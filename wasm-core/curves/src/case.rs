//! One machine and one workload, with the parameters of the model.

use poolscope_engine::json::{self, FloatReader, Value};
use poolscope_engine::scenario::read::{Cursor, collect};
use poolscope_engine::scenario::{Problem, Problems};
use serde::Serialize;

/// How statements are admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// `thread_handling = one-thread-per-connection`: all at once.
    OneThread,
    /// A pool with as many groups as cores: about one statement per core.
    Pool,
}

impl System {
    /// Its name in files and on the page.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            System::OneThread => "one-thread-per-connection",
            System::Pool => "thread-pool",
        }
    }

    /// The system of this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<System, Problems> {
        let both = [System::OneThread, System::Pool];
        both.into_iter().find(|s| s.name() == name).ok_or_else(|| {
            Problems::one(Problem::new(
                "system",
                Value::from(name),
                "one-thread-per-connection or thread-pool",
            ))
        })
    }
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The model's parameters. Times are microseconds per statement; the names are those of the fit files.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: f64,)*
        }

        /// The names of the parameters, in order.
        pub const PARAMETERS: [&str; [$(stringify!($name)),*].len()] = [$(stringify!($name)),*];

        impl Parameters {
            /// From values in the order of [`PARAMETERS`].
            #[must_use]
            pub fn from_array(values: [f64; PARAMETERS.len()]) -> Parameters {
                let [$($name),*] = values;
                Parameters { $($name),* }
            }
        }
    };
}

parameters! {
    /// Outside time: the client and the network between an answer and the next statement.
    z_us,
    /// The additional time to wake its sleeping thread, with one thread per connection.
    zw_us,
    /// CPU with warm caches.
    c_us,
    /// Additional CPU when all connections are cold.
    kc_us,
    /// Additional CPU when all threads are cold.
    kt_us,
    /// This many contexts make half of them cold.
    cap,
    /// CPU that a pool's worker saves by continuing without sleeping.
    dp_us,
    /// Time that the latch is held.
    d0_us,
    /// Additional hold time per open transaction.
    d1_us,
    /// Time to wake the next holder, once waiters sleep.
    h_us,
    /// Additional time of a hand-over per sleeping waiter, because all are woken.
    w_us,
    /// From this many waiters on, the cost of each grows.
    wc,
    /// Up to about this many waiters spin instead of sleeping.
    ws,
}

/// A machine and a workload.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Case {
    /// Name of the machine.
    pub machine: String,
    /// Name of the workload.
    pub workload: String,
    /// Cores of the server.
    pub cores: u32,
    /// Statements per published unit: those of a transaction if transactions were counted.
    pub statements: u32,
    /// Every connection keeps a transaction open between its statements, too.
    pub open_transactions: bool,
    /// The pool is that of Windows: one queue instead of groups.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub windows: bool,
    /// Groups of the pool; by default as many as cores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<u32>,
    /// The parameters.
    pub parameters: Parameters,
}

impl Case {
    /// Reads a case.
    ///
    /// # Errors
    /// Every problem, with its place, the value and what is allowed.
    pub fn from_json(text: &str, float: FloatReader) -> Result<Case, Problems> {
        let value = json::parse(text, float)?;
        collect(&value, Case::read)
    }

    /// Reads a case from part of a file.
    pub fn read(cursor: &Cursor<'_>) -> Case {
        let f = cursor.fields(&[
            "machine",
            "workload",
            "cores",
            "statements",
            "open_transactions",
            "windows",
            "groups",
            "parameters",
        ]);
        let whole = |cursor: Cursor<'_>| cursor.whole((1, 512)) as u32;
        let parameters = f.need("parameters");
        let given = parameters.fields(&PARAMETERS);
        let values = PARAMETERS.map(|name| {
            // Divisors must not be 0; the outer delay separates two answers.
            let divides = ["z_us", "c_us", "cap", "wc", "ws"].contains(&name);
            let least = if divides { 1e-3 } else { 0.0 };
            given.need(name).real((least, 1e9))
        });
        Case {
            machine: f.need("machine").text(),
            workload: f.need("workload").text(),
            cores: whole(f.need("cores")),
            statements: whole(f.need("statements")),
            open_transactions: f.bool_or_false("open_transactions"),
            windows: f.bool_or_false("windows"),
            groups: f.get("groups").map(whole),
            parameters: Parameters::from_array(values),
        }
    }

    /// Groups of the pool.
    #[must_use]
    pub fn groups(&self) -> u32 {
        self.groups.unwrap_or(self.cores)
    }

    /// Mean CPU of a statement with `clients` connections.
    #[must_use]
    pub fn cpu_us(&self, system: System, clients: u32) -> f64 {
        let p = &self.parameters;
        let cold = |n: u32| f64::from(n) / (f64::from(n) + p.cap);
        let busy = match system {
            System::OneThread => p.c_us + p.kt_us * cold(clients),
            System::Pool => p.c_us + p.kt_us * cold(clients.min(self.groups())) - p.dp_us,
        };
        (busy + p.kc_us * cold(clients)).max(1e-3)
    }

    /// Mean time from one grant of the latch to the next, with this many waiters while it is held and this
    /// many open transactions.
    #[must_use]
    #[inline]
    pub fn hold_us(&self, waiters: f64, open: f64) -> f64 {
        let p = &self.parameters;
        let grown = waiters / p.wc;
        let herd = p.h_us + p.w_us * waiters * (1.0 + grown * grown);
        let square = (waiters / p.ws) * (waiters / p.ws);
        let asleep = square * square;
        p.d0_us + p.d1_us * open + asleep / (1.0 + asleep) * herd
    }
}

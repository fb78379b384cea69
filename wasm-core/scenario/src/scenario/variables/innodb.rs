//! `innodb_thread_concurrency` and its related variables, added to the servers that have it. MariaDB removed
//! it after 10.4; Percona's pools and one thread per connection use MySQL's InnoDB.

use super::Variable;
use super::row::{Release, U32, joined, number, release};
use crate::scenario::scheduler_name::SchedulerName::{Mariadb, OneThreadPerConnection, Percona};

const fn concurrency(of: Release) -> Variable {
    of.has(
        "innodb_thread_concurrency",
        number(0, 1_000, 0),
        "The most threads inside InnoDB at once. 0: no limit. Threads that wait for a lock are outside.",
    )
}

const fn tickets(of: Release, default: u64) -> Variable {
    of.has(
        "innodb_concurrency_tickets",
        number(1, U32, default),
        "How many row operations after its first a thread may do before it must enter InnoDB again. Here each cpu_us step is one row operation.",
    )
}

const fn sleep_delay(of: Release, max: u64, help: &'static str) -> Variable {
    let kind = number(0, max, 10_000);
    of.has("innodb_thread_sleep_delay_us", kind, help)
}

// 5.5: a queue, first come, first served.
const fn queueing(of: Release) -> [Variable; 3] {
    let sleep = "How long a thread that holds no locks sleeps, once, when it finds InnoDB full, before it joins the queue.";
    [
        concurrency(of),
        tickets(of, 500),
        sleep_delay(of, U32, sleep),
    ]
}

// From 5.6 on: a thread that finds InnoDB full sleeps and looks again.
const fn polling(of: Release) -> [Variable; 4] {
    let sleep =
        "How long a thread that finds InnoDB full sleeps before it looks again. There is no queue.";
    let adaptive = of.has(
        "innodb_adaptive_max_sleep_delay_us",
        number(0, 1_000_000, 150_000),
        "The sleep adapts up to this length. 0: it stays at innodb_thread_sleep_delay.",
    );
    [
        concurrency(of),
        tickets(of, 5_000),
        sleep_delay(of, 1_000_000, sleep),
        adaptive,
    ]
}

pub(super) const ROWS: &[Variable] = &joined::<15>(&[
    &polling(release(Mariadb, &["10.4"])),
    &polling(release(Percona, &["5.6", "8.0"])),
    &polling(release(OneThreadPerConnection, &["5.6", "any"])),
    &queueing(release(OneThreadPerConnection, &["5.5"])),
]);

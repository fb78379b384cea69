//! A short name for each server in the ideal world of the rules.

use serde_json::json;

use super::{Case, MS, S};

/// A server in the ideal world.
pub fn case(scheduler: &str, version: &str) -> Case {
    let mut server = json!({"scheduler": scheduler, "version": version});
    let mut start = json!({});
    if ["mariadb", "percona", "oracle"].contains(&scheduler) {
        server["thread_pool_size"] = json!(1);
    }
    if ["mariadb", "percona"].contains(&scheduler) {
        start["first_tick_us"] = json!(100 * MS);
    }
    Case(json!({
        "server": server,
        "machine": {"cores": null, "poll_wake_us": 0, "thread_wake_us": 0, "thread_create_us": 0, "timer_round_us": 0, "hand_over_us": 0},
        "start": start,
        "until_us": 60 * S,
        "connections": [], "requests": [], "loops": [], "clients": [], "changes": [],
    }))
}

/// MariaDB with the rules up to 10.4.
pub fn m4() -> Case {
    case("mariadb", "10.4")
}

/// MariaDB with the rules from 10.5 on.
pub fn m5() -> Case {
    case("mariadb", "10.11")
}

/// Percona Server 5.6.
pub fn p5() -> Case {
    case("percona", "5.6")
}

/// Percona Server 8.0.
pub fn p8() -> Case {
    case("percona", "8.0")
}

/// Oracle's plugin, the classic rules.
pub fn o8() -> Case {
    case("oracle", "8.0.30")
}

/// Oracle's plugin, 8.0.31 to 8.4.
pub fn o84() -> Case {
    case("oracle", "8.4")
}

/// Oracle's plugin, the rules of 2026.
pub fn o9() -> Case {
    case("oracle", "9.7")
}

/// One thread per connection.
pub fn own() -> Case {
    case("one-thread-per-connection", "any")
}

/// The first pool, of MySQL 6.0, with this many workers.
pub fn v6(workers: u64) -> Case {
    case("mysql-6.0", "6.0").size(workers)
}

/// MariaDB on Windows, on this many cores.
pub fn windows(cores: u32) -> Case {
    case("mariadb-windows", "10.11").machine("cores", cores)
}

/// Both pools.
pub fn pools() -> [Case; 2] {
    [m5(), p8()]
}

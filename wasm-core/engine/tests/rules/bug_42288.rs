//! MySQL bug 42288 (Mark Callaghan, 2009): the cost of MySQL 6.0's pool, sysbench OLTP read-only,
//! thread_pool_size = 20, transactions per second. Source: https://bugs.mysql.com/bug.php?id=42288
//!
//! Two numbers of the table are inputs, the others are computed. The CPU of a statement is chosen so that
//! one thread per connection matches the published value, row by row: 16 statements in a transaction
//! (sysbench's 14 queries, BEGIN and COMMIT: an assumption), cores shared. `machine.hand_over_us` of a
//! setting is what its one user lost per statement. A follower's wake-up is taken as 10 µs. So the pool's
//! row of one user matches by construction, and that of eight is the prediction.

use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Sim};
use serde_json::json;

const USERS: [u32; 5] = [1, 2, 4, 8, 16];
const STATEMENTS: f64 = 16.0;
const UNTIL_US: u64 = 2_000_000;

struct Setting {
    name: &'static str,
    cores: u32,
    /// Transactions per second, one thread per connection, by users.
    own: [f64; 5],
    pool: [f64; 5],
}

const SETTINGS: [Setting; 4] = [
    Setting {
        name: "4 cores, InnoDB",
        cores: 4,
        own: [447.0, 448.0, 736.0, 1056.0, 708.0],
        pool: [211.0, 346.0, 447.0, 387.0, 356.0],
    },
    Setting {
        name: "4 cores, blackhole",
        cores: 4,
        own: [999.0, 1890.0, 3428.0, 3428.0, 2999.0],
        pool: [401.0, 676.0, 839.0, 864.0, 959.0],
    },
    Setting {
        name: "16 cores, InnoDB",
        cores: 16,
        own: [213.0, 432.0, 764.0, 1150.0, 788.0],
        pool: [185.0, 323.0, 555.0, 801.0, 668.0],
    },
    Setting {
        name: "16 cores, blackhole",
        cores: 16,
        own: [529.0, 1110.0, 2085.0, 3569.0, 3688.0],
        pool: [432.0, 722.0, 1145.0, 1500.0, 1711.0],
    },
];

// Transactions per second.
fn simulate(scheduler: &str, setting: &Setting, users: u32, cpu_us: f64, hand_over_us: f64) -> f64 {
    let pool = scheduler == "mysql-6.0";
    let thread_wake_us = if pool { 10 } else { 0 };
    let thousandth = |us: f64| (us * 1e3).round() / 1e3;
    let file = json!({
        "server": {"scheduler": scheduler},
        "machine": {"cores": setting.cores, "poll_wake_us": 0, "thread_wake_us": thread_wake_us,
                    "hand_over_us": thousandth(hand_over_us)},
        "seed": 1, "until_us": UNTIL_US, "warm_up_us": 0,
        "clients": [{"count": users, "arrivals": {"closed": {"think": 0, "ask_first": true}},
                     "statements": [{"steps": [{"cpu_us": thousandth(cpu_us)}]}]}],
    });
    let scenario = Scenario::from_json(&file.to_string()).unwrap();
    let mut sim = Sim::new(&scenario, Detail::Figures);
    while !sim.run(UNTIL_US * 1_000, 1_000_000) {}
    f64::from(sim.finished()) / (UNTIL_US as f64 / 1e6) / STATEMENTS
}

fn cpu_us(setting: &Setting, row: usize) -> f64 {
    let at_once = f64::from(USERS[row].min(setting.cores));
    at_once * 1e6 / (setting.own[row] * STATEMENTS)
}

fn lost_us(setting: &Setting) -> f64 {
    (1.0 / setting.pool[0] - 1.0 / setting.own[0]) * 1e6 / STATEMENTS
}

#[test]
fn the_loss_has_the_right_size() {
    println!("loss in percent, published -> simulated");
    let mut far = Vec::new();
    let mut eight = Vec::new();
    for setting in &SETTINGS {
        for (row, users) in USERS.into_iter().enumerate() {
            let cpu = cpu_us(setting, row);
            let own = simulate("one-thread-per-connection", setting, users, cpu, 0.0);
            assert!(
                (own / setting.own[row] - 1.0).abs() < 0.01,
                "{}: {own}",
                setting.name
            );
            let pool = simulate("mysql-6.0", setting, users, cpu, lost_us(setting));
            let published = 100.0 * (1.0 - setting.pool[row] / setting.own[row]);
            let simulated = 100.0 * (1.0 - pool / own);
            let apart = (simulated - published).abs();
            println!(
                "{}, {users} users: {published:.0} -> {simulated:.0}",
                setting.name
            );
            match users {
                // Matches by construction, apart from a follower's wake-up.
                1 => assert!(apart < 3.0, "{}: {simulated}", setting.name),
                8 => eight.push(apart),
                _ => {}
            }
            if apart > 15.0 {
                far.push(format!("{}, {users} users", setting.name));
            }
        }
    }
    // Eight users: within 8 percentage points in three of the four settings. In the fourth (16 cores,
    // InnoDB) the model loses 9 %, the bug 30 %.
    eight.sort_by(f64::total_cmp);
    assert!(eight[2] < 8.0 && eight[3] < 22.0, "{eight:?}");
    println!("more than 15 points apart: {}", far.join("; "));
    assert_eq!(far, NOT_MATCHED);
}

/// On 16 cores, even few users lose more than the mutex can explain: its cost per statement grows with the
/// users (caches that move from core to core, the client on the same host), and the model has a single
/// number for it.
const NOT_MATCHED: [&str; 4] = [
    "16 cores, InnoDB, 4 users",
    "16 cores, InnoDB, 8 users",
    "16 cores, blackhole, 2 users",
    "16 cores, blackhole, 4 users",
];

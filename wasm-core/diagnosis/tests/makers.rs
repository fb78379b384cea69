//! Captures of other makers' pools, composed from runs of the nearest model: `captures-composed/README.md`.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;

use poolscope_engine::frame::{Frame, NONE, connection_state, thread_state};
use poolscope_engine::instruments::{Cell, Instruments, Table};
use poolscope_engine::life::Life;
use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Replay};
use serde_json::{Value, json};

use super::composed::{FORMS, Moment, table, text};

const MS: u64 = 1_000_000;
const S: u64 = 1_000 * MS;

/// A run whose truth is known.
struct Run {
    name: &'static str,
    about: &'static str,
    guilty: Value,
    causes: &'static [&'static str],
    at_ms: &'static [u64],
    /// STATE and INFO of a statement under way.
    says: [&'static str; 2],
}

/// The scenario, for the model that is nearest to the maker's pool.
fn scenario(run: &str, model: &str) -> Value {
    let kept = |name: &str| -> Value {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../content/scenarios");
        serde_json::from_str(&fs::read_to_string(folder.join(format!("{name}.json"))).unwrap())
            .unwrap()
    };
    let version = if model == "mariadb" { "10.11" } else { "8.0" };
    let own = |size: u32, oversubscribe: u32| {
        json!({
            "title": "composed", "question": "-", "about": "-", "seed": 1,
            "server": {
                "scheduler": model, "version": version, "thread_pool_size": size,
                "thread_pool_oversubscribe": oversubscribe, "thread_pool_max_threads": 1_000, "thread_pool_stall_limit_ms": 500,
            },
            "machine": {"cores": 8}, "until_us": 20_000_000,
        })
    };
    match run {
        "one-lane" => kept(&format!("{model}-two-groups")),
        "computing" => kept(&format!("{model}-eight-computing")),
        "off" => kept("one-thread-eight-sleeps"),
        "quiet" => {
            let mut all = own(4, 3);
            let talk = |n: u64| {
                json!({
                    "connection": 501 + n, "count": 1_000, "at_us": 1_000 * n, "think_us": 900_000,
                    "statements": [{"steps": [{"cpu_us": 500}]}],
                })
            };
            all["loops"] = (0..12).map(talk).collect();
            all
        }
        "busy" => {
            let mut all = own(4, 32);
            all["clients"] = json!([{
                "count": 8, "first_connection": 601, "arrivals": {"spread": {"at_us": 0, "gap_us": 0}},
                "statements": [{"steps": [{"cpu_us": 60_000_000}]}],
            }]);
            all
        }
        _ => {
            let mut all = own(2, 3);
            all["requests"] = json!([
                {"connection": 700, "at_us": 0, "steps": [{"lock": "the table", "kind": "meta_data_lock"}, {"begin": true}, {"cpu_us": 1_000}]},
                {"connection": 700, "at_us": 15_000_000, "steps": [{"cpu_us": 1_000}, {"commit": true}, {"unlock": "the table"}]},
            ]);
            all["clients"] = json!([{
                "count": 6, "first_connection": 701, "arrivals": {"spread": {"at_us": 500_000, "gap_us": 0}},
                "statements": [{"steps": [{"lock": "the table", "kind": "meta_data_lock"}, {"cpu_us": 1_000}, {"unlock": "the table"}]}],
            }]);
            all
        }
    }
}

fn runs() -> [Run; 6] {
    let slept = ["User sleep", "SELECT SLEEP(30)"];
    let computes = ["executing", "SELECT BENCHMARK(100000000, SHA2(1, 512))"];
    [
        Run {
            name: "one-lane",
            about: "Two long sleeps hold both threads of group 0, and thread_pool_max_threads forbids a third.",
            guilty: json!("pool"),
            causes: &["deaf_group_thread_cap", "queue_shut"],
            at_ms: &[6_500, 9_500],
            says: slept,
        },
        Run {
            name: "computing",
            about: "Eight statements compute for two seconds each, in one group that lets few run at once.",
            guilty: json!("pool"),
            causes: &[
                "too_few_groups",
                "waits_for_stall_timer",
                "cpu_statement_took_the_listener",
            ],
            at_ms: &[900, 1_900],
            says: computes,
        },
        Run {
            name: "quiet",
            about: "Twelve clients send a short statement each second.",
            guilty: json!("nothing"),
            causes: &["healthy"],
            at_ms: &[6_500, 8_500],
            says: computes,
        },
        Run {
            name: "busy",
            about: "Eight statements compute for a minute each, with room for all of them.",
            guilty: json!("statements"),
            causes: &["slow_statements"],
            at_ms: &[8_000],
            says: computes,
        },
        Run {
            name: "table-lock",
            about: "Six statements wait for a table that a silent transaction has, with threads to spare.",
            guilty: json!("statements"),
            causes: &["metadata_lock_pile_up"],
            at_ms: &[8_000],
            says: [
                "Waiting for table metadata lock",
                "ALTER TABLE orders ADD COLUMN note TEXT",
            ],
        },
        Run {
            name: "off",
            about: "One thread per connection.",
            guilty: Value::Null,
            causes: &["pool_off"],
            at_ms: &[900],
            says: slept,
        },
    ]
}

/// What a maker's server prints.
struct Maker {
    name: &'static str,
    family: &'static str,
    version: &'static str,
    model: &'static str,
    runs: &'static [&'static str],
    /// Variables; `on|off` is the switch.
    variables: &'static str,
    shows: fn(&Seen) -> Vec<Table>,
}

/// One moment of a run.
struct Seen {
    frame: Frame,
    instruments: Instruments,
}

const ALL: &[&str] = &["one-lane", "computing", "quiet", "table-lock", "off"];

const fn percona(name: &'static str, version: &'static str) -> Maker {
    Maker {
        name,
        family: "percona",
        version,
        model: "percona",
        runs: &["one-lane", "quiet", "off"],
        variables: PERCONA,
        shows: |seen| vec![own_counters(seen)],
    }
}

const MAKERS: [Maker; 9] = [
    Maker {
        name: "txsql",
        family: "txsql",
        version: "8.0.30-txsql",
        model: "percona",
        runs: ALL,
        variables: "thread_handling=pool-of-threads|one-thread-per-connection thread_handling_switch_mode=fast \
            thread_pool_high_prio_mode=transactions thread_pool_high_prio_tickets=4294967295 thread_pool_idle_timeout=60 \
            thread_pool_max_threads=$ thread_pool_oversubscribe=$ thread_pool_size=$ thread_pool_stall_limit=500 \
            threadpool_workaround_epoll_bug=OFF",
        shows: |seen| vec![txsql(&seen.frame)],
    },
    Maker {
        name: "kunpeng",
        family: "kunpeng",
        version: "8.0.25",
        model: "mariadb",
        runs: ALL,
        variables: "extra_max_connections=1 extra_port=0 thread_handling=loaded-dynamically|one-thread-per-connection \
            thread_pool_dedicated_listener=OFF thread_pool_high_prio_mode=transactions thread_pool_high_prio_tickets=4294967295 \
            thread_pool_idle_timeout=60 thread_pool_max_threads=$ thread_pool_oversubscribe=$ thread_pool_size=$ \
            thread_pool_stall_limit=500 thread_pool_toobusy=13",
        shows: |seen| {
            let mut all = vec![own_counters(seen)];
            all.extend(seen.instruments.tables.iter().cloned());
            all
        },
    },
    percona("percona-80", "8.0.36-28"),
    percona("percona-84", "8.4.3-3"),
    Maker {
        name: "huawei",
        family: "huawei",
        version: "8.0.28-231003",
        model: "percona",
        runs: &["one-lane", "quiet", "off"],
        variables: "threadpool_enabled=ON|OFF threadpool_high_prio_tickets=4294967295 threadpool_idle_timeout=60 \
            threadpool_long_conn_time=2 threadpool_max_threads=$ threadpool_oversubscribe=$ threadpool_prio_kickup_timer=1000 \
            threadpool_rec_launch_time=ON threadpool_size=$ threadpool_slow_conn_log=ON threadpool_slow_conn_log_interval=30 \
            threadpool_slow_launch_time=2 threadpool_stall_limit=500",
        shows: |_| Vec::new(),
    },
    Maker {
        name: "volcengine",
        family: "volcengine",
        version: "8.0.32",
        model: "percona",
        runs: &["computing", "quiet"],
        variables: "thread_handling=one-thread-per-connection thread_pool_enabled=ON|OFF thread_pool_oversubscribe=$ \
            thread_pool_size=$",
        shows: |seen| {
            let f = &seen.frame;
            vec![counters(&[
                ("Threadpool_active_threads", active(f)),
                ("Threadpool_all_threads", f.threads.state.len()),
                ("Threadpool_dump_threads", 0),
                ("Threadpool_extra_connection_count", 0),
                (
                    "Threadpool_high_prio_queue_len",
                    connections(f, &[connection_state::HIGH_QUEUE]),
                ),
                (
                    "Threadpool_listener_threads",
                    threads(f, &[thread_state::LISTENING]),
                ),
                (
                    "Threadpool_low_prio_queue_len",
                    connections(f, &[connection_state::LOW_QUEUE]),
                ),
                (
                    "Threadpool_sleep_threads",
                    threads(f, &[thread_state::IDLE]),
                ),
                (
                    "Threadpool_stalled_groups_last_period",
                    usize::from(connections(f, &[connection_state::LOW_QUEUE]) > 0),
                ),
                ("Threadpool_wait_threads", threads(f, &WAITING)),
            ])]
        },
    },
    Maker {
        name: "alibaba",
        family: "alibaba",
        version: "8.0.32",
        model: "percona",
        runs: &["busy", "quiet", "off"],
        variables: "bypass_thread_pool_ips= thread_handling=one-thread-per-connection thread_pool_enabled=ON|OFF \
            thread_pool_idle_timeout=60 thread_pool_normal_weights=50 thread_pool_oversubscribe=$ thread_pool_size=$ \
            thread_pool_stall_limit=30 thread_pool_trans_weights=25",
        shows: |seen| {
            let f = &seen.frame;
            vec![counters(&[
                ("thread_pool_active_threads", active(f)),
                ("thread_pool_big_threads", active(f)),
                ("thread_pool_dml_threads", 0),
                (
                    "thread_pool_idle_threads",
                    threads(f, &[thread_state::IDLE, thread_state::LISTENING]),
                ),
                ("thread_pool_qry_threads", 0),
                ("thread_pool_total_threads", f.threads.state.len()),
                ("thread_pool_trx_threads", 0),
                ("thread_pool_wait_threads", threads(f, &WAITING)),
            ])]
        },
    },
    Maker {
        name: "mariadb",
        family: "mariadb",
        version: "10.11.6-MariaDB",
        model: "mariadb",
        runs: &["off"],
        variables: "thread_handling=pool-of-threads|one-thread-per-connection thread_pool_max_threads=65536 \
            thread_pool_oversubscribe=3 thread_pool_size=8 thread_pool_stall_limit=500",
        shows: |_| Vec::new(),
    },
    Maker {
        name: "mysql",
        family: "mysql",
        version: "8.4.3",
        model: "percona",
        runs: &["off"],
        variables: "thread_cache_size=9 thread_handling=loaded-dynamically|one-thread-per-connection thread_stack=1048576",
        shows: |_| Vec::new(),
    },
];

const PERCONA: &str = "thread_handling=pool-of-threads|one-thread-per-connection thread_pool_high_prio_mode=transactions \
    thread_pool_high_prio_tickets=4294967295 thread_pool_idle_timeout=60 thread_pool_max_threads=$ \
    thread_pool_oversubscribe=$ thread_pool_size=$ thread_pool_stall_limit=500";

const WAITING: [u8; 2] = [thread_state::WAITING, thread_state::LOCK];

fn threads(frame: &Frame, states: &[u8]) -> usize {
    frame
        .threads
        .state
        .iter()
        .filter(|state| states.contains(state))
        .count()
}

fn connections(frame: &Frame, states: &[u8]) -> usize {
    frame
        .connections
        .state
        .iter()
        .filter(|state| states.contains(state))
        .count()
}

fn active(frame: &Frame) -> usize {
    let rest = [thread_state::IDLE, thread_state::LISTENING];
    frame.threads.state.len() - threads(frame, &WAITING) - threads(frame, &rest)
}

fn counters(all: &[(&str, usize)]) -> Table {
    let row = |(name, count): &(&str, usize)| vec![text(name), Cell::Number(*count as u64)];
    table(
        "SHOW GLOBAL STATUS",
        &["Variable_name", "Value"],
        all.iter().map(row).collect(),
    )
}

fn own_counters(seen: &Seen) -> Table {
    let all = seen
        .instruments
        .status
        .iter()
        .map(|(name, count)| (name.as_str(), *count as usize));
    counters(&all.collect::<Vec<_>>())
}

/// The columns of SHOW THREADPOOL STATUS. Those behind `high_prio_queue_size` are not modelled.
const TXSQL: &str = "groupid connection_count thread_count havelistener active_thread_count waiting_thread_count \
    waiting_threads_size queue_size high_prio_queue_size get_high_prio_queue_num get_normal_queue_num create_thread_num \
    wake_thread_num oversubscribed_num mysql_cond_timedwait_num check_stall_nolistener check_stall_stall \
    max_req_latency_us conns_timeout_killed connections_moved_in connections_moved_out \
    connections_moved_from_per_thread connections_moved_to_per_thread events_consumed average_wait_usecs_in_queue";

fn txsql(frame: &Frame) -> Table {
    let columns: Vec<&str> = TXSQL.split_whitespace().collect();
    let c = &frame.connections;
    let groups: BTreeSet<u32> = c
        .group
        .iter()
        .copied()
        .filter(|group| *group != NONE)
        .collect();
    let rows = groups.into_iter().map(|group| {
        let conns = |holds: &dyn Fn(u8) -> bool| {
            let all = c.group.iter().zip(&c.state);
            all.filter(|(g, state)| **g == group && holds(**state))
                .count() as u64
        };
        let all = frame.threads.group.iter().zip(&frame.threads.state);
        let here = all.filter(|(g, _)| **g == group).map(|(_, state)| *state);
        let here: Vec<u8> = here.collect();
        let count =
            |states: &[u8]| here.iter().filter(|state| states.contains(state)).count() as u64;
        let [listens, idle] =
            [thread_state::LISTENING, thread_state::IDLE].map(|one| count(&[one]));
        let mut row = vec![
            u64::from(group),
            conns(&|state| state != connection_state::CLOSED),
            here.len() as u64,
            listens,
            here.len() as u64 - listens - idle - count(&WAITING),
            count(&WAITING),
            idle,
            conns(&|state| state == connection_state::LOW_QUEUE),
            conns(&|state| state == connection_state::HIGH_QUEUE),
        ];
        row.resize(columns.len(), 0);
        row.into_iter().map(Cell::Number).collect()
    });
    table("SHOW THREADPOOL STATUS", &columns, rows.collect())
}

// The request of a queued connection is unread, so that for PROCESSLIST it has slept since its last answer.
fn processlist(frame: &Frame, lives: &[Life], says: [&str; 2]) -> Table {
    use connection_state::{CLOSED, HIGH_QUEUE, IDLE, LOW_QUEUE, SOCKET};
    let c = &frame.connections;
    let row = |id: u64, user: &str, rest: [Cell; 5]| {
        let mut row = vec![Cell::Number(id), text(user), text("10.0.0.7:4100")];
        row.extend(rest);
        row
    };
    let there = (0..c.id.len()).filter(|at| c.state[*at] != CLOSED);
    let mut rows: Vec<Vec<Cell>> = there
        .map(|at| {
            let sleeps = [IDLE, SOCKET, LOW_QUEUE, HIGH_QUEUE].contains(&c.state[at]);
            let own = lives
                .iter()
                .filter(|life| life.connection.0 == c.id[at] as u64);
            let times = own.filter_map(|life| if sleeps { life.end_ns } else { life.start_ns });
            let since = times.filter(|ns| *ns <= frame.time_ns).max().unwrap_or(0);
            let seconds = Cell::Number((frame.time_ns - since) / S);
            let (command, state, info) = match sleeps {
                true => ("Sleep", "", Cell::Null),
                false => ("Query", says[0], text(says[1])),
            };
            row(
                c.id[at] as u64,
                "app",
                [text("shop"), text(command), seconds, text(state), info],
            )
        })
        .collect();
    let own = [
        Cell::Null,
        text("Query"),
        Cell::Number(0),
        text("init"),
        text("SHOW FULL PROCESSLIST"),
    ];
    rows.push(row(9_001, "root", own));
    let columns = [
        "Id", "User", "Host", "db", "Command", "Time", "State", "Info",
    ];
    table("SHOW FULL PROCESSLIST", &columns, rows)
}

fn variables(maker: &Maker, off: bool, server: &Value) -> Table {
    let rows = maker.variables.split_whitespace().map(|one| {
        let (name, value) = one.split_once('=').unwrap();
        let value = match value.split_once('|') {
            Some((_, without)) if off => without.to_owned(),
            Some((with, _)) => with.to_owned(),
            None if value == "$" => {
                let known = name.replace("threadpool_", "thread_pool_");
                server.get(&known).map_or("4".to_owned(), Value::to_string)
            }
            None => value.to_owned(),
        };
        vec![text(name), text(&value)]
    });
    table(
        "SHOW GLOBAL VARIABLES LIKE 'thread%'",
        &["Variable_name", "Value"],
        rows.collect(),
    )
}

fn compose(maker: &Maker, run: &Run) -> Moment {
    let given = scenario(run.name, maker.model);
    let scenario = Scenario::from_json(&given.to_string()).unwrap();
    let mut replay = Replay::new(scenario, Detail::Full);
    while !replay.advance(1_000_000) {}
    let off = run.name == "off";
    let lives = replay.outcome().unwrap().lives.clone();
    let mut tables = Vec::new();
    for at_ms in run.at_ms {
        let seen = Seen {
            frame: replay.frame(at_ms * MS),
            instruments: replay.instruments(at_ms * MS),
        };
        let now = format!(
            "2026-11-26 09:30:{:02}.{:03}000",
            at_ms / 1_000,
            at_ms % 1_000
        );
        let row = vec![text(&now), text(maker.version)];
        tables.push(table(
            "SELECT NOW(6), VERSION()",
            &["NOW(6)", "VERSION()"],
            vec![row],
        ));
        if tables.len() == 1 {
            tables.push(variables(maker, off, &given["server"]));
        }
        if !off {
            tables.extend((maker.shows)(&seen));
        }
        tables.push(processlist(&seen.frame, &lives, run.says));
    }
    let mut truth = json!({
        "about": run.about, "composed": true, "model": maker.model, "family": maker.family,
        "guilty": run.guilty, "causes": run.causes,
    });
    if off {
        truth["off"] = json!(true);
    }
    Moment { tables, truth }
}

/// A plugin that is there and does not run, for which there is nothing to run.
fn disabled() -> [(String, Moment); 2] {
    let version = || {
        let row = vec![
            text("2026-11-26 09:30:06.000000"),
            text("8.0.36-commercial"),
        ];
        table(
            "SELECT NOW(6), VERSION()",
            &["NOW(6)", "VERSION()"],
            vec![row],
        )
    };
    let truth = json!({
        "about": "The plugin is installed and does not run.", "composed": true, "family": "mysql",
        "guilty": null, "causes": ["pool_off"], "off": true,
    });
    let row = |words: &[&str]| words.iter().map(|word| text(word)).collect::<Vec<_>>();
    let shown = table(
        "SHOW PLUGINS",
        &["Name", "Status", "Type", "Library", "License"],
        vec![
            row(&["binlog", "ACTIVE", "STORAGE ENGINE", "NULL", "PROPRIETARY"]),
            row(&[
                "thread_pool",
                "DISABLED",
                "DAEMON",
                "thread_pool.so",
                "PROPRIETARY",
            ]),
        ],
    );
    let selected = table(
        "SELECT PLUGIN_NAME, PLUGIN_STATUS FROM INFORMATION_SCHEMA.PLUGINS WHERE PLUGIN_NAME LIKE 'thread%'",
        &["PLUGIN_NAME", "PLUGIN_STATUS"],
        vec![row(&["thread_pool", "INACTIVE"])],
    );
    [
        ("mysql-plugin-disabled", shown),
        ("mysql-plugin-select", selected),
    ]
    .map(|(name, plugins)| {
        let tables = vec![version(), plugins];
        (
            name.to_owned(),
            Moment {
                tables,
                truth: truth.clone(),
            },
        )
    })
}

/// All of them, by name.
pub fn all() -> Vec<(String, Moment)> {
    let runs = runs();
    let of = |maker: &'static Maker| {
        let here: Vec<_> = runs
            .iter()
            .filter(|run| maker.runs.contains(&run.name))
            .collect();
        here.into_iter()
            .map(|run| (format!("{}-{}", maker.name, run.name), compose(maker, run)))
    };
    MAKERS.iter().flat_map(of).chain(disabled()).collect()
}

#[test]
fn captures_of_other_makers_are_those_of_a_fresh_run() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("captures-composed");
    let update = env::var_os("UPDATE_GOLDEN").is_some();
    let mut stale = Vec::new();
    for (name, moment) in all() {
        let folder = here.join(&name);
        if update {
            fs::create_dir_all(&folder).unwrap();
        }
        let truth = serde_json::to_string_pretty(&moment.truth).unwrap() + "\n";
        let captures = FORMS.map(|form| (format!("capture-{form}.txt"), moment.print(form)));
        for (file, text) in captures
            .into_iter()
            .chain([("truth.json".to_owned(), truth)])
        {
            let path = folder.join(&file);
            if update {
                fs::write(&path, &text).unwrap();
            }
            if fs::read_to_string(&path).ok() != Some(text) {
                stale.push(format!("{name}/{file}"));
            }
        }
    }
    assert!(stale.is_empty(), "UPDATE_GOLDEN=1 rewrites them: {stale:?}");
}

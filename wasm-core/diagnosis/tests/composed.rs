//! Captures of Oracle's plugin, composed from runs of the engine whose cause is known: `composed/README.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;

use poolscope_diagnosis::judge::{Level, judge};
use poolscope_diagnosis::read::{Keep, read};
use poolscope_engine::frame::{Frame, NONE, connection_state};
use poolscope_engine::instruments::{Cell, Table};
use poolscope_engine::life::{Place, Segment};
use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Replay};
use serde_json::{Value, json};

const MS: u64 = 1_000_000;
const S: u64 = 1_000 * MS;
pub const FORMS: [&str; 3] = ["table", "vertical", "batch"];

pub struct Case {
    pub name: &'static str,
    pub cause: &'static str,
    pub guilty: &'static str,
    /// What is wrong, in words.
    about: &'static str,
    pub at_ms: u64,
    /// What PROCESSLIST prints for a statement under way.
    info: &'static str,
    pub scenario: Value,
}

/// Too large to keep: composed for each test.
const NOT_KEPT: &str = "login-storm";

fn base(version: &str, server: &Value, until_ms: u64) -> Value {
    let mut scenario = json!({
        "title": "composed", "question": "-", "about": "-",
        "server": {"scheduler": "oracle", "version": version},
        "machine": {"cores": 8},
        "until_us": until_ms * 1_000,
        "seed": 1,
    });
    for (name, value) in server.as_object().unwrap() {
        scenario["server"][name] = value.clone();
    }
    scenario
}

fn with(mut scenario: Value, list: &str, all: Value) -> Value {
    scenario[list] = all;
    scenario
}

/// A crowd whose transactions have three statements, with this pause of the client between two.
fn transactions(count: u32, think_us: u64) -> Value {
    let step = |steps: Value| json!({"steps": steps});
    json!({
        "count": count, "first_connection": 10, "in_order": true,
        "arrivals": {"closed": {"think": think_us, "from_us": 0, "ask_first": true}},
        "statements": [
            step(json!([{"begin": true}, {"cpu_us": 1_000}])),
            step(json!([{"cpu_us": 1_000}])),
            step(json!([{"cpu_us": 1_000}, {"commit": true}])),
        ],
    })
}

fn once(count: u32, first: u64, at_us: u64, steps: Value) -> Value {
    json!({
        "count": count, "first_connection": first,
        "arrivals": {"spread": {"at_us": at_us, "gap_us": 0}},
        "statements": [{"steps": steps}],
    })
}

/// Clients that log in at once, in four groups.
fn logins(count: u32, login_cpu_us: u64, until_ms: u64) -> Value {
    let mut crowd = once(count, 300, 10_000, json!([{"cpu_us": 1_000}]));
    crowd["new"] = json!(true);
    let scenario = base("9.7", &json!({"thread_pool_size": 4}), until_ms);
    let scenario = with(scenario, "start", json!({"login_cpu_us": login_cpu_us}));
    with(scenario, "clients", json!([crowd]))
}

pub fn cases() -> Vec<Case> {
    let idle = |count: u32, first: u64| once(count, first, 590_000_000, json!([{"cpu_us": 100}]));
    let loops: Vec<Value> = (0..32_u64)
        .map(|n| {
            let busy = n % 4 == 0;
            json!({
                "connection": 20 + n, "count": 100_000, "at_us": 1_000 * n, "think_us": if busy { 1_000 } else { 900_000 },
                "statements": [{"steps": [{"cpu_us": if busy { 20_000 } else { 500 }}]}],
            })
        })
        .collect();
    let talkers: Vec<Value> = (0..12)
        .map(|n| json!({"id": 100 + n, "in_transaction": true}))
        .collect();
    let talk: Vec<Value> = (0..12)
        .map(|n| {
            json!({
                "connection": 100 + n, "count": 100_000, "at_us": 0, "think_us": 0,
                "statements": [{"steps": [{"cpu_us": 300_000}]}],
            })
        })
        .collect();
    let cpu = |us: u64| json!([{"cpu_us": us}]);
    vec![
        Case {
            name: "transaction-limit",
            cause: "transaction_limit",
            guilty: "pool",
            about: "Forty clients run transactions and think between their statements; 16 places, and one more in each of four groups.",
            at_ms: 700,
            info: "UPDATE account SET amount = amount + 1 WHERE id = 7",
            scenario: with(
                base(
                    "9.7",
                    &json!({"thread_pool_size": 4, "thread_pool_max_transactions_limit": 16}),
                    800,
                ),
                "clients",
                json!([transactions(40, 60_000)]),
            ),
        },
        Case {
            name: "idle-transactions",
            cause: "idle_transactions",
            guilty: "pool",
            about: "Eight clients began a transaction and have been silent since; others want to begin one.",
            at_ms: 6_000,
            info: "SELECT 1",
            scenario: with(
                base(
                    "9.7",
                    &json!({
                        "thread_pool_size": 2, "thread_pool_max_transactions_limit": 6,
                        "thread_pool_longrun_trx_limit_ms": 60_000,
                    }),
                    8_000,
                ),
                "clients",
                json!([
                    once(8, 30, 0, json!([{"begin": true}, {"cpu_us": 1_000}])),
                    once(7, 50, 1_500_000, cpu(1_000)),
                ]),
            ),
        },
        Case {
            name: "low-queue-starved",
            cause: "low_priority_starved",
            guilty: "pool",
            about: "Statements of open transactions follow each other without a pause; others wait in the low-priority queue.",
            at_ms: 6_000,
            info: "UPDATE stock SET left_over = left_over - 1 WHERE id = 3",
            scenario: {
                let server = json!({
                    "thread_pool_size": 2, "thread_pool_stall_limit_10ms": 60,
                    "thread_pool_prio_kickup_timer_ms": 30_000,
                });
                let scenario = with(
                    base("8.0.30", &server, 8_000),
                    "connections",
                    json!(talkers),
                );
                let scenario = with(scenario, "loops", json!(talk));
                with(
                    scenario,
                    "clients",
                    json!([once(14, 200, 5_000, cpu(1_000))]),
                )
            },
        },
        Case {
            name: "stalled-group",
            cause: "stalled_group",
            guilty: "pool",
            about: "Sixteen statements of three seconds each come at once, and a group starts another only when one has stalled.",
            at_ms: 500,
            info: "SELECT COUNT(*) FROM orders JOIN lines USING (id)",
            scenario: with(
                base(
                    "8.0.30",
                    &json!({"thread_pool_size": 1, "thread_pool_stall_limit_10ms": 10}),
                    900,
                ),
                "clients",
                json!([once(16, 40, 0, cpu(3_000_000))]),
            ),
        },
        Case {
            name: "connect-handlers-asleep",
            cause: "healthy",
            guilty: "nothing",
            about: "Twenty-four clients logged in at once a few seconds ago. The connect threads that this took sleep.",
            at_ms: 5_000,
            info: "SELECT 1",
            scenario: logins(24, 3_000, 6_000),
        },
        Case {
            name: "healthy-at-the-limit",
            cause: "healthy",
            guilty: "nothing",
            about: "Ten clients hold the ten places of two groups, nobody else wants one.",
            at_ms: 700,
            info: "UPDATE account SET amount = amount + 1 WHERE id = 7",
            scenario: with(
                base(
                    "9.7",
                    &json!({"thread_pool_size": 2, "thread_pool_max_transactions_limit": 8}),
                    800,
                ),
                "clients",
                json!([
                    once(10, 10, 100_000, json!([{"begin": true}, {"cpu_us": 1_000}])),
                    idle(6, 80)
                ]),
            ),
        },
        Case {
            name: "hot-group",
            cause: "hot_group",
            guilty: "pool",
            about: "All busy clients happen to be in one of four groups.",
            at_ms: 2_000,
            info: "SELECT * FROM report WHERE day = 5",
            scenario: with(
                base("8.0.30", &json!({"thread_pool_size": 4}), 2_200),
                "loops",
                json!(loops),
            ),
        },
        Case {
            name: "slow-statements",
            cause: "slow_statements",
            guilty: "statements",
            about: "Four statements run for half a minute each, and nobody waits for a thread.",
            at_ms: 7_500,
            info: "SELECT SUM(price) FROM history",
            scenario: with(
                base("9.7", &json!({"thread_pool_size": 4}), 9_000),
                "clients",
                json!([once(4, 60, 500_000, cpu(30_000_000)), idle(12, 90)]),
            ),
        },
        Case {
            name: "active-query-threads",
            cause: "active_thread_limit",
            guilty: "pool",
            about: "thread_pool_max_active_query_threads is 3, and sixteen statements of five seconds come at once.",
            at_ms: 900,
            info: "SELECT COUNT(*) FROM orders JOIN lines USING (id)",
            scenario: with(
                base(
                    "9.7",
                    &json!({
                        "thread_pool_size": 2, "thread_pool_max_transactions_limit": 0,
                        "thread_pool_max_active_query_threads": 3,
                    }),
                    1_200,
                ),
                "clients",
                json!([once(16, 40, 0, cpu(5_000_000))]),
            ),
        },
        Case {
            name: "login-storm",
            cause: "login_storm",
            guilty: "pool",
            about: "Four hundred clients log in at once, and each login takes two seconds.",
            at_ms: 1_000,
            info: "SELECT 1",
            scenario: logins(400, 2_000_000, 1_500),
        },
        Case {
            name: "pool-off",
            cause: "pool_off",
            guilty: "unknown",
            about: "The plugin is not loaded: one thread per connection.",
            at_ms: 900,
            info: "SELECT COUNT(*) FROM orders JOIN lines USING (id)",
            scenario: {
                let mut scenario = base("9.7", &json!({}), 1_200);
                scenario["server"] =
                    json!({"scheduler": "one-thread-per-connection", "version": "any"});
                with(
                    scenario,
                    "clients",
                    json!([once(16, 40, 0, cpu(5_000_000))]),
                )
            },
        },
    ]
}

pub fn kept() -> impl Iterator<Item = Case> {
    cases().into_iter().filter(|case| case.name != NOT_KEPT)
}

/// A moment of a run, as the server's tables and as what is true.
pub struct Moment {
    pub tables: Vec<Table>,
    pub truth: Value,
}

impl Case {
    /// Some of its tables.
    fn moment_of(&self, whole: &Moment, takes: impl Fn(usize) -> bool) -> Moment {
        let tables = whole.tables.iter().enumerate().filter(|(at, _)| takes(*at));
        Moment {
            tables: tables.map(|(_, table)| table.clone()).collect(),
            truth: Value::Null,
        }
    }
}

pub fn text(word: &str) -> Cell {
    Cell::Text(word.to_owned())
}

pub fn table(name: &str, columns: &[&str], rows: Vec<Vec<Cell>>) -> Table {
    let mut table = Table::new(name, columns);
    table.rows = rows;
    table
}

impl Case {
    pub fn moment(&self) -> Moment {
        let scenario = Scenario::from_json(&self.scenario.to_string()).unwrap();
        let mut replay = Replay::new(scenario, Detail::Full);
        while !replay.advance(1_000_000) {}
        let now_ns = self.at_ms * MS;
        let frame = replay.frame(now_ns);
        let mut shown = replay.instruments(now_ns).tables;
        shown.retain(|table| table.name.starts_with("tp_"));
        let outcome = replay.outcome().unwrap();
        let settings = outcome.settings.iter();
        let set: BTreeMap<&str, &str> = settings
            .map(|one| (one.name.as_str(), one.value.as_str()))
            .collect();
        let pooled = !shown.is_empty();
        let new = self.scenario["server"]["version"] == "9.7";
        let mut tables = vec![
            table(
                "SELECT NOW(6), VERSION()",
                &["NOW(6)", "VERSION()"],
                vec![vec![
                    text("2026-11-26 09:30:00.000000"),
                    text(if new || !pooled {
                        "9.7.2"
                    } else {
                        "8.0.30-commercial"
                    }),
                ]],
            ),
            table(
                "SHOW GLOBAL VARIABLES LIKE 'thread%'",
                &["Variable_name", "Value"],
                variables(&set, pooled),
            ),
        ];
        tables.append(&mut shown);
        tables.push(self.processlist(&frame));
        let ids = |holds: &dyn Fn(usize) -> bool| -> Vec<u64> {
            let all = (0..frame.connections.id.len()).filter(|at| holds(*at));
            all.map(|at| frame.connections.id[at] as u64).collect()
        };
        let queued = [connection_state::LOW_QUEUE, connection_state::HIGH_QUEUE];
        let is_queued = |at: usize| queued.contains(&frame.connections.state[at]);
        let groups: BTreeSet<u32> = (0..frame.connections.id.len())
            .filter(|at| is_queued(*at))
            .map(|at| frame.connections.group[at])
            .collect();
        // Of those that wait now, the one that has waited longest.
        let why = groups.iter().map(|group| {
            let waits = |segment: &&Segment| {
                let queued = matches!(segment.place, Place::LowQueue | Place::HighQueue);
                queued && segment.start_ns <= now_ns && now_ns < segment.end_ns
            };
            let here = outcome.lives.iter();
            let here = here.filter(|life| life.group.is_some_and(|g| g.0 == *group));
            let waiting =
                here.filter_map(|life| Some((life.arrive_ns, life.segments.iter().find(waits)?)));
            let (_, oldest) = waiting.min_by_key(|(arrived, _)| *arrived).unwrap();
            serde_json::to_value(oldest.why).unwrap()["reason"].clone()
        });
        let truth = json!({
            "about": self.about,
            "composed": true,
            "cause": self.cause,
            "guilty": self.guilty,
            "groups_in_trouble": groups,
            "waits": why.collect::<Vec<_>>(),
            "waiting": ids(&is_queued),
            "holding": ids(&|at| pooled && frame.connections.thread[at] != NONE),
        });
        Moment { tables, truth }
    }

    fn processlist(&self, frame: &Frame) -> Table {
        let mut rows = vec![vec![
            Cell::Number(5),
            text("event_scheduler"),
            text("localhost"),
            Cell::Null,
            text("Daemon"),
            Cell::Number(86_400),
            text("Waiting on empty queue"),
            Cell::Null,
        ]];
        let c = &frame.connections;
        for at in 0..c.id.len() {
            use connection_state::{
                CLOSED, HIGH_QUEUE, IDLE, LOGIN, LOW_QUEUE, SOCKET, THREAD_WAIT,
            };
            let (state, id) = (c.state[at], c.id[at] as u64);
            let seconds = ((frame.time_ns as f64 - c.since_ns[at]) / S as f64) as u64;
            let waits = [IDLE, SOCKET, LOW_QUEUE, HIGH_QUEUE].contains(&state);
            let login = state == LOGIN
                || state == THREAD_WAIT && c.request[at] != NONE && self.cause == "login_storm";
            let (user, command, word, info) = match () {
                () if state == CLOSED => continue,
                () if login => ("unauthenticated user", "Connect", "login", Cell::Null),
                () if waits => ("shop", "Sleep", "", Cell::Null),
                () => ("shop", "Query", "executing", text(self.info)),
            };
            rows.push(vec![
                Cell::Number(id),
                text(user),
                text(&format!("app.example:{}", 40_000 + id)),
                if login { Cell::Null } else { text("shop") },
                text(command),
                Cell::Number(seconds),
                text(word),
                info,
            ]);
        }
        rows.push(vec![
            Cell::Number(9_000),
            text("dba"),
            text("localhost"),
            Cell::Null,
            text("Query"),
            Cell::Number(0),
            text("executing"),
            text("SELECT * FROM performance_schema.processlist"),
        ]);
        table(
            "SELECT * FROM performance_schema.processlist",
            &[
                "ID", "USER", "HOST", "DB", "COMMAND", "TIME", "STATE", "INFO",
            ],
            rows,
        )
    }
}

fn variables(set: &BTreeMap<&str, &str>, pooled: bool) -> Vec<Vec<Cell>> {
    let row = |name: &str, value: &str| vec![text(name), text(value)];
    let handling = if pooled {
        "loaded-dynamically"
    } else {
        "one-thread-per-connection"
    };
    let mut rows = vec![
        row("thread_cache_size", "9"),
        row("thread_handling", handling),
    ];
    for (name, value) in set
        .iter()
        .filter(|(name, _)| name.starts_with("thread_pool"))
    {
        rows.push(row(
            name.trim_end_matches("_10ms").trim_end_matches("_ms"),
            value,
        ));
    }
    // 8.0.23 has it; the engine's rules of 8.0.30 are those without a limit.
    let limit = "thread_pool_max_transactions_limit";
    if pooled && !set.contains_key(limit) {
        rows.push(row(limit, "0"));
    }
    rows
}

pub fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) => text.clone(),
        Cell::Null => "NULL".to_owned(),
    }
}

impl Moment {
    pub fn print(&self, form: &str) -> String {
        let mut out = String::new();
        for table in self.tables.iter().filter(|table| !table.rows.is_empty()) {
            out += &match form {
                "table" => bordered(table),
                "vertical" => vertical(table),
                _ => batch(table),
            };
        }
        out
    }
}

pub fn bordered(table: &Table) -> String {
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|row| row.iter().map(cell).collect())
        .collect();
    let width = |at: usize| {
        rows.iter()
            .map(|row| row[at].len())
            .chain([table.columns[at].len()])
            .max()
            .unwrap()
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let words = |at: usize| {
        table
            .rows
            .iter()
            .any(|row| matches!(row[at], Cell::Text(_)))
    };
    let rule: String = widths
        .iter()
        .map(|w| format!("+{}", "-".repeat(w + 2)))
        .collect::<String>()
        + "+\n";
    let line = |cells: &[String], head: bool| {
        let mut out = String::new();
        for (at, text) in cells.iter().enumerate() {
            let width = widths[at];
            out += &match head || words(at) {
                true => format!("| {text:<width$} "),
                false => format!("| {text:>width$} "),
            };
        }
        out + "|\n"
    };
    let body: String = rows.iter().map(|row| line(row, false)).collect();
    format!("{rule}{}{rule}{body}{rule}", line(&table.columns, true))
}

pub fn vertical(table: &Table) -> String {
    let width = table.columns.iter().map(String::len).max().unwrap();
    let mut out = String::new();
    for (at, row) in table.rows.iter().enumerate() {
        let stars = "*".repeat(27);
        out += &format!("{stars} {}. row {stars}\n", at + 1);
        for (name, value) in table.columns.iter().zip(row) {
            out += &format!("{name:>width$}: {}\n", cell(value));
        }
    }
    out
}

pub fn batch(table: &Table) -> String {
    let line = |cells: Vec<String>| cells.join("\t") + "\n";
    let rows = table
        .rows
        .iter()
        .map(|row| line(row.iter().map(cell).collect()));
    line(table.columns.clone()) + &rows.collect::<String>()
}

/// The files of a folder and what they should contain.
fn files(case: &Case) -> Vec<(String, String)> {
    let moment = case.moment();
    let truth = serde_json::to_string_pretty(&moment.truth).unwrap() + "\n";
    let captures = FORMS.map(|form| (format!("capture-{form}.txt"), moment.print(form)));
    captures
        .into_iter()
        .chain([("truth.json".to_owned(), truth)])
        .collect()
}

#[test]
fn composed_captures_are_those_of_a_fresh_run() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("composed");
    let update = env::var_os("UPDATE_GOLDEN").is_some();
    let mut stale = Vec::new();
    for case in kept() {
        let folder = here.join(case.name);
        if update {
            fs::create_dir_all(&folder).unwrap();
        }
        for (name, text) in files(&case) {
            let file = folder.join(&name);
            if update {
                fs::write(&file, &text).unwrap();
            }
            if fs::read_to_string(&file).ok() != Some(text) {
                stale.push(format!("{}/{name}", case.name));
            }
        }
    }
    assert!(stale.is_empty(), "UPDATE_GOLDEN=1 rewrites them: {stale:?}");
}

impl Case {
    /// What a paste that has everything allows to say.
    pub fn level(&self) -> Level {
        match self.guilty {
            "nothing" => Level::Fine,
            "unknown" => Level::CannotTell,
            _ => Level::Wrong,
        }
    }
}

/// What is wrong with a verdict on a part of a capture: it may be unsure.
pub fn mistake(case: &Case, text: &str) -> Option<String> {
    let diagnosis = judge(&read(text, Keep::Redacted));
    // Idle transactions are transactions: without the list of connections it cannot say more.
    let less = |key| case.cause == "idle_transactions" && key == "transaction_limit";
    let right = diagnosis
        .troubles
        .iter()
        .all(|trouble| trouble.cause.key() == case.cause || less(trouble.cause.key()));
    let level = diagnosis.level;
    let said = || {
        diagnosis
            .troubles
            .iter()
            .map(|t| t.cause.key())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let unsure = matches!(level, Level::CannotTell | Level::Unreadable);
    (!right || !unsure && level != case.level())
        .then(|| format!("{}: {level:?} {}", case.name, said()))
}

#[test]
fn a_whole_composed_capture_is_judged_as_it_was_in_every_form() {
    for case in cases() {
        let moment = case.moment();
        for form in FORMS {
            let diagnosis = judge(&read(&moment.print(form), Keep::Redacted));
            let said = format!("{} {form} {:?}", case.name, diagnosis.troubles);
            assert_eq!(diagnosis.level, case.level(), "{said}");
            if ["pool_off", "healthy"].contains(&case.cause) {
                assert!(
                    diagnosis.troubles.is_empty() && !diagnosis.facts.is_empty(),
                    "{said}"
                );
                continue;
            }
            assert_eq!(diagnosis.server.family, Some("oracle"), "{said}");
            let [trouble] = &diagnosis.troubles[..] else {
                panic!("{said}")
            };
            assert_eq!(trouble.cause.key(), case.cause, "{said}");
            assert!(!trouble.evidence.is_empty(), "{said}");
            let ids = |field: &str| -> Vec<u64> {
                let all = moment.truth[field].as_array().unwrap();
                all.iter().map(|id| id.as_u64().unwrap()).collect()
            };
            let queues = !["slow_statements", "login_storm"].contains(&case.cause);
            if queues {
                let groups = json!(trouble.groups);
                assert_eq!(groups, moment.truth["groups_in_trouble"], "{said}");
            }
            // Only from 8.2 on a table says who waits and who holds the places.
            if case.scenario["server"]["version"] == "9.7" && queues {
                assert_eq!(trouble.waiters, ids("waiting"), "{said}");
                assert!(!trouble.waiters.is_empty(), "{said}");
            }
            if case.cause.ends_with("transactions") || case.cause.starts_with("transaction") {
                let roots: Vec<u64> = trouble.roots.iter().filter_map(|root| root.id).collect();
                assert_eq!(roots, ids("holding"), "{said}");
            }
        }
    }
}

// The engine knows why the head of each queue waits: the truth does not rest on the scenario's name alone.
#[test]
fn the_engine_names_the_same_reason() {
    for (name, reason) in [
        ("transaction-limit", "transaction_limit"),
        ("idle-transactions", "transaction_limit"),
        ("low-queue-starved", "high_queue_first"),
        ("stalled-group", "statement_runs"),
        ("hot-group", "statement_runs"),
        ("active-query-threads", "active_query_limit"),
    ] {
        let case = cases().into_iter().find(|case| case.name == name).unwrap();
        let waits = case.moment().truth["waits"].clone();
        let waits = waits.as_array().unwrap();
        assert!(
            !waits.is_empty() && waits.iter().all(|why| why == reason),
            "{name}: {waits:?}"
        );
    }
}

#[test]
fn a_part_of_a_composed_capture_says_less_and_nothing_wrong() {
    let mut wrong = Vec::new();
    for case in kept() {
        let moment = case.moment();
        let all = moment.tables.len() as u32;
        for set in 1..1_u32 << all {
            let mut part = case.moment_of(&moment, |at| set >> at & 1 == 1);
            for form in if set % 3 == 0 {
                &FORMS[..]
            } else {
                &FORMS[..1]
            } {
                let text = part.print(form);
                wrong.extend(mistake(&case, &text).map(|why| format!("{form} {set:b} {why}")));
            }
            // The same two seconds later, as if it had been asked twice.
            if set % 5 > 0 {
                continue;
            }
            part.tables.retain(|table| table.name.starts_with("tp_"));
            let text = moment.print("table") + &part.print("table");
            wrong.extend(mistake(&case, &text).map(|why| format!("twice {set:b} {why}")));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(20)]
    );
}

#[test]
fn a_composed_capture_that_is_cut_or_lacks_lines_says_nothing_wrong() {
    let mut wrong = Vec::new();
    for case in kept() {
        for form in FORMS {
            let text = case.moment().print(form);
            let lines: Vec<&str> = text.lines().collect();
            for at in (0..lines.len()).step_by(1 + lines.len() / 60) {
                let whole = |lines: &[&str]| lines.join("\n") + "\n";
                let (top, bottom) = lines.split_at(at);
                let without = [top, bottom.get(3..).unwrap_or_default()].concat();
                for part in [whole(top), whole(bottom), whole(&without)] {
                    wrong.extend(mistake(&case, &part).map(|why| format!("{form} {at} {why}")));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(20)]
    );
}

// Any number in any cell: no panic, and each verdict says what it rests on.
#[test]
fn no_number_in_oracles_tables_breaks_the_judge() {
    let mut seed = 7_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        seed >> 33
    };
    let odd = [0, 1, 4, 33, 99, 5_000, u64::from(u32::MAX), u64::MAX];
    for case in kept() {
        let moment = case.moment();
        for _ in 0..60 {
            let mut tables = moment.tables.clone();
            for table in &mut tables {
                for cell in table.rows.iter_mut().flatten() {
                    if matches!(cell, Cell::Number(_)) && next() % 6 == 0 {
                        *cell = match next() % 9 {
                            8 => Cell::Null,
                            n => Cell::Number(odd[n as usize]),
                        };
                    }
                }
            }
            let text = Moment {
                tables,
                truth: Value::Null,
            }
            .print(FORMS[next() as usize % 3]);
            let diagnosis = judge(&read(&text, Keep::Redacted));
            assert!(diagnosis.troubles.iter().all(|t| !t.evidence.is_empty()));
        }
    }
}

#[test]
fn another_servers_rules_are_never_used() {
    let list =
        |id: u64, state: &str| format!("{id}\tshop\tapp:1\tshop\tQuery\t60\t{state}\tSELECT 1\n");
    let mut text =
        "Variable_name\tValue\nthread_pool_algorithm\t1\nthread_pool_size\t2\n".to_owned();
    text += "Id\tUser\tHost\tdb\tCommand\tTime\tState\tInfo\n";
    for id in 1..40 {
        text += &list(id, "Waiting for table metadata lock");
    }
    let diagnosis = judge(&read(&text, Keep::Redacted));
    assert_eq!(diagnosis.server.family, Some("oracle"));
    // Locks wait in any pool. What MariaDB's groups would do about it is not said.
    let [lock] = diagnosis.troubles.as_slice() else {
        panic!("{:?}", diagnosis.troubles);
    };
    assert_eq!(lock.cause.key(), "metadata_lock_pile_up");
    let text = format!("{lock:?}");
    assert!(!text.contains("thread_pool") && !text.contains("extra_port"));
    assert!(
        diagnosis
            .ask
            .iter()
            .any(|ask| ask.sql.contains("tp_thread_group_state"))
    );
}

#[test]
fn the_release_is_told_by_columns_where_no_version_is_printed() {
    // Columns that are missing say nothing: a reader may have chosen some.
    for (name, told) in [("transaction-limit", true), ("stalled-group", false)] {
        let case = cases().into_iter().find(|case| case.name == name).unwrap();
        let moment = case.moment();
        let part = case.moment_of(&moment, |at| at > 0);
        let diagnosis = judge(&read(&part.print("vertical"), Keep::Redacted));
        let mut facts = diagnosis.facts.iter();
        let since = facts.any(|fact| fact.says.key == "diagnose_fact_tp_since");
        assert_eq!(since, told, "{name}");
    }
}

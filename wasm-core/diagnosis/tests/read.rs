//! Reading a paste: the same result for every form, less for a broken one, never a wrong one.

use std::collections::BTreeSet;

use poolscope_diagnosis::Capture;
use poolscope_diagnosis::capture::{Form, Kind, LogSays, Look, Missing};
use poolscope_diagnosis::judge::judge;
use poolscope_diagnosis::messages;
use poolscope_diagnosis::read::{Keep, MOST_BYTES, MOST_SERVERS, read, read_each, split};
use poolscope_diagnosis::states::wait_of;
use poolscope_diagnosis::text::printed;
use serde_json::{Value, json, to_value};

use super::incidents::{Incident, PARTS, WHOLE, incident, incidents, others, table};
use super::{composed, makers};

/// Without lines and other values that depend on the form.
fn stripped(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let kept = map.iter().filter(|(key, _)| {
                ![
                    "line",
                    "first",
                    "last",
                    "form",
                    "blocks",
                    "queues_inferred",
                    "replaced",
                ]
                .contains(&key.as_str())
            });
            Value::Object(
                kept.map(|(key, value)| (key.clone(), stripped(value)))
                    .collect(),
            )
        }
        Value::Array(all) => Value::Array(all.iter().map(stripped).collect()),
        other => other.clone(),
    }
}

fn whole(capture: &Capture) -> Value {
    stripped(&to_value(capture).unwrap())
}

fn look_of(look: &Look) -> Value {
    stripped(&to_value(look).unwrap())
}

fn read_all(text: &str) -> Capture {
    read(text, Keep::Everything)
}

/// The tab-separated form as a list of tables, with cells as printed.
fn batch(start: &str) -> Vec<Vec<Vec<String>>> {
    let text = incident(start).text("batch").unwrap();
    let mut tables: Vec<Vec<Vec<String>>> = Vec::new();
    for line in text.lines() {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let header = [
            "NOW(6)",
            "Variable_name",
            "GROUP_ID",
            "REASON",
            "id",
            "trx_id",
            "requesting_trx_id",
            "lock_id",
            "SLEEP(2)",
        ];
        if header.contains(&cells[0].as_str()) {
            tables.push(Vec::new());
        }
        tables.last_mut().unwrap().push(cells);
    }
    tables
}

/// In those from 21 on, three clients printed the forms at the same moment, each with its own ID.
fn recorded_once() -> impl Iterator<Item = Incident> {
    incidents()
        .into_iter()
        .filter(|one| one.name.as_str() < "2")
}

#[test]
fn every_form_of_an_incident_is_the_same_capture() {
    let mut forms = 0;
    for incident in recorded_once() {
        let known = read_all(&incident.table());
        assert_eq!((known.looks.len(), known.odd_count), (2, 0), "{incident}");
        assert!(
            known.blocks.iter().all(|block| block.bad_rows == 0),
            "{incident}"
        );
        assert!(
            known
                .version
                .as_ref()
                .unwrap()
                .value
                .starts_with("10.11.19-MariaDB")
        );
        for (form, text) in incident.texts(["vertical", "batch", "verbose", "crlf"]) {
            let mut found = whole(&read_all(&text));
            if form == "verbose" {
                // An empty answer is more than a missing one.
                for (look, known) in known.looks.iter().enumerate() {
                    for table in ["trx", "lock_waits", "queues"] {
                        let said = found["looks"][look][table].take();
                        let known = look_of(known)[table].clone();
                        assert!(
                            said == known || known.is_null() && said == json!([]),
                            "{table}"
                        );
                        found["looks"][look][table] = known;
                    }
                }
            }
            assert_eq!(found, whole(&known), "{incident} {form}");
            forms += 1;
        }
    }
    assert_eq!(forms, 19);
}

#[test]
fn less_was_pasted_and_less_is_read() {
    for incident in recorded_once() {
        let known = read_all(&incident.table());
        let first = look_of(&known.looks[0]);
        if let Some(text) = incident.text("session") {
            let found = read_all(&text);
            assert_eq!(
                (found.looks.len(), found.odd_count),
                (1, 0),
                "{incident} {:?}",
                found.odd
            );
            let look = look_of(&found.looks[0]);
            for part in ["taken_at_us", "groups", "queues", "stats"] {
                assert_eq!(look[part], first[part], "{incident} {part}");
            }
            assert!(
                !found.looks[0].queues_inferred,
                "the client said: Empty set"
            );
            same_connections(&found, &known, 1);
            for (name, value) in &found.variables {
                assert_eq!(known.variables[name].value, value.value);
            }
        }
        if let Some(text) = incident.text("groups-processlist") {
            let found = read_all(&text);
            assert_eq!(found.odd_count, 0);
            assert_eq!(look_of(&found.looks[0])["groups"], first["groups"]);
            let queued: u32 = known.looks[0]
                .groups
                .iter()
                .flatten()
                .map(|g| g.queue_length)
                .sum();
            assert_eq!(found.looks[0].queues.is_some(), queued == 0, "{incident}");
            same_connections(&found, &known, 0);
        }
        if let Some(text) = incident.text("processlist-variables") {
            let found = read_all(&text);
            assert_eq!((found.looks.len(), found.odd_count), (1, 0));
            assert!(found.looks[0].groups.is_none() && found.looks[0].queues.is_none());
            same_connections(&found, &known, 1);
            assert_eq!(
                found.variables["thread_pool_size"].value,
                known.variables["thread_pool_size"].value
            );
        }
        if let Some(text) = incident.text("truncated") {
            let found = read_all(&text);
            assert_subset(&found, &known, &rows(&known));
            let processes = found
                .looks
                .iter()
                .flat_map(|look| look.processlist.iter().flatten());
            assert!(processes.count() > 5, "{incident}");
            assert_eq!(
                found.variables["thread_pool_size"].value,
                known.variables["thread_pool_size"].value
            );
            assert_eq!(
                found.blocks.iter().map(|block| block.bad_rows).sum::<u32>(),
                1
            );
        }
    }
}

fn same_connections(found: &Capture, known: &Capture, look: usize) {
    let ids = |capture: &Capture, look: usize| -> BTreeSet<(u64, String, String)> {
        let rows = capture.looks[look].processlist.iter().flatten();
        rows.filter(|row| !row.is_self)
            .map(|row| (row.id, row.user.clone(), row.host.clone()))
            .collect()
    };
    assert_eq!(ids(found, 0), ids(known, look));
    assert_eq!(
        found.looks[0]
            .processlist
            .iter()
            .flatten()
            .filter(|row| row.is_self)
            .count(),
        1
    );
}

/// Each row of a capture, with its table.
fn rows(capture: &Capture) -> BTreeSet<(&'static str, String)> {
    const PARTS: [&str; 6] = [
        "groups",
        "queues",
        "stats",
        "processlist",
        "trx",
        "lock_waits",
    ];
    let mut all = BTreeSet::new();
    for look in &capture.looks {
        let mut look = look_of(look);
        for part in PARTS {
            for row in look[part].as_array_mut().into_iter().flatten() {
                // Inferred from the rows around it, from the table of locks, or from the look's time.
                for inferred in ["login", "mode", "table", "waited_s"] {
                    row.as_object_mut().unwrap().remove(inferred);
                }
                all.insert((part, row.to_string()));
            }
        }
    }
    all
}

/// Checks that every row found is in one of the known looks. `known_rows` are those of `known`.
fn assert_subset(found: &Capture, known: &Capture, known_rows: &BTreeSet<(&'static str, String)>) {
    for row in rows(found) {
        assert!(known_rows.contains(&row), "{row:?}");
    }
    for (name, value) in &found.variables {
        assert_eq!(
            known.variables.get(name).map(|v| &v.value),
            Some(&value.value),
            "{name}"
        );
    }
}

#[test]
fn exports_of_other_clients_are_the_same_capture() {
    for start in ["01", "02", "12", "10", "04-"] {
        let Some(text) = incident(start).text("batch") else {
            continue;
        };
        let known = whole(&read_all(&text));
        let tables = batch(start);
        let quoted = |cell: &String| {
            if cell == "NULL" {
                cell.clone()
            } else {
                format!("\"{}\"", cell.replace('"', "\"\""))
            }
        };
        let csv = |separator: &str| -> String {
            let rows = tables.iter().map(|rows| {
                let lines = rows
                    .iter()
                    .map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(separator));
                lines.collect::<Vec<_>>().join("\n")
            });
            rows.collect::<Vec<_>>().join("\n\n")
        };
        let escaped = |cell: &str| {
            cell.replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                .replace('"', "&quot;")
        };
        let field = |(name, cell): (&String, &String)| {
            let name = escaped(name);
            if cell == "NULL" {
                format!("\t<field name=\"{name}\" xsi:nil=\"true\" />\n")
            } else {
                format!("\t<field name=\"{name}\">{}</field>\n", escaped(cell))
            }
        };
        let element = |rows: &Vec<Vec<String>>| {
            let each = rows[1..].iter().map(|row| {
                let fields: String = rows[0].iter().zip(row).map(field).collect();
                format!("  <row>\n{fields}  </row>\n")
            });
            let rows = each.collect::<Vec<_>>().join("\n");
            format!(
                "<?xml version=\"1.0\"?>\n\n<resultset statement=\"SELECT 1\" xmlns:xsi=\"a\">\n{rows}</resultset>\n"
            )
        };
        let xml: String = tables.iter().map(element).collect();
        let line = |row: &Vec<String>, tag: &str| -> String {
            let cell = |cell: &String| format!("<{tag}>{}</{tag}>", escaped(cell));
            format!("<TR>{}</TR>", row.iter().map(cell).collect::<String>())
        };
        let html: String = tables
            .iter()
            .map(|rows| {
                let body: String = rows[1..].iter().map(|row| line(row, "TD")).collect();
                format!("<TABLE BORDER=1>{}{body}</TABLE>", line(&rows[0], "TH"))
            })
            .collect();
        let objects = |rows: &Vec<Vec<String>>| -> Vec<Value> {
            let object = |row: &Vec<String>| {
                let pairs = rows[0].iter().zip(row).map(|(name, cell)| {
                    let value = if cell == "NULL" {
                        Value::Null
                    } else {
                        cell.parse::<u64>().map_or(json!(cell), |n| json!(n))
                    };
                    (name.clone(), value)
                });
                Value::Object(pairs.collect())
            };
            rows[1..].iter().map(object).collect()
        };
        let arrays: Vec<String> = tables
            .iter()
            .map(|rows| serde_json::to_string_pretty(&objects(rows)).unwrap())
            .collect();
        let dbeaver: Vec<String> = tables
            .iter()
            .map(|rows| json!({ "SELECT 1": objects(rows) }).to_string())
            .collect();
        let lines: Vec<String> = tables
            .iter()
            .flat_map(objects)
            .map(|object| object.to_string())
            .collect();
        let shell: Vec<String> = tables
            .iter()
            .map(|rows| {
                json!({ "hasData": true, "rows": objects(rows), "warnings": [] }).to_string()
            })
            .collect();
        for (text, form) in [
            (csv(","), Form::Csv),
            (csv(";"), Form::Csv),
            (arrays.join("\n"), Form::Json),
            (dbeaver.join("\n"), Form::Json),
            (lines.join("\n"), Form::Json),
            (shell.join("\n"), Form::Json),
            (xml, Form::Xml),
            (html, Form::Html),
        ] {
            let found = read_all(&text);
            assert_eq!(found.odd_count, 0, "{start} {form:?} {:?}", found.odd);
            assert!(
                found.blocks.iter().all(|block| block.form == form),
                "{start}"
            );
            let mut found = whole(&found);
            for look in 0..2 {
                // These forms print a header, so a missing table is not assumed to be empty.
                if found["looks"][look]["queues"].is_null() {
                    found["looks"][look]["queues"] = known["looks"][look]["queues"].clone();
                }
            }
            assert_eq!(found, known, "{start} {form:?}");
        }
    }
}

#[test]
fn tags_that_are_cut_or_hold_nothing() {
    let empty = "<?xml version=\"1.0\"?>\n\n<resultset statement=\"SELECT * FROM information_schema.THREAD_POOL_QUEUES\" xmlns:xsi=\"a\"></resultset>\n";
    let row = "<row>\n<field name=\"GROUP_ID\">0</field>\n<field name=\"THREADS\">2</field>\n<field name=\"ACTIVE_THREADS\">0</field>\n\
               <field name=\"STANDBY_THREADS\">1</field>\n<field name=\"QUEUE_LENGTH\">0</field>\n<field name=\"HAS_LISTENER\">1</field>\n</row>\n";
    let look = &read_all(&[row, empty].concat()).looks[0];
    assert_eq!(look.groups.as_ref().unwrap()[0].threads, 2);
    assert_eq!(look.queues, Some(Vec::new()));
    assert!(!look.queues_inferred);
    // The second row ends in the middle, and a table of another form follows.
    let cut = [row, &row[..row.len() - 90], "\n\n", &table("01-")].concat();
    let found = read_all(&cut);
    assert_eq!(
        found
            .looks
            .iter()
            .filter_map(|look| look.groups.as_ref())
            .count(),
        2
    );
    let last = found.looks.last().unwrap();
    assert!(last.processlist.as_ref().unwrap().len() > 5);
    assert_eq!(read_all("<b>1 < 2</b>\n<tr\n").odd_count, 2);
}

/// Breaks lines like a terminal of this width.
fn wrap(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let characters: Vec<char> = line.chars().collect();
        for piece in characters.chunks(width) {
            out.extend(piece);
            out.push('\n');
        }
        if characters.is_empty() {
            out.push('\n');
        }
    }
    out
}

/// With a border behind each row.
fn ruled(text: &str) -> String {
    let mut border = "";
    let mut out = String::new();
    for line in text.lines() {
        out += &format!("{line}\n");
        if line.starts_with("+-") {
            border = line;
        } else {
            out += &format!("{border}\n");
        }
    }
    out
}

/// As chats and issue trackers need it.
fn markdown(text: &str) -> String {
    let mut out = String::from("```\n");
    let mut header = true;
    for line in text.lines() {
        if !line.starts_with("+-") {
            out += &format!("{line}\n");
        } else if header {
            header = false;
        } else if out.ends_with("|\n") {
            let above = out.lines().next_back().unwrap();
            // Only below a header; a blank line ends it.
            let below = above.contains("NOW(6)")
                || above.contains("_name")
                || above.contains("GROUP_ID")
                || above.contains("REASON")
                || above.contains("| id ")
                || above.contains("trx_id")
                || above.contains("SLEEP(");
            let rule: String = above
                .chars()
                .map(|c| if c == '|' { c } else { '-' })
                .collect();
            out += &if below {
                format!("{rule}\n")
            } else {
                "\n".to_owned()
            };
        }
    }
    out + "```\n"
}

#[test]
fn what_mails_terminals_and_hands_do_to_it_changes_nothing() {
    for incident in incidents() {
        let text = incident.table();
        let known = whole(&read_all(&text));
        let each = |change: &dyn Fn(&str) -> String| -> String {
            text.lines().map(change).collect::<Vec<_>>().join("\n")
        };
        let broken = [
            ("mail", each(&|line| format!("> {line}"))),
            ("mail in a mail", each(&|line| format!(">> > {line}"))),
            ("numbered", each(&|line| format!("  42\t{line}"))),
            (
                "with times",
                each(&|line| format!("[2026-11-20T10:01:07Z] {line}")),
            ),
            ("a difference", each(&|line| format!("+{line}"))),
            ("indented", each(&|line| format!("    {line}"))),
            ("no-break spaces", text.replace(' ', "\u{a0}")),
            ("full width", text.replace('|', "｜").replace('0', "０")),
            ("drawn borders", text.replace('|', "│").replace("+-", "┼─")),
            ("Markdown", markdown(&text)),
            ("blank lines", text.replace("+\n", "+\n\n\n")),
            ("colours", text.replace("Sleep", "\u{1b}[31mSleep\u{1b}[0m")),
            ("80 columns", wrap(&text, 80)),
            ("132 columns", wrap(&text, 132)),
            ("borders between rows", ruled(&text)),
            (
                "no borders",
                each(&|line| {
                    if line.starts_with("+-") {
                        String::new()
                    } else {
                        line.to_owned()
                    }
                }),
            ),
            ("twice", format!("{text}\n{text}")),
            ("old Mac", text.replace('\n', "\r")),
        ];
        for (name, text) in broken {
            let found = read_all(&text);
            assert_eq!(found.odd_count, 0, "{incident} {name} {:?}", found.odd);
            assert_eq!(whole(&found), known, "{incident} {name}");
        }
    }
}

/// DBeaver's text, and tabs as terminals show them.
#[test]
fn columns_without_outer_borders_are_read() {
    for start in ["01", "02"] {
        let known = read_all(&table(start));
        let tables = batch(start);
        let inner: String = tables
            .iter()
            .flat_map(|rows| {
                let rule = vec!["-----"; rows[0].len()].join("+") + "\n";
                let mut lines: Vec<String> = rows.iter().map(|row| row.join("|") + "|\n").collect();
                lines.insert(1, rule);
                lines.push("\n".to_owned());
                lines
            })
            .collect();
        assert_eq!(whole(&read_all(&inner)), whole(&known), "{start}");
        let spaces: String = tables
            .iter()
            .filter(|rows| !["trx_id", "lock_id"].contains(&rows[0][0].as_str()))
            .flatten()
            .map(|row| row.join("   ") + "\n")
            .collect();
        let found = read_all(&spaces);
        assert_subset(&found, &known, &rows(&known));
        for (found, known) in found.looks.iter().zip(&known.looks) {
            assert_eq!(look_of(found)["processlist"], look_of(known)["processlist"]);
            assert_eq!(look_of(found)["groups"], look_of(known)["groups"]);
        }
    }
}

#[test]
fn the_first_and_the_last_look_are_kept() {
    let text = table("01");
    let later = text
        .replace("01:44:0", "01:49:0")
        .replace("| 35    |", "| 335   |")
        .replace("| 37    |", "| 337   |");
    let found = read_all(&format!("{text}\n{later}"));
    assert_eq!((found.looks.len(), found.left_out_looks), (2, 2));
    let taken: Vec<_> = found
        .looks
        .iter()
        .map(|look| look.taken_at_us.as_ref().unwrap().value)
        .collect();
    assert_eq!(taken[1] - taken[0], 302_006_473);
    // Two servers: the counters of one are not compared with those of the other.
    let found = read_all(&(table("02") + &text));
    assert_eq!(
        (whole(&found)["looks"].clone(), found.left_out_looks),
        (whole(&read_all(&text))["looks"].clone(), 2)
    );
    // Without times, a repeated table starts the second look, and two captures of one moment are merged.
    let timeless: String = batch("01")
        .into_iter()
        .filter(|rows| rows[0][0] != "NOW(6)")
        .flatten()
        .map(|row| row.join("\t") + "\n")
        .collect();
    let found = read_all(&timeless);
    assert_eq!(found.looks.len(), 2);
    assert_eq!(
        found.looks[1].stats.as_ref().unwrap()[1].counters["POLLS_BY_LISTENER"],
        481
    );
    assert!(
        found
            .looks
            .iter()
            .all(|look| look.processlist.as_ref().unwrap().len() == 16)
    );
}

#[test]
fn bars_line_breaks_and_logins_are_distinguished_from_columns() {
    let text = table("01").replace("SELECT SLEEP(240)", "SELECT 'a || b'  ");
    let info = |capture: &Capture| {
        let rows = capture.looks[0].processlist.as_ref().unwrap();
        rows.iter()
            .find(|row| row.id == 14)
            .unwrap()
            .info
            .clone()
            .unwrap()
    };
    assert_eq!(info(&read_all(&text)), "SELECT 'a || b'");
    let ragged = text.replace("  |", " |");
    assert_eq!(info(&read_all(&ragged)), "SELECT 'a || b'");
    let lines = text.replace("SELECT 'a || b'", "SELECT 'a\n\n | b'");
    assert_eq!(info(&read_all(&lines)), "SELECT 'a  | b'");
    let queue = "GROUP_ID\tPOSITION\tPRIORITY\tCONNECTION_ID\tQUEUEING_TIME_MICROSECONDS\n\
        0\t0\t0\t8\t5\n0\t1\t1\t10\t5\n1\t0\t0\t10\t4\n1\t1\t0\t10\t3\n1\t2\t1\t7\t2\n1\t3\t1\tNULL\t1\n";
    let found = read_all(&format!("thread_pool_size\t2\n{queue}"));
    let logins: Vec<_> = found.looks[0]
        .queues
        .as_ref()
        .unwrap()
        .iter()
        .map(|row| row.login)
        .collect();
    assert_eq!(logins, [false, false, true, true, false, true]);
}

#[test]
fn settings_are_read_as_they_are_written() {
    let found = read_all(
        "SET GLOBAL thread_pool_size = 8, GLOBAL thread_pool_stall_limit = 60, @@global.thread_pool_oversubscribe := 5;\n\
         [mariadbd]\nthread-pool-max-threads=1000 # many\n--thread_pool_idle_timeout=\"20\"\n\
         {\"thread_pool_priority\": \"high\"}\n\"extra_port\",\"3307\"\n",
    );
    let expected = [
        ("extra_port", "3307"),
        ("thread_pool_idle_timeout", "20"),
        ("thread_pool_max_threads", "1000"),
        ("thread_pool_oversubscribe", "5"),
        ("thread_pool_priority", "high"),
        ("thread_pool_size", "8"),
        ("thread_pool_stall_limit", "60"),
    ];
    let pairs: Vec<_> = found
        .variables
        .iter()
        .map(|(name, at)| (name.as_str(), at.value.as_str()))
        .collect();
    assert_eq!(pairs, expected);
    for text in [
        "+---------------------+-------------------+\n| @@thread_pool_size  | @@GLOBAL.version  |\n+---------------------+-------------------+\n|                  16 | 11.4.2-MariaDB    |\n+---------------------+-------------------+",
        "@@thread_pool_size\t@@GLOBAL.version\n16\t11.4.2-MariaDB",
        "\"@@thread_pool_size\",\"@@GLOBAL.version\"\n16,\"11.4.2-MariaDB\"",
        "*************************** 1. row ***************************\n@@thread_pool_size: 16\n  @@GLOBAL.version: 11.4.2-MariaDB",
        "[{\"@@thread_pool_size\": 16, \"@@GLOBAL.version\": \"11.4.2-MariaDB\"}]",
    ] {
        let found = read_all(text);
        assert_eq!(found.variables["thread_pool_size"].value, "16", "{text}");
        assert_eq!(found.version.unwrap().value, "11.4.2-MariaDB", "{text}");
    }
    let again = read_all("thread_pool_size = 2\nthread_pool_size = 4\nThreadpool_threads 12");
    assert_eq!(again.variables["thread_pool_size"].value, "4");
    assert_eq!(
        (again.replaced[0].value.as_str(), again.replaced[0].line),
        ("2", 1)
    );
    assert_eq!(again.looks[0].status["Threadpool_threads"].value, 12);
}

#[test]
fn the_log_says_who_was_refused_and_when() {
    let text = incident("01").log();
    let found = read_all(&text);
    assert_eq!(found.odd_count, 0);
    assert_eq!(found.version.unwrap().value, "10.11.19-MariaDB-0+deb12u1");
    let said: Vec<_> = found
        .log
        .iter()
        .map(|line| (line.says, line.number, line.line))
        .collect();
    assert_eq!(
        said,
        [
            (LogSays::MaxThreads, None, 5),
            (LogSays::Blocked, Some(30), 7)
        ]
    );
    let seconds = |text: &str| read_all(text).log[0].at_us.unwrap() / 1_000_000 % 86_400;
    let blocked = "[Note] Threadpool has been blocked for 30 seconds";
    for time in [
        "2026-11-22  1:44:01 0",
        "2026-11-22T01:44:01.250000Z 0",
        "261122  1:44:01",
        "Nov 22 01:44:01 db1 mariadbd[7]: 2026-11-22  1:44:01 0",
    ] {
        assert_eq!(seconds(&format!("{time} {blocked}")), 6_241, "{time}");
    }
    let found = read_all(
        "2026-11-22 1:44:01 0 [ERROR] Threadpool could not create additional thread to handle queries: Can't create threads in threadpool (errno=11).\n\
         ERROR 1040 (HY000): Too many connections\n\
         2026-11-22 1:44:02 77 [Warning] Aborted connection 77 to db: 'shop' user: 'app' host: 'web' (Got timeout reading communication packets)",
    );
    let said: Vec<_> = found
        .log
        .iter()
        .map(|line| (line.says, line.number))
        .collect();
    assert_eq!(
        said,
        [
            (LogSays::CreateFailed, Some(11)),
            (LogSays::TooManyConnections, None),
            (LogSays::Aborted, Some(77))
        ]
    );
    assert!(!to_value(&found).unwrap().to_string().contains("shop"));
}

/// Follows the layout in InnoDB's documentation.
const MONITOR: &str = "\
=====================================
2026-11-22 01:45:20 0x7f2a INNODB MONITOR OUTPUT
=====================================
Per second averages calculated from the last 5 seconds
------------
TRANSACTIONS
------------
Trx id counter 90
LIST OF TRANSACTIONS FOR EACH SESSION:
---TRANSACTION 422, not started
0 lock struct(s), heap size 1128, 0 row lock(s)
---TRANSACTION 63, ACTIVE 35 sec starting index read
mysql tables in use 1, locked 1
LOCK WAIT 2 lock struct(s), heap size 1128, 1 row lock(s)
MariaDB thread id 22, OS thread handle 1403, query id 90 10.0.0.7 app Updating
UPDATE stock SET qty = qty - 1 WHERE id = 7
------- TRX HAS BEEN WAITING 35 SEC FOR THIS LOCK TO BE GRANTED:
RECORD LOCKS space id 5 page no 4 n bits 80 index PRIMARY of table `shop`.`stock` trx id 63 lock_mode X locks rec but not gap waiting
Record lock, heap no 8 PHYSICAL RECORD: n_fields 5; compact format; info bits 0
---TRANSACTION 59, ACTIVE 36 sec
2 lock struct(s), heap size 1128, 1 row lock(s), undo log entries 1
MariaDB thread id 21, OS thread handle 1404, query id 88 10.0.0.7 app
RECORD LOCKS space id 5 page no 4 n bits 80 index PRIMARY of table `shop`.`stock` trx id 59 lock_mode X locks rec but not gap
Record lock, heap no 8 PHYSICAL RECORD: n_fields 5; compact format; info bits 0
--------
FILE I/O
--------
Pending flushes (fsync): 0
----------------------------
END OF INNODB MONITOR OUTPUT
============================
";

#[test]
fn innodb_says_who_holds_and_who_waits() {
    let table = format!(
        "+--------+------+--------+\n| Type   | Name | Status |\n+--------+------+--------+\n| InnoDB |      | \n{MONITOR} |\n+--------+------+--------+\n1 row in set (0.000 sec)"
    );
    let vertical = format!(
        "*************************** 1. row ***************************\n  Type: InnoDB\n  Name: \nStatus: \n{MONITOR}"
    );
    let tabs = format!(
        "Type\tName\tStatus\nInnoDB\t\t{}\n",
        MONITOR.replace('\n', "\\n")
    );
    for text in [MONITOR.to_owned(), table, vertical, tabs] {
        let found = read_all(&text);
        assert_eq!(found.odd_count, 0, "{:?}", found.odd);
        let look = &found.looks[0];
        let trx: Vec<_> = look
            .trx
            .as_ref()
            .unwrap()
            .iter()
            .map(|t| (t.trx_mysql_thread_id, t.trx_state.as_str()))
            .collect();
        assert_eq!(trx, [(Some(21), "ACTIVE"), (Some(22), "LOCK WAIT")]);
        let wait = &look.lock_waits.as_ref().unwrap()[0];
        assert_eq!(
            (
                wait.requesting_trx_id.as_str(),
                wait.blocking_trx_id.as_str()
            ),
            ("63", "59")
        );
        let started = look.trx.as_ref().unwrap()[1].trx_started_us.unwrap() / 1_000_000 % 86_400;
        assert_eq!(started, 3_600 + 44 * 60 + 45);
        let kept = to_value(read(&text, Keep::Redacted)).unwrap().to_string();
        assert!(
            !kept.contains("shop") && !kept.contains("stock") && !kept.contains("10.0.0.7"),
            "{kept}"
        );
    }
}

/// Each name of the captures, and a marked one of the same length, so that columns stay aligned.
const MARKED: [(&str, &str); 8] = [
    ("127.0.0.1", "zq7.0.0.1"),
    ("report", "zqport"),
    ("customers", "zqstomers"),
    ("orders", "zqders"),
    ("stock", "zqock"),
    ("carts", "zqrts"),
    ("batch", "zqtch"),
    ("shop", "zqop"),
];

#[test]
fn no_name_and_no_literal_survives() {
    let mut read_files = 0;
    for incident in incidents() {
        let marked = |text: String| {
            let text = MARKED
                .iter()
                .fold(text, |text, (name, mark)| text.replace(name, mark));
            text.replace("| app ", "| zqa ")
                .replace("| dba ", "| zqd ")
                .replace("\tapp\t", "\tzqa\t")
                .replace("\tdba\t", "\tzqd\t")
        };
        for (form, text) in incident.texts(WHOLE.into_iter().chain(PARTS)) {
            let text = marked(text);
            let odd = "zqsecret\nuser zqa asked for 'zqsecret'\n| zqcell |\nSELECT zq FROM zqop.zqock WHERE a = 'zq'\nzq\tzq\tzq\n";
            let json = batch_as_json(&text);
            for text in [
                text.clone(),
                format!("{odd}{text}{odd}"),
                text.replace("| ", "|"),
                json,
                text.replace('\n', "\n\n"),
            ] {
                let capture = read(&text, Keep::Redacted);
                let kept = to_value(&capture).unwrap().to_string();
                if let Some(at) = kept.find("zq") {
                    panic!(
                        "{incident} {form}: {}",
                        &kept[at.saturating_sub(80)..(at + 40).min(kept.len())]
                    );
                }
            }
            let all = to_value(read_all(&text)).unwrap().to_string();
            assert_eq!(
                all.contains("zq"),
                read_all(&text).looks[0].processlist.is_some()
            );
            read_files += 1;
        }
    }
    assert!(read_files > 30);
}

fn batch_as_json(text: &str) -> String {
    let rows = text.lines().filter(|line| line.contains('\t'));
    rows.map(|line| json!({ "id": 1, "command": "Query", "time": 1, "info": line, "user": line, "db": line, "state": line }).to_string() + "\n").collect()
}

#[test]
fn states_keep_only_known_words() {
    let state = |state: &str| {
        let row = json!([{ "Id": 7, "User": "app", "Command": "Query", "Time": 3, "State": state, "Info": null }]);
        let found = read(&row.to_string(), Keep::Redacted);
        found.looks[0].processlist.as_ref().unwrap()[0]
            .state
            .clone()
    };
    for known in [
        "Waiting for table metadata lock",
        "Waiting for stored procedure metadata lock",
        "Waiting for global read lock",
        "Waiting for backup lock",
        "User sleep",
        "User lock",
        "Reset for next command",
        "Copying to tmp table on disk",
        "Sending data",
        "Slave has read all relay log; waiting for more updates",
        "wsrep applier committed",
        "",
    ] {
        assert_eq!(state(known), known);
    }
    assert_eq!(
        state("find_row on table `shop`.`orders` of customer 7"),
        "... on table ... of ..."
    );
}

#[test]
fn statements_keep_verb_and_shape() {
    let shape = |statement: &str| {
        let row = json!([{ "Id": 7, "User": "app", "Host": "web:1", "db": "shop", "Command": "Query", "Time": 3, "State": "Updating", "Info": statement }]);
        let found = read(&row.to_string(), Keep::Redacted);
        let process = &found.looks[0].processlist.as_ref().unwrap()[0];
        assert_eq!(
            (
                process.user.as_str(),
                process.host.as_str(),
                process.db.as_deref()
            ),
            ("user1", "host1", Some("db1"))
        );
        process.info.clone().unwrap()
    };
    for (statement, left) in [
        (
            "UPDATE stock SET qty = qty - 1 WHERE id = 7",
            "UPDATE t1 SET ... WHERE ...",
        ),
        ("SELECT SLEEP(300)", "SELECT SLEEP(?)"),
        (
            "select benchmark(2500000, md5('report'))",
            "SELECT BENCHMARK(...)",
        ),
        ("SELECT GET_LOCK('nightly', 60)", "SELECT GET_LOCK(...)"),
        (
            "/* app:7 */ SELECT a.x FROM `sh op`.`or``ders` a JOIN carts ON a.i = carts.i",
            "SELECT ... FROM t1 ... JOIN t2 ...",
        ),
        (
            "ALTER TABLE shop.orders ADD COLUMN secret INT",
            "ALTER TABLE t1 ADD COLUMN ...",
        ),
        (
            "LOAD DATA LOCAL INFILE '/home/x' INTO TABLE orders",
            "LOAD DATA LOCAL INFILE ... INTO TABLE t1",
        ),
        (
            "SELECT id FROM information_schema.PROCESSLIST",
            "SELECT ... FROM information_schema.PROCESSLIST",
        ),
        ("COMMIT", "COMMIT"),
        ("secret words", "..."),
    ] {
        assert_eq!(shape(statement), left);
    }
}

/// A separate generator, so that failures are reproducible.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

#[test]
fn nothing_that_is_pasted_breaks_it() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut sources = Vec::new();
    for start in ["01", "02", "12"] {
        let incident = incident(start);
        let texts = incident.texts(["table", "vertical", "batch", "session"]);
        sources.extend(texts.map(|(_, text)| text));
    }
    sources.push(MONITOR.to_owned());
    for form in composed::FORMS {
        sources.extend(composed::kept().map(|case| case.moment().print(form)));
        sources.extend(makers::all().iter().map(|(_, made)| made.print(form)));
    }
    sources.push(
        batch("02")
            .iter()
            .map(|rows| {
                json!(rows).to_string()
                    + "\n"
                    + &json!([{ "id": 1, "command": "Query", "time": 2, "info": rows[0] }])
                        .to_string()
                    + "\n"
            })
            .collect(),
    );
    for round in 0..3_000 {
        let source = &sources[random.below(sources.len())];
        let mut lines: Vec<Vec<u8>> = source
            .lines()
            .map(|line| line.as_bytes().to_vec())
            .collect();
        for _ in 0..=random.below(6) {
            let n = lines.len();
            if n == 0 {
                break;
            }
            let at = random.below(n);
            match random.below(8) {
                0 => lines.truncate(at),
                1 => drop(lines.drain(..at)),
                2 => drop(lines.remove(at)),
                3 => lines.insert(random.below(n), lines[at].clone()),
                4 => lines.swap(at, random.below(n)),
                5 => {
                    let end = (at + random.below(40)).min(n);
                    lines.drain(at..end);
                }
                6 => {
                    let length = lines[at].len();
                    lines[at].truncate(random.below(length));
                }
                _ => {
                    let length = lines[at].len();
                    if length > 0 {
                        lines[at][random.below(length)] = random.below(256) as u8;
                    }
                }
            }
        }
        let text = String::from_utf8_lossy(&lines.join(&b'\n')).into_owned();
        let found = read(
            &text,
            if round % 2 == 0 {
                Keep::Redacted
            } else {
                Keep::Everything
            },
        );
        assert!(found.looks.len() <= 2 && found.odd.len() <= 8);
        for trouble in judge(&found).troubles {
            assert!(!trouble.evidence.is_empty(), "{:?}\n{text}", trouble.cause);
        }
        let count = text.split(['\n', '\r']).count();
        for block in &found.blocks {
            assert!(
                block.first >= 1 && block.first <= block.last && block.last as usize <= count,
                "{block:?}"
            );
        }
    }
}

#[test]
fn whole_rows_that_are_left_are_read_right() {
    let mut random = Random(0x0dd_ba11);
    for incident in incidents() {
        let text = incident.table();
        let known = read_all(&text);
        let known_rows = rows(&known);
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..60 {
            let from = random.below(lines.len());
            let to = from + random.below(lines.len() - from);
            let mut some = lines[from..to].to_vec();
            for _ in 0..random.below(4) {
                if !some.is_empty() {
                    some.remove(random.below(some.len()));
                }
            }
            let mut text = some.join("\n");
            let end = text.len();
            text.truncate(end - random.below(end.min(60)));
            assert_subset(&read_all(&text), &known, &known_rows);
        }
    }
}

#[test]
fn more_than_a_megabyte_is_cut_and_takes_no_longer() {
    let text = table("06");
    let huge = text.repeat(MOST_BYTES / text.len() + 2);
    let found = read_all(&huge);
    assert!(found.cut && !read_all(&text).cut);
    assert_eq!(found.looks.len(), 2);
    let headed = "| id | command | time | state | info |\n";
    let tabs = "id\tcommand\ttime\tinfo\n";
    for (top, row) in [
        (headed, "| 1 | Query\n"),
        (tabs, "1\tQuery\n"),
        (headed, "| 1 | Query | 2 | a |\n"),
    ] {
        let found = read_all(&(top.to_owned() + &row.repeat(MOST_BYTES / row.len())));
        assert!(found.cut && found.blocks.len() == 1);
    }
    for one in [
        "| a ",
        "+-",
        "{\"a\":[",
        "> ",
        "SET ",
        "a=",
        "\"",
        "*** 1. row ***\n",
        "| 1 | 2\n",
        "info: x\n",
        "id\tcommand\ttime\tinfo\n1\tQuery\n",
        "->\n",
        "<",
        "<tr><td",
        "<tr><td>\n",
        "<table><tr><th>id</th></tr>",
    ] {
        let found = read(&one.repeat(MOST_BYTES / one.len()), Keep::Redacted);
        assert!(found.looks.len() <= 2, "{one}");
    }
}

#[test]
fn no_server_has_so_many_settings_or_lines() {
    let settings: String = (0..9_000).map(|n| format!("a{n}=1\n")).collect();
    let found = read_all(&settings);
    assert_eq!((found.variables.len(), found.odd_count), (5_000, 4_000));
    assert!(!found.cut && read_all(&"\n".repeat(70_000)).cut);
}

#[test]
fn tables_of_others_are_seen_and_not_taken_for_ours() {
    let found = read_all(
        "+-------------+------+\n| TP_GROUP_ID | X    |\n+-------------+------+\n|           0 |    1 |\n+-------------+------+\n+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n+---+---+\n",
    );
    let kinds: Vec<_> = found
        .blocks
        .iter()
        .map(|block| (block.kind, block.rows))
        .collect();
    assert_eq!(kinds, [(Kind::OraclePool, 1), (Kind::Other, 1)]);
    assert!(found.looks.is_empty());
    let row = "7\tapp\tweb:1\tshop\tQuery\t3\tUpdating\tUPDATE t SET a = 1\t0.000\n1\t2\t3\t4\t5\t6\t0\t1\n";
    let found = read_all(row);
    assert_eq!(found.looks[0].processlist.as_ref().unwrap()[0].id, 7);
    assert!(found.looks[0].groups.is_none());
    // No headers or borders, but no doubt.
    let rows: String = table("04-")
        .lines()
        .filter(|line| {
            !line.starts_with("+") && !line.contains("GROUP_ID |") && !line.starts_with("| id ")
        })
        .map(|line| format!("{line}\n"))
        .collect();
    let (found, known) = (read_all(&rows), read_all(&table("04-")));
    for (found, known) in found.looks.iter().zip(&known.looks) {
        for part in ["groups", "queues", "stats", "processlist", "waits"] {
            assert_eq!(look_of(found)[part], look_of(known)[part], "{part}");
        }
    }
    // No header, and nothing that identifies it: not guessed.
    let found = read_all("| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n");
    assert_eq!((found.blocks.len(), found.odd_count), (0, 2));
}

#[test]
fn each_of_several_servers_is_read_by_itself() {
    let all = || incidents().into_iter().chain(others());
    let all: Vec<_> = all().map(|one| (one.to_string(), one.table())).collect();
    for (name, text) in &all {
        let one = read_each(text, Keep::Redacted);
        assert_eq!(one.len(), 1, "{name}");
        // Resumed later, or printed twice.
        assert_eq!(
            read_each(&[text.as_str(), text].concat(), Keep::Redacted).len(),
            1
        );
    }
    for (at, (name, text)) in all.iter().enumerate() {
        let (other, after) = &all[(at + 1) % all.len()];
        let both = read_each(&[text.as_str(), "\n", after].concat(), Keep::Everything);
        assert_eq!(both.len(), 2, "{name} {other}");
        for (found, alone) in both.iter().zip([text, after]) {
            assert_eq!(whole(found), whole(&read_all(alone)), "{name} {other}");
        }
        let lines = text.lines().count() as u32;
        assert!(both[0].blocks.iter().all(|block| block.last <= lines));
        assert!(both[1].blocks.iter().all(|block| block.first > lines));
    }
    // Look by look in turn, as from two terminals.
    let (one, other) = (table("01"), table("02"));
    let halves = |text: &str| -> [String; 2] {
        let at = text.rfind("| NOW(6)").unwrap();
        [text[..at].to_owned(), text[at..].to_owned()]
    };
    let ([a, b], [c, d]) = (halves(&one), halves(&other));
    let turns = read_each(&[a, c, b, d].concat(), Keep::Everything);
    let looks: Vec<_> = turns.iter().map(|one| one.looks.len()).collect();
    assert_eq!(looks, [2, 2]);
    assert_eq!(turns[1].looks[1].groups, {
        let mut known = read_all(&other).looks[1].groups.clone();
        let moved =
            turns[1].looks[1].groups.as_ref().unwrap()[0].line - known.as_ref().unwrap()[0].line;
        known.iter_mut().flatten().for_each(|row| row.line += moved);
        known
    });
    // Too many are kept apart too.
    let many: String = all.iter().map(|(_, text)| text.as_str()).collect();
    let found = read_each(&many, Keep::Redacted);
    assert_eq!(found.len(), MOST_SERVERS);
    assert!(found.iter().all(|one| one.cut && one.looks.len() == 2));
}

#[test]
fn servers_are_distinguished_by_names_counters_and_connections() {
    let of = |text: &str| read_each(text, Keep::Redacted).len();
    let groups = "GROUP_ID\tCONNECTIONS\tTHREADS\tACTIVE_THREADS\tSTANDBY_THREADS\tQUEUE_LENGTH\tHAS_LISTENER\tIS_STALLED\n\
                  0\t3\t2\t0\t1\t0\t1\t0\n\n";
    let named = |name: &str| format!("@@hostname\t@@server_id\n{name}\t7\n\n{groups}");
    assert_eq!(of(&(named("db1") + &named("db1"))), 1);
    assert_eq!(of(&(named("db1") + &named("db2"))), 2);
    let host = |name: &str| read_each(&named(name), Keep::Redacted).pop().unwrap();
    assert_eq!(host("db1").variables["hostname"].value, "host1");
    let set = |size: u32| format!("Variable_name\tValue\nthread_pool_size\t{size}\n\n{groups}");
    assert_eq!(of(&(set(4) + &set(4))), 1);
    assert_eq!(of(&(set(4) + &set(8))), 2);
    assert_eq!(
        of(&(set(4) + "SET GLOBAL thread_pool_size = 8;\n\n" + &set(8))),
        1
    );
    let counted = |up: u32, count: u32| {
        format!("Variable_name\tValue\nUptime\t{up}\nConnections\t{count}\n\n{groups}")
    };
    assert_eq!(of(&(counted(100, 40) + &counted(102, 41))), 1);
    assert_eq!(of(&(counted(100, 40) + &counted(102, 30))), 2);
    assert_eq!(of(&(counted(9_000, 400) + &counted(100, 30))), 2);
    let list = |rows: &[(u32, &str, &str)]| {
        let rows = rows
            .iter()
            .map(|(id, host, command)| format!("{id}\tapp\t{host}\tshop\t{command}\t3\t\tNULL\n"));
        let rows: String = rows.collect();
        format!("Id\tUser\tHost\tdb\tCommand\tTime\tState\tInfo\n{rows}\n{groups}")
    };
    let first = list(&[
        (5, "a:50001", "Sleep"),
        (8, "a:50002", "Sleep"),
        (9, "b:1", "Query"),
        (12, "b:2", "Sleep"),
    ]);
    assert_eq!(of(&(first.clone() + &first)), 1);
    let moved = list(&[(5, "a:50009", "Sleep"), (13, "a:50002", "Sleep")]);
    assert_eq!(of(&(first.clone() + &moved)), 2);
    let others = list(&[
        (4, "c:1", "Sleep"),
        (6, "c:2", "Sleep"),
        (7, "c:3", "Sleep"),
        (11, "c:4", "Sleep"),
    ]);
    assert_eq!(of(&(first.clone() + &others)), 2);
    // Only busy connections were requested, so each look has others.
    let busy = list(&[
        (4, "c:1", "Query"),
        (6, "c:2", "Query"),
        (7, "c:3", "Query"),
        (11, "c:4", "Query"),
    ]);
    assert_eq!(of(&(first + &busy)), 1);
}

#[test]
fn arguments_of_a_container_are_settings() {
    let lines = [
        "docker run -e MARIADB_ROOT_PASSWORD=hush mariadb:10.11 --thread-pool-size=16 --thread_handling=pool-of-threads",
        "$ docker run mariadb:10.11 --thread_pool_size 16 --thread-handling pool-of-threads",
        "    command: [\"--thread-pool-size=16\", \"--thread-handling=pool-of-threads\"]",
        "      - --thread-pool-size=16\n      - --thread-handling=pool-of-threads",
        "  args:\n  - '--loose-thread_pool_size=16'\n  - --thread-handling=pool-of-threads",
    ];
    for line in lines {
        let found = read(line, Keep::Redacted);
        let value = |name: &str| found.variables[name].value.as_str();
        assert_eq!(value("thread_pool_size"), "16", "{line}");
        assert_eq!(value("thread_handling"), "pool-of-threads", "{line}");
        assert!(
            found.blocks.iter().all(|block| block.form == Form::Options),
            "{line}"
        );
        assert!(!to_value(&found).unwrap().to_string().contains("hush"));
    }
    assert!(
        read("# --thread-pool-size=16", Keep::Redacted)
            .variables
            .is_empty()
    );
    let first = "NOW(6)\tVERSION()\t@@hostname\t@@server_id\n2026-11-25 10:00:00.5\t10.11.19-MariaDB\tdb1.example\t7\n";
    let found = read(first, Keep::Redacted);
    assert_eq!(
        (found.variables["hostname"].value.as_str(), found.odd_count),
        ("host1", 0)
    );
    assert!(found.version.unwrap().value.starts_with("10.11.19"));
}

#[test]
fn lock_tables_of_8_0_name_connections_and_nobody_else() {
    let sys = "wait_started\twait_age\twait_age_secs\tlocked_table\tlocked_table_schema\tlocked_table_name\tlocked_index\t\
               locked_type\twaiting_trx_id\twaiting_pid\twaiting_query\twaiting_lock_id\twaiting_lock_mode\tblocking_trx_id\t\
               blocking_pid\tblocking_query\tblocking_lock_id\tblocking_lock_mode\tsql_kill_blocking_query\n\
               2026-11-22 01:44:05\t00:00:09\t9\t`zqshop`.`zqstock`\tzqshop\tzqstock\tzqkey\tRECORD\t4021\t31\t\
               UPDATE zqstock SET n = 'zq' WHERE id = 7\t140:zq\tX\t4020\t30\tSELECT 'zq'\t139:zq\tX\tKILL QUERY 30\n";
    let found = read(sys, Keep::Redacted);
    let kept = to_value(&found).unwrap().to_string();
    assert!(!kept.contains("zq"), "{kept}");
    let ids = |capture: &Capture| -> Vec<_> {
        let trx = capture.looks[0].trx.iter().flatten();
        trx.filter_map(|row| row.trx_mysql_thread_id).collect()
    };
    assert_eq!(
        ids(&found).into_iter().collect::<BTreeSet<_>>(),
        BTreeSet::from([30, 31])
    );
    // THREAD_ID is the Performance Schema's own number, which no connection has.
    let data = "ENGINE\tREQUESTING_ENGINE_LOCK_ID\tREQUESTING_ENGINE_TRANSACTION_ID\tREQUESTING_THREAD_ID\tREQUESTING_EVENT_ID\t\
                BLOCKING_ENGINE_LOCK_ID\tBLOCKING_ENGINE_TRANSACTION_ID\tBLOCKING_THREAD_ID\tBLOCKING_EVENT_ID\n\
                INNODB\t140:zq:4\t4021\t77\t12\t139:zq:4\t4020\t76\t9\n";
    let found = read(data, Keep::Redacted);
    let kept = to_value(&found).unwrap().to_string();
    assert!(!kept.contains("zq"), "{kept}");
    assert_eq!(found.looks[0].lock_waits.as_ref().unwrap().len(), 1);
    assert!(ids(&found).is_empty());
    let threads = "THREAD_ID\tNAME\tPROCESSLIST_ID\tPROCESSLIST_USER\tPROCESSLIST_COMMAND\tPROCESSLIST_TIME\tPROCESSLIST_STATE\n\
                   77\tthread/sql/one_connection\t31\tzqapp\tQuery\t9\tupdating\n";
    let found = read(threads, Keep::Redacted);
    let rows = found.looks[0].processlist.as_ref().unwrap();
    assert_eq!(rows.iter().map(|row| row.id).collect::<Vec<_>>(), [31]);
}

// The page asks for the texts, and reads each separately.
#[test]
fn a_paste_of_two_servers_is_taken_apart_with_its_lines_in_place() {
    let one = table("01-");
    assert!(split(&one).is_empty());
    let other = table("06-");
    let parts = split(&format!("{one}\n{other}"));
    assert_eq!(parts.len(), 2);
    assert_eq!(parts[0].trim_end(), one.trim_end());
    let begins = one.lines().count() + 1;
    let later: Vec<&str> = parts[1].lines().collect();
    assert!(later[..begins].iter().all(|line| line.is_empty()));
    assert_eq!(later[begins..].join("\n").trim_end(), other.trim_end());
}

/// Without blocks and what was not understood, which are not printed.
fn content(capture: &Capture) -> Value {
    let mut capture = capture.clone();
    for look in &mut capture.looks {
        let queues = look.queues.iter_mut().flatten();
        // The ID that the server repeats is not printed.
        queues
            .filter(|row| row.login)
            .for_each(|row| row.connection_id = None);
    }
    let mut all = whole(&capture);
    for part in ["odd", "odd_count", "cut", "left_out_looks"] {
        all.as_object_mut().unwrap().remove(part);
    }
    all
}

#[track_caller]
fn same_again(text: &str) -> Capture {
    let once = read(text, Keep::Redacted);
    assert_eq!(once.odd_count, 0, "{:?} in {text}", once.odd);
    let again = printed(&once);
    assert_eq!(content(&read_all(&again)), content(&once), "{again}");
    once
}

#[test]
fn every_message_is_recognised_kept_and_is_the_reference_s() {
    let reference: Value =
        serde_json::from_str(include_str!("../../../content/reference/names.json")).unwrap();
    let reference = reference["messages"].as_object().unwrap();
    let says = |text: &str| same_again(text).log.first().map(|line| line.says);
    for (slug, message) in reference {
        let text = message["message"].as_str().unwrap();
        let text = text.replace("{number}", "11").replace("{name}", "zq");
        let found = says(&text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(
            found.page(),
            Some(&*format!("/reference/messages/{slug}/")),
            "{text}"
        );
        for dress in [
            "2026-11-22  1:43:30 0 [ERROR] #",
            "db_1  | 2026-11-22  1:43:30 0 [Note] #",
            "- `#`",
            r##"{"log":"2026-11-22  1:43:30 0 [ERROR] #\\n","stream":"stderr"}"##,
        ] {
            let text = dress.replace('#', &text);
            assert_eq!(
                read(&text, Keep::Redacted)
                    .log
                    .first()
                    .map(|line| line.says),
                Some(found),
                "{text}"
            );
        }
    }
    for (message, page, prints) in messages::table() {
        assert_eq!(says(&prints.replace('#', "28")), Some(message), "{prints}");
        let slug = page.strip_prefix("/reference/messages/");
        let known = slug.is_none_or(|slug| reference.contains_key(slug.trim_end_matches('/')));
        assert!(known, "{page}");
    }
    // By its number, in any language; and a client's error is a gap, too.
    let found = same_again(
        "ERROR 1205 (HY000): Beim Warten auf eine Sperre wurde die Wartezeit \u{fc}berschritten",
    );
    assert_eq!(
        (found.log[0].says, found.gaps[0].number),
        (LogSays::LockWaitTimeout, Some(1205))
    );
    assert_eq!(
        says("SQLSTATE[HY000] [1040] Too many connections"),
        Some(LogSays::TooManyConnections)
    );
    assert_eq!(
        says("pymysql.err.OperationalError: (1213, 'zq')"),
        Some(LogSays::Deadlock)
    );
}

#[test]
fn a_message_of_an_application_s_pool_keeps_its_figures() {
    let hikari = "2025-02-18 07:41:09,114 WARN  zq - zqPool-1 - Connection is not available, request timed out after 20003ms (total=15, active=15, idle=0, waiting=41)\n\
        java.sql.SQLTransientConnectionException: zqPool-1 - Connection is not available, request timed out after 20003ms.\n\
        \tat com.zaxxer.hikari.pool.HikariPool.createTimeoutException(HikariPool.java:696)\n";
    let found = same_again(hikari);
    let line = &found.log[0];
    assert_eq!(
        (line.says, line.number),
        (LogSays::HikariTimeout, Some(20003))
    );
    let pool = line.pool.unwrap();
    assert_eq!(
        (pool.total, pool.active, pool.idle, pool.waiting),
        (Some(15), Some(15), Some(0), Some(41))
    );
    let figures = |text: &str| {
        let found = same_again(text);
        assert_eq!(found.log[0].says, LogSays::AppPoolTimeout, "{text}");
        let pool = found.log[0].pool.unwrap();
        (pool.total, pool.active)
    };
    assert_eq!(
        figures(
            "Timeout: Pool empty. Unable to fetch a connection in 30 seconds, none available[size:100; busy:99; idle:1; lastwait:30000]"
        ),
        (Some(100), Some(99))
    );
    assert_eq!(
        figures("wait millis 60000, active 20, maxActive 20, creating 0"),
        (Some(20), Some(20))
    );
    assert_eq!(
        figures("QueuePool limit of size 5 overflow 10 reached, connection timed out"),
        (Some(5), None)
    );
}

#[test]
fn every_state_of_the_reference_survives_the_redaction() {
    let states: Value =
        serde_json::from_str(include_str!("../../../content/reference/states.json")).unwrap();
    let mut seen = 0;
    for row in states.as_array().unwrap() {
        let state = row["state"]
            .as_str()
            .unwrap()
            .replace("t*", "t before *")
            .replace('*', "zqshop waiting");
        let list = format!("Id\tUser\tCommand\tTime\tState\n7\tzqapp\tQuery\t3\t{state}\n");
        let kept = &same_again(&list).looks[0].processlist.as_ref().unwrap()[0]
            .state
            .clone();
        assert!(
            wait_of(kept).is_some() && wait_of(kept) == wait_of(&state),
            "{state}: {kept}"
        );
        assert!(!kept.contains("zq"), "{kept}");
        seen += 1;
    }
    assert!(seen > 40);
}

fn locks(capture: &Capture) -> Vec<(Option<u64>, &str, bool)> {
    let rows = capture.looks[0].metadata_locks.iter().flatten();
    rows.map(|row| (row.connection_id, row.mode.as_str(), row.granted))
        .collect()
}

#[test]
fn metadata_locks_say_who_holds_what() {
    let both = [
        (Some(133), "EXCLUSIVE", false),
        (Some(120), "SHARED_READ", true),
    ];
    let sys = "mysql> select * from sys.schema_table_lock_waits\\G\n*************************** 1. row ***************************\n\
        \x20              object_schema: zqdepot\n                 object_name: zqracks\n           waiting_thread_id: 171\n\
        \x20                waiting_pid: 133\n             waiting_account: zqdeploy@10.9.0.40\n           waiting_lock_type: EXCLUSIVE\n\
        \x20      waiting_lock_duration: TRANSACTION\n               waiting_query: alter table zqracks add k int\n\
        \x20         waiting_query_secs: 95\n          blocking_thread_id: 160\n                blocking_pid: 120\n\
        \x20           blocking_account: zqreports@10.9.0.31\n          blocking_lock_type: SHARED_READ\n\
        sql_kill_blocking_connection: KILL 120\n";
    let found = same_again(sys);
    assert_eq!(locks(&found), both);
    let look = &found.looks[0];
    assert_eq!(look.metadata_locks.as_ref().unwrap()[0].waited_s, Some(95));
    let named: Vec<_> = look
        .sessions
        .iter()
        .map(|row| (row.id, row.user.as_str(), row.info.as_deref()))
        .collect();
    assert_eq!(
        named,
        [
            (120, "user2", None),
            (133, "user1", Some("ALTER TABLE t1 ADD ..."))
        ]
    );
    assert!(!to_value(&found).unwrap().to_string().contains("zq"));

    let own = "OBJECT_TYPE\tOBJECT_SCHEMA\tOBJECT_NAME\tLOCK_TYPE\tLOCK_DURATION\tLOCK_STATUS\tSOURCE\tOWNER_THREAD_ID\n\
        TABLE\tzqdepot\tzqracks\tEXCLUSIVE\tTRANSACTION\tPENDING\t\t171\n\
        TABLE\tzqdepot\tzqracks\tSHARED_READ\tTRANSACTION\tGRANTED\t\t160\n";
    assert_eq!(
        locks(&same_again(own)),
        both.map(|(_, mode, granted)| (None, mode, granted))
    );
    let threads = "\nTHREAD_ID\tNAME\tPROCESSLIST_ID\tPROCESSLIST_USER\tPROCESSLIST_COMMAND\tPROCESSLIST_TIME\tPROCESSLIST_STATE\n\
        160\tthread/sql/one_connection\t120\tzqreports\tSleep\t99\tNULL\n\
        171\tthread/sql/one_connection\t133\tzqdeploy\tQuery\t95\tWaiting for table metadata lock\n\
        172\tthread/sql/main\tNULL\tNULL\tNULL\tNULL\tNULL\n";
    let found = same_again(&[own, threads].concat());
    assert_eq!(
        (
            locks(&found),
            found.blocks[1].rows,
            found.blocks[1].bad_rows
        ),
        (both.to_vec(), 2, 0)
    );

    let info = "THREAD_ID\tLOCK_MODE\tLOCK_DURATION\tLOCK_TYPE\tTABLE_SCHEMA\tTABLE_NAME\n\
        120\tMDL_SHARED_READ\tMDL_TRANSACTION\tTable metadata lock\tzqdepot\tzqracks\n\
        121\tMDL_EXCLUSIVE\tMDL_EXPLICIT\tUser lock\tzqname\t\n";
    let found = same_again(info);
    assert_eq!(locks(&found), [both[1], (Some(121), "EXCLUSIVE", true)]);
    let objects = found.looks[0]
        .metadata_locks
        .iter()
        .flatten()
        .map(|row| row.object.as_str());
    assert_eq!(objects.collect::<Vec<_>>(), ["TABLE", "USER"]);
}

#[test]
fn an_open_transaction_is_one_statement_where_a_table_says_so() {
    let list = "Id\tUser\tHost\tdb\tCommand\tTime\tState\tInfo\n\
        5\tzqone\ta:5\tNULL\tSleep\t9\t\tNULL\n6\tzqone\ta:6\tNULL\tQuery\t8\tUpdating\tUPDATE zqt SET n = 1\n\
        7\tzqone\ta:7\tNULL\tQuery\t8\tUpdating\tUPDATE zqt SET n = 1\n8\tzqone\ta:8\tNULL\tSleep\t9\t\tNULL\n";
    let head = "\nPROCESSLIST_ID\tTHREAD_ID\tEVENT_ID\tSTATE\tACCESS_MODE\tAUTOCOMMIT\n";
    let rows = "5\t15\t1\tACTIVE\tREAD WRITE\tNO\n6\t16\t1\tACTIVE\tREAD WRITE\tYES\n\
        7\t17\t1\tACTIVE\tREAD WRITE\tNO\n8\t18\t1\tCOMMITTED\tREAD WRITE\tYES\n\
        NULL\t19\t1\tCOMMITTED\tREAD WRITE\tYES\n";
    let told = |text: &str| -> Vec<(u64, Option<bool>)> {
        let found = same_again(text);
        let rows = found.looks[0].processlist.iter().flatten();
        rows.map(|row| (row.id, row.autocommit)).collect()
    };
    let all = [
        (5, Some(false)),
        (6, Some(true)),
        (7, Some(false)),
        (8, None),
    ];
    assert_eq!(told(&[list, head, rows].concat()), all);
    let sys = "thd_id\tconn_id\tuser\tdb\tcommand\tstate\ttime\tcurrent_statement\ttrx_state\ttrx_autocommit\n\
        15\t5\tzqone\tNULL\tSleep\tNULL\t9\tNULL\tACTIVE\tNO\n\
        16\t6\tzqone\tNULL\tQuery\tUpdating\t8\tUPDATE zqt SET n = 1\tACTIVE\tYES\n\
        17\t7\tzqone\tNULL\tQuery\tUpdating\t8\tUPDATE zqt SET n = 1\tACTIVE\tNO\n\
        18\t8\tzqone\tNULL\tSleep\tNULL\t9\tNULL\tCOMMITTED\tYES\n";
    assert_eq!(told(sys), all);
    // Only with performance_schema's number of its thread, which this list has.
    let bare = rows.lines().filter_map(|row| Some(row.split_once('\t')?.1));
    let bare: String = bare.map(|row| format!("{row}\n")).collect();
    let head = head.replace("PROCESSLIST_ID\t", "");
    let sys = sys.replace("trx_state\ttrx_autocommit", "pid\tprogram_name");
    assert_eq!(told(&format!("{sys}{head}{bare}")), all);
}

#[test]
fn locks_and_prepared_transactions_are_read_from_each_table_that_has_them() {
    let waits = "REQUESTING_ENGINE_TRANSACTION_ID\tREQUESTING_ENGINE_LOCK_ID\tREQUESTING_THREAD_ID\tBLOCKING_ENGINE_TRANSACTION_ID\tBLOCKING_THREAD_ID\n\
        4021\t140:zq:4\t77\t4020\t76\n\n\
        ENGINE\tENGINE_LOCK_ID\tENGINE_TRANSACTION_ID\tOBJECT_SCHEMA\tOBJECT_NAME\tLOCK_TYPE\tLOCK_MODE\tLOCK_STATUS\n\
        INNODB\t140:zq:4\t4021\tzqshop\tzqstock\tRECORD\tX,REC_NOT_GAP\tWAITING\n\n\
        THREAD_ID\tPROCESSLIST_ID\tPROCESSLIST_COMMAND\tPROCESSLIST_TIME\tPROCESSLIST_STATE\n77\t31\tQuery\t9\tupdating\n76\t30\tSleep\t19\tNULL\n";
    let found = same_again(waits);
    let look = &found.looks[0];
    let trx: Vec<_> = look
        .trx
        .iter()
        .flatten()
        .map(|row| (row.trx_id.as_str(), row.trx_mysql_thread_id))
        .collect();
    assert_eq!(trx, [("4020", Some(30)), ("4021", Some(31))]);
    let wait = &look.lock_waits.as_ref().unwrap()[0];
    assert_eq!(
        (wait.mode.as_deref(), wait.table.as_deref()),
        (Some("X,REC_NOT_GAP"), Some("t1"))
    );

    let xa = "MariaDB [(none)]> XA RECOVER;\n+----------+--------------+--------------+--------+\n| formatID | gtrid_length | bqual_length | data   |\n\
        +----------+--------------+--------------+--------+\n|        1 |            4 |            2 | zq77b1 |\n+----------+--------------+--------------+--------+\n1 row in set (0.000 sec)\n";
    assert_eq!(
        same_again(xa).looks[0].xa.as_ref().unwrap()[0].xid,
        "'xid1'"
    );
    assert_eq!(
        read_all(xa).looks[0].xa.as_ref().unwrap()[0].xid,
        "'zq77','b1',1"
    );
    let none = same_again("MariaDB [(none)]> XA RECOVER;\nEmpty set (0.000 sec)\n");
    assert!(none.looks[0].xa.as_ref().unwrap().is_empty());
    // The row with which capture.sql ends the list, after no row and after one; a heading alone was cut off.
    let head = "formatID\tgtrid_length\tbqual_length\tdata\n";
    for (rows, count) in [("", 0), (&*format!("{head}1\t4\t2\tzq77b1\n"), 1)] {
        let found = same_again(&format!("{rows}{head}NULL\tNULL\tNULL\tNULL\n"));
        assert_eq!((found.looks.len(), found.odd_count), (1, 0));
        assert_eq!(found.looks[0].xa.as_ref().unwrap().len(), count);
    }
    let cut = read_all(head);
    assert!(cut.looks.iter().all(|look| look.xa.is_none()));

    let groups = "ID\tTHREAD_COUNT\tACTIVE_THREAD_COUNT\tWAITING_THREAD_COUNT\tDUMP_THREAD_COUNT\tSLOW_THREAD_TIMEOUT_COUNT\tCONNECTION_COUNT\tLOW_QUEUE_COUNT\tHIGH_QUEUE_COUNT\n\
        0\t21\t20\t0\t0\t0\t410\t377\t3\n1\t3\t1\t0\t0\t0\t405\t0\t0\n";
    let found = same_again(groups);
    let group = &found.looks[0].groups.as_ref().unwrap()[0];
    assert_eq!(
        (
            group.threads,
            group.queue_length,
            group.high,
            group.listener_shown
        ),
        (21, 380, Some(3), false)
    );
}

#[test]
fn innodb_s_status_alone_has_connections_ages_and_the_latest_deadlock() {
    let status = "------------\nTRANSACTIONS\n------------\nTrx id counter 90414\nLIST OF TRANSACTIONS FOR EACH SESSION:\n\
        ---TRANSACTION 90412, ACTIVE 63 sec starting index read\nmysql tables in use 1, locked 1\n\
        LOCK WAIT 2 lock struct(s), heap size 1136, 1 row lock(s)\n\
        MySQL thread id 512, OS thread handle 140001, query id 8891 10.9.0.14 zqshop updating\nupdate zqracks set free=free-1 where id=4\n\
        ------- TRX HAS BEEN WAITING 63 SEC FOR THIS LOCK TO BE GRANTED:\n\
        RECORD LOCKS space id 9 page no 4 n bits 72 index PRIMARY of table `zqdepot`.`zqracks` trx id 90412 lock_mode X locks rec but not gap waiting\n\
        ------------------\n---TRANSACTION 90400, ACTIVE 740 sec\n2 lock struct(s), heap size 1136, 3 row lock(s), undo log entries 1\n\
        MySQL thread id 498, OS thread handle 140002, query id 8610 10.9.0.31 zqreports\n\
        ---TRANSACTION (0x7f3ec8363680), ACTIVE 70 sec\n2 lock struct(s), heap size 1128, 1 row lock(s)\n\
        MariaDB thread id 499, OS thread handle 140004, query id 8611 10.9.0.31 zqreports\n\
        ---TRANSACTION 90399, ACTIVE (PREPARED) 90 sec recovered trx\n1 lock struct(s), heap size 1136, 0 row lock(s), undo log entries 1\n\
        ---TRANSACTION 90413, ACTIVE 9 sec sleeping before entering InnoDB\n0 lock struct(s), heap size 1136, 0 row lock(s)\n\
        MySQL thread id 513, OS thread handle 140003, query id 8892 localhost zqshop statistics\nselect 1\n";
    let found = same_again(status);
    let look = &found.looks[0];
    let trx: Vec<_> = look
        .trx
        .iter()
        .flatten()
        .map(|row| {
            (
                row.trx_mysql_thread_id,
                row.age_s,
                row.waited_s,
                row.rows_locked,
                row.rows_modified,
                row.waits_to_enter,
            )
        })
        .collect();
    assert_eq!(
        trx,
        [
            (Some(499), Some(70), None, Some(1), None, false),
            (Some(0), Some(90), None, Some(0), Some(1), false),
            (Some(498), Some(740), None, Some(3), Some(1), false),
            (Some(512), Some(63), Some(63), Some(1), None, false),
            (Some(513), Some(9), None, Some(0), None, true),
        ]
    );
    let sessions: Vec<_> = look
        .sessions
        .iter()
        .map(|row| (row.id, row.command.as_str(), row.state.as_str()))
        .collect();
    assert_eq!(
        sessions,
        [
            (498, "", ""),
            (499, "", ""),
            (512, "Query", "updating"),
            (513, "Query", "statistics")
        ]
    );
    assert!(!to_value(&found).unwrap().to_string().contains("zq"));

    let rest = "----------\nSEMAPHORES\n----------\n--Thread 140 has waited at row0ins.cc line 2345 for 412.00 seconds the semaphore:\n\
        X-lock on RW-latch\n------------------------\nLATEST DETECTED DEADLOCK\n------------------------\n2026-11-22 01:45:20 0x7f2a\n\
        *** (1) TRANSACTION:\nTRANSACTION 63, ACTIVE 5 sec starting index read\nMySQL thread id 22, OS thread handle 1, query id 9 localhost zq updating\n\
        *** (2) TRANSACTION:\nMySQL thread id 23, OS thread handle 1, query id 9 localhost zq updating\n*** WE ROLL BACK TRANSACTION (2)\n\
        ------------\nTRANSACTIONS\n------------\nTrx id counter 90\n--------\nFILE I/O\n--------\n\
        --------------\nROW OPERATIONS\n--------------\n8 queries inside InnoDB, 31 queries in queue\n\
        END OF INNODB MONITOR OUTPUT\n";
    let found = same_again(rest);
    let status = found.looks[0].innodb.as_ref().unwrap();
    assert_eq!(
        status
            .semaphores
            .iter()
            .map(|at| at.value)
            .collect::<Vec<_>>(),
        [412]
    );
    assert_eq!((status.inside, status.queued), (Some(8), Some(31)));
    let deadlock = status.deadlock.as_ref().unwrap();
    assert_eq!(
        (deadlock.connections.as_slice(), deadlock.victim),
        ([22, 23].as_slice(), Some(2))
    );
}

#[test]
fn short_lists_and_rows_as_trackers_print_them_are_lists_of_connections() {
    let ids = |text: &str| -> Vec<(u64, String)> {
        let found = same_again(text);
        let rows = found.looks[0].processlist.iter().flatten();
        rows.map(|row| (row.id, row.command.clone())).collect()
    };
    let query = |id| (id, "Query".to_owned());
    assert_eq!(
        ids("id\tdb\tstate\n7\tzq\tWaiting for table flush\n8\tzq\t\n"),
        [query(7), (8, "Sleep".to_owned())]
    );
    assert_eq!(
        ids("Id\tState\tInfo\n7\tUser sleep\tSELECT SLEEP(9)\n"),
        [query(7)]
    );
    let bulleted = "- `mysql> show processlist;`\n- `+-----+-------+---------+------+--------------+----------+`\n- `| Id  | User  | Command | Time | State        | Info     |`\n\
        - `+-----+-------+---------+------+--------------+----------+`\n- `|  20 | zqrep | Query   |  512 | Sending data | select 1 |`\n- `+-----+-------+---------+------+--------------+----------+`\n";
    let ruled = " Id | User | Command | Time | State | Info\n----+------+---------+------+-------+------\n 20 | zqrep | Query | 512 | Sending data | select 1\n(1 row)\n";
    for text in [
        ruled.to_owned(),
        ruled.replace('+', "-"),
        bulleted.to_owned(),
        bulleted.replace('`', ""),
        bulleted.replace("- ", ""),
        bulleted.replace("- ", "* "),
    ] {
        assert_eq!(ids(&text), [query(20)], "{text}");
    }
}

#[test]
fn what_is_missing_is_a_gap_and_not_an_empty_answer() {
    let gaps = |text: &str| -> Vec<_> {
        same_again(text)
            .gaps
            .iter()
            .map(|gap| (gap.why, gap.number, gap.table))
            .collect()
    };
    assert_eq!(
        gaps(
            "mysql> SELECT * FROM information_schema.INNODB_TRX;\nERROR 1227 (42000) at line 3: Zugriff verweigert\n"
        ),
        [(Missing::Denied, Some(1227), Some(Kind::Trx))]
    );
    assert_eq!(
        gaps("ERROR 2013 (HY000): Lost connection to server during query\n"),
        [(Missing::Lost, Some(2013), None)]
    );
    let tp = "performance_schema.tp_thread_group_state";
    for text in [
        format!("mysql> SELECT * FROM {tp};\nERROR 1146 (42S02): Table '{tp}' doesn't exist\n"),
        format!("ERROR 1146 (42S02) at line 1: Table '{tp}' doesn't exist\n"),
    ] {
        let gap = (Missing::Absent, Some(1146), Some(Kind::OraclePool));
        assert_eq!(gaps(&text), [gap], "{text}");
    }
    for (text, table) in [
        (
            "mysql> SHOW GLOBAL VARIABLES LIKE 'thread\\_pool%';\nEmpty set, 1 warning (0.00 sec)\n",
            Some(Kind::Variables),
        ),
        (
            "SELECT * FROM information_schema.PLUGINS WHERE PLUGIN_NAME LIKE 'thread%';\nEmpty set\n",
            Some(Kind::Plugins),
        ),
        ("Empty set (0,00 sec)\n", None),
        ("0 rows in set\n", None),
    ] {
        assert_eq!(gaps(text), [(Missing::Absent, None, table)], "{text}");
    }
    // Settings of another name, or a table that is not of a pool, say nothing of one.
    for asked in [
        "SHOW VARIABLES LIKE 'threadpool%';",
        "SHOW VARIABLES LIKE 'thread_pool_exact%';",
        "SELECT * FROM zq;",
    ] {
        assert_eq!(gaps(&[asked, "\nEmpty set (0.00 sec)\n"].concat()), []);
    }
    assert_eq!(
        gaps("Error Code: 1109. Unknown table\n"),
        [(Missing::Absent, Some(1109), None)]
    );
    let list = "+----+-------+---------+------+-------+\n| Id | User  | Command | Time | State |\n+----+-------+---------+------+-------+\n|  7 | zqapp | Sleep   |    3 |       |\n+----+-------+---------+------+-------+\n";
    let list = |before: &str, behind: &str| gaps(&[before, "\n", list, behind].concat());
    let table = Some(Kind::Processlist);
    assert_eq!(
        list("mysql> show processlist;", "1 row in set (0.00 sec)\n"),
        []
    );
    assert_eq!(
        list("mysql> show processlist;", "90 rows in set (0.00 sec)\n"),
        [(Missing::Rows, Some(89), table)]
    );
    for end in [
        "[...]",
        "<snip>",
        "-- More --",
        "\u{2026}\u{2026}",
        "\u{4ee5}\u{4e0b}\u{7701}\u{7565}",
    ] {
        assert_eq!(list("", end), [(Missing::Rows, None, table)], "{end}");
    }
    for end in [
        "Killed",
        "Aborted (core dumped)",
        "^CCtrl-C -- query killed.",
        "Terminated",
    ] {
        assert_eq!(list("", end), [(Missing::Lost, None, None)], "{end}");
    }
    // Without the border below, or without what was right of a terminal's edge.
    let torn = "+----+---------+------+\n| Id | Command | Time |\n+----+---------+------+\n|  7 | Sleep   |    3 |\n";
    assert_eq!(gaps(torn), [(Missing::Rows, None, table)]);
    let edge = "+----+-------+---------+------+----\n| Id | User  | Command | Time | Sta\n+----+-------+---------+------+----\n|  7 | zqapp | Query   |    3 | Wai\n+----+-------+---------+------+----\n";
    assert_eq!(gaps(edge), [(Missing::Rows, None, table)]);
    assert_eq!(
        list("", "... 40 more rows\n"),
        [(Missing::Rows, Some(40), table)]
    );
    assert_eq!(
        list(
            "mysql> select * from information_schema.processlist where host like 'zq%';",
            ""
        ),
        [(Missing::Filtered, None, table)]
    );
    assert_eq!(
        gaps(
            "*************************** 99. row ***************************\n     Id: 7\n   User: zq\nCommand: Sleep\n   Time: 3\n  State: \n"
        ),
        [(Missing::Rows, Some(98), table)]
    );
    assert_eq!(
        gaps(
            "NOW(6)\n2026-11-22 01:44:05.000000\nid\tcommand\ttime\n7\tSleep\t3\nSLEEP(2)\n0\nNOW(6)\n2026-11-22 01:44:07.000000\n"
        ),
        [(Missing::BrokeOff, None, None)]
    );
}

#[test]
fn printed_incidents_read_as_themselves() {
    for incident in incidents().into_iter().chain(others()) {
        let once = read(&incident.table(), Keep::Redacted);
        let (again, once) = (content(&read_all(&printed(&once))), content(&once));
        for (at, look) in once["looks"].as_array().unwrap().iter().enumerate() {
            for (part, value) in look.as_object().unwrap() {
                assert_eq!(&again["looks"][at][part], value, "{} {part}", incident.name);
            }
        }
        assert_eq!(again, once, "{}", incident.name);
    }
}

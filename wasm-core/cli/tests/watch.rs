//! `poolscope watch` on recorded looks of a real server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use crate::common::{poolscope, poolscope_reading, project, refuses, scratch, succeeds};

fn film() -> String {
    std::fs::read_to_string(project().join("content/captures/watched/deaf-and-back.txt")).unwrap()
}

fn capture(name: &str) -> String {
    let path = format!("wasm-core/diagnosis/tests/captures/{name}/capture-batch.txt");
    std::fs::read_to_string(project().join(path)).unwrap()
}

#[test]
fn the_command_prints_the_sql_for_the_server() {
    let file = std::fs::read_to_string(project().join("content/captures/watch.sql")).unwrap();
    assert_eq!(succeeds(&["watch", "--sql"]), file);
}

#[test]
fn a_line_for_each_change_of_the_verdict_with_the_time_of_its_look() {
    let said = poolscope_reading(&["watch"], &film());
    let lines: Vec<&str> = said.out.lines().collect();
    // One look does not show whether anything moves.
    assert!(lines[0].contains("does not tell"), "{}", said.out);
    assert!(lines[1].contains("Nothing is wrong."), "{}", said.out);
    let deaf: Vec<&&str> = lines
        .iter()
        .filter(|line| line.contains("deaf_group_thread_cap"))
        .collect();
    // The remedy comes when the next look agrees.
    assert!(!deaf[0].contains("thread_pool_max_threads"), "{}", said.out);
    assert!(
        deaf[1].contains(" | SET GLOBAL thread_pool_max_threads"),
        "{}",
        said.out
    );
    assert!(
        lines.last().unwrap().contains("Nothing is wrong."),
        "{}",
        said.out
    );
    assert_eq!(said.status, 0);
    assert_eq!(said.err, "The input ended. Looks: 22.\n");
}

#[test]
fn several_servers_have_their_names_and_their_incidents_files() {
    let folder = scratch("incidents");
    let _ = std::fs::remove_dir_all(&folder);
    let film_path = project().join("content/captures/watched/deaf-and-back.txt");
    let well =
        project().join("wasm-core/diagnosis/tests/captures/06-healthy-busy/capture-batch.txt");
    let (db1, db2) = (
        format!("db1={}", film_path.display()),
        format!("db2={}", well.display()),
    );
    let both = ["watch", &db1, &db2, "--incidents", folder.to_str().unwrap()];
    let said = poolscope_reading(&both, "");
    // Each server's lines are in order; which server is first is up to the machine.
    let of = |out: &str| {
        ["db1 ", "db2 "].map(|name| -> Vec<String> {
            let lines = out.lines().filter(|line| line.starts_with(name));
            lines.map(str::to_owned).collect()
        })
    };
    let [one, two] = of(&said.out);
    assert!(
        one.len() > 3 && !two.is_empty() && one.len() + two.len() == said.out.lines().count(),
        "{}",
        said.out
    );
    assert_eq!(said.status, 0, "{}", said.err);
    let files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    assert_eq!(files.len(), 1, "{files:?}");
    let file = files[0].to_str().unwrap();
    assert!(
        files[0]
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .starts_with("db1-2026-11-25-"),
        "{file}"
    );
    // The same looks again get a file of their own.
    let twice = poolscope_reading(&both, "");
    assert_eq!((twice.status, of(&twice.out)), (0, of(&said.out)));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    // From before the turn to behind it, and it can be followed again.
    let again = poolscope_reading(&["watch"], &std::fs::read_to_string(file).unwrap());
    let lines: Vec<&str> = again.out.lines().collect();
    assert!(
        lines[1].contains("Nothing is wrong.") && again.out.contains("deaf_group_thread_cap"),
        "{}",
        again.out
    );
    let json = poolscope_reading(&[&both[..3], &["--json"]].concat(), "");
    for line in json.out.lines() {
        let look: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(
            ["db1", "db2"].contains(&look["server"].as_str().unwrap()) && look["level"].is_string()
        );
    }
    refuses(&["watch", "a b=x"], "a NAME has");
}

#[test]
fn a_stream_that_falls_silent_is_told_once_in_a_pipe() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_poolscope"))
        .arg("watch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = capture("06-healthy-busy") + "SLEEP(0)\n";
    input.write_all(text.as_bytes()).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || lines.next().unwrap().unwrap();
    assert!(next().contains("does not tell"));
    assert!(next().contains("Nothing is wrong."));
    let silent = next();
    assert!(silent.contains("Cannot tell: no look since "), "{silent}");
    // Looks come again: it says how it is.
    input
        .write_all(text.replace("2026-11-22", "2026-11-23").as_bytes())
        .unwrap();
    assert!(next().contains("does not tell"));
    assert!(next().contains("Nothing is wrong."));
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn the_status_is_the_last_verdicts() {
    for (name, status) in [("01-two-long-waits-deaf-group", 1), ("06-healthy-busy", 0)] {
        assert_eq!(
            poolscope_reading(&["watch"], &capture(name)).status,
            status,
            "{name}"
        );
    }
    let none = poolscope_reading(&["watch"], "ERROR 2002 (HY000): Can't connect\n");
    assert_eq!(none.status, 2);
    assert!(none.out.contains("ERROR 2002") && none.err.contains("Looks: 0."));
}

#[test]
fn json_is_an_object_a_look_and_a_deaf_group_grows_older() {
    let said = poolscope_reading(&["watch", "--json"], &film());
    let looks: Vec<serde_json::Value> = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(looks.len(), 22);
    let deaf = |look: &serde_json::Value| look["groups"][0]["deaf_us"].as_u64();
    let ages: Vec<u64> = looks.iter().filter_map(deaf).collect();
    assert!(ages.len() > 5 && ages.is_sorted(), "{ages:?}");
    assert_eq!(deaf(&looks[0]), None);
    assert_eq!(deaf(&looks[21]), None);
}

#[test]
fn a_record_reads_as_what_was_recorded_and_is_not_replaced_unasked() {
    for name in [
        "01-two-long-waits-deaf-group",
        "02-row-lock-pile-up",
        "06-healthy-busy",
        "10-one-group-queue",
    ] {
        let path = scratch(&format!("record-{name}.txt"));
        let path = path.to_str().unwrap();
        let record = ["watch", "--record", path, "--force"];
        poolscope_reading(&record, &capture(name));
        let text = std::fs::read_to_string(path).unwrap();
        assert!(
            !text.contains("shop") && !text.contains("127.0.0.1"),
            "{text}"
        );
        let file = project().join(format!(
            "wasm-core/diagnosis/tests/captures/{name}/capture-batch.txt"
        ));
        let verdict = |file: &str| {
            let all: serde_json::Value =
                serde_json::from_str(&poolscope(&["diagnose", "--json", file]).out).unwrap();
            let worst = &all["troubles"][0];
            [
                &worst["cause"],
                &worst["groups"],
                &worst["blocking_connections"],
            ]
            .map(Clone::clone)
        };
        assert_eq!(verdict(path), verdict(file.to_str().unwrap()), "{name}");
        refuses(&record[..3], "--force replaces it");
        // Following its own record prints the same.
        let again = scratch(&format!("again-{name}.txt"));
        poolscope_reading(
            &["watch", "--record", again.to_str().unwrap(), "--force"],
            &text,
        );
        // (A redacted value in brackets is no longer known to be a literal.)
        let known = text.replace("(?)", "(...)");
        assert_eq!(std::fs::read_to_string(again).unwrap(), known, "{name}");
    }
}

#[test]
fn a_full_record_stays_below_a_megabyte_and_covers_the_whole_time() {
    let path = scratch("full.txt");
    let path = path.to_str().unwrap();
    let film = film();
    let day = |n: u32| {
        film.replace(
            "2026-11-25",
            &format!("2027-{:02}-{:02}", n / 28 + 1, n % 28 + 1),
        )
    };
    let long: String = (0..30).map(day).collect();
    let said = poolscope_reading(&["watch", "--record", path, "--force"], &long);
    assert!(
        said.err.contains("is full: some looks were not recorded."),
        "{}",
        said.err
    );
    let kept = std::fs::read_to_string(path).unwrap();
    assert!(kept.len() <= 1 << 20);
    assert!(kept.contains("2027-01-01") && kept.contains("2027-02-02"));
}

#[test]
fn prometheus_gets_the_figures_of_the_last_look_and_nobody_else_does_harm() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_poolscope"))
        .args(["watch", "--json", "--prometheus", "0"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut address = String::new();
    said.read_line(&mut address).unwrap();
    let host = address
        .trim()
        .trim_start_matches("http://")
        .trim_end_matches("/metrics")
        .to_owned();
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(capture("02-row-lock-pile-up").as_bytes())
        .unwrap();
    input.write_all(b"SLEEP(0)\n").unwrap();
    let mut looks = BufReader::new(child.stdout.take().unwrap()).lines();
    looks.next();
    let look: serde_json::Value = serde_json::from_str(&looks.next().unwrap().unwrap()).unwrap();
    let ask = |request: &str| {
        let mut stream = TcpStream::connect(&host).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    };
    assert!(ask("GET /other HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
    assert!(ask("POST /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
    assert!(ask("\u{1}\u{2}\r\n\r\n").starts_with("HTTP/1.1 400"));
    let answer = ask("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 OK") && head.contains("version=0.0.4"));
    assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())));
    let mut typed = Vec::new();
    for line in body.lines() {
        if let Some(of) = line.strip_prefix("# TYPE ") {
            typed.push(of.split(' ').next().unwrap());
        } else if !line.starts_with("# HELP ") {
            let (name, value) = line.rsplit_once(' ').unwrap();
            let name = name.split('{').next().unwrap();
            assert!(
                typed.contains(&name) && value.parse::<f64>().is_ok(),
                "{line}"
            );
        }
    }
    for file in ["poolscope.rules.yml", "poolscope.dashboard.json"] {
        let text = project().join("content/captures/alerts").join(file);
        let text = std::fs::read_to_string(text).unwrap();
        let names = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let names: Vec<&str> = names
            .filter(|name| name.starts_with("poolscope_"))
            .collect();
        assert!(names.len() > 3, "{names:?}");
        for name in names {
            assert!(typed.contains(&name), "{name} of {file}{body}");
        }
    }
    for group in look["groups"].as_array().unwrap() {
        for (field, name) in [
            ("threads", "threads"),
            ("waiting", "waiting_threads"),
            ("queue", "queue_length"),
        ] {
            let line = format!(
                "poolscope_group_{name}{{group=\"{}\"}} {}\n",
                group["group"], group[field]
            );
            assert!(body.contains(&line), "{line}{body}");
        }
    }
    for name in [
        "level 1",
        "threads ",
        "max_threads ",
        "connections ",
        "max_connections ",
        "stuck_connections ",
    ] {
        assert!(
            body.contains(&format!("\npoolscope_{name}")),
            "{name}{body}"
        );
    }
    assert!(
        body.contains("poolscope_verdict{cause=\"lock_pile_up_holds_all_threads\"} 1"),
        "{body}"
    );
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

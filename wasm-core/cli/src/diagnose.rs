//! `poolscope diagnose`: what a server printed about its pool, what is wrong, and what would help.

use std::fmt::Write;

use poolscope_diagnosis::capture::Capture;
use poolscope_diagnosis::judge::{
    Diagnosis, Evidence, Fact, Known, Level, Remedy, Sentence, Trouble, judge,
};
use poolscope_diagnosis::read::{Keep, read_each};
use poolscope_engine::json::{Printer, print_float};
use serde_json::{Value, json};

use crate::args::DiagnoseArgs;
use crate::input::read_printed;
use crate::output::{Answer, Failure, Result};
use crate::watch::follow::{Change, Follow, clock};
use crate::words::{in_brackets, marks, say, words};

/// The given files, each with the line of the paste before its first.
type Files<'a> = [(usize, &'a str)];

pub fn diagnose(args: &DiagnoseArgs) -> Result {
    let printed = args.files.iter().map(|file| read_printed(file));
    let printed = printed.collect::<std::result::Result<Vec<String>, Failure>>()?;
    let mut text = String::new();
    let mut files: Vec<(usize, &str)> = Vec::new();
    for (file, its) in args.files.iter().zip(&printed) {
        // A carriage return alone ends a line, too.
        let ends = text.replace("\r\n", "\n").matches(['\n', '\r']).count();
        files.push((ends, file));
        text += its;
        // Two files are two pastes: a row cut off at the end of one does not continue in the other.
        text += "\n\n";
    }
    if let [_] = files[..] {
        files.clear();
    }
    let keep = if args.keep_text {
        Keep::Everything
    } else {
        Keep::Redacted
    };
    let captures = read_each(&text, keep);
    if captures.iter().all(|capture| capture.blocks.is_empty()) {
        let files = args.files.join(", ");
        return Err(Failure::input(format!(
            "{files}: {}",
            words("diagnose_nothing_understood", &[])
        )));
    }
    let judged: Vec<(Capture, Diagnosis)> = captures
        .into_iter()
        .map(|capture| {
            let diagnosis = judge(&capture);
            (capture, diagnosis)
        })
        .collect();
    // With more than two looks the verdict uses the first and the last; what happened in between is printed
    // beside it.
    let mut films = Vec::new();
    if judged.iter().any(|(of, _)| of.left_out_looks > 0) {
        films.extend(printed.iter().map(|text| Follow::through(text, keep)));
        films.retain(|film| film.looks > 2);
    }
    // The exit status for monitoring: something is wrong, or cannot be told, with one of them.
    let levels = || judged.iter().map(|(_, d)| d.level);
    let level =
        match levels().any(|one| one == Level::Wrong) || films.iter().any(|film| film.wrong > 0) {
            true => Level::Wrong,
            false => levels()
                .find(|one| *one != Level::Fine)
                .unwrap_or(Level::Fine),
        };
    let status = level.status();
    let of_one: &[Follow] = match judged.len() {
        1 => &films,
        _ => &[],
    };
    let print = |(capture, diagnosis): &(Capture, Diagnosis)| {
        if args.json {
            json(diagnosis, &files, of_one)
        } else if args.graph {
            graph(diagnosis)
        } else if args.report {
            report(capture, diagnosis, &files)
        } else {
            plain(diagnosis, &files)
        }
    };
    let text = match &judged[..] {
        [one] => print(one),
        all if args.json => {
            let all: Vec<String> = all.iter().map(print).collect();
            let films: Value = films.iter().map(film).collect();
            format!("{{\"servers\":[{}],\"films\":{films}}}", all.join(","))
        }
        all => {
            let count = all.len().to_string();
            let mut out = words("diagnose_servers", &[("count", &count)]) + "\n";
            for (at, one) in all.iter().enumerate() {
                let server = (at + 1).to_string();
                let lines = one.0.blocks.iter().map(|block| block.first);
                let line = place(lines.min().unwrap_or(1), &files);
                let title = words("diagnose_server", &[("server", &server), ("line", &line)]);
                let _ = write!(out, "\n{title}\n{}", print(one));
            }
            out
        }
    };
    let text = match args.json {
        true => text,
        false if args.report => text + &between(&films, "\n## ", "- "),
        false => between(&films, "", "  ") + &text,
    };
    Ok(Answer { text, status })
}

/// The sequence of looks, if the verdict uses only the first and the last.
fn between(films: &[Follow], before: &str, indent: &str) -> String {
    let mut out = String::new();
    for film in films {
        let (count, wrong) = (film.looks.to_string(), film.wrong.to_string());
        let head = words("diagnose_looks", &[("count", &count), ("wrong", &wrong)]);
        let _ = writeln!(out, "{before}{head}\n");
        for change in &film.changes {
            let (look, time) = (change.look.to_string(), clock(change.at_us));
            let at = words("diagnose_at_look", &[("look", &look), ("line", &time)]);
            let _ = writeln!(out, "{indent}{at}{}{}", marks().colon, change.says);
        }
        out.push('\n');
    }
    out
}

/// The file that a line of the paste belongs to, and the line there.
fn file_of<'a>(line: u64, files: &Files<'a>) -> Option<(&'a str, usize)> {
    let line = usize::try_from(line).ok()?;
    let file = files.iter().rev().find(|(before, _)| *before < line)?;
    Some((file.1, line - file.0))
}

/// A line of the paste as readers count it: with its file's name if there are several files.
fn place(line: u32, files: &Files<'_>) -> String {
    match file_of(line.into(), files) {
        Some((name, line)) => {
            let line = line.to_string();
            words("diagnose_at_file", &[("file", name), ("line", &line)])
        }
        None => words("diagnose_at_line", &[("line", &line.to_string())]),
    }
}

/// JSON for scripts; each sentence is also in words.
pub fn json(diagnosis: &Diagnosis, files: &Files<'_>, films: &[Follow]) -> String {
    let printed = Printer::print(diagnosis, print_float);
    match serde_json::from_str::<Value>(&printed) {
        Ok(mut all) => {
            put_in_words(&mut all);
            put_files(&mut all, files);
            if !films.is_empty() {
                all["films"] = films.iter().map(film).collect();
            }
            all.to_string()
        }
        Err(_) => printed,
    }
}

fn film(of: &Follow) -> Value {
    let changes = of.changes.iter().map(|change| {
        let Change { look, at_us, says } = change;
        json!({ "look": look, "at_us": at_us, "says": says })
    });
    json!({ "looks": of.looks, "wrong": of.wrong, "changes": changes.collect::<Value>() })
}

/// Adds to each line its file, and the line there.
fn put_files(value: &mut Value, files: &Files<'_>) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|one| put_files(one, files)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|one| put_files(one, files));
            let line = fields.get("line").and_then(Value::as_u64);
            if let Some((file, line)) = line.and_then(|line| file_of(line, files)) {
                fields.insert("file".to_owned(), Value::from(file));
                fields.insert("line".to_owned(), Value::from(line));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn put_in_words(value: &mut Value) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(put_in_words),
        Value::Object(fields) => {
            fields.values_mut().for_each(put_in_words);
            if let (Some(Value::String(key)), Some(Value::Array(params))) =
                (fields.get("key"), fields.get("params"))
            {
                let params: Vec<(&str, &str)> = params
                    .iter()
                    .filter_map(|pair| Some((pair.get(0)?.as_str()?, pair.get(1)?.as_str()?)))
                    .collect();
                let text = words(key, &params);
                fields.insert("text".to_owned(), Value::String(text));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn title(key: &str) -> String {
    words(key, &[])
}

/// A heading, and what it is the heading of.
fn titled(key: &str, text: &str) -> String {
    [&title(key), marks().blank, text].concat()
}

/// The name of a table. The log is the only one that has none of the server's.
fn table(name: &str) -> String {
    match name {
        "error log" => words("diagnose_table_log", &[]),
        name => name.to_owned(),
    }
}

// Groups the cells of one row: `THREAD_POOL_GROUPS, group 0 (look 1, line 44): THREADS 2, ACTIVE_THREADS 0`.
fn cells(from: &[Evidence], files: &Files<'_>) -> Vec<String> {
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for cell in from {
        let mut row_place = table(cell.table);
        if let Some(row) = &cell.row {
            row_place = row_place + marks().comma + &say(row);
        }
        let line = place(cell.line, files);
        let at = match cell.look {
            Some(look) => {
                let look = (look + 1).to_string();
                words("diagnose_at_look", &[("look", &look), ("line", &line)])
            }
            None => line,
        };
        row_place += &in_brackets(&at);
        let value = [cell.column.as_str(), cell.value.as_str()]
            .join(" ")
            .trim()
            .to_owned();
        match rows.iter_mut().find(|(known, _)| *known == row_place) {
            Some((_, values)) if values.contains(&value) => {}
            Some((_, values)) => values.push(value),
            None => rows.push((row_place, vec![value])),
        }
    }
    let line = |(place, values): (String, Vec<String>)| {
        let values: Vec<String> = values
            .into_iter()
            .filter(|value| !value.is_empty())
            .collect();
        if values.is_empty() {
            place
        } else {
            place + marks().colon + &values.join(marks().comma)
        }
    };
    rows.into_iter().map(line).collect()
}

fn facts(out: &mut String, facts: &[Fact], files: &Files<'_>) {
    for fact in facts {
        let _ = writeln!(out, "  - {}", say(&fact.says));
        for line in cells(&fact.from, files) {
            let _ = writeln!(out, "      {line}");
        }
    }
}

/// So many connections are listed, as on the page; the others are counted, and in the JSON.
const MOST_IDS: usize = 24;

fn ids(ids: &[u64]) -> String {
    let shown: Vec<String> = ids.iter().take(MOST_IDS).map(u64::to_string).collect();
    let shown = shown.join(marks().between);
    match ids.len().saturating_sub(MOST_IDS) {
        0 => shown,
        more => {
            let more = words("diagnose_and_more", &[("count", &more.to_string())]);
            [&shown, marks().blank, &more].concat()
        }
    }
}

/// The label of a root, by how well it is known.
fn holds(known: Known) -> &'static str {
    match known {
        Known::Certain => "diagnose_who_holds",
        Known::Probable => "diagnose_who_probably_holds",
        Known::Possible => "diagnose_who_may_hold",
    }
}

fn who(trouble: &Trouble) -> Vec<String> {
    let mut lines = Vec::new();
    for known in [Known::Certain, Known::Probable, Known::Possible] {
        let of = trouble.roots.iter().filter(|root| root.known == known);
        let said: Vec<String> = of.map(|root| say(&root.says)).collect();
        if !said.is_empty() {
            lines.push(titled(holds(known), &said.join(marks().blank)));
        }
    }
    let mut line = |key: &str, value: String| {
        if !value.is_empty() && value != "0" {
            lines.push(titled(key, &value));
        }
    };
    line("diagnose_who_waits", ids(&trouble.waiters));
    line("diagnose_who_may_wait", ids(&trouble.unread));
    line("diagnose_who_logs_in", trouble.logins.to_string());
    lines
}

/// Who waits for whom: one line for all that wait for the same.
fn graph(diagnosis: &Diagnosis) -> String {
    let mut out = format!("{}\n", say(&diagnosis.says));
    for trouble in &diagnosis.troubles {
        let _ = writeln!(out, "\n{}", say(&trouble.says));
        for root in &trouble.roots {
            let _ = writeln!(out, "  {}", titled(holds(root.known), &say(&root.says)));
        }
        let mut lines: Vec<(Option<u64>, Known, Vec<u64>)> = Vec::new();
        for edge in &trouble.edges {
            let same =
                |(to, known, _): &&mut (_, _, Vec<u64>)| (*to, *known) == (edge.to, edge.known);
            match lines.iter_mut().find(same) {
                Some((_, _, from)) => from.push(edge.from),
                None => lines.push((edge.to, edge.known, vec![edge.from])),
            }
        }
        for (to, known, mut from) in lines {
            from.sort_unstable();
            let to = to.map_or("?".to_owned(), |id| id.to_string());
            let key = match known {
                Known::Certain => "diagnose_edge",
                Known::Probable => "diagnose_edge_probable",
                Known::Possible => "diagnose_edge_possible",
            };
            let _ = writeln!(
                out,
                "  {}",
                words(key, &[("from", &ids(&from)), ("to", &to)])
            );
        }
    }
    out
}

/// What a remedy does, on what it depends, and where it was tried.
pub fn said(remedy: &Remedy) -> String {
    let mut all = vec![say(&remedy.says)];
    all.extend(remedy.cites.as_ref().map(say));
    all.extend(remedy.needs.iter().map(say));
    if let Some(doubt) = &remedy.doubt {
        all.push(say(&doubt.asks));
        let mut answers: Vec<(&Sentence, Vec<String>)> = Vec::new();
        for one in &doubt.answers {
            let answer = match one.answer.as_str() {
                "yes" | "no" | "other" => words(&["diagnose_answer_", &one.answer].concat(), &[]),
                id => id.to_owned(),
            };
            // Connections of which the same follows share a sentence.
            let is_id = one.answer.parse::<u64>().is_ok();
            let same = answers
                .iter_mut()
                .find(|(then, _)| is_id && **then == one.says);
            match same {
                Some((_, all)) => all.push(answer),
                None => answers.push((&one.says, vec![answer])),
            }
        }
        for (then, answers) in answers {
            let (answer, then) = (answers.join(marks().between), say(then));
            all.push(words(
                "diagnose_if_then",
                &[("answer", &answer), ("then", &then)],
            ));
        }
    }
    all.join(marks().blank)
}

fn plain(diagnosis: &Diagnosis, files: &Files<'_>) -> String {
    let mut out = format!("{}\n", say(&diagnosis.says));
    for trouble in &diagnosis.troubles {
        let _ = writeln!(out, "\n{}", say(&trouble.says));
        for line in who(trouble) {
            let _ = writeln!(out, "  {line}");
        }
        facts(&mut out, &trouble.evidence, files);
        let against = titled("diagnose_title_against", &say(&trouble.against));
        let _ = writeln!(out, "  {against}");
        if !trouble.remedies.is_empty() {
            let _ = writeln!(out, "\n{}", title("diagnose_title_remedies"));
        }
        for remedy in &trouble.remedies {
            let _ = writeln!(out, "  {}", remedy.action);
            let _ = writeln!(out, "      {}", said(remedy));
            if remedy.helps != Some(false) {
                let cost = titled("diagnose_title_cost", &say(&remedy.cost));
                let _ = writeln!(out, "      {cost}");
            }
        }
    }
    if !diagnosis.facts.is_empty() {
        let _ = writeln!(out, "\n{}", title("diagnose_title_facts"));
        facts(&mut out, &diagnosis.facts, files);
    }
    list(
        &mut out,
        "diagnose_title_unknown",
        diagnosis.unknown.iter().map(say),
    );
    let asks = diagnosis
        .ask
        .iter()
        .map(|ask| format!("{}\n      {}", say(&ask.why), ask.sql));
    list(&mut out, "diagnose_title_ask", asks);
    if let Some(like) = &diagnosis.like {
        let lesson = format!("/lessons/{}/", like.step);
        let run = format!("poolscope run {}", like.scenario);
        let both = [lesson, run].join(marks().comma);
        let _ = writeln!(out, "\n{}", titled("diagnose_title_like", &both));
    }
    out
}

fn list(out: &mut String, key: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        let _ = writeln!(out, "\n{}", title(key));
    }
    for line in lines {
        let _ = writeln!(out, "  - {line}");
    }
}

// For a ticket or a colleague: Markdown, without statements, users, hosts and schema names.
fn report(capture: &Capture, diagnosis: &Diagnosis, files: &Files<'_>) -> String {
    let mut out = format!("# {}\n", say(&diagnosis.says));
    if let Some(version) = &diagnosis.server.version {
        let server = titled("diagnose_title_server", &format!("`{version}`"));
        let _ = writeln!(out, "\n{server}");
    }
    for trouble in &diagnosis.troubles {
        let _ = writeln!(
            out,
            "\n## {}\n\n`{}`\n",
            say(&trouble.says),
            trouble.cause.key()
        );
        for line in who(trouble) {
            let _ = writeln!(out, "- {line}");
        }
        out.push('\n');
        for fact in &trouble.evidence {
            let _ = writeln!(out, "- {}", say(&fact.says));
            for line in cells(&fact.from, files) {
                let _ = writeln!(out, "  - `{line}`");
            }
        }
        let against = titled("diagnose_title_against", &say(&trouble.against));
        let _ = writeln!(out, "\n{against}");
        if !trouble.remedies.is_empty() {
            let _ = writeln!(out, "\n### {}\n", title("diagnose_title_remedies"));
        }
        for remedy in &trouble.remedies {
            let colon = marks().colon;
            let _ = writeln!(out, "- `{}`{colon}{}", remedy.action, said(remedy));
        }
    }
    let mut section = |key: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            let _ = writeln!(out, "\n## {}\n", title(key));
        }
        for line in lines {
            let _ = writeln!(out, "- {line}");
        }
    };
    section(
        "diagnose_title_unknown",
        diagnosis.unknown.iter().map(say).collect(),
    );
    let asks = diagnosis
        .ask
        .iter()
        .map(|ask| format!("{}{}`{}`", say(&ask.why), marks().blank, ask.sql));
    section("diagnose_title_ask", asks.collect());
    let settings = capture
        .variables
        .iter()
        .filter(|(name, _)| name.contains("thread") || name.contains("connections"));
    section(
        "diagnose_title_settings",
        settings
            .map(|(name, at)| format!("`{name} = {}`", at.value))
            .collect(),
    );
    out
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use poolscope_diagnosis::judge::judge;
    use poolscope_diagnosis::read::{Keep, read};

    use super::{graph, plain, report};

    // Every form of every incident: each sentence has its words, with every placeholder filled.
    #[test]
    fn every_sentence_of_any_capture_has_words() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut told = 0;
        for folder in [
            "content/captures",
            "wasm-core/diagnosis/tests/captures",
            "wasm-core/diagnosis/tests/captures-2",
        ] {
            let incidents = fs::read_dir(root.join(folder)).unwrap();
            for incident in incidents.map(|entry| entry.unwrap().path()) {
                let Ok(files) = fs::read_dir(&incident) else {
                    continue; // README.md
                };
                for file in files.map(|entry| entry.unwrap().path()) {
                    let name = file.file_name().unwrap().to_str().unwrap();
                    if !name.starts_with("capture-") && name != "error-log.txt" {
                        continue;
                    }
                    let capture = read(&fs::read_to_string(&file).unwrap(), Keep::Redacted);
                    let diagnosis = judge(&capture);
                    let all = [
                        plain(&diagnosis, &[]),
                        report(&capture, &diagnosis, &[]),
                        graph(&diagnosis),
                    ];
                    for out in all {
                        told += 1;
                        let whole = !out.contains(['{', '}']) && !out.contains("diagnose_");
                        assert!(whole, "{file:?}: {out}");
                    }
                }
            }
        }
        assert!(told > 120, "{told}");
    }
}

//! The pool in a terminal, and for pipes a line per change, or JSON.

use serde_json::{Value, json};

use super::follow::{Follow, GroupNow, clock};
use crate::diagnose::{json as diagnosed, said};
use crate::words::{say, words};

/// The size assumed if the screen does not report one.
pub const SMALL: (usize, usize) = (80, 24);

fn seconds(us: u64) -> String {
    match us {
        0 => "-".to_owned(),
        us if us < 100_000_000 => format!("{}.{} s", us / 1_000_000, us / 100_000 % 10),
        us => format!("{} s", us / 1_000_000),
    }
}

// In at most three characters.
fn since(us: u64) -> String {
    match us / 1_000_000 {
        s @ ..100 => format!("{s}s"),
        s @ 100..6_000 => format!("{}m", s / 60),
        s => format!("{}h", s / 3_600),
    }
}

fn row(of: &GroupNow) -> String {
    let listens = match (of.listener, of.deaf_us) {
        (true, _) => words("watch_listens", &[]),
        (false, Some(us)) => words("watch_deaf", &[("age", &since(us))]),
        (false, None) => words("watch_listens_not", &[]),
    };
    let taken = of
        .taken_per_s
        .map_or("-".to_owned(), |rate| format!("{rate:.0}"));
    format!(
        "{:>5} {:>7} {:>6} {:>7} {:>7} {listens:>8} {:>4} {:>4} {:>8} {taken:>7} {:>6} {:>9}",
        of.group,
        of.threads,
        of.active,
        of.waiting,
        of.standby,
        of.high,
        of.low,
        seconds(of.oldest_us),
        of.stalls,
        of.throttles,
    )
}

// Drops two columns on a narrow screen: all threads, and those in reserve.
fn narrow(line: &str) -> String {
    let cut = |from: usize, to: usize| line.get(from..to.min(line.len())).unwrap_or_default();
    format!("{}{}{}", cut(0, 5), cut(13, 28), cut(36, line.len()))
}

fn well(of: &GroupNow) -> bool {
    of.listener && of.queue == 0
}

fn wrap(text: &str, indent: usize, columns: usize, most: usize) -> Vec<String> {
    let mut lines = vec![" ".repeat(indent)];
    for word in text.split_whitespace() {
        let full = lines.len() == most;
        let Some(last) = lines.last_mut() else { break };
        if last.chars().count() + word.chars().count() + 1 > columns && !last.trim().is_empty() {
            if full {
                let cut: String = last.chars().take(columns.saturating_sub(4)).collect();
                *last = format!("{} ...", cut.trim_end());
                break;
            }
            lines.push(format!("{}{word}", " ".repeat(indent)));
        } else {
            if !last.trim().is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

/// The lines of a screen; `quiet_s`: seconds without a look.
pub fn picture(
    of: &Follow,
    (columns, rows): (usize, usize),
    colour: bool,
    quiet_s: u64,
) -> Vec<String> {
    let paint = |code: &str, text: String| match colour {
        true => format!("\x1b[{code}m{text}\x1b[0m"),
        false => text,
    };
    // Most lines for the verdict, the remedy, its reasons, and changes.
    let (verdict_lines, act, why, turns) = match rows {
        ..20 => (2, 1, 0, 1),
        20..40 => (4, 2, 3, 3),
        _ => (8, 2, 8, 12),
    };
    let version = of.capture.version.as_ref().map_or("", |at| &at.value);
    let (look, time) = (of.looks.to_string(), of.time());
    let params = [("look", &*look), ("time", &time), ("version", version)];
    let mut head = words("watch_look", &params);
    if quiet_s > 2 {
        let age = quiet_s.to_string();
        head += &format!("  {}", words("watch_quiet", &[("age", &age)]));
    }
    let mut out = vec![head];
    let worst = of.diagnosis.troubles.first();
    let (time, age) = (clock(of.since_us), seconds(of.at_us - of.since_us));
    let since = words("watch_since", &[("time", &time), ("age", &age)]);
    let verdict = worst.map_or(String::new(), |worst| say(&worst.says));
    let lines = wrap(
        &format!("{} {verdict} {since}", say(&of.diagnosis.says)),
        0,
        columns,
        verdict_lines,
    );
    let code = if of.status() == 0 { "32" } else { "1;31" };
    out.extend(lines.into_iter().map(|line| paint(code, line)));
    if let Some(remedy) = of.diagnosis.remedies.first().filter(|_| of.status() == 1) {
        out.extend(
            wrap(&remedy.action, 2, columns, act)
                .into_iter()
                .map(|line| paint("1", line)),
        );
        if why > 0 {
            out.extend(wrap(&said(remedy), 4, columns, why));
        }
    }
    out.push(String::new());
    let queued: u64 = of.groups.iter().map(|group| u64::from(group.queue)).sum();
    let threads = of.threads.map_or("-".to_owned(), |n| n.to_string());
    let threads = match of.max_threads.map(|most| most.to_string()) {
        Some(most) => words(
            "watch_threads_of",
            &[("threads", &threads), ("most", &most)],
        ),
        None => threads,
    };
    let (groups, queued) = (of.groups.len().to_string(), queued.to_string());
    let params = [
        ("groups", &*groups),
        ("threads", &threads),
        ("queued", &queued),
    ];
    out.push(words("watch_totals", &params));
    let head = words("watch_columns", &[]);
    let fit = |line: &str| match columns < head.len() {
        true => narrow(line),
        false => line.to_owned(),
    };
    out.push(fit(&head));
    let changes = of.changes.len().min(turns);
    let room = rows.saturating_sub(out.len() + changes + 2).max(2);
    let mut shown: Vec<&GroupNow> = of.groups.iter().collect();
    let mut folded = String::new();
    if shown.len() > room {
        // Those in trouble come first; then sorted again, so that a group keeps its place.
        shown.sort_by_key(|g| {
            (
                well(g),
                g.deaf_us.is_none(),
                std::cmp::Reverse(g.oldest_us),
                g.group,
            )
        });
        let rest = shown.split_off(room.saturating_sub(1));
        let calm = rest.iter().filter(|group| well(group)).count();
        let (count, bad) = (rest.len().to_string(), (rest.len() - calm).to_string());
        let key = match rest.len() == calm {
            true => "watch_folded",
            false => "watch_folded_bad",
        };
        let said = words(key, &[("count", &count), ("bad", &bad)]);
        folded = format!("      {said}");
        shown.sort_by_key(|group| group.group);
    }
    for group in shown {
        let line: String = fit(&row(group)).chars().take(columns).collect();
        out.push(if group.deaf_us.is_some() {
            paint("31", line)
        } else {
            line
        });
    }
    if !folded.is_empty() {
        out.push(folded);
    }
    out.push(String::new());
    let last = of.changes.iter().skip(of.changes.len() - changes);
    out.extend(last.map(|change| format!("{} {}", clock(change.at_us), change.says)));
    out.truncate(rows.saturating_sub(1));
    for line in &mut out {
        // Escape sequences take no space.
        if !line.contains('\x1b') && line.chars().count() > columns {
            *line = line.chars().take(columns).collect();
        }
    }
    out
}

/// One look as JSON.
pub fn object(of: &Follow) -> String {
    let verdict: Value =
        serde_json::from_str(&diagnosed(&of.diagnosis, &[], &[])).unwrap_or_default();
    json!({
        "look": of.looks, "at_us": of.at_us, "since_us": of.since_us, "threads": of.threads,
        "max_threads": of.max_threads, "groups": of.groups, "diagnosis": verdict,
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use poolscope_diagnosis::read::Keep;

    use super::picture;
    use crate::watch::follow::Follow;

    // Looks at groups, one of which is deaf from the second look on.
    fn followed(groups: u32, deaf: u32) -> Follow {
        let look = |second: u32| {
            let rows = (0..groups).map(|group| {
                let listens = u32::from(group != deaf || second == 0);
                format!("{group}\t8\t2\t0\t{listens}\t0\t{listens}\t0\n")
            });
            let rows: String = rows.collect();
            let stats: String = (0..groups)
                .map(|group| format!("{group}\t0\t0\t9\t9\t9\t9\n"))
                .collect();
            format!(
                "NOW(6)\n2026-11-25 11:00:{second:02}.000000\nVariable_name\tValue\nthread_pool_size\t{groups}\nGROUP_ID\tCONNECTIONS\tTHREADS\tACTIVE_THREADS\tSTANDBY_THREADS\tQUEUE_LENGTH\tHAS_LISTENER\tIS_STALLED\n{rows}GROUP_ID\tSTALLS\tTHROTTLES\tPOLLS_BY_LISTENER\tPOLLS_BY_WORKER\tDEQUEUES_BY_LISTENER\tDEQUEUES_BY_WORKER\n{stats}SLEEP(0)\n0\n"
            )
        };
        let text: String = (0..50).map(look).collect();
        Follow::through(&text, Keep::Redacted)
    }

    #[test]
    fn groups_in_trouble_are_on_every_screen() {
        for groups in [1, 36, 128] {
            let of = followed(groups, groups - 1);
            assert_eq!(of.looks, 50);
            for (columns, rows) in [(40, 10), (80, 24), (80, 60), (200, 160)] {
                let lines = picture(&of, (columns, rows), false, 0);
                let all = lines.join("\n");
                assert!(lines.len() < rows, "{all}");
                assert!(lines.iter().all(|line| line.chars().count() <= columns));
                let row = |line: &&String| line.starts_with(&format!("{:>5} ", groups - 1));
                let row = lines.iter().find(row);
                assert!(row.is_some_and(|row| row.contains("DEAF 48s")), "{all}");
                let shown = lines
                    .iter()
                    .filter_map(|line| line.get(..6)?.trim().parse().ok());
                let shown: Vec<u32> = shown.collect();
                assert!(
                    shown.is_sorted() && shown.last() == Some(&(groups - 1)),
                    "{all}"
                );
                let folded = groups as usize - shown.len();
                let line = format!("{folded} more, all listening, no queue");
                assert_eq!(all.contains(&line), folded > 0, "{all}");
            }
        }
    }
}

//! The pool in a terminal, and for pipes a line per change, or JSON.

use serde_json::{Value, json};
use unicode_width::UnicodeWidthChar;

use poolscope_diagnosis::judge::Level;

use super::follow::{Follow, GroupNow, QUIET, clock, name};
use crate::diagnose::{json as diagnosed, said};
use crate::table::{cut, length, pad};
use crate::words::{marks, say, words};

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
    let listens = pad(&listens, 8, true);
    let taken = of
        .taken_per_s
        .map_or("-".to_owned(), |rate| format!("{rate:.0}"));
    format!(
        "{:>5} {:>7} {:>6} {:>7} {:>7} {listens} {:>4} {:>4} {:>8} {taken:>7} {:>6} {:>9}",
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
    let between = |from: usize, to: usize| cut(line, to).get(cut(line, from).len()..);
    let kept = [between(0, 5), between(13, 28), between(36, length(line))];
    kept.into_iter().flatten().collect()
}

fn well(of: &GroupNow) -> bool {
    of.listener && of.queue == 0
}

/// The parts of a word that may stand on lines of their own: one for each Han character, with the punctuation that
/// must not be apart from it.
fn parts(word: &str) -> Vec<String> {
    const OPENING: &str = "（“《";
    const CLOSING: &str = "，。；：、！？）”》…";
    let wide = |c: char| c.width() == Some(2);
    let mut parts = Vec::new();
    let mut part = String::new();
    for c in word.chars() {
        let apart = part.chars().next_back().is_some_and(|before| {
            (wide(before) || wide(c)) && !OPENING.contains(before) && !CLOSING.contains(c)
        });
        if apart {
            parts.push(std::mem::take(&mut part));
        }
        part.push(c);
    }
    parts.push(part);
    parts
}

fn wrap(text: &str, indent: usize, columns: usize, most: usize) -> Vec<String> {
    let mut lines = vec![" ".repeat(indent)];
    let words = text.split_whitespace().flat_map(|word| {
        let parts = parts(word).into_iter().enumerate();
        parts.map(|(nth, part)| (if nth == 0 { " " } else { "" }, part))
    });
    for (blank, word) in words {
        let full = lines.len() == most;
        let Some(last) = lines.last_mut() else { break };
        if length(last) + length(&word) + 1 > columns && !last.trim().is_empty() {
            if full {
                *last = format!("{} ...", cut(last, columns.saturating_sub(4)).trim_end());
                break;
            }
            lines.push(format!("{}{word}", " ".repeat(indent)));
        } else {
            if !last.trim().is_empty() {
                last.push_str(blank);
            }
            last.push_str(&word);
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
    let last = of.time();
    let says = match quiet_s >= QUIET.as_secs() {
        true => words("watch_none_since", &[("time", &last)]),
        false => [&say(&of.diagnosis.says), &verdict, &since]
            .map(String::as_str)
            .join(marks().blank),
    };
    let lines = wrap(&says, 0, columns, verdict_lines);
    let code = match of.level() {
        Level::Fine if quiet_s < QUIET.as_secs() => "32",
        Level::Fine => "1;31",
        Level::Wrong | Level::Unreadable | Level::CannotTell => "1;31",
    };
    out.extend(lines.into_iter().map(|line| paint(code, line)));
    if let Some(remedy) = of
        .first()
        .filter(|one| of.remedy.as_ref() == Some(&one.action))
    {
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
    let fit = |line: &str| match columns < length(&head) {
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
        let line = cut(&fit(&row(group)), columns).to_owned();
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
        if !line.contains('\x1b') {
            *line = cut(line, columns).to_owned();
        }
    }
    out
}

/// That no look comes, as JSON.
pub fn silent(server: &str, last_us: u64) -> String {
    json!({ "server": server, "level": name(Level::CannotTell), "no_look_since_us": last_us })
        .to_string()
}

/// One look as JSON; the remedy is that of two looks that agree.
pub fn object(server: &str, of: &Follow) -> String {
    let verdict: Value =
        serde_json::from_str(&diagnosed(&of.diagnosis, &[], &[])).unwrap_or_default();
    json!({
        "server": server, "level": name(of.level()), "remedy": of.remedy, "look": of.looks, "at_us": of.at_us, "since_us": of.since_us, "threads": of.threads,
        "max_threads": of.max_threads, "groups": of.groups, "diagnosis": verdict,
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use poolscope_diagnosis::read::Keep;

    use super::{length, narrow, picture, wrap};
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
    fn han_text_is_wrapped_by_its_width() {
        let text = "组 0 没有线程监听（“聋”了）：它的线程（12 个）全被语句占着。";
        let lines = wrap(text, 2, 20, 9);
        assert!(lines.len() > 2, "{lines:?}");
        for line in &lines {
            let begun = line.trim_start();
            let fits = (3..=20).contains(&length(line)) && line.starts_with("  ");
            assert!(
                fits && !begun.starts_with(['）', '”', '：', '。']),
                "{line}"
            );
            assert!(!line.ends_with(['（', '“']), "{line}");
        }
        let whole = |lines: &[String]| lines.concat().replace(' ', "");
        assert_eq!(whole(&lines), whole(&[text.to_owned()]));
        let short = wrap(text, 0, 20, 1);
        assert!(short.len() == 1 && short[0].ends_with(" ...") && length(&short[0]) <= 20);
        assert_eq!(wrap("one two three", 0, 8, 9), ["one two", "three"]);
    }

    #[test]
    fn a_narrow_screen_leaves_out_the_same_columns_of_head_and_rows() {
        let head = "   组    线程   活动    等待    待命     监听";
        assert_eq!(narrow(head), "   组   活动    等待     监听");
        assert_eq!(
            narrow("    0       8      2       0       1       有"),
            "    0      2       0       有"
        );
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

//! Recognises lines and words.

use super::names::is_verb;

/// In the server's spelling.
pub fn plain_name(name: &str) -> String {
    let mut out = name
        .trim()
        .trim_start_matches("--")
        .trim_matches('`')
        .to_ascii_lowercase()
        .replace('-', "_");
    for start in ["loose_", "@@", "global.", "session.", "persist."] {
        if let Some(rest) = out.strip_prefix(start) {
            out = rest.to_owned();
        }
    }
    out
}

/// Without quotes and the end of the statement.
pub fn plain_value(value: &str) -> &str {
    let bare = value.trim().trim_end_matches(';').trim();
    for quote in ['\'', '"'] {
        if let Some(inner) = bare
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote))
        {
            return inner.trim();
        }
    }
    bare
}

/// As SHOW STATUS prints it.
pub fn counter_name(name: &str) -> String {
    let mut out = name.to_ascii_lowercase();
    if let Some(first) = out.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    out
}

pub fn starts(line: &str, with: &str) -> bool {
    let head = line.as_bytes().get(..with.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(with.as_bytes()))
}

pub fn contains(line: &str, what: &str) -> bool {
    let needle = what.as_bytes();
    let first = needle.first().map(u8::to_ascii_lowercase);
    line.as_bytes()
        .windows(needle.len())
        .any(|w| w.first().map(u8::to_ascii_lowercase) == first && w.eq_ignore_ascii_case(needle))
}

/// The number behind a word.
pub fn number_after(line: &str, word: &str) -> Option<u64> {
    let at = line.find(word)? + word.len();
    let digits = line.get(at..)?.trim_start();
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    digits.get(..end)?.parse().ok()
}

/// The number right behind a word, after blanks and signs at most.
pub fn number_behind(line: &str, word: &str) -> Option<u64> {
    let needle = word.as_bytes();
    let mut places = line.as_bytes().windows(needle.len().max(1));
    let at = places.position(|here| here.eq_ignore_ascii_case(needle))? + needle.len();
    number_after(line.get(at..)?.trim_start_matches([' ', '=', ':']), "")
}

/// The number of a server's or client's error: `ERROR 1040 (08004)`, `Error Code: 1205.`, `#1227 - `,
/// `SQLSTATE[HY000] [1040]`, `(1213, 'Deadlock`.
pub fn error_code(line: &str) -> Option<u64> {
    let behind = |word: &str| line.find(word).and_then(|at| line.get(at + word.len()..));
    let number = |rest: &str, ends: &[char]| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let code = rest.get(..digits).filter(|_| (4..=5).contains(&digits))?;
        rest.get(digits..)?
            .starts_with(ends)
            .then(|| code.parse().ok())?
    };
    let first = line.strip_prefix("ERROR ").or(line.strip_prefix('#'));
    first
        .and_then(|rest| number(rest, &[' ', ':']))
        .or_else(|| number(behind("Error Code: ")?, &['.', ' ']))
        .or_else(|| number(behind("SQL Error: ")?, &[',']))
        .or_else(|| number(behind("SQLSTATE[")?.split_once("[")?.1, &[']']))
        .or_else(|| number(behind("Error: (").or(behind("Error('("))?, &[',']))
        .or_else(|| number(behind("Error: ")?.trim_start_matches('('), &[',', ' ']))
}

/// Whether a line ends an answer: `3 rows in set`, `Empty set`, a prompt, or the next answer.
pub fn ends_answer(line: &str) -> bool {
    starts(line, "empty set")
        || starts(line, "query ok")
        || rows_in_set(line)
        || typed(line).is_some()
        || line.starts_with("***")
        || line.starts_with("+-")
        || line.starts_with("------")
}

pub fn rows_in_set(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0
        && line
            .get(digits..)
            .is_some_and(|rest| rest.starts_with(" row") && rest.contains(" in set"))
}

/// `(6 rows)`, as other clients count them.
pub fn counted(line: &str) -> Option<u64> {
    let inner = line.strip_prefix('(')?.strip_suffix(')')?;
    let number = inner.strip_suffix(" rows").or(inner.strip_suffix(" row"))?;
    number.parse().ok()
}

/// A line by which somebody, or a program, says that something was left out here: `[...]`, `<snip>`, `-- More --`.
pub fn is_snip(line: &str) -> bool {
    const WORDS: [&str; 9] = [
        "snip",
        "snipped",
        "more",
        "truncated",
        "omitted",
        "\u{7701}\u{7565}",
        "\u{4e0b}\u{7565}",
        "\u{4ee5}\u{4e0b}\u{7701}\u{7565}",
        "\u{4e2d}\u{95f4}\u{7701}\u{7565}",
    ];
    let mark = |c: char| " .[](){}<>-*~\u{2026}\u{b7}".contains(c);
    let word = line.trim_matches(mark);
    let dots = word.is_empty() && (line.contains("...") || line.contains('\u{2026}'));
    let marked = word.len() < line.len() || !word.is_ascii();
    dots || marked && WORDS.iter().any(|one| one.eq_ignore_ascii_case(word))
}

/// Whether the program that printed the rest ended here: `Killed`, `Aborted`, `^C`.
pub fn is_end(line: &str) -> bool {
    const ENDS: [&str; 6] = [
        "killed",
        "aborted",
        "terminated",
        "broken pipe",
        "connection refused",
        "segmentation fault",
    ];
    let line = line.trim_end_matches(" (core dumped)");
    ENDS.iter().any(|end| end.eq_ignore_ascii_case(line))
        || starts(line, "^c")
        || starts(line, "query aborted")
        || contains(line, "connection to mysqld")
}

/// The text typed after a prompt: `MariaDB [(none)]>`, `mysql>`, `root@host [shop]>`, `    ->`.
pub fn typed(line: &str) -> Option<&str> {
    let at = line.bytes().take(80).position(|b| b == b'>')?;
    let before = line.get(..at)?.trim_end();
    let behind = line.get(at + 1..)?.trim_start();
    let continued = matches!(before, "-" | "'" | "\"" | "`" | "/*");
    let prompt = starts(before, "mariadb")
        || starts(before, "mysql")
        || (before.contains(['@', '[', '(']) && !before.contains(['|', ',', '=', '\'', '<']))
            && (behind.is_empty() || is_verb(first_word(behind)));
    (continued || prompt).then_some(behind)
}

pub fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_ascii_alphabetic())
        .next()
        .unwrap_or("")
}

//! The lines of a paste, cleaned of what mail programs, terminals and input methods add.

use std::borrow::Cow;

/// Most bytes that are read; the rest is cut off. WebAssembly takes 50 to 180 ms for this many, depending on
/// the form, on one of two shared cores.
pub const MOST_BYTES: usize = 1 << 20;

/// Most lines that are read: a megabyte of a server's output has fewer.
pub const MOST_LINES: usize = 1 << 16;

/// The plain character that this one replaces; `None`: no character.
fn plain(c: char) -> Option<char> {
    Some(match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0)?,
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{2060}' | '\0' => return None,
        '\u{2502}' | '\u{2503}' | '\u{2551}' => '|',
        '\u{2500}' | '\u{2501}' | '\u{2550}' => '-',
        '\u{250c}'..='\u{254b}' | '\u{2552}'..='\u{256c}' => '+',
        _ => c,
    })
}

/// Without the quotation marks of a mail, and without the sign of a list and the backticks around a row or a prompt.
fn unquoted(line: &str) -> &str {
    let mut rest = line;
    while let Some(inner) = rest.trim_start_matches(' ').strip_prefix('>') {
        rest = inner.strip_prefix(' ').unwrap_or(inner);
    }
    let item = rest.trim_start_matches(' ');
    let bare = item
        .strip_prefix("- ")
        .or(item.strip_prefix("* "))
        .unwrap_or(item);
    let coded = bare
        .strip_prefix('`')
        .and_then(|inner| inner.trim_end_matches(' ').strip_suffix('`'));
    let code = coded.filter(|inner| !inner.contains('`'));
    match code {
        Some(inner) => inner,
        None if bare.len() < item.len() && bare.starts_with(['|', '+'])
            || bare.starts_with("mysql>") =>
        {
            bare
        }
        None => rest,
    }
}

fn clean(line: &str) -> Cow<'_, str> {
    let escapes = line.contains('\u{1b}');
    if line.is_ascii() && !escapes && !line.contains('\0') {
        return Cow::Borrowed(unquoted(line));
    }
    let mut out = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        if c == '\u{1b}' {
            // Skips a colour code up to its letter.
            for code in characters.by_ref() {
                if code.is_ascii_alphabetic() {
                    break;
                }
            }
        } else if let Some(c) = plain(c) {
            out.push(c);
        }
    }
    match unquoted(&out).len() {
        same if same == out.len() => Cow::Owned(out),
        less => Cow::Owned(out.split_off(out.len() - less)),
    }
}

/// Where a line of a table with borders begins behind a number, a time, or the sign of a difference.
fn gutter(line: &str) -> Option<usize> {
    let at = line.find('|').into_iter().chain(line.find("+--")).min()?;
    let before = line
        .get(..at)
        .filter(|before| (1..=40).contains(&before.len()))?;
    let counts = before.bytes().any(|b| b.is_ascii_digit());
    let plain = |b: u8| b.is_ascii_digit() || b" \t:.-/TZ[](),+#".contains(&b);
    let whole = line.trim_end().ends_with(['|', '+']);
    (whole && (counts || before.trim() == "+") && before.bytes().all(plain)).then_some(at)
}

/// All lines, and whether there were more.
pub fn lines(text: &str) -> (Vec<Cow<'_, str>>, bool) {
    let mut end = text.len().min(MOST_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut out = Vec::new();
    for line in text[..end].split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        out.extend(line.split('\r').map(clean));
        if out.len() > MOST_LINES {
            break;
        }
    }
    let cut = out.len() > MOST_LINES;
    out.truncate(MOST_LINES);
    let framed = |line: &Cow<'_, str>| {
        gutter(line).is_some_and(|at| line.get(at..).is_some_and(|line| line.starts_with("+--")))
    };
    if out.iter().any(framed) {
        for line in &mut out {
            if let Some(at) = gutter(line) {
                *line = Cow::Owned(line.get(at..).unwrap_or_default().to_owned());
            }
        }
    }
    (out, cut || end < text.len())
}

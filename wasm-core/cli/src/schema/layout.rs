//! Lines and indents for TypeScript declarations.

/// Formats one declaration, without the comment before it. Comments, fields with comments, and alternatives
/// of the outermost union get lines of their own.
pub fn layout(declaration: &str) -> String {
    let mut out = String::new();
    let alternatives = alternatives(declaration);
    // For each open brace or parenthesis: whether its fields have their own lines.
    let mut open: Vec<bool> = Vec::new();
    let indent = |open: &[bool]| {
        let lines = open.iter().filter(|lines| **lines).count();
        "  ".repeat(lines + usize::from(alternatives))
    };
    let mut rest = declaration;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("/**") {
            let end = rest.find("*/").map_or(rest.len(), |at| at + 2);
            out += &comment(&rest[..end], &indent(&open));
            rest = &rest[end..];
            continue;
        }
        if alternatives && open.is_empty() && (rest.starts_with(" | {") || rest.starts_with("= {"))
        {
            out += if c == '=' { "=\n  | " } else { "\n  | " };
            rest = &rest[if c == '=' { 2 } else { 3 }..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '\n' => new_line(&mut out, &indent(&open)),
            '{' | '(' => {
                let lines = c == '{' && inside(rest).contains('\n');
                open.push(lines);
                out.push(c);
                if lines {
                    rest = rest.trim_start();
                    new_line(&mut out, &indent(&open));
                }
            }
            '}' | ')' => {
                if open.pop() == Some(true) {
                    new_line(&mut out, &indent(&open));
                }
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out + "\n"
}

fn new_line(out: &mut String, indent: &str) {
    out.truncate(out.trim_end_matches(' ').len());
    *out += "\n";
    *out += indent;
}

/// The text before the closing brace.
fn inside(rest: &str) -> &str {
    let mut depth = 1;
    let end = rest.find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    &rest[..end.unwrap_or(rest.len())]
}

/// Whether the type is a union of objects.
fn alternatives(declaration: &str) -> bool {
    let mut depth = 0;
    declaration.char_indices().any(|(i, c)| {
        depth += i32::from("{(".contains(c)) - i32::from("})".contains(c));
        depth == 0 && declaration[i..].starts_with(" | {")
    })
}

pub fn comment(text: &str, indent: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    match lines.as_slice() {
        ["/**", only, "*/"] => format!("/** {} */", only.trim_start_matches("* ")),
        _ => {
            let mut out = String::new();
            for (i, line) in lines.iter().enumerate() {
                if i > 0 {
                    out += &format!("\n{indent} ");
                }
                out += line;
            }
            out
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{comment, layout};

    #[test]
    fn fields_stand_on_lines_of_their_own() {
        let raw = "export type P = { \n/**\n * One\n * of them.\n */\na: number, \n/**\n * B.\n */\nb: string, };";
        let expected = "export type P = {\n  /**\n   * One\n   * of them.\n   */\n  a: number,\n  /** B. */\n  b: string,\n};\n";
        assert_eq!(layout(raw), expected);
    }

    #[test]
    fn short_comments_take_one_line() {
        assert_eq!(comment("/**\n * A pair.\n */", ""), "/** A pair. */");
        assert_eq!(
            comment("/**\n * A\n * pair.\n */", "  "),
            "/**\n   * A\n   * pair.\n   */"
        );
    }

    #[test]
    fn alternatives_stand_below_each_other() {
        let raw = "export type E = { \"a\": number, } | { \"b\": number, };";
        assert_eq!(
            layout(raw),
            "export type E =\n  | { \"a\": number, }\n  | { \"b\": number, };\n"
        );
    }
}

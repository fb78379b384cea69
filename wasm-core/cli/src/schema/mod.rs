//! `poolscope schema`: files generated from the engine's types, and whether the committed files are up to date.

mod frame;
pub mod json;
mod layout;
pub mod typescript;

use std::fs;
use std::path::Path;

use poolscope_engine::scenario::VARIABLES;
use serde::Serialize;

use crate::args::SchemaArgs;
use crate::output::{Answer, Failure, Result};

pub fn schema(args: &SchemaArgs) -> Result {
    if args.typescript {
        return Ok(Answer::new(typescript::types()));
    }
    if args.variables {
        return Ok(Answer::new(pretty(VARIABLES)?));
    }
    if let Some(folder) = &args.write {
        return write(Path::new(folder));
    }
    if let Some(folder) = &args.check {
        return check(Path::new(folder));
    }
    Ok(Answer::new(pretty(&json::schema())?))
}

/// The generated files: path in the project, and content.
fn files() -> std::result::Result<[(&'static str, String); 7], Failure> {
    let states = poolscope_diagnosis::states::table();
    Ok([
        ("content/scenario.schema.json", pretty(&json::schema())?),
        ("web/src/model/generated/types.ts", typescript::types()),
        (
            "web/src/model/generated/diagnosis.ts",
            typescript::diagnosis(),
        ),
        ("web/src/model/generated/frame.ts", frame::frame()),
        ("web/src/model/generated/none.ts", frame::none()),
        ("web/src/model/generated/variables.json", pretty(VARIABLES)?),
        ("content/reference/states.json", pretty(&states)?),
    ])
}

fn pretty(data: &(impl Serialize + ?Sized)) -> std::result::Result<String, Failure> {
    Ok(serde_json::to_string_pretty(data)? + "\n")
}

fn write(folder: &Path) -> Result {
    let mut out = String::new();
    for (name, text) in files()? {
        let path = folder.join(name);
        let same = fs::read_to_string(&path).is_ok_and(|there| there == text);
        if !same {
            let written = path.parent().map_or(Ok(()), fs::create_dir_all);
            written
                .and_then(|()| fs::write(&path, &text))
                .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        }
        let verdict = if same { "up to date" } else { "written" };
        out += &format!("{name}: {verdict}\n");
    }
    Ok(Answer::new(out))
}

fn check(folder: &Path) -> Result {
    let mut stale = Vec::new();
    let mut out = String::new();
    for (name, text) in files()? {
        let path = folder.join(name);
        let committed = fs::read_to_string(&path)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        match first_difference(&committed, &text) {
            None => out += &format!("{name}: up to date\n"),
            Some(difference) => stale.push(format!("{name}: {difference}")),
        }
    }
    if stale.is_empty() {
        return Ok(Answer::new(out));
    }
    stale.push("Run `npm run generate` and commit what it writes.".to_owned());
    Err(Failure {
        message: stale.join("\n"),
        status: 1,
    })
}

fn first_difference(committed: &str, generated: &str) -> Option<String> {
    let (mut old, mut new) = (committed.lines(), generated.lines());
    let mut number = 0;
    loop {
        number += 1;
        match (old.next(), new.next()) {
            (None, None) if committed == generated => return None,
            (None, None) => return Some("line ends differ".to_owned()),
            (a, b) if a == b => {}
            (a, b) => {
                let line =
                    |l: Option<&str>| l.map_or("nothing".to_owned(), |l| format!("`{}`", l.trim()));
                return Some(format!("line {number} is {}, must be {}", line(a), line(b)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn reports_the_first_line_that_differs() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        let told = first_difference("a\n  b\n", "a\nc\n").unwrap();
        assert_eq!(told, "line 2 is `b`, must be `c`");
        let told = first_difference("a\n", "a\nc\n").unwrap();
        assert_eq!(told, "line 2 is nothing, must be `c`");
        assert_eq!(first_difference("a", "a\n").unwrap(), "line ends differ");
    }
}

//! Pastes of Oracle's plugin as people make them: each composed capture through each tool that prints tables, and
//! with what people leave out or add. The cause has to be the right one, or the answer is "unsure".

use super::makers;
use poolscope_diagnosis::judge::{Diagnosis, judge};
use poolscope_diagnosis::read::{Keep, read};
use poolscope_engine::instruments::{Cell, Table};
use serde_json::{Map, Value, json};

use super::composed::{Case, FORMS, Moment, batch, bordered, cell, kept, mistake, text, vertical};

type Print = fn(&Table) -> String;

fn rows(table: &Table) -> Vec<Vec<String>> {
    table
        .rows
        .iter()
        .map(|row| row.iter().map(cell).collect())
        .collect()
}

/// A header and rows, each made of its cells.
fn lines(
    table: &Table,
    head: impl Fn(&[String]) -> String,
    row: impl Fn(&[Cell]) -> String,
) -> String {
    let rows = table.rows.iter().map(|cells| row(cells) + "\n");
    head(&table.columns) + "\n" + &rows.collect::<String>() + "\n"
}

/// What Workbench copies as rows with names.
fn workbench(table: &Table, by: &str, quote: &str) -> String {
    lines(
        table,
        |head| format!("# {}", head.join(by)),
        |row| joined(row, by, quote),
    )
}

fn joined(cells: &[Cell], by: &str, quote: &str) -> String {
    let quoted = |one: &Cell| match one {
        Cell::Text(word) => format!("{quote}{word}{quote}"),
        _ => cell(one),
    };
    cells.iter().map(quoted).collect::<Vec<_>>().join(by)
}

fn object(table: &Table, row: &[Cell]) -> Value {
    let value = |one: &Cell| match one {
        Cell::Number(n) => json!(n),
        Cell::Text(word) => json!(word),
        Cell::Null => Value::Null,
    };
    let cells = table.columns.iter().zip(row);
    Value::Object(
        cells
            .map(|(name, one)| (name.clone(), value(one)))
            .collect::<Map<_, _>>(),
    )
}

fn asks(table: &Table) -> String {
    match table.name.as_str() {
        name if name.starts_with("tp_") => format!("SELECT * FROM performance_schema.{name}"),
        name => name.to_owned(),
    }
}

fn in_set(table: &Table, time: &str) -> String {
    format!("{} rows in set ({time} sec)\n\n", table.rows.len())
}

fn renamed(table: &Table, name: impl Fn(&str) -> String) -> Table {
    let mut table = table.clone();
    for column in &mut table.columns {
        *column = name(column);
    }
    table
}

/// What clients print of one table.
const TOOLS: [(&str, Print); 27] = [
    ("mysql with prompt", |t| {
        format!("mysql> {};\n{}{}", asks(t), bordered(t), in_set(t, "0.00"))
    }),
    ("mysql with prompt in German", |t| {
        format!("mysql> {};\n{}{}", asks(t), bordered(t), in_set(t, "0,00"))
    }),
    ("mysql with host in the prompt", |t| {
        format!(
            "root@db1 [(none)]> {};\n{}{}",
            asks(t),
            bordered(t),
            in_set(t, "0.00")
        )
    }),
    ("mysql, statement on two lines", |t| {
        format!(
            "mysql> {}\n    -> ;\n{}{}",
            asks(t),
            bordered(t),
            in_set(t, "0.00")
        )
    }),
    ("mysql \\G with prompt", |t| {
        format!(
            "mysql> {}\\G\n{}{}",
            asks(t),
            vertical(t),
            in_set(t, "0.00")
        )
    }),
    ("mysqlsh table", |t| {
        format!(
            " MySQL  localhost:33060+ ssl  SQL > {};\n{}{}",
            asks(t),
            bordered(t),
            in_set(t, "0.0012")
        )
    }),
    ("mysqlsh \\G", |t| {
        format!(
            " MySQL  localhost:33060+ ssl  SQL > {}\\G\n{}{}",
            asks(t),
            vertical(t),
            in_set(t, "0.0012")
        )
    }),
    ("mysqlsh json", |t| {
        let all = t.rows.iter().map(|row| {
            serde_json::to_string_pretty(&object(t, row))
                .unwrap()
                .replace("  ", "    ")
                + "\n"
        });
        all.collect::<String>() + &in_set(t, "0.0012")
    }),
    ("mysqlsh json/raw", |t| {
        t.rows
            .iter()
            .map(|row| object(t, row).to_string() + "\n")
            .collect()
    }),
    ("mysqlsh json/array", |t| {
        let all = t.rows.iter().map(|row| object(t, row).to_string());
        format!("[\n{}\n]\n", all.collect::<Vec<_>>().join(",\n"))
    }),
    ("mysqlsh --json", |t| {
        let all: Vec<Value> = t.rows.iter().map(|row| object(t, row)).collect();
        json!({"hasData": true, "rows": all, "executionTime": "0.0012 sec", "affectedRowCount": 0, "warningsCount": 0}).to_string() + "\n"
    }),
    ("Workbench CSV", |t| {
        lines(t, |head| head.join(","), |row| joined(row, ",", "\""))
    }),
    ("Workbench rows with names", |t| {
        lines(
            t,
            |head| format!("# {}", head.join(", ")),
            |row| {
                row.iter()
                    .map(|one| format!("'{}'", cell(one)).replace("'NULL'", "NULL"))
                    .collect::<Vec<_>>()
                    .join(", ")
            },
        )
    }),
    ("Workbench rows with names, unquoted", |t| {
        workbench(t, ", ", "")
    }),
    ("Workbench rows with names, tabs", |t| {
        workbench(t, "\t", "")
    }),
    ("Workbench rows with names, tabs quoted", |t| {
        workbench(t, "\t", "'")
    }),
    ("DBeaver CSV", |t| {
        lines(
            t,
            |head| format!("\"{}\"", head.join("\",\"")),
            |row| joined(row, ",", "\"").replace("NULL", ""),
        )
    }),
    ("DBeaver CSV with semicolons", |t| {
        lines(t, |head| head.join(";"), |row| joined(row, ";", "\""))
    }),
    ("DBeaver copy", |t| {
        lines(
            t,
            |head| head.join("\t"),
            |row| joined(row, "\t", "").replace("NULL", ""),
        )
    }),
    ("DBeaver markdown", |t| {
        let rule = |head: &[String]| {
            head.iter()
                .map(|c| "-".repeat(c.len()) + "|")
                .collect::<String>()
        };
        lines(
            t,
            |head| format!("|{}|\n|{}", head.join("|"), rule(head)),
            |row| format!("|{}|", joined(row, "|", "")),
        )
    }),
    ("Markdown", |t| {
        lines(
            t,
            |head| {
                format!(
                    "| {} |\n|{}",
                    head.join(" | "),
                    head.iter().map(|_| " --- |").collect::<String>()
                )
            },
            |row| format!("| {} |", joined(row, " | ", "")),
        )
    }),
    ("Markdown with sides", |t| {
        lines(
            t,
            |head| {
                format!(
                    "| {} |\n|{}",
                    head.join(" | "),
                    head.iter().map(|_| ":---:|").collect::<String>()
                )
            },
            |row| format!("| {} |", joined(row, " | ", "")),
        )
    }),
    ("mysql -X", |t| {
        let field = |(name, one): (&String, &Cell)| match one {
            Cell::Null => format!("\t<field name=\"{name}\" xsi:nil=\"true\" />\n"),
            one => format!("\t<field name=\"{name}\">{}</field>\n", cell(one)),
        };
        let row = |row: &Vec<Cell>| {
            format!(
                "  <row>\n{}  </row>\n",
                t.columns.iter().zip(row).map(field).collect::<String>()
            )
        };
        format!(
            "<?xml version=\"1.0\"?>\n\n<resultset statement=\"{}\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n{}</resultset>\n",
            asks(t),
            t.rows.iter().map(row).collect::<String>()
        )
    }),
    ("mysql -H", |t| {
        let cells = |tag: &str, all: &[String]| {
            all.iter()
                .map(|one| format!("<{tag}>{one}</{tag}>"))
                .collect::<String>()
        };
        let rows = rows(t);
        format!(
            "<TABLE BORDER=1><TR>{}</TR>{}</TABLE>\n",
            cells("TH", &t.columns),
            rows.iter()
                .map(|row| format!("<TR>{}</TR>", cells("TD", row)))
                .collect::<String>()
        )
    }),
    ("lower case", |t| {
        bordered(&renamed(t, str::to_ascii_lowercase))
    }),
    ("names with their table", |t| {
        let schema = |name: &str| match name.contains('(') {
            true => name.to_owned(),
            false => format!(
                "{}.{name}",
                if t.name.starts_with("tp_") {
                    &t.name
                } else {
                    "t"
                }
            ),
        };
        batch(&renamed(t, schema))
    }),
    ("names in backquotes", |t| {
        batch(&renamed(t, |name| format!("`{name}`")))
    }),
];

fn printed(moment: &Moment, print: Print) -> String {
    moment
        .tables
        .iter()
        .filter(|table| !table.rows.is_empty())
        .map(print)
        .collect()
}

/// What is said of a paste that has everything: the wrong and the unsure.
fn unlike(case: &Case, text: &str) -> Option<String> {
    let d = judge(&read(text, Keep::Redacted));
    let cause = d.troubles.first().map(|trouble| trouble.cause.key());
    let told = Some(case.cause).filter(|cause| !["pool_off", "healthy"].contains(cause));
    (cause != told || d.level != case.level()).then(|| format!("{:?} {cause:?}", d.level))
}

#[test]
fn every_tool_gets_the_same_verdict() {
    let mut wrong = Vec::new();
    for case in kept() {
        let moment = case.moment();
        for (name, print) in TOOLS {
            let text = printed(&moment, print);
            wrong.extend(unlike(&case, &text).map(|said| format!("{name}: {} {said}", case.name)));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

type Edit = fn(&mut Vec<Table>);

fn each(tables: &mut [Table], edit: impl Fn(&mut Table)) {
    tables.iter_mut().for_each(edit);
}

fn find<'a>(tables: &'a mut [Table], name: &str) -> Option<&'a mut Table> {
    tables.iter_mut().find(|table| table.name == name)
}

const GROUPS: &str = "tp_thread_group_state";

/// The same facts in another shape.
const SHAPES: [(&str, Edit); 12] = [
    ("columns turned around", |all| {
        each(all, |t| {
            t.columns.reverse();
            t.rows.iter_mut().for_each(|row| row.reverse());
        })
    }),
    ("columns moved", |all| {
        each(all, |t| {
            let by = t.columns.len() / 2;
            t.columns.rotate_left(by);
            t.rows.iter_mut().for_each(|row| row.rotate_left(by));
        })
    }),
    ("rows turned around", |all| each(all, |t| t.rows.reverse())),
    ("tables turned around", |all| all.reverse()),
    ("columns that nobody knows", |all| {
        each(all, |t| {
            if t.name.starts_with("tp_") {
                t.columns.insert(2, "SOMETHING_NEW".to_owned());
                t.rows
                    .iter_mut()
                    .for_each(|row| row.insert(2, Cell::Number(4)));
            }
        })
    }),
    ("a view of one's own", |all| {
        each(all, |t| {
            if t.name.starts_with("tp_") {
                t.columns.insert(0, "taken_at".to_owned());
                t.rows
                    .iter_mut()
                    .for_each(|row| row.insert(0, text("2026-11-26 09:30:00")));
            }
        })
    }),
    ("the admin group", |all| {
        let at = |t: &Table, name: &str| t.columns.iter().position(|c| c == name);
        if let Some(groups) = find(all, GROUPS) {
            let number = groups.rows.len() as u64;
            let mut row = groups.rows[0].clone();
            row.iter_mut().for_each(|one| *one = Cell::Number(0));
            row[0] = Cell::Number(number);
            for name in ["CONNECTION_COUNT", "THREAD_COUNT", "ACTIVE_THREAD_COUNT"] {
                row[at(groups, name).unwrap()] = Cell::Number(1);
            }
            groups.rows.push(row);
        }
    }),
    ("groups without connections", |all| {
        if let Some(groups) = find(all, GROUPS) {
            for _ in 0..3 {
                let mut row = groups.rows[0].clone();
                row.iter_mut().for_each(|one| *one = Cell::Number(0));
                row[0] = Cell::Number(groups.rows.len() as u64);
                groups.rows.push(row);
            }
        }
    }),
    ("variables by name", |all| {
        all[1] = renamed(&all[1], |name| {
            format!("VARIABLE_{}", name.trim_start_matches("Variable_"))
        })
    }),
    ("variables as one row", |all| {
        let settings = all[1].rows.clone();
        all[1].columns = settings
            .iter()
            .map(|row| format!("@@{}", cell(&row[0])))
            .collect();
        all[1].rows = vec![settings.iter().map(|row| row[1].clone()).collect()];
    }),
    ("no time and version", |all| drop(all.remove(0))),
    ("the list of information_schema", |all| {
        let list = all.last_mut().unwrap();
        list.columns.push("TIME_MS".to_owned());
        list.rows.iter_mut().for_each(|row| {
            let Cell::Number(seconds) = row[5] else {
                return;
            };
            row.push(text(&format!("{}.123", seconds * 1_000)));
        });
    }),
];

#[test]
fn the_shape_of_the_tables_changes_nothing() {
    let mut wrong = Vec::new();
    for case in kept() {
        for (name, edit) in SHAPES {
            if name.contains("admin") && case.cause == "pool_off" {
                continue;
            }
            let mut moment = case.moment();
            edit(&mut moment.tables);
            for print in [bordered as Print, vertical, batch] {
                let said = unlike(&case, &printed(&moment, print));
                wrong.extend(said.map(|said| format!("{name}: {} {said}", case.name)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

fn per_line(text: &str, edit: impl Fn(&str) -> String) -> String {
    text.lines().map(|line| edit(line) + "\n").collect()
}

type Spoil = fn(&str) -> String;

/// What mail, chats and editors make of a text.
const TEXTS: [(&str, Spoil); 10] = [
    ("CRLF", |text| text.replace('\n', "\r\n")),
    ("indented", |text| {
        per_line(text, |line| format!("    {line}"))
    }),
    ("in a quoted mail", |text| {
        per_line(text, |line| format!("> {line}"))
    }),
    ("between fences", |text| format!("```\n{text}```\n")),
    ("between fences with a language", |text| {
        format!("Here you are:\n```sql\n{text}```\nThanks!\n")
    }),
    ("with a byte order mark", |text| format!("\u{feff}{text}")),
    ("with spaces behind", |text| {
        per_line(text, |line| format!("{line}   "))
    }),
    ("with a blank line after each", |text| {
        per_line(text, |line| format!("{line}\n"))
    }),
    ("with hard spaces", |text| text.replace(' ', "\u{a0}")),
    ("in a letter", |text| {
        format!("Hi all,\nour shop hangs since 9:30, see below.\n\n{text}\nAny idea?\n-- \nAnna\n")
    }),
];

#[test]
fn mail_and_chats_change_nothing() {
    let mut wrong = Vec::new();
    for case in kept() {
        let moment = case.moment();
        for (name, edit) in TEXTS {
            for (form, print) in FORMS.into_iter().zip([bordered as Print, vertical, batch]) {
                let text = edit(&printed(&moment, print));
                // Rows without borders end at a blank line.
                let said = match name.contains("blank") && form != "table" {
                    true => mistake(&case, &text),
                    false => unlike(&case, &text),
                };
                wrong.extend(said.map(|said| format!("{name}: {} {form} {said}", case.name)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

fn without(table: &Table, at: usize) -> Table {
    let mut table = table.clone();
    table.columns.remove(at);
    table.rows.iter_mut().for_each(|row| drop(row.remove(at)));
    table
}

fn only(table: &Table, these: &[usize]) -> Table {
    let mut table = table.clone();
    table.columns = these.iter().map(|at| table.columns[*at].clone()).collect();
    for row in &mut table.rows {
        *row = these.iter().map(|at| row[*at].clone()).collect();
    }
    table
}

// Whoever selects columns or rows has reasons, and what is missing may be what matters.
#[test]
fn selected_columns_and_rows_are_never_judged_wrongly() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for case in kept() {
        let moment = case.moment();
        let mut judged = |what: String, at: usize, table: Option<Table>, print: Print| {
            let mut part = Moment {
                tables: moment.tables.clone(),
                truth: Value::Null,
            };
            match table {
                Some(table) => part.tables[at] = table,
                None => drop(part.tables.remove(at)),
            }
            count += 1;
            wrong
                .extend(mistake(&case, &printed(&part, print)).map(|why| format!("{what}: {why}")));
        };
        for (at, table) in moment.tables.iter().enumerate().skip(1) {
            for column in 0..table.columns.len() {
                let name = &table.columns[column];
                judged(
                    format!("without {name}"),
                    at,
                    Some(without(table, column)),
                    bordered,
                );
                judged(
                    format!("only {name}"),
                    at,
                    Some(only(table, &[column])),
                    vertical,
                );
                judged(
                    format!("only first and {name}"),
                    at,
                    Some(only(table, &[0, column])),
                    batch,
                );
            }
            for row in 0..table.rows.len().min(40) {
                let mut some = table.clone();
                some.rows.remove(row);
                judged(
                    format!("without row {row} of {}", table.name),
                    at,
                    Some(some.clone()),
                    bordered,
                );
                some.rows = vec![table.rows[row].clone()];
                judged(
                    format!("only row {row} of {}", table.name),
                    at,
                    Some(some),
                    batch,
                );
            }
        }
    }
    assert!(count > 3_000, "{count}");
    assert!(
        wrong.is_empty(),
        "{} of {count}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn lines_that_a_terminal_cut_or_wrapped_are_never_judged_wrongly() {
    let mut wrong = Vec::new();
    for case in kept() {
        let moment = case.moment();
        for print in [bordered as Print, vertical, batch] {
            let whole = printed(&moment, print);
            for width in [20, 40, 80, 100, 132, 160, 200, 240] {
                let cut = per_line(&whole, |line| line.chars().take(width).collect());
                let wrapped = per_line(&whole, |line| {
                    let all: Vec<char> = line.chars().collect();
                    all.chunks(width)
                        .map(|piece| piece.iter().collect::<String>())
                        .collect::<Vec<_>>()
                        .join("\n")
                });
                for (how, text) in [("cut", cut), ("wrapped", wrapped)] {
                    wrong.extend(
                        mistake(&case, &text).map(|why| format!("{how} at {width}: {why}")),
                    );
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

// The second moment counts, and what went before keeps it from being called healthy.
#[test]
fn two_moments_of_one_server_are_never_judged_wrongly() {
    let all: Vec<Case> = kept().collect();
    let mut wrong = Vec::new();
    for first in &all {
        for second in &all {
            for print in [bordered as Print, batch] {
                let late = printed(&second.moment(), print).replace("09:30:00", "09:30:10");
                let text = printed(&first.moment(), print) + &late;
                let why = mistake(second, &text).filter(|_| mistake(first, &text).is_some());
                wrong.extend(why.map(|why| format!("{} and then {why}", first.name)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

// Of these, little is published, and a verdict may need the form of a table: it is the table's, or there is none.
#[test]
fn other_makers_tables_from_every_tool_are_never_judged_wrongly() {
    let mut wrong = Vec::new();
    for (name, moment) in makers::all() {
        let of = |text: &str| judge(&read(text, Keep::Redacted));
        let known = of(&printed(&moment, bordered));
        for (tool, print) in TOOLS {
            let d = of(&printed(&moment, print));
            let same = d.level == known.level && d.server.family == known.server.family;
            let first = |d: &Diagnosis| d.troubles.first().map(|trouble| trouble.cause);
            if !same || first(&d) != first(&known) {
                wrong.push(format!(
                    "{tool}: {name} {:?} {:?}",
                    d.level, d.server.family
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

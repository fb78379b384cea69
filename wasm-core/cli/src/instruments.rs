//! `poolscope instruments`: the server's own figures at one moment, as the mysql client prints them.

use std::fmt::Write;

use poolscope_engine::instruments::Cell;
use poolscope_engine::json::{Printer, print_float};
use poolscope_engine::scenario::Problem;
use poolscope_engine::sim::Detail;

use crate::args::InstrumentsArgs;
use crate::format::duration;
use crate::output::{Answer, Result};
use crate::table::Table;
use crate::words::words;

pub fn instruments(args: &InstrumentsArgs) -> Result {
    let mut replay = args.input.record(Detail::Full)?;
    let end_ns = replay.outcome().map_or(0, |o| o.end_ns);
    if args.at > end_ns {
        let allowed = words("instruments_span", &[("end", &duration(end_ns))]);
        return Err(Problem::new("--at", duration(args.at), allowed).into());
    }
    let shown = replay.instruments(args.at);
    if args.json {
        return Ok(Answer::new(Printer::print(&shown, print_float)));
    }
    let mut out = String::new();
    if !shown.status.is_empty() {
        let mut table = Table::left(&["Variable_name", "Value"]);
        for (name, value) in &shown.status {
            table.row(vec![name.clone(), value.to_string()]);
        }
        let _ = writeln!(
            out,
            "{};\n{}",
            words("instruments_status", &[]),
            table.bordered()
        );
    }
    for shown in &shown.tables {
        // A column of words is left-aligned, as in the client.
        let is_text = |i: usize| {
            shown
                .rows
                .iter()
                .any(|r| matches!(r.get(i), Some(Cell::Text(_))))
        };
        let columns = shown.columns.iter().enumerate();
        let mut table = Table::new(columns.map(|(i, name)| (name.clone(), !is_text(i))));
        for row in &shown.rows {
            table.row(row.iter().map(cell).collect());
        }
        let _ = writeln!(out, "{}\n{}", asked(&shown.name), table.bordered());
    }
    if shown.tables.is_empty() {
        out += &words("instruments_none", &[]);
    }
    Ok(Answer::new(out.trim_end().to_owned()))
}

/// The statement that shows it.
fn asked(name: &str) -> String {
    if name == "vmstat" {
        format!("$ {name}")
    } else if name.contains(' ') {
        format!("{name};")
    } else if name.contains('.') {
        format!("SELECT * FROM {name};")
    } else if name.starts_with("tp_") {
        format!("SELECT * FROM performance_schema.{name};")
    } else {
        format!("SELECT * FROM information_schema.{name};")
    }
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) => text.clone(),
        Cell::Null => "NULL".to_owned(),
    }
}

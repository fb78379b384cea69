//! `poolscope bench`: the engine against a plain loop, native and in WebAssembly, as ratios within one session.
mod full;
mod heap;
mod measure;
mod node;
mod report;
mod targets;

use std::path::PathBuf;

use crate::output::{Answer, Failure, Result};

/// What the command was asked for.
#[derive(Clone, Debug, PartialEq, clap::Args)]
pub struct BenchArgs {
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// Write the JSON to a file as well
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Fail if a median falls below its floor
    #[arg(long)]
    pub check: bool,
    /// Paired rounds; at least five tell a median worth quoting
    #[arg(long, value_name = "N", default_value = "7", value_parser = positive)]
    pub rounds: usize,
    /// Leave WebAssembly and JavaScript out
    #[arg(long = "native")]
    pub native_only: bool,
    /// Folder of the module that was built with the feature `bench`
    #[arg(long, value_name = "FOLDER", default_value_os_t = in_workspace("pkg-bench"), hide_default_value = true)]
    pub package: PathBuf,
    /// Folder of `runner.mjs` and the baseline in JavaScript
    #[arg(long, value_name = "FOLDER", default_value_os_t = in_workspace("benches"), hide_default_value = true)]
    pub scripts: PathBuf,
}

fn in_workspace(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder)
}

fn positive(text: &str) -> std::result::Result<usize, String> {
    let number = text.parse().ok().filter(|&n| n > 0);
    number.ok_or_else(|| "allowed: a number from 1 on".to_owned())
}

/// Measures, prints, and with `--check` compares with the floors.
pub fn bench(args: &BenchArgs) -> Result {
    let failure = |message| Failure { message, status: 1 };
    let measured = measure::measure(args)?;
    let json = report::json(&measured);
    if let Some(file) = &args.out {
        std::fs::write(file, format!("{json:#}\n"))
            .map_err(|error| failure(format!("{}: {error}", file.display())))?;
    }
    if args.json {
        println!("{json}");
    } else {
        print!("{}", report::table(&measured));
    }
    measured.verify().map_err(failure)?;
    if args.check {
        report::check(&measured).map_err(failure)?;
    }
    Ok(Answer::new(String::new()))
}

#[cfg(test)]
mod tests {
    use super::BenchArgs;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Command {
        #[command(flatten)]
        args: BenchArgs,
    }

    fn parse(line: &str) -> Result<BenchArgs, clap::Error> {
        let words = std::iter::once("bench").chain(line.split_whitespace());
        Command::try_parse_from(words).map(|command| command.args)
    }

    #[test]
    fn reads_its_arguments() {
        let args = parse("--json --check --rounds 9 --package there").unwrap();
        assert!(args.json && args.check && !args.native_only);
        assert_eq!((args.rounds, args.package.to_str()), (9, Some("there")));
        for wrong in ["--rounds", "--rounds 0", "--rounds many", "--fast"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}

//! `poolscope bench`: the engine against a plain loop, native and in WebAssembly, as ratios within one session.
mod heap;
mod measure;
mod node;
mod report;

use std::path::PathBuf;

/// What the command was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchArgs {
    /// JSON on standard output instead of a table.
    pub json: bool,
    /// Fail if a median falls below its floor.
    pub check: bool,
    /// Paired rounds; at least five tell a median worth quoting.
    pub rounds: usize,
    /// Leave WebAssembly and JavaScript out.
    pub native_only: bool,
    /// Folder of the module that was built with the feature `bench`.
    pub package: PathBuf,
    /// Folder of `runner.mjs` and the baseline in JavaScript.
    pub scripts: PathBuf,
}

impl Default for BenchArgs {
    fn default() -> Self {
        let workspace = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
        Self {
            json: false,
            check: false,
            rounds: 7,
            native_only: false,
            package: workspace.join("pkg-bench"),
            scripts: workspace.join("benches"),
        }
    }
}

/// How the command is used.
pub const USAGE: &str =
    "poolscope bench [--json] [--check] [--native] [--rounds N] [--package FOLDER]";

impl BenchArgs {
    /// Reads the arguments after `bench`.
    ///
    /// # Errors
    /// The usage, if they cannot be read.
    pub fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut parsed = Self::default();
        while let Some(flag) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("usage: {USAGE}"));
            match flag.as_str() {
                "--json" => parsed.json = true,
                "--check" => parsed.check = true,
                "--native" => parsed.native_only = true,
                "--rounds" => {
                    let rounds = value()?.parse().ok().filter(|&n| n > 0);
                    parsed.rounds = rounds.ok_or("--rounds takes a number from 1 on")?;
                }
                "--package" => parsed.package = value()?.into(),
                _ => return Err(format!("usage: {USAGE}")),
            }
        }
        Ok(parsed)
    }
}

/// Runs the full model of a thread pool for some clients and returns events and seconds.
pub type FullModel<'a> = &'a mut dyn FnMut(u32) -> (u64, f64);

/// Measures, prints, and with `--check` compares with the floors. `full_model` is asked for 64, 1,024 and 16,384 clients.
///
/// # Errors
/// If Node or the module is missing, a run finds something wrong, or a median is below its floor.
pub fn run(args: &BenchArgs, full_model: Option<FullModel<'_>>) -> Result<(), String> {
    let measured = measure::measure(args, full_model)?;
    if args.json {
        println!("{}", report::json(&measured));
    } else {
        print!("{}", report::table(&measured));
    }
    measured.verify()?;
    if args.check {
        report::check(&measured)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::BenchArgs;

    fn parse(line: &str) -> Result<BenchArgs, String> {
        BenchArgs::parse(line.split_whitespace().map(str::to_owned))
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

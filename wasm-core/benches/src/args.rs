//! The program's arguments.
use std::path::PathBuf;

const USAGE: &str = "usage: npm run bench -- [OPTION]...
  --json            print JSON instead of a table
  --out FILE        write the JSON to a file as well
  --check           fail if a median falls below its floor
  --rounds N        paired rounds, 7 unless told; at least five tell a median worth quoting
  --native          leave WebAssembly and JavaScript out
  --package FOLDER  folder of the module that was built with the feature `bench`
  --scripts FOLDER  folder of `runner.mjs` and the baseline in JavaScript";

/// The arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchArgs {
    pub json: bool,
    pub out: Option<PathBuf>,
    pub check: bool,
    pub rounds: usize,
    pub native_only: bool,
    pub package: PathBuf,
    pub scripts: PathBuf,
}

impl BenchArgs {
    pub fn read(mut words: impl Iterator<Item = String>) -> Result<BenchArgs, String> {
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let mut args = BenchArgs {
            json: false,
            out: None,
            check: false,
            rounds: 7,
            native_only: false,
            package: here.join("../pkg-bench"),
            scripts: here,
        };
        while let Some(word) = words.next() {
            let mut value = || {
                words
                    .next()
                    .ok_or_else(|| format!("{word}: its value is missing"))
            };
            match word.as_str() {
                "--json" => args.json = true,
                "--out" => args.out = Some(value()?.into()),
                "--check" => args.check = true,
                "--rounds" => {
                    let rounds = value()?.parse().ok().filter(|&n| n > 0);
                    args.rounds = rounds.ok_or("--rounds: allowed: a number from 1 on")?;
                }
                "--native" => args.native_only = true,
                "--package" => args.package = value()?.into(),
                "--scripts" => args.scripts = value()?.into(),
                _ => return Err(USAGE.to_owned()),
            }
        }
        Ok(args)
    }
}

#[cfg(test)]
mod tests {
    use super::BenchArgs;

    fn read(line: &str) -> Result<BenchArgs, String> {
        BenchArgs::read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn reads_its_arguments() {
        let args = read("--json --check --rounds 9 --package there").unwrap();
        assert!(args.json && args.check && !args.native_only);
        assert_eq!((args.rounds, args.package.to_str()), (9, Some("there")));
        assert!(read("").unwrap().scripts.join("runner.mjs").is_file());
        for wrong in ["--rounds", "--rounds 0", "--rounds many", "--fast", "fast"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}

//! `npm run bench`: compares the engine with a plain loop, native and in WebAssembly, as ratios within one
//! session. A separate program, because its code is optimised across crates, and the commands would be too.
mod args;
mod full;
mod heap;
mod measure;
mod node;
mod rate;
mod report;
mod stopwatch;
mod targets;

use std::process::ExitCode;

use args::BenchArgs;

fn main() -> ExitCode {
    match BenchArgs::read(std::env::args().skip(1)).and_then(|args| bench(&args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Measures, prints, and with `--check` compares with the lower limits.
fn bench(args: &BenchArgs) -> Result<(), String> {
    let measured = measure::measure(args)?;
    let json = report::json(&measured);
    if let Some(file) = &args.out {
        std::fs::write(file, format!("{json:#}\n"))
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    if args.json {
        println!("{json}");
    } else {
        print!("{}", report::table(&measured));
    }
    measured.verify()?;
    if args.check {
        report::check(&measured)?;
    }
    Ok(())
}

//! What is run on request, in no build and no test of the site: fits of the server model to published benchmarks, their
//! errors point by point, and the native side of `npm run bench`.
mod benchmark;
mod benchmarks;
mod fit;
mod heap;
mod report;
mod score;
mod search;
mod simulate;
mod speed;
mod usl;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// Fits the server model to published benchmarks, and says how far off it is.
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Simulate every point of a published benchmark and print how far off the model is
    Benchmarks(BenchmarksArgs),
    /// Find the parameters of the server model that reproduce a benchmark
    Fit(FitArgs),
    /// Run the scenarios of `npm run bench` once and print their times as JSON
    Speed,
}

#[derive(Debug, Args)]
pub struct FitArgs {
    /// A benchmark: a file of poolscope-benchmark/1 that describes its machines and workloads
    #[arg(value_name = "FILE")]
    pub benchmark: String,
    /// Fit a second time without these client counts, and judge that fit by them
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub held_out: Vec<u32>,
    /// Seed of the first search
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of searches, with consecutive seeds; the best one counts
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    pub seeds: u64,
    /// Generations per search; the more, the better the fit
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub generations: u64,
    /// Write the result to this file instead of printing it
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
}

#[derive(Debug, Args)]
pub struct BenchmarksArgs {
    /// A benchmark: a file of poolscope-benchmark/1; MariaDB 5.5's by default
    #[arg(value_name = "FILE", requires = "fit")]
    pub benchmark: Option<String>,
    /// Its fitted parameters: a file written by `fit`
    #[arg(long, value_name = "FILE")]
    pub fit: Option<String>,
    /// Print JSON: every point, and the errors as fractions
    #[arg(long)]
    pub json: bool,
    /// Seed of the random streams
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u32,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Benchmarks(args) => benchmarks::benchmarks(&args),
        Command::Fit(args) => fit::fit(&args),
        Command::Speed => speed::speed(),
    };
    match result {
        Ok(text) => {
            println!("{}", text.trim_end());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

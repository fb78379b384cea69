//! A scenario in, lives out: when each of eight statements that sleep for two seconds has its answer.
//! `cargo run -p poolscope-engine --example lives`

use poolscope_engine::scenario::Problems;
use poolscope_engine::sim::{Detail, Replay};

/// Percona Server 8.0 with one group, which lets two requests be under way.
const SCENARIO: &str = r#"{
  "server": { "scheduler": "percona", "version": "8.0", "thread_pool_size": 1, "thread_pool_oversubscribe": 1 },
  "until_us": 10000000,
  "clients": [
    { "count": 8, "arrivals": { "batch": { "at_us": 0 } }, "statements": [{ "steps": [{ "wait_us": 2000000 }] }] }
  ]
}"#;

/// The moments of the answers, in ns.
///
/// # Errors
/// What is wrong with the scenario.
pub fn answers_ns() -> Result<Vec<u64>, Problems> {
    let mut run = Replay::from_json(SCENARIO, &[], Detail::Full)?;
    while !run.advance(100_000) {}
    let lives = run.outcome().map(|outcome| outcome.lives);
    let ends = lives.into_iter().flatten().filter_map(|life| life.end_ns);
    Ok(ends.collect())
}

fn main() {
    match answers_ns() {
        Ok(answers) => answers
            .iter()
            .for_each(|ns| println!("{:.3} s", *ns as f64 / 1e9)),
        Err(problems) => eprintln!("{problems}"),
    }
}

//! `poolscope bench` with the full MariaDB model beside the three workloads.

use std::time::Instant;

use poolscope_engine::scenario::Scenario;
use poolscope_engine::sim::{Detail, Sim};
use serde_json::json;

use crate::bench::{self, BenchArgs};
use crate::output::{Answer, Failure, Result};

/// Engine steps that are timed, after a tenth of as many that are not.
const STEPS: u32 = 2_000_000;
/// Long enough that the steps end first.
const UNTIL_US: u64 = 864_000_000_000;

/// Measures everything and prints it.
pub fn bench(args: &BenchArgs) -> Result {
    let mut failed = None;
    let mut model = |clients: u32| match closed_loops(clients, STEPS) {
        Ok(found) => found,
        Err(failure) => {
            failed = Some(failure);
            (0, 1.0)
        }
    };
    let done = bench::run(args, Some(&mut model));
    match failed {
        Some(failure) => Err(failure),
        None => done
            .map(|()| Answer::new(String::new()))
            .map_err(|message| Failure { message, status: 1 }),
    }
}

/// Steps of the engine and the seconds that they took: MariaDB 10.11 with default variables, 16 groups
/// and 32 cores; clients that think 100 ms and ask for 1 ms of CPU, both exponential.
fn closed_loops(clients: u32, steps: u32) -> std::result::Result<(u64, f64), Failure> {
    let file = json!({
        "server": { "scheduler": "mariadb", "version": "10.11", "thread_pool_size": 16 },
        "machine": { "cores": 32 },
        "until_us": UNTIL_US,
        "budget": { "steps": 2_000_000_000 },
        "clients": [{
            "count": clients,
            "arrivals": { "closed": { "think": { "exponential": { "mean_us": 100_000 } } } },
            "statements": [{ "steps": [{ "cpu_us": { "exponential": { "mean_us": 1_000 } } }] }],
        }],
    });
    let scenario = Scenario::from_json(&file.to_string())?;
    let mut sim = Sim::new(&scenario, Detail::Figures);
    let until_ns = UNTIL_US * 1_000;
    sim.run(until_ns, steps / 10);
    let before = sim.steps();
    let start = Instant::now();
    sim.run(until_ns, steps);
    let seconds = start.elapsed().as_secs_f64();
    Ok((u64::from(sim.steps() - before), seconds))
}

#[cfg(test)]
mod tests {
    use super::closed_loops;

    #[test]
    fn the_full_model_keeps_running() {
        let (steps, seconds) = closed_loops(64, 50_000).unwrap();
        assert_eq!(steps, 50_000);
        assert!(seconds > 0.0);
    }
}

//! The results of `poolscope benchmarks`, as JSON and as tables.

use serde::Serialize;

use super::score::Score;
use crate::format::fixed;
use crate::table::Table;

/// The whole report.
#[derive(Serialize)]
pub struct Report {
    pub benchmark: String,
    #[serde(flatten)]
    pub score: Score,
    pub held_out: Option<HeldOut>,
    pub usl: Score,
    /// The simulation against the analytic solution.
    pub against_analytic: Score,
    pub better: Vec<Better>,
    pub curves: Vec<CurveReport>,
    pub not_explained: Vec<(String, u32)>,
    pub events: u64,
    pub seconds: f64,
}

/// Points that were predicted by a fit to the others.
#[derive(Serialize)]
pub struct HeldOut {
    pub clients: Vec<u32>,
    #[serde(flatten)]
    pub score: Score,
}

/// The client count from which the pool is better by a factor.
#[derive(Serialize)]
pub struct Better {
    pub machine: String,
    pub workload: String,
    pub times: f64,
    pub published: Option<u32>,
    pub simulated: Option<u32>,
    /// Steps of the benchmark's client counts between the two; none if one of them never is.
    pub steps: Option<usize>,
}

/// A curve.
#[derive(Serialize)]
pub struct CurveReport {
    pub id: String,
    pub machine: String,
    pub workload: String,
    pub system: &'static str,
    pub median: f64,
    pub p90: f64,
    pub points: Vec<PointReport>,
}

/// A point.
#[derive(Serialize)]
pub struct PointReport {
    pub clients: u32,
    pub published: f64,
    pub simulated: f64,
    /// Half of the 95 % interval, as a share of the value.
    pub half_width: f64,
    pub analytic: f64,
    pub usl: f64,
    /// Simulated divided by published, minus 1.
    pub error: f64,
    /// The throughput with each seed, if the point is at the edge between two regimes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<f64>,
}

fn percent(share: f64) -> String {
    fixed(share * 100.0, 1) + " %"
}

impl Report {
    /// As tables, one row per curve.
    pub fn text(&self) -> String {
        let counts: Vec<u32> = self
            .curves
            .first()
            .map(|c| c.points.iter().map(|p| p.clients).collect())
            .unwrap_or_default();
        let names = ["Machine", "Workload", "System"].map(|n| (n.to_owned(), false));
        let numbers = ["Median".to_owned(), "p90".to_owned()].into_iter();
        let columns = numbers.chain(counts.iter().map(u32::to_string));
        let mut table = Table::new(names.into_iter().chain(columns.map(|n| (n, true))));
        for c in &self.curves {
            let mut cells = vec![c.machine.clone(), c.workload.clone(), c.system.to_owned()];
            cells.extend([percent(c.median), percent(c.p90)]);
            let error = |p: &PointReport| {
                let sign = if p.error >= 0.0 { "+" } else { "-" };
                sign.to_owned() + &fixed(p.error.abs() * 100.0, 0)
            };
            cells.extend(c.points.iter().map(error));
            table.row(cells);
        }
        let mut out = format!(
            "{}: simulated with the server model and compared with the published points (error of each point in %)\n\n{}\n",
            self.benchmark,
            table.plain()
        );
        out += &self.crossings();
        out += "\n";
        let line = |name: &str, s: &Score| {
            format!(
                "{name}: {} points, median {}, p90 {}, within a factor of 1.5: {}\n",
                s.points,
                percent(s.median),
                percent(s.p90),
                s.within_1_5
            )
        };
        out += &line("simulated", &self.score);
        if let Some(held) = &self.held_out {
            let counts: Vec<String> = held.clients.iter().map(u32::to_string).collect();
            out += &line(&format!("held out ({})", counts.join(", ")), &held.score);
        }
        out += &line("Universal Scalability Law", &self.usl);
        out += &line("simulated against analytic", &self.against_analytic);
        for (curve, clients) in &self.not_explained {
            out += &format!("not explained by the model: {curve} at {clients} clients\n");
        }
        out + &format!("{} events in {} s\n", self.events, fixed(self.seconds, 1))
    }

    fn crossings(&self) -> String {
        let mut table = Table::left(&[
            "Machine",
            "Workload",
            "Pool better",
            "Published",
            "Simulated",
            "Steps apart",
        ]);
        let count = |n: Option<u32>| n.map_or("never".to_owned(), |n| n.to_string());
        for b in &self.better {
            table.row(vec![
                b.machine.clone(),
                b.workload.clone(),
                format!("{} times", b.times),
                count(b.published),
                count(b.simulated),
                b.steps.map_or("-".to_owned(), |n| n.to_string()),
            ]);
        }
        table.plain()
    }
}

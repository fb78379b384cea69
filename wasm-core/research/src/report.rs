//! The results of `benchmarks`, as JSON and as tables.

use serde::Serialize;

use crate::score::Score;

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
    format!("{:.1} %", share * 100.0)
}

impl Report {
    /// As tables, one row per curve.
    pub fn text(&self) -> String {
        let names = |one: &str, two: &str, three: &str| format!("{one:<18}{two:<14}{three:<28}");
        let mut out = format!(
            "{}: simulated with the server model and compared with the published points (error of each point in %)\n\n{}",
            self.benchmark,
            names("Machine", "Workload", "System") + "  Median     p90"
        );
        for p in self.curves.first().iter().flat_map(|c| &c.points) {
            out += &format!("{:>7}", p.clients);
        }
        for c in &self.curves {
            out += "\n";
            out += &names(&c.machine, &c.workload, c.system);
            out += &format!("{:>8}{:>8}", percent(c.median), percent(c.p90));
            for p in &c.points {
                out += &format!("{:>+7.0}", p.error * 100.0);
            }
        }
        out += "\n\n";
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
        out + &format!("{} events\n", self.events)
    }

    fn crossings(&self) -> String {
        let count = |n: Option<u32>| n.map_or("never".to_owned(), |n| n.to_string());
        let row = |cells: [&str; 6]| {
            let [machine, workload, times, published, simulated, steps] = cells;
            format!("{machine:<18}{workload:<14}{times:<14}{published:<12}{simulated:<12}{steps}\n")
        };
        let mut out = row([
            "Machine",
            "Workload",
            "Pool better",
            "Published",
            "Simulated",
            "Steps apart",
        ]);
        for b in &self.better {
            out += &row([
                &b.machine,
                &b.workload,
                &format!("{} times", b.times),
                &count(b.published),
                &count(b.simulated),
                &b.steps.map_or("-".to_owned(), |n| n.to_string()),
            ]);
        }
        out
    }
}

//! Judges a capture: builds the graph of who waits for whom, names the troubles in it, and derives from it what each
//! remedy would do.

mod answer;
mod cause;
mod effect;
mod facts;
mod flow;
mod forks;
mod graph;
mod lines;
mod off;
mod oracle;
mod remedy;
mod rivals;
mod say;
mod server;
mod statement;
mod trouble;
mod verdict;

use crate::capture::Capture;
use crate::forks::Fork;
use crate::state::{self, Doubt as Unsure, State};
pub use answer::{
    Answer, Diagnosis, Doubt, Edge, Evidence, Fact, Known, Level, Question, Remedy, Root, Sentence,
    Server, Trouble,
};
pub use cause::{Cause, Like};
use say::{Cells, say};
use trouble::{Part, Shape};

/// Judges a capture.
pub fn judge(capture: &Capture) -> Diagnosis {
    judge_state(capture, &state::infer(capture)).0
}

/// The same from the inferred state, with the look that the verdict is about.
pub(crate) fn judge_state(capture: &Capture, state: &State) -> (Diagnosis, Option<usize>) {
    let cells = Cells { capture, state };
    let mut diagnosis = Diagnosis {
        server: server::server(capture),
        ..Diagnosis::default()
    };
    let fork = Fork::of(capture).filter(|_| server::has_pool(capture));
    let oracle = server::is_oracle(&diagnosis.server) && server::has_pool(capture);
    let mut look = None;
    diagnosis.unknown = verdict::gaps(capture);
    if let Some(fork) = fork {
        forks::judge(cells, fork, &mut diagnosis);
    } else if oracle {
        oracle::judge(capture, state, &mut diagnosis);
    } else {
        let mut off = off::facts(cells, diagnosis.server.family);
        off.retain(|_| !server::is_aurora(capture));
        if !off.is_empty() {
            // A pool that is off has no rules.
            (diagnosis.server.rules, diagnosis.server.known_by) = (None, None);
            diagnosis.like = Cause::PoolOff.like();
        } else if off::contradicts(capture) {
            diagnosis
                .unknown
                .push(say("diagnose_unknown_on_and_off", &[]));
        }
        look = verdict::judge(cells, &mut diagnosis);
        diagnosis.facts.extend(off);
    }
    if capture.blocks.is_empty() {
        diagnosis.level = Level::Unreadable;
    }
    diagnosis.facts.extend(off::on(capture));
    diagnosis.facts.extend(off::absent(capture));
    diagnosis.facts.extend(cells.starved_fact());
    diagnosis.facts.extend(cells.cloud_fact());
    // Doubts are about the rule of groups of MariaDB and Percona Server.
    for doubt in state.doubts.iter().filter(|_| !oracle && fork.is_none()) {
        diagnosis.unknown.push(match doubt {
            Unsure::Mapping => say("diagnose_unknown_mapping", &[]),
            Unsure::Resized => say("diagnose_unknown_resized", &[]),
            Unsure::OwnSessions => say("diagnose_unknown_own_sessions", &[]),
        });
    }
    diagnosis.says = verdict::says(&diagnosis);
    if let Some(worst) = diagnosis.troubles.first().filter(|_| !oracle) {
        diagnosis.like = worst.cause.like();
        if let Some(like) = &mut diagnosis.like
            && like.scenario == "mariadb-two-groups"
            && diagnosis.server.rules == Some("percona")
        {
            like.scenario = "percona-two-groups";
        }
    }
    // A pool that is off has no groups. What Kunpeng's plugin calls standby is not what MariaDB does, and the picture would
    // say so.
    let drawn = !oracle && fork != Some(Fork::Kunpeng) && server::has_pool(capture);
    (diagnosis, look.or_else(|| state.main()).filter(|_| drawn))
}

/// Judges actions about the worst trouble: SQL, or `(client side) ...`. `None` if nothing can be said of any.
pub fn weigh(capture: &Capture, actions: &[&str]) -> Option<Vec<Remedy>> {
    // Of a group of Oracle's plugin only its own rules know anything.
    let oracle = server::is_oracle(&server::server(capture));
    let of_groups = |one: &Trouble| !one.groups.is_empty();
    if oracle && judge(capture).troubles.iter().any(of_groups) || Fork::of(capture).is_some() {
        return None;
    }
    let state = state::infer(capture);
    let cells = Cells {
        capture,
        state: &state,
    };
    let (graph, parts) = verdict::worst_look(cells)?;
    let well = Part::plain(Shape::Well, Cause::Healthy);
    let fine = || verdict::is_fine(&graph).then_some(&well);
    let part = parts.first().or_else(fine)?;
    let remedies = actions.iter().map(|one| remedy::weigh(&graph, part, one));
    Some(remedies.collect())
}

//! Judges a capture: verdicts with their evidence, what cannot be known, what to ask next.

mod answer;
mod cause;
mod condition;
mod forks;
mod next;
mod off;
mod oracle;
mod remedies;
mod rules;
mod say;
mod server;

use crate::capture::Capture;
use crate::forks::Fork;
use crate::order;
use crate::state::{self, Doubt, State};
pub use answer::{
    Basis, Diagnosis, Evidence, Fact, Guilty, Question, Remedy, Sentence, Server, Trouble,
};
pub use cause::{Cause, Like};
use rules::{Rules, Verdict};
use say::{Cells, say};

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
    let pooled = server::has_pool(capture);
    let off = off::trouble(cells, diagnosis.server.family).filter(|_| !server::is_aurora(capture));
    let is_off = off.is_some();
    let fork = Fork::of(capture).filter(|_| pooled);
    let oracle = server::is_oracle(&diagnosis.server);
    let judged = worst_look(cells).filter(|_| pooled && !oracle && fork.is_none());
    let look = judged.as_ref().map(|(rules, _)| rules.look);
    if let Some((rules, verdicts)) = judged {
        diagnosis.guilty = verdicts.first().and_then(|verdict| verdict.blames);
        diagnosis.troubles = verdicts
            .into_iter()
            .map(|verdict| verdict.trouble)
            .collect();
        forks::hedge(&rules, &mut diagnosis);
        diagnosis.facts.extend(rules.facts(&diagnosis.troubles));
        next::unknown(&rules, &mut diagnosis);
        next::ask(&rules, &mut diagnosis);
        if let Some(worst) = diagnosis
            .troubles
            .first()
            .filter(|_| diagnosis.is_conclusive())
        {
            let actions = remedies::candidates(&rules, worst);
            let tried = actions
                .iter()
                .map(|action| remedies::weigh(&rules, worst, action));
            diagnosis.remedies = tried.collect();
            forks::hedge_remedies(&mut diagnosis);
            sort(&mut diagnosis.remedies);
        }
    } else if let Some(fork) = fork {
        forks::judge(cells, fork, &mut diagnosis);
    } else if let Some(off) = off {
        // A pool that is off has no rules.
        (diagnosis.server.rules, diagnosis.server.known_by) = (None, None);
        diagnosis.troubles.push(off);
    } else if pooled && oracle {
        oracle::judge(capture, state, &mut diagnosis);
    } else if pooled {
        diagnosis
            .unknown
            .push(say("diagnose_unknown_nothing_read", &[]));
        next::ask_for_all(&mut diagnosis);
    } else if !server::is_aurora(capture) {
        let key = "diagnose_unknown_on_and_off";
        diagnosis.unknown.push(say(key, &[]));
    }
    diagnosis.facts.extend(cells.starved_fact());
    diagnosis.facts.extend(cells.cloud_fact());
    // Doubts are about the rule of groups of MariaDB and Percona Server.
    for doubt in state.doubts.iter().filter(|_| !oracle && fork.is_none()) {
        diagnosis.unknown.push(match doubt {
            Doubt::Mapping => say("diagnose_unknown_mapping", &[]),
            Doubt::Resized => say("diagnose_unknown_resized", &[]),
            Doubt::OwnSessions => say("diagnose_unknown_own_sessions", &[]),
        });
    }
    diagnosis.says = say(
        match diagnosis.guilty {
            Some(Guilty::Pool) => "diagnose_guilty_pool",
            Some(Guilty::Statements) => "diagnose_guilty_statements",
            Some(Guilty::Nothing) => "diagnose_guilty_nothing",
            None if is_off => "diagnose_guilty_off",
            None if diagnosis.is_conclusive() => "diagnose_guilty_connections",
            None => "diagnose_guilty_unknown",
        },
        &[],
    );
    if !oracle {
        let worst = diagnosis.troubles.first();
        diagnosis.like = worst.and_then(|worst| worst.cause.like());
        if let Some(like) = &mut diagnosis.like
            && like.scenario == "mariadb-two-groups"
            && diagnosis.server.rules == Some("percona")
        {
            like.scenario = "percona-two-groups";
        }
    }
    // What Kunpeng's plugin calls standby is not what MariaDB does, and the picture would say so.
    let drawn = !oracle && fork != Some(Fork::Kunpeng);
    (diagnosis, look.or_else(|| state.main()).filter(|_| drawn))
}

/// Judges an action: SQL, or `(client side) ...`. `None` if no trouble was found.
pub fn weigh(capture: &Capture, action: &str) -> Option<Remedy> {
    if server::is_oracle(&server::server(capture)) {
        return None;
    }
    let state = state::infer(capture);
    let cells = Cells {
        capture,
        state: &state,
    };
    let (rules, verdicts) = worst_look(cells)?;
    let worst = verdicts.first()?;
    Some(remedies::weigh(&rules, &worst.trouble, action))
}

/// Puts the remedies that help first.
fn sort(remedies: &mut Vec<Remedy>) {
    let rank = |remedy: &Remedy| match remedy.helps {
        Some(true) => 0,
        None => 1,
        Some(false) => 2,
    };
    order::sort(remedies, |a, b| rank(a).cmp(&rank(b)));
}

// The first look with trouble, else the first look.
fn worst_look(cells: Cells<'_>) -> Option<(Rules<'_>, Vec<Verdict>)> {
    let main = cells.state.main()?;
    let wrong = |(_, verdicts): &(Rules<'_>, Vec<Verdict>)| {
        let blames = verdicts.first().and_then(|verdict| verdict.blames);
        matches!(blames, Some(Guilty::Pool | Guilty::Statements))
    };
    let look = |look| {
        let rules = Rules::new(cells, look)?;
        let verdicts = rules.verdicts();
        Some((rules, verdicts))
    };
    let first = look(main)?;
    if wrong(&first) {
        return Some(first);
    }
    let mut later = (main + 1..cells.state.looks.len()).filter_map(look);
    Some(later.find(wrong).unwrap_or(first))
}

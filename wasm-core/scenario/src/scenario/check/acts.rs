//! Checks of what a hand does against the rest of the scenario.

use std::fmt::Display;

use super::found::Check;
use super::workload::set_global;
use crate::scenario::acts::Act;
use crate::scenario::arrivals::Arrivals;
use crate::scenario::scheduler_name::SchedulerName;
use crate::scenario::server::SIZE;
use crate::scenario::variables::variable;
use crate::scenario::workload::{Clients, NEEDS_LATCH};
use crate::scenario::{Scenario, Step};

const STREAM: &str = "the place in clients of a crowd whose arrivals are open or bursts";

fn is_stream(clients: &Clients) -> bool {
    matches!(clients.arrivals, Arrivals::Open(_) | Arrivals::Bursts(_))
}

/// Whether this scenario can be acted on so.
pub(super) fn act(c: &mut Check, path: &dyn Display, s: &Scenario, act: &Act) {
    let crowd = |client: u32| s.clients.get(client as usize);
    let pours = |client: u32| crowd(client).is_some_and(is_stream);
    if let Some(pour) = act.pour.as_ref().filter(|p| !pours(p.client)) {
        c.fail(format_args!("{path}.pour.client"), pour.client, STREAM);
    }
    let instead = act.hold.as_ref().and_then(|hold| hold.client);
    if let Some(client) = instead.filter(|client| !pours(*client)) {
        c.fail(format_args!("{path}.hold.client"), client, STREAM);
    }
    if let Some(set) = &act.set {
        let path = format_args!("{path}.set.{}", set.variable);
        set_global(c, &path, &s.server, &set.variable, &set.value);
        let (scheduler, version) = (s.server.scheduler, s.server.version());
        if variable(scheduler, version, &set.variable).is_some_and(|row| row.is_of(SIZE)) {
            let allowed = "another variable: a hand does not make groups";
            c.fail(path, &set.value, allowed);
        }
    }
    if let Some(between) = &act.between {
        let timed =
            |clients: &Clients| matches!(clients.arrivals, Arrivals::Open(_) | Arrivals::Closed(_));
        if !crowd(between.client).is_some_and(timed) {
            let allowed = "the place in clients of a crowd whose arrivals are open or closed";
            c.fail(
                format_args!("{path}.between.client"),
                between.client,
                allowed,
            );
        }
    }
    if let Some(work) = &act.work {
        let statements = crowd(work.client).map(|clients| &clients.statements);
        let statement = statements.and_then(|all| all.get(work.statement as usize));
        let step = statement.and_then(|statement| statement.steps.get(work.step as usize));
        if step.is_none_or(|step| step.span().is_none()) {
            let allowed = "client, statement and step of a step that has a duration";
            c.fail(format_args!("{path}.work"), work.step, allowed);
        }
    }
    for name in [&act.lock, &act.unlock].into_iter().flatten() {
        if !steps(s).any(|step| takes(step, name)) {
            c.fail(path, name, "a lock that a statement of the scenario takes");
        }
    }
    let reads = matches!(
        s.server.scheduler,
        SchedulerName::Mariadb | SchedulerName::Percona
    );
    if act.door_open.is_some() && !reads {
        let allowed = "a server that is mariadb or percona";
        c.fail(
            format_args!("{path}.door_open"),
            s.server.scheduler.as_str(),
            allowed,
        );
    }
    if act.stall_us.is_some() && s.machine.latch.is_none() {
        c.fail(format_args!("{path}.stall_us"), "a stall", NEEDS_LATCH);
    }
}

fn takes(step: &Step, lock: &str) -> bool {
    step.lock.as_deref() == Some(lock)
}

fn steps(s: &Scenario) -> impl Iterator<Item = &Step> {
    let loops = s.loops.iter().flat_map(|l| &l.statements);
    let crowds = s.clients.iter().flat_map(|crowd| &crowd.statements);
    let of_statements = loops.chain(crowds).flat_map(|statement| &statement.steps);
    let of_requests = s.requests.iter().flat_map(|request| &request.steps);
    of_statements.chain(of_requests)
}

//! The limits that variables set, and what one step may do within them.

use poolscope_engine::ids::{GroupId, Index};
use std::collections::{BTreeMap, BTreeSet};

use poolscope_engine::event::{Event, EventKind};
use poolscope_engine::frame::Frame;
use poolscope_engine::reason::{Lane, StartedVia, Trigger};
use serde_json::Value;

/// The variables that these laws need, updated by SET GLOBAL.
pub struct Limits {
    pub scheduler: String,
    percona: bool,
    pub oracle: bool,
    /// The most threads of a group that may be with a connection, by Oracle's transaction limit.
    bound: Option<u32>,
    /// Groups whose limit is suspended.
    suspended: BTreeSet<GroupId>,
    /// When Oracle's checker last moved a statement of a group up.
    moved_up_ns: BTreeMap<GroupId, u64>,
    pub consumers: usize,
    dedicated: bool,
    admin: bool,
    oversubscribe: u64,
    max_threads: u64,
}

impl Limits {
    pub fn new(json: &Value) -> Limits {
        let server = &json["server"];
        let connections = json["connections"].as_array().unwrap();
        Limits {
            scheduler: server["scheduler"].as_str().unwrap().to_owned(),
            percona: server["scheduler"] == "percona",
            oracle: server["scheduler"] == "oracle",
            bound: (server["thread_pool_max_transactions_limit"].as_u64())
                .filter(|most| *most > 0)
                .map(|most| {
                    let share = most.div_ceil(server["thread_pool_size"].as_u64().unwrap());
                    share as u32 + u32::from(server["version"] == "9.7")
                }),
            suspended: BTreeSet::new(),
            moved_up_ns: BTreeMap::new(),
            consumers: match server["scheduler"].as_str() {
                Some("oracle") => server["thread_pool_query_threads_per_group"]
                    .as_u64()
                    .unwrap_or(1) as usize,
                _ => usize::MAX,
            },
            dedicated: server["thread_pool_dedicated_listener"] == true,
            admin: connections.iter().any(|c| c["port"] == "admin"),
            oversubscribe: server["thread_pool_oversubscribe"].as_u64().unwrap_or(0),
            max_threads: server["thread_pool_max_threads"].as_u64().unwrap_or(0),
        }
    }

    pub fn follow(&mut self, event: &Event) {
        match &event.kind {
            EventKind::VariableSet { variable, value } => match variable.as_str() {
                "thread_pool_oversubscribe" => self.oversubscribe = value.parse().unwrap(),
                "thread_pool_max_threads" => self.max_threads = value.parse().unwrap(),
                _ => {}
            },
            EventKind::LimitSuspended { group, .. } => {
                self.suspended.insert(*group);
            }
            EventKind::LimitRestored { group, .. } => {
                self.suspended.remove(group);
            }
            EventKind::Promoted {
                group,
                waited_ns,
                limit_ns,
                ..
            } if self.oracle => {
                assert!(waited_ns > limit_ns, "{event:?}");
                let last = self.moved_up_ns.insert(*group, event.at_ns);
                assert!(
                    last.is_none_or(|at| event.at_ns - at >= 10_000_000),
                    "{event:?}"
                );
            }
            _ => {}
        }
    }
}

fn counted(events: &[&Event], wanted: impl Fn(&EventKind) -> bool) -> u32 {
    events.iter().filter(|e| wanted(&e.kind)).count() as u32
}

/// Checks the creations and dequeues in a step's events against the state around it.
pub fn a_step_keeps_the_limits(limits: &Limits, before: &Frame, after: &Frame, events: &[&Event]) {
    let mut connects = BTreeMap::new();
    for (i, event) in events.iter().enumerate() {
        if let EventKind::RequestStarted {
            group: Some(g),
            via: StartedVia::Queue { .. } | StartedVia::DirectExecution,
            ..
        } = event.kind
            && let Some(most) = limits.bound
            && !limits.suspended.contains(&g)
        {
            let bound = after.groups.active[g.index()] + after.groups.waiting[g.index()];
            assert!(bound <= most, "{event:?}: {bound} of {most}");
        }
        match event.kind {
            EventKind::Connected { group: Some(g), .. } => *connects.entry(g).or_insert(0) += 1,
            EventKind::ThreadCreated {
                group: Some(g),
                threads,
                trigger,
                ..
            } => {
                if limits.oracle {
                    let connections = after.groups.connections[g.index()];
                    let handler = trigger == Trigger::Login;
                    assert!(handler || threads <= connections + 2, "{event:?}");
                    continue;
                }
                let moved = counted(events, |k| matches!(k, EventKind::GroupChanged { .. }));
                let of = |f: &Frame| f.groups.connections[g.index()];
                let connections = of(before).max(of(after)) + moved;
                let bounded = limits.scheduler != "mariadb-windows";
                assert!(
                    !bounded || limits.admin || threads <= connections + 1,
                    "{event:?}"
                );
                let others = counted(events, |k| matches!(k, EventKind::ThreadExited { .. }));
                let fits = u64::from(after.workers + others) <= limits.max_threads;
                assert!(limits.admin || threads <= 2 || fits, "{event:?}");
            }
            EventKind::RequestStarted {
                group: Some(g),
                via: StartedVia::Queue { lane: Lane::Low },
                ..
            } if limits.percona => {
                let created = counted(
                    events,
                    |k| matches!(k, EventKind::ThreadCreated { group: Some(of), .. } if *of == g),
                );
                let groups = &after.groups;
                let busy = groups.active[g.index()] + groups.waiting[g.index()] - created;
                assert!(
                    u64::from(busy) <= limits.oversubscribe + 1,
                    "{event:?}: {busy}"
                );
            }
            EventKind::RequestStarted {
                group: Some(g),
                via: StartedVia::ListenerSelfService | StartedVia::DirectExecution,
                ..
            } => {
                assert!(!limits.dedicated);
                // What the same thread has already taken from the queues in this step.
                let taken = counted(&events[..i], |k| {
                    matches!(
                        k,
                        EventKind::RequestStarted {
                            via: StartedVia::Queue { .. },
                            ..
                        } | EventKind::LoginStarted { .. }
                            | EventKind::RequestContinued { .. }
                            | EventKind::Disconnected { .. }
                    )
                });
                let queued = before.groups.high[g.index()] + before.groups.low[g.index()];
                assert!(queued <= taken, "{event:?}: {queued} in the queues");
            }
            _ => {}
        }
    }
}

//! The order within a lane and among sleeping threads.

use poolscope_engine::ids::{GroupId, ThreadId};
use std::collections::BTreeMap;

use poolscope_engine::event::{Event, EventKind};
use poolscope_engine::frame::{Frame, thread_state};
use poolscope_engine::reason::{IdleReason, Trigger};

use super::limits::Limits;

// The requests that wait in a lane, head first.
fn lane(f: &Frame, g: u32, lane: u8) -> Vec<(u32, u32)> {
    let here = |i: &usize| f.waiting.group[*i] == g && f.waiting.lane[*i] == lane;
    let all = (0..f.waiting.group.len()).filter(here);
    all.map(|i| (f.waiting.conn[i], f.waiting.request[i]))
        .collect()
}

/// Lanes are served from the head and grow at the tail. The list of MySQL 6.0 grows at its head, and its
/// poll skips sockets that are not armed yet.
pub fn lanes_keep_their_order(limits: &Limits, before: &Frame, after: &Frame) {
    let mysql_60 = limits.scheduler == "mysql-6.0";
    for g in 0..after.groups.threads.len() as u32 {
        for l in 0..3 {
            let (old, new) = (lane(before, g, l), lane(after, g, l));
            let kept = match (mysql_60, l) {
                (true, 1) => (0..=old.len()).any(|taken| new.ends_with(&old[taken..])),
                (true, 2) => {
                    let left: Vec<_> = old.iter().filter(|one| new.contains(one)).collect();
                    new.iter().zip(&left).all(|(a, b)| a == *b)
                }
                _ => (0..=old.len()).any(|taken| new.starts_with(&old[taken..])),
            };
            assert!(kept, "lane {l} of group {g}: {old:?} became {new:?}");
        }
    }
}

/// Follows the stack of idle workers of each group through the log. The followers of MySQL 6.0 queue for a mutex
/// instead. Oracle has two stacks: consumers, and reserves, which are woken only if there is no consumer.
pub fn wakes_are_in_order(limits: &Limits, first: &Frame, events: &[Event]) {
    let in_line = limits.scheduler == "mysql-6.0";
    let mut stacks: BTreeMap<GroupId, Vec<ThreadId>> = BTreeMap::new();
    let mut reserves: BTreeMap<GroupId, Vec<ThreadId>> = BTreeMap::new();
    for (i, id) in first.threads.id.iter().enumerate() {
        if first.threads.state[i] == thread_state::IDLE {
            let g = GroupId(first.threads.group[i]);
            let consumers = stacks.entry(g).or_default();
            if consumers.len() < limits.consumers {
                consumers.push(ThreadId(*id));
            } else {
                reserves.entry(g).or_default().push(ThreadId(*id));
            }
        }
    }
    for event in events {
        match event.kind {
            EventKind::ThreadIdle {
                thread,
                group: Some(g),
                why: IdleReason::Reserve,
            } => reserves.entry(g).or_default().push(thread),
            EventKind::ThreadIdle {
                thread,
                group: Some(g),
                ..
            } => stacks.entry(g).or_default().push(thread),
            // Woken for a login: a connect handler.
            EventKind::ThreadWoken {
                thread,
                group: Some(g),
                trigger,
            } if trigger != Trigger::Login => {
                let stack = stacks.entry(g).or_default();
                let next = match stack.is_empty() {
                    true => reserves.entry(g).or_default().pop(),
                    false if in_line => Some(stack.remove(0)),
                    false => stack.pop(),
                };
                assert_eq!(next, Some(thread));
            }
            EventKind::ThreadExited {
                thread,
                group: Some(g),
                ..
            } => {
                stacks.entry(g).or_default().retain(|t| *t != thread);
            }
            _ => {}
        }
    }
}

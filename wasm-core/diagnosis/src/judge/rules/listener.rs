//! A statement that computes took the listener.

use poolscope_scenario::tables::GROUPS;

use super::{Rules, Verdict};
use crate::capture::Group;
use crate::judge::condition::Condition;
use crate::judge::say::{Time, fact, say};
use crate::judge::{Cause, Guilty, Trouble};
use crate::order::tidy;
use crate::state::Seen;

impl Rules<'_> {
    // The listener took a statement that computes.
    pub(super) fn taken(&self, found: &mut Vec<Verdict>) {
        for (group, condition) in &self.conditions {
            let Condition::Taken {
                sure,
                stuck,
                age_us,
            } = condition
            else {
                continue;
            };
            let mut trouble = self.trouble(Cause::CpuStatementTookTheListener, vec![*group], *sure);
            trouble.stuck_connections = stuck.clone();
            trouble.blocking_connections = self
                .seen
                .on_threads(&[*group])
                .filter(|conn| !conn.sleeps_by_wish() && conn.lock.is_none())
                .map(|conn| conn.id)
                .collect();
            tidy(&mut trouble.blocking_connections);
            let twice = Time(2 * self.state.vars.stall_us());
            trouble.says = say(
                trouble.cause.about().says,
                &[
                    ("group", group),
                    ("connections", &&trouble.blocking_connections),
                    ("age", &Time(*age_us)),
                    ("twice", &twice),
                ],
            );
            let free = |row: &Group| row.standby_threads > 0;
            let key = match self.seen.row(*group).is_some_and(free) {
                true => "diagnose_fact_unheard_free",
                false => "diagnose_fact_unheard",
            };
            trouble.evidence.push(fact(
                key,
                &[("group", group)],
                self.cells.group(self.look, *group, &GROUPS[1..]),
            ));
            let held = trouble.blocking_connections.clone();
            if let Some(mut computes) = self.holders_fact(&held, "diagnose_fact_computes") {
                computes
                    .from
                    .extend(self.cells.group(self.look, *group, &["ACTIVE_THREADS"]));
                computes.from.extend(self.cells.waits("SLEEP"));
                trouble.evidence.push(computes);
            }
            trouble.evidence.extend(self.frozen_fact(&[*group]));
            if self.state.moved(*group).is_some_and(|m| m.by_timer > 0) {
                let by_timer = ["WAKES_DUE_TO_STALL", "THREAD_CREATIONS_DUE_TO_STALL"];
                let mut from = self.cells.grown(*group, &by_timer);
                from.extend(self.cells.grown(*group, &["STALLS"]));
                let helped = fact("diagnose_fact_timer_helped", &[("group", group)], from);
                trouble.evidence.push(helped);
            }
            self.again(&mut trouble, *group);
            trouble.evidence.push(fact(
                "diagnose_fact_twice_stall_limit",
                &[("twice", &twice)],
                self.cells.variable("thread_pool_stall_limit"),
            ));
            let unread = self.unread_fact(&trouble, &[*group]);
            trouble.evidence.extend(unread);
            trouble.evidence.extend(self.stall_flag_fact(&[*group]));
            found.push(trouble.blames(Guilty::Pool));
        }
    }

    // At a later look the group listens again: the trouble recurs.
    fn again(&self, trouble: &mut Trouble, group: u32) {
        let listens = |(_, seen): &(usize, &Seen)| {
            let row = seen.row(group);
            row.is_some_and(|row| row.has_listener)
        };
        let mut later = self.state.looks.iter().enumerate().skip(self.look + 1);
        if let Some((look, _)) = later.find(listens) {
            let from = self.cells.group(look, group, &GROUPS[1..]);
            let again = fact("diagnose_fact_listens_again", &[("group", &group)], from);
            trouble.evidence.push(again);
        }
    }
}

//! Verdicts from a STATE alone: waits that are not reported to the pool.

use super::{Rules, Verdict, stick};
use crate::judge::condition::Condition;
use crate::judge::say::{Time, say};
use crate::judge::{Cause, Guilty};
use crate::state::SECOND_US;
use crate::states::Wait;

impl Rules<'_> {
    // A STATE that is enough for a verdict, whatever the groups look like: these waits are not reported to
    // the pool, and other statements queue behind them.
    pub(super) fn stated(&self, found: &mut Vec<Verdict>) {
        for (kind, cause, key) in [
            (Wait::Space, Cause::DiskFull, "diagnose_fact_wait_space"),
            (
                Wait::Ack,
                Cause::WaitsForSemiSyncAck,
                "diagnose_fact_wait_ack",
            ),
        ] {
            let those: Vec<u64> = self.waits_for(kind).map(|conn| conn.id).collect();
            let ages = self.waits_for(kind).filter_map(|conn| conn.age_us);
            let age = ages.max().unwrap_or(0);
            // Even with a replica's answer a commit takes a moment.
            if those.is_empty() || kind == Wait::Ack && age < SECOND_US {
                continue;
            }
            let troubled =
                |condition: &Condition| !matches!(condition, Condition::Well | Condition::Unmissed);
            let groups = self.conditions.iter().filter(|(_, of)| troubled(of));
            let groups: Vec<u32> = groups.map(|(group, _)| *group).collect();
            let mut trouble = self.trouble(cause, groups.clone(), 0.95);
            trouble.wait = Some(kind);
            self.strand(&mut trouble, &groups, kind == Wait::Space);
            if kind == Wait::Ack {
                stick(&mut trouble, &those);
            } else {
                trouble.blocking_connections.clone_from(&those);
            }
            let count = those.len();
            trouble.says = say(
                cause.about().says,
                &[
                    ("count", &count),
                    ("connections", &&those),
                    ("age", &Time(age)),
                ],
            );
            trouble.evidence.extend(self.holders_fact(&those, key));
            trouble.evidence.extend(self.cap_fact());
            trouble.evidence.extend(self.frozen_fact(&groups));
            trouble.evidence.extend(self.queue_fact(&groups));
            let unread = self.unread_fact(&trouble, &groups);
            trouble.evidence.extend(unread);
            trouble.evidence.extend(self.log_facts());
            // Without the groups' table: as many statements as threads are allowed.
            let on = self.seen.groups.values().map(|seen| seen.on_threads.len());
            let on: usize = on.sum();
            let most = self
                .state
                .vars
                .max_threads
                .map_or(usize::MAX, |most| most as usize);
            let blames = match (kind, groups.is_empty()) {
                (Wait::Space, false) => Some(Guilty::Pool),
                (Wait::Space, true) if !self.seen.has_groups && on >= most => Some(Guilty::Pool),
                (Wait::Space, true) if !self.seen.has_groups => None,
                _ => Some(Guilty::Statements),
            };
            found.push(trouble.blames(blames));
            return;
        }
    }
}

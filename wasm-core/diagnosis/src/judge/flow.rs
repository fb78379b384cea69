//! The condition of one group: from its rows at each look, what changed between them, and the ages of the statements
//! on its threads. Without enough evidence it is `Unsure`, never `Well`.

use crate::capture::Group;
use crate::judge::Known;
use crate::state::{GroupSeen, SECOND_US, State, sum, total};

/// From this time on a wait in the queue is noticeable: a hundred milliseconds.
pub(super) const FELT_US: u64 = 100_000;

/// Why requests are queued while others are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueueCause {
    /// Its threads wait, and it may not get another one.
    Capped,
    /// As many run as `thread_pool_oversubscribe` allows.
    Saturated,
    /// Fewer run than allowed, and the stall timer adds them one by one.
    Paced,
    /// Fewer run than allowed, and none is added: the timer sees the queue moving.
    Moving,
}

/// The condition of a group.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    /// Nothing is wrong.
    Well,
    /// No listener, and no client that needs one.
    Unmissed,
    /// No thread reads until a statement ends.
    Deaf { known: Known, creation_fails: bool },
    /// It reads, but no thread is left to serve the queue.
    Full { known: Known, creation_fails: bool },
    /// A statement that computes took the listener.
    Taken {
        known: Known,
        stuck: Vec<u64>,
        age_us: u64,
    },
    /// Requests are queued, for about this long.
    Queueing {
        known: Known,
        wait_us: u64,
        why: QueueCause,
    },
    /// The evidence is not enough.
    Unsure,
}

impl State {
    fn rows(&self, group: u32) -> impl Iterator<Item = &Group> {
        let looks = self.looks.iter();
        looks.filter_map(move |look| look.row(group))
    }

    /// Longest queue of the looks.
    pub(super) fn longest_queue(&self, group: u32) -> u32 {
        let seen = self.looks.iter().filter_map(|look| look.groups.get(&group));
        seen.map(GroupSeen::queue).max().unwrap_or(0)
    }

    /// Whether no thread reads the group until a statement ends.
    pub fn is_deaf(&self, look: usize, group: u32) -> bool {
        matches!(self.condition(look, group), Condition::Deaf { .. })
    }

    pub(super) fn condition(&self, look: usize, group: u32) -> Condition {
        let seen = self.group(look, group);
        let Some((seen, row)) = seen.and_then(|seen| Some((seen, seen.row.as_ref()?))) else {
            return Condition::Unsure;
        };
        if row.threads == 0 {
            return match row.queue_length {
                0 => Condition::Well,
                _ => Condition::Unsure,
            };
        }
        let busy = row.standby_threads == 0;
        match (row.has_listener, busy) {
            (true, _) => self.with_listener(look, group, seen, row),
            (false, true) => self.without_thread(look, group, seen, row),
            (false, false) if row.active_threads > 0 => self.taken(look, group),
            // Threads were woken and have not started work.
            (false, false) => self.line(look, group).unwrap_or(Condition::Well),
        }
    }

    fn without_thread(&self, look: usize, group: u32, seen: &GroupSeen, row: &Group) -> Condition {
        let moved = self.moved(group);
        let mut later = self.looks.iter().skip(look + 1);
        let recovered = later.any(|seen| {
            let row = seen.row(group);
            row.is_some_and(|row| row.has_listener || row.standby_threads > 0)
        });
        let young = self.youngest_us(look, group);
        let patience = self.vars.patience_us();
        let old = young.is_some_and(|us| us > patience && !self.served_since(look, group, us));
        let covered = 2 * seen.on_threads.len() >= row.threads as usize;
        let proven = old && covered && !recovered;
        // What changed between the looks, changed after the first but before the last.
        let moves = moved.is_some_and(|m| m.taken() > 0);
        if moves && !(proven && look > 0) {
            return self.line(look, group).unwrap_or(Condition::Well);
        }
        let known = if recovered {
            None
        } else if proven || moved.is_some() && !moves && self.rows(group).count() > 1 {
            Some(Known::Certain)
        } else {
            None
        };
        let capped = self.at_cap(look);
        let creation_fails = capped == Some(false);
        match known {
            Some(known) if row.active_threads == 0 => Condition::Deaf {
                known,
                creation_fails,
            },
            // A thread computes: the timer adds another one within two rounds, if allowed.
            Some(known) if old && capped != Some(false) => Condition::Deaf {
                known: known.min(Known::Probable),
                creation_fails,
            },
            None if row.active_threads == 0 => {
                let passing = recovered || young.is_some_and(|us| us <= patience);
                let line = if passing {
                    self.line(look, group)
                } else {
                    None
                };
                line.unwrap_or(Condition::Unsure)
            }
            _ => self.taken(look, group),
        }
    }

    // A thread listens. None serves if all others wait and none may be created.
    fn with_listener(&self, look: usize, group: u32, seen: &GroupSeen, row: &Group) -> Condition {
        let idle = row.standby_threads > 0 || row.active_threads > 0;
        let patience = self.vars.patience_us();
        if row.queue_length > 0 && !idle && row.threads > 1 {
            let frozen = self.moved(group).map(|m| m.dequeues == 0);
            let young = self
                .youngest_us(look, group)
                .is_some_and(|us| us > patience);
            let old = seen
                .oldest_us
                .is_some_and(|us| us > total([patience, self.vars.stall_us()]));
            let all = self
                .rows(group)
                .all(|r| r.queue_length > 0 && r.standby_threads == 0);
            let known = match frozen {
                Some(true) if all => Some(Known::Certain),
                None if young && (old || seen.oldest_us.is_none()) => Some(Known::Probable),
                _ => None,
            };
            if let Some(known) = known {
                let creation_fails = self.at_cap(look) == Some(false);
                return Condition::Full {
                    known,
                    creation_fails,
                };
            }
        }
        self.line(look, group).unwrap_or(Condition::Well)
    }

    // No listener, and a busy thread: the listener took a statement itself, as it always does with an empty
    // queue. Harmless if the statement is short, or if no other client of the group sends requests.
    fn taken(&self, look: usize, group: u32) -> Condition {
        let moved = self.moved(group);
        let or_line = |other: Condition| self.line(look, group).unwrap_or(other);
        // At a later look, earlier changes say nothing about it.
        let later = look > 0 && moved.is_some_and(|m| m.taken() > 0);
        let passing = match moved {
            Some(m) if m.dequeues > 0 => Condition::Well,
            _ => Condition::Unsure,
        };
        let Some(age_us) = self.youngest_us(look, group) else {
            return or_line(passing);
        };
        if age_us < FELT_US || self.served_since(look, group, age_us) {
            return or_line(passing);
        }
        let stuck = self.recent(look, group, age_us);
        let still = moved.map(|m| m.taken() == 0);
        let by_timer = moved.is_some_and(|m| m.by_timer > 0);
        let known = match (still, stuck.len()) {
            (_, 0) => return or_line(Condition::Unmissed),
            (_, 1) if later => return or_line(Condition::Well),
            (_, _) if later && age_us < self.vars.stall_us() => return or_line(Condition::Well),
            (_, _) if later => Known::Probable,
            (Some(true), _) => Known::Certain,
            (Some(false), _) if by_timer => Known::Probable,
            // It ended before the timer acted.
            (Some(false), _) => return or_line(Condition::Well),
            (None, 1) => return or_line(Condition::Unsure),
            (None, 2) => Known::Possible,
            (None, _) => Known::Probable,
        };
        Condition::Taken {
            known,
            stuck,
            age_us,
        }
    }

    // How long requests are queued: the queue divided by the rate at which it is served, or its oldest entry.
    fn line(&self, look: usize, group: u32) -> Option<Condition> {
        let queue = u64::from(self.longest_queue(group));
        if queue < 2 {
            return None;
        }
        let moved = self.moved(group);
        let seen = self.group(look, group)?;
        let row = self.rows(group).max_by_key(|row| row.queue_length)?;
        let span = self.between.as_ref().map_or(0, |between| between.span_us);
        let oldest = self
            .looks
            .iter()
            .filter_map(|look| look.groups.get(&group)?.oldest_us)
            .max();
        let by_age = oldest.map_or(0, |us| us.saturating_sub(self.vars.blur_us()));
        let (wait_us, known) = match moved {
            Some(m) if m.dequeues > 0 => (queue.saturating_mul(span) / m.dequeues, Known::Certain),
            Some(_) => (span.max(by_age), Known::Probable),
            None if by_age >= FELT_US => (by_age, Known::Probable),
            None => match (self.by_service(look, group, queue), oldest) {
                (Some(us), _) => (us, Known::Possible),
                (None, Some(us)) if us < FELT_US => (us, Known::Possible),
                (None, _) => return Some(Condition::Unsure),
            },
        };
        if wait_us < FELT_US {
            return Some(Condition::Well);
        }
        let may_not = self
            .at_cap(look)
            .unwrap_or(row.active_threads == 0 && seen.waiting > 0);
        let full = match self.vars.limit() {
            Some(limit) => row.active_threads >= limit,
            None => row.active_threads > 0,
        };
        // The paste does not show what holds the threads, and nothing moves: a lock, or an unreported wait.
        let still = moved.map_or(by_age > 4 * SECOND_US, |m| m.dequeues == 0);
        if still && seen.on_threads.is_empty() {
            return Some(Condition::Unsure);
        }
        let why = if may_not && row.standby_threads == 0 && seen.waiting >= row.active_threads {
            QueueCause::Capped
        } else if full {
            QueueCause::Saturated
        } else if moved.is_some_and(|m| m.dequeues > 0 && m.paced() == 0) {
            QueueCause::Moving
        } else {
            QueueCause::Paced
        };
        Some(Condition::Queueing {
            known,
            wait_us,
            why,
        })
    }

    // A running statement is half done, on average. Valid only if all running ones are in the paste.
    fn by_service(&self, look: usize, group: u32, queue: u64) -> Option<u64> {
        let seen = self.looks.get(look)?;
        let of = seen.groups.get(&group)?;
        let busy = u64::from(sum([of.row.as_ref()?.active_threads, of.waiting]));
        let conns = of.on_threads.iter().filter_map(|id| seen.conns.get(id));
        let ages: Option<Vec<u64>> = conns
            .filter(|conn| !conn.row.is_self)
            .map(|conn| conn.age_us.filter(|_| conn.exact))
            .collect();
        let ages = ages?;
        let threads = u64::try_from(ages.len())
            .ok()
            .filter(|n| *n > 0 && *n >= busy)?;
        let served = total(ages).saturating_mul(queue).saturating_mul(2);
        Some(served / threads / threads)
    }
}

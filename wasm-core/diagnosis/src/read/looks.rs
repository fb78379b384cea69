//! Groups the tables of a paste into looks.

use std::mem;

use crate::capture::{
    At, Capture, Form, Gap, Group, InnodbStatus, LockWait, Look, MetadataLock, Missing, Process,
    Queued, Stats, Tp, TpRow, Trx, Xa,
};
use crate::order::{self, Map};

pub type Counters = Map<String, At<u64>>;

/// Metadata locks, and the connections that they name.
pub type Named = (Vec<MetadataLock>, Vec<Process>);

/// A row of a table of lock waits.
pub struct WaitRow {
    pub wait: LockWait,
    /// Both transactions, if the row names their connections.
    pub of: Vec<Trx>,
    /// The lock that is waited for, by its id in INNODB_LOCKS or data_locks.
    pub lock_id: String,
    /// THREAD_ID of both.
    pub threads: [Option<u64>; 2],
}

/// A row of events_transactions_current of an open transaction.
pub struct OpenTrx {
    pub id: Option<u64>,
    pub thread_id: Option<u64>,
    pub autocommit: bool,
}

/// What SHOW ENGINE INNODB STATUS shows.
#[derive(Default)]
pub struct Monitor {
    pub trx: Vec<Trx>,
    pub waits: Vec<LockWait>,
    pub sessions: Vec<Process>,
    pub rest: InnodbStatus,
}

/// The contribution of one table to a look.
pub enum LookPart {
    Now(At<u64>),
    Groups(Vec<Group>),
    Queues(Vec<Queued>),
    Stats(Vec<Stats>),
    Waits(Counters),
    Status(Counters),
    Processlist(Vec<Process>),
    Trx(Vec<Trx>),
    LockWaits(Vec<WaitRow>),
    /// INNODB_LOCKS, data_locks: each lock's id, with its mode and table.
    Locks(Vec<(String, LockWait)>),
    MetadataLocks(Named),
    /// Of each connection or thread with an open transaction: whether that is one statement.
    Transactions(Vec<OpenTrx>),
    Xa(Vec<Xa>),
    Sessions(Vec<Process>),
    Monitor(Box<Monitor>),
    /// One of Oracle's tables.
    Tp(Tp, Vec<TpRow>),
}

pub struct Piece {
    pub part: LookPart,
    /// Digest of its cells, equal for two copies of one answer; [`NO_DIGEST`] if it is not a table.
    pub digest: u64,
    pub block: usize,
    pub form: Form,
    /// The statement was printed before it, so the question is known.
    pub echoed: bool,
}

pub const NO_DIGEST: u64 = 0;

/// FNV-1a.
pub fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[derive(Default)]
struct Draft {
    at: Option<At<u64>>,
    pieces: Vec<Piece>,
    /// Tables that this look already has, word for word: pasted twice, or the start of the next look.
    doubles: Vec<Piece>,
}

enum Fit {
    Belongs,
    Double,
    Next,
}

impl Draft {
    fn fit(&self, piece: &Piece) -> Fit {
        let same = self
            .pieces
            .iter()
            .filter(|have| have.part.is_like(&piece.part));
        let mut fit = Fit::Belongs;
        for have in same {
            if have.digest == piece.digest && have.digest != NO_DIGEST {
                return Fit::Double;
            }
            // Several SHOW STATUS, each with different names.
            fit = match (&have.part, &piece.part) {
                (LookPart::Status(a), LookPart::Status(b))
                    if b.keys().all(|key| !a.contains_key(key)) =>
                {
                    fit
                }
                (LookPart::Processlist(a), LookPart::Processlist(b)) if names_threads(a, b) => fit,
                _ => Fit::Next,
            };
        }
        fit
    }

    /// When its server started, in seconds on the server's clock.
    fn started_s(&self) -> Option<u64> {
        let uptime = self.pieces.iter().find_map(|piece| {
            let LookPart::Status(counters) = &piece.part else {
                return None;
            };
            counters.get("Uptime")
        });
        (self.at.as_ref()?.value / 1_000_000).checked_sub(uptime?.value)
    }

    fn has_groups(&self) -> bool {
        self.pieces.iter().any(|piece| {
            matches!(
                piece.part,
                LookPart::Groups(_) | LookPart::Tp(Tp::Groups, _)
            )
        })
    }
}

/// Whether two lists are of one moment, and only one of them names threads: SHOW PROCESSLIST and performance_schema.threads.
fn names_threads(one: &[Process], other: &[Process]) -> bool {
    let named = |rows: &[Process]| rows.iter().any(|row| row.thread_id.is_some());
    let mut both = one.iter().filter_map(|row| {
        let same = other.iter().find(|have| have.id == row.id)?;
        Some(row.time_us?.abs_diff(same.time_us?))
    });
    named(one) != named(other) && both.all(|apart_us| apart_us <= 1_000_000)
}

/// The list with the threads that another of the same moment names.
fn with_threads(one: Vec<Process>, other: Vec<Process>) -> Vec<Process> {
    let named = one.iter().any(|row| row.thread_id.is_some());
    let (mut list, of) = if named { (other, one) } else { (one, other) };
    for row in &mut list {
        let same = of.iter().find(|have| have.id == row.id);
        row.thread_id = same.and_then(|have| have.thread_id);
    }
    list
}

/// A look starts with its time; without times, with a table that the previous look already has.
pub fn assemble(pieces: Vec<Piece>, capture: &mut Capture) {
    let mut drafts = vec![Draft::default()];
    for piece in pieces {
        let Some(draft) = drafts.last_mut() else {
            return;
        };
        if let LookPart::Now(at) = piece.part {
            if draft.at.as_ref().is_some_and(|have| have.value == at.value) {
                continue;
            }
            if draft.at.is_some() || !draft.pieces.is_empty() {
                drafts.push(Draft::default());
            }
            if let Some(draft) = drafts.last_mut() {
                draft.at = Some(at.clone());
                draft.pieces.push(Piece {
                    part: LookPart::Now(at),
                    digest: NO_DIGEST,
                    ..piece
                });
            }
            continue;
        }
        match draft.fit(&piece) {
            Fit::Belongs => {
                draft.doubles.clear();
                draft.pieces.push(piece);
            }
            Fit::Double => draft.doubles.push(piece),
            Fit::Next => {
                let mut next = Draft {
                    pieces: mem::take(&mut draft.doubles),
                    ..Draft::default()
                };
                next.pieces.push(piece);
                drafts.push(next);
            }
        }
    }
    if let [.., before, last] = drafts.as_slice()
        && let (
            false,
            [
                Piece {
                    part: LookPart::Now(at),
                    ..
                },
            ],
        ) = (before.pieces.is_empty(), last.pieces.as_slice())
    {
        let (line, why) = (at.line, Missing::BrokeOff);
        capture.gaps.push(Gap {
            line,
            why,
            number: None,
            table: None,
        });
    }
    let mut drafts = merged(drafts);
    let before = drafts.len();
    let last = drafts.iter().filter_map(Draft::started_s).next_back();
    // After a restart, or for another server, only the last looks count, like the variables: counters started again.
    drafts.retain(|draft| match (draft.started_s(), last) {
        (Some(start), Some(last)) => start.abs_diff(last) <= 2,
        _ => true,
    });
    if drafts.iter().all(|draft| draft.at.is_some()) {
        let at = |draft: &Draft| draft.at.as_ref().map(|at| at.value);
        order::sort(&mut drafts, |a, b| at(a).cmp(&at(b)));
    }
    if drafts.len() > 2 && drafts.iter().filter(|draft| draft.has_groups()).count() >= 2 {
        drafts.retain(Draft::has_groups);
    }
    if drafts.len() > 2 {
        let last = drafts.pop();
        drafts.truncate(1);
        drafts.extend(last);
    }
    capture.left_out_looks = u32::try_from(before - drafts.len()).unwrap_or(u32::MAX);
    for (index, draft) in drafts.into_iter().enumerate() {
        for piece in &draft.pieces {
            if let Some(block) = capture.blocks.get_mut(piece.block) {
                block.look = u32::try_from(index).ok();
            }
        }
        let look = finished(draft, capture);
        capture.looks.push(look);
    }
}

/// Two copies of one look are merged: each fills gaps of the other.
fn merged(drafts: Vec<Draft>) -> Vec<Draft> {
    let mut out: Vec<Draft> = Vec::new();
    for draft in drafts {
        let real = draft
            .pieces
            .iter()
            .any(|piece| !matches!(piece.part, LookPart::Now(_)));
        if !real {
            continue;
        }
        let at = draft.at.as_ref().map(|at| at.value);
        let twin = out
            .iter_mut()
            .find(|have| at.is_some() && have.at.as_ref().map(|a| a.value) == at);
        let Some(twin) = twin else {
            out.push(draft);
            continue;
        };
        for piece in draft.pieces {
            let mut have = twin.pieces.iter_mut();
            let have = have.find(|have| have.part.is_like(&piece.part));
            match have {
                None => twin.pieces.push(piece),
                // The complete one.
                Some(have) if piece.part.rows() > have.part.rows() => *have = piece,
                Some(_) => {}
            }
        }
    }
    out
}

impl LookPart {
    /// Whether the other is of the same table.
    fn is_like(&self, other: &LookPart) -> bool {
        match (self, other) {
            (LookPart::Tp(one, _), LookPart::Tp(other, _)) => one == other,
            _ => mem::discriminant(self) == mem::discriminant(other),
        }
    }

    pub fn rows(&self) -> usize {
        match self {
            LookPart::Now(_) => 1,
            LookPart::Groups(rows) => rows.len(),
            LookPart::Queues(rows) => rows.len(),
            LookPart::Stats(rows) => rows.len(),
            LookPart::Waits(rows) | LookPart::Status(rows) => rows.len(),
            LookPart::Processlist(rows) => rows.len(),
            LookPart::Trx(rows) => rows.len(),
            LookPart::LockWaits(rows) => rows.len(),
            LookPart::Locks(rows) => rows.len(),
            LookPart::MetadataLocks((rows, _)) => rows.len(),
            LookPart::Transactions(rows) => rows.len(),
            LookPart::Xa(rows) => rows.len(),
            LookPart::Sessions(rows) => rows.len(),
            LookPart::Monitor(monitor) => monitor.trx.len(),
            LookPart::Tp(_, rows) => rows.len(),
        }
    }
}

fn finished(draft: Draft, capture: &Capture) -> Look {
    let echoed = draft.pieces.iter().any(|piece| piece.echoed);
    let mut silent = false;
    let mut look = Look {
        taken_at_us: draft.at,
        ..Look::default()
    };
    let mut beside: (Vec<Trx>, Vec<LockWait>) = (Vec::new(), Vec::new());
    let mut told: Vec<Trx> = Vec::new();
    let mut waiting = Vec::new();
    let mut open = Vec::new();
    let mut locks = Vec::new();
    for piece in draft.pieces {
        match piece.part {
            LookPart::Now(_) => {}
            LookPart::Groups(rows) => {
                silent = matches!(
                    piece.form,
                    Form::Table | Form::Vertical | Form::Tab | Form::Html
                );
                look.groups = Some(rows);
            }
            LookPart::Queues(rows) => look.queues = Some(rows),
            LookPart::Stats(rows) => look.stats = Some(rows),
            LookPart::Waits(rows) => look.waits = Some(rows),
            LookPart::Status(rows) => look.status.extend(rows),
            LookPart::Processlist(rows) => {
                look.processlist = Some(match look.processlist.take() {
                    Some(before) => with_threads(before, rows),
                    None => rows,
                });
            }
            LookPart::Trx(rows) => look.trx = Some(rows),
            LookPart::Tp(_, rows) => look.tp.extend(rows),
            LookPart::LockWaits(rows) => {
                look.lock_waits = Some(Vec::new());
                waiting = rows;
            }
            LookPart::Locks(rows) => locks = rows,
            LookPart::MetadataLocks((rows, of)) => {
                look.metadata_locks.get_or_insert_default().extend(rows);
                look.sessions.extend(of);
            }
            LookPart::Transactions(rows) => open = rows,
            LookPart::Xa(rows) => look.xa = Some(rows),
            LookPart::Sessions(rows) => look.sessions.extend(rows),
            LookPart::Monitor(monitor) => {
                told.extend(monitor.trx.iter().cloned());
                beside.0.extend(monitor.trx);
                beside.1.extend(monitor.waits);
                look.sessions.extend(monitor.sessions);
                look.innodb = Some(monitor.rest);
            }
        }
    }
    let connection = |thread: Option<u64>| {
        let rows = look.processlist.iter().flatten();
        let row = rows
            .filter(|row| row.thread_id.is_some())
            .find(|row| row.thread_id == thread);
        row.map(|row| row.id)
    };
    for mut row in waiting {
        if row.of.is_empty() {
            let wait = &row.wait;
            let sides = [
                (&wait.requesting_trx_id, "LOCK WAIT"),
                (&wait.blocking_trx_id, "RUNNING"),
            ];
            row.of.extend(sides.into_iter().zip(row.threads).filter_map(
                |((id, state), thread)| {
                    Some(Trx {
                        line: wait.line,
                        trx_id: id.clone(),
                        trx_state: state.to_owned(),
                        trx_mysql_thread_id: Some(connection(thread)?),
                        ..Trx::default()
                    })
                },
            ));
        }
        if let Some((_, lock)) = locks.iter().find(|(id, _)| *id == row.lock_id) {
            row.wait.mode = row.wait.mode.or(lock.mode.clone());
            row.wait.table = row.wait.table.or(lock.table.clone());
        }
        beside.0.extend(row.of);
        look.lock_waits.get_or_insert_default().push(row.wait);
    }
    let named: Vec<_> = look
        .metadata_locks
        .iter()
        .flatten()
        .map(|lock| connection(lock.thread_id))
        .collect();
    for (lock, id) in look.metadata_locks.iter_mut().flatten().zip(named) {
        lock.connection_id = lock.connection_id.or(id);
        lock.thread_id = lock.thread_id.filter(|_| lock.connection_id.is_none());
    }
    for row in look.processlist.iter_mut().flatten() {
        let own = open.iter().find(|trx| match trx.id {
            Some(id) => id == row.id,
            None => trx.thread_id.is_some() && trx.thread_id == row.thread_id,
        });
        row.autocommit = row.autocommit.or(own.map(|trx| trx.autocommit));
    }
    // One row for each connection that no list has; the one that says most.
    let listed = |id: u64| look.processlist.iter().flatten().any(|row| row.id == id);
    look.sessions.retain(|row| !listed(row.id));
    order::sort(&mut look.sessions, |a, b| {
        (a.id, b.info.is_some()).cmp(&(b.id, a.info.is_some()))
    });
    look.sessions.dedup_by_key(|row| row.id);
    if look.trx.is_none() && !beside.0.is_empty() {
        order::sort(&mut beside.0, |a, b| {
            (&a.trx_id, &b.trx_state).cmp(&(&b.trx_id, &a.trx_state))
        });
        beside.0.dedup_by(|a, b| a.trx_id == b.trx_id);
        look.trx = Some(beside.0);
    }
    if look.lock_waits.is_none() && !beside.1.is_empty() {
        look.lock_waits = Some(beside.1);
    }
    let now = look.taken_at_us.as_ref().map(|at| at.value);
    for row in look.trx.iter_mut().flatten() {
        // Only the status tells a prepared transaction from an active one.
        let same = |other: &&Trx| {
            let id = row.trx_mysql_thread_id.filter(|id| *id > 0);
            id.is_some() && id == other.trx_mysql_thread_id
        };
        if let Some(told) = told
            .iter()
            .find(same)
            .filter(|_| row.trx_state == "RUNNING")
        {
            row.trx_state.clone_from(&told.trx_state);
        }
        let waited = now
            .zip(row.wait_started_us)
            .and_then(|(now, then)| now.checked_sub(then));
        row.waited_s = row.waited_s.or(waited.map(|us| us / 1_000_000));
    }
    let queued = look.groups.as_ref().map(|groups| {
        groups
            .iter()
            .map(|g| u64::from(g.queue_length))
            .sum::<u64>()
    });
    if look.queues.is_none() && silent && !echoed && queued == Some(0) {
        look.queues = Some(Vec::new());
        look.queues_inferred = true;
    }
    let set = capture
        .variables
        .get("thread_pool_size")
        .and_then(|size| size.value.parse().ok());
    let size = set.or(look.groups.as_ref().map(|groups| groups.len() as u64));
    if let Some(queues) = &mut look.queues {
        logins(queues, size.unwrap_or(0));
    }
    look
}

/// A login has no ID; after a row with an ID the server prints that one again.
fn logins(queues: &mut [Queued], size: u64) {
    let strange = |row: &Queued| {
        row.connection_id
            .and_then(|id| id.checked_rem(size))
            .is_some_and(|r| r != u64::from(row.group_id))
    };
    let ids = queues.iter().enumerate();
    let mut firsts: Vec<(u64, usize)> = ids
        .filter_map(|(at, row)| Some((row.connection_id?, at)))
        .collect();
    order::sort(&mut firsts, Ord::cmp);
    firsts.dedup_by_key(|(id, _)| *id);
    for at in 0..queues.len() {
        let Some(id) = queues.get(at).and_then(|row| row.connection_id) else {
            continue;
        };
        let first = firsts.binary_search_by_key(&id, |(id, _)| *id);
        let first = first.ok().and_then(|place| firsts.get(place));
        let first = first.map(|(_, first)| *first).filter(|first| *first < at);
        let odd = queues.get(at).is_some_and(strange);
        // The one of the two that can't have this ID; for the first row of a result without its top, only
        // that shows it.
        let login = match first {
            Some(first) => {
                let earlier = queues.get(first).is_some_and(strange) && !odd;
                if earlier { first } else { at }
            }
            None => {
                if at > 0 || !odd {
                    continue;
                }
                at
            }
        };
        if let Some(row) = queues.get_mut(login) {
            row.login = true;
        }
    }
}

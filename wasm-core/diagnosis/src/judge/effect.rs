//! What an action does: each of its steps is followed to its end, and then whatever it sets free, until nothing
//! changes. What no paste shows is a world: the same action is followed in each.
//!
//! The rules are the pool's own (`engine/RULES.md`) and observations of a MariaDB 10.11.19 (`content/captures`, each
//! remedy tried on a fresh repetition): a thread that becomes free takes from the queue first, then listens; a raised
//! `thread_pool_max_threads` takes effect at the next tick of the stall timer, one thread for each group; rolling
//! back a killed connection of the pool needs a thread of its group.

use super::Known;
use super::graph::{Again, Graph, Kind, Node};
use crate::state::{ConnPlace, within};
use crate::states::Wait;

/// A step of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Kill(u64),
    Query(u64),
    /// A variable and its value, in lower case.
    Set(String, String),
    /// XA ROLLBACK or COMMIT.
    Xa,
    /// Space on the disk.
    Space,
    /// The clients connect again.
    Reconnect,
    /// Anything else.
    Other,
}

impl Step {
    /// The connection that it ends, or whose statement it ends.
    pub fn ends(&self) -> Option<u64> {
        match self {
            Step::Kill(id) | Step::Query(id) => Some(*id),
            Step::Set(..) | Step::Xa | Step::Space | Step::Reconnect | Step::Other => None,
        }
    }

    /// Whether it changes how many threads the pool may have.
    pub fn raises(&self) -> bool {
        self.sets("thread_pool_max_threads").is_some()
    }

    /// The value that it gives a variable.
    pub fn sets(&self, name: &str) -> Option<&str> {
        match self {
            Step::Set(set, value) if set == name => Some(value),
            Step::Set(..) | Step::Kill(_) | Step::Query(_) | Step::Xa => None,
            Step::Space | Step::Reconnect | Step::Other => None,
        }
    }
}

/// The steps of an action, such as `KILL 7; SET GLOBAL thread_pool_size = 8`.
pub(super) fn steps(action: &str) -> Vec<Step> {
    let step = |statement: &str| {
        let plain = statement
            .to_ascii_lowercase()
            .replace(['=', '\'', '"'], " ");
        let words: Vec<&str> = plain
            .split_whitespace()
            .filter(|word| *word != "to")
            .collect();
        let id = |id: &str| id.parse::<u64>().ok();
        match words.as_slice() {
            ["set", "global", name, value, ..] => {
                let name = name.trim_start_matches("@@global.");
                Some(Step::Set(name.to_owned(), (*value).to_owned()))
            }
            ["kill", "query", one, ..] => id(one).map(Step::Query),
            ["kill", "connection", one, ..] | ["kill", one, ..] => id(one).map(Step::Kill),
            ["xa", ..] => Some(Step::Xa),
            ["(client", ..] => Some(Step::Reconnect),
            ["(space", ..] | ["(at", ..] => Some(Step::Space),
            ["nothing"] | [] => None,
            _ => Some(Step::Other),
        }
    };
    action.split(';').filter_map(step).collect()
}

/// What no paste shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct World {
    /// The holder that sleeps unheard has sent its next statement.
    pub sent: bool,
    /// Of accounts of which it is open, those in line want what those on the threads want.
    pub same: bool,
    /// Which candidate holds the lock.
    pub holder: usize,
    /// Those that may have come through `extra_port` belong to the pool.
    pub inside: bool,
    /// There is a pool of which the paste shows nothing, and no thread of it is free.
    pub pool: bool,
    /// Transactions of which it is not shown keep their locks after their statement.
    pub several: bool,
    /// Those that may wait again do.
    pub again: bool,
    /// Transactions that may be prepared are.
    pub prepared: bool,
    pub after: After,
}

/// What those do that get a lock. No table shows whether a client ends its transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// They let it go soon.
    Ends,
    /// They keep it, if it does not go with the statement.
    Keeps,
    /// And those that may want the same rows do.
    Rivals,
}

/// What an action does to a node.
const ENDED: u8 = 1;
const RELEASED: u8 = 2;
const KILLED: u8 = 4;
/// Taken from the queue, or read, and waiting now.
const CAUGHT: u8 = 8;
/// Its statement ended, and its transaction has yet to be.
const COMMITS: u8 = 16;
const READ: u8 = 32;
/// It got what it waited for, and keeps it.
const KEEPS: u8 = 64;

/// A group whose threads are held.
#[derive(Clone, Debug, Default)]
struct Held {
    group: u32,
    free: u64,
    threads: u64,
    listens: bool,
    /// Queued nodes; `None` is a login.
    queue: Vec<Option<usize>>,
    /// Nodes that lie unread, or may.
    unread: Vec<usize>,
}

/// The follow-up of an action in one world.
pub(super) struct Run<'g, 'a> {
    graph: &'g Graph<'a>,
    world: World,
    marks: Vec<u8>,
    /// Kinds of what those want that keep what they got.
    kept: Vec<usize>,
    groups: Vec<Held>,
    /// Threads that the pool may still create.
    spare: u64,
    logins: u32,
}

/// Whether those in line want what those on the threads want, by account: yes if four or more are alike there, no if
/// none of that account is there, else open.
pub(super) fn is_same(graph: &Graph<'_>, account: usize) -> Option<bool> {
    match graph.accounts.get(account).map_or(0, |of| of.count) {
        0 => Some(false),
        1..4 => None,
        _ => Some(true),
    }
}

impl<'g, 'a> Run<'g, 'a> {
    /// Follows an action to its end.
    pub fn follow(graph: &'g Graph<'a>, steps: &[Step], world: World) -> Self {
        let mut run = Run {
            graph,
            world,
            marks: vec![0; graph.nodes.len()],
            kept: Vec::new(),
            groups: Vec::new(),
            spare: 0,
            logins: 0,
        };
        run.start();
        for step in steps {
            run.step(step);
            run.settle();
        }
        run
    }

    fn start(&mut self) {
        let graph = self.graph;
        for group in graph
            .conditions
            .keys()
            .filter(|group| graph.is_held(**group))
        {
            let Some(seen) = graph.seen.groups.get(group) else {
                continue;
            };
            let mut held = Held {
                group: *group,
                ..Held::default()
            };
            if let Some(row) = &seen.row {
                held.threads = row.threads.into();
                held.listens = row.has_listener;
                held.free = row.standby_threads.into();
            } else {
                held.threads = seen.on_threads.len() as u64;
            }
            let logins = graph.logins(*group);
            held.queue.extend((0..logins).map(|_| None));
            held.queue.extend(
                seen.queued
                    .iter()
                    .filter_map(|id| graph.node(*id))
                    .map(Some),
            );
            self.groups.push(held);
        }
        for at in 0..graph.nodes.len() {
            let Some(node) = graph
                .nodes
                .get(at)
                .filter(|node| node.is(ConnPlace::Asleep) || node.is(ConnPlace::Killed))
            else {
                continue;
            };
            let killed = node.is_killed();
            if let Some(held) = node
                .group
                .filter(|_| self.pools(at))
                .and_then(|group| self.of(group))
            {
                held.unread.push(at);
                if killed {
                    self.mark(at, KILLED);
                }
            }
        }
        if self.groups.is_empty() {
            self.spare = u64::MAX;
        }
    }

    /// Whether it belongs to the pool in this world.
    pub fn pools(&self, at: usize) -> bool {
        match self.graph.nodes.get(at).map(|node| node.kind) {
            Some(Kind::Pool) => true,
            Some(Kind::Unsure) => self.world.inside,
            _ => false,
        }
    }

    pub fn has(&self, at: usize, mark: u8) -> bool {
        self.marks.get(at).is_some_and(|marks| marks & mark != 0)
    }

    fn mark(&mut self, at: usize, mark: u8) {
        if let Some(marks) = self.marks.get_mut(at) {
            *marks |= mark;
        }
    }

    fn held(&mut self, at: usize) -> Option<&mut Held> {
        if !self.pools(at) {
            return None;
        }
        let group = self.graph.nodes.get(at)?.group?;
        self.of(group)
    }

    fn of(&mut self, group: u32) -> Option<&mut Held> {
        self.groups.iter_mut().find(|held| held.group == group)
    }

    fn is_prepared(&self, node: &Node<'_>) -> bool {
        node.is_prepared() || node.may_be_prepared() && self.world.prepared
    }

    fn several(&self, at: usize) -> bool {
        let node = self.graph.nodes.get(at);
        node.is_some_and(|node| node.several.unwrap_or(self.world.several))
    }

    fn links_block(&self, at: usize) -> bool {
        let graph = self.graph;
        let out = graph.out.get(at).map_or(&[][..], |out| &out[..]);
        let mut links = out.iter().filter_map(|link| graph.links.get(*link));
        links.any(|link| {
            let holds = !link.open || graph.candidates.get(self.world.holder) == Some(&link.to);
            let gone = RELEASED | if graph.is_auto_inc(link) { ENDED } else { 0 };
            holds && !self.has(link.to, gone)
        })
    }

    fn is_blocked(&self, at: usize) -> bool {
        if self.has(at, CAUGHT) {
            return self.blocks_newcomer(at);
        }
        self.links_block(at) || self.is_forestalled(at)
    }

    // Whether another that waited for the same has got it before, and keeps it.
    fn is_forestalled(&self, at: usize) -> bool {
        let wants = &self.graph.wants;
        let rivals = |kind: &usize| wants.rivals(*kind, wants.kind(at));
        self.world.after == After::Rivals
            && (self.kept.iter().any(rivals) || self.has(at, KEEPS) && wants.rivals_its_like(at))
    }

    // Whether one that wants the same would wait: for those that its likes wait for, or for these. What holds a thread
    // without a lock holds it again.
    fn blocks_newcomer(&self, at: usize) -> bool {
        let account = self.graph.nodes.get(at).map(|node| node.account);
        let Some(of) = account.and_then(|account| self.graph.accounts.get(account)) else {
            return false;
        };
        let shares = |like: usize| self.has(like, KEEPS) && !self.graph.wants.rivals_its_like(like);
        let goes = |like: usize| {
            let links = self.graph.links_of(like);
            self.has(like, ENDED)
                && !links.is_empty()
                && links.iter().all(|link| self.graph.goes(link))
        };
        let gone = |like: usize| self.has(like, RELEASED) || shares(like) || goes(like);
        let blocks = |like: &usize| !gone(*like) || self.links_block(*like);
        !of.locked || of.likes.iter().any(blocks)
    }

    fn is_same(&self, at: usize) -> bool {
        let account = self
            .graph
            .nodes
            .get(at)
            .map_or(usize::MAX, |node| node.account);
        is_same(self.graph, account).unwrap_or(self.world.same)
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Kill(id) | Step::Query(id) => {
                let kill = matches!(step, Step::Kill(_));
                if let Some(at) = self.graph.node(*id) {
                    self.end(at, kill);
                }
            }
            Step::Set(name, value) if name == "thread_pool_max_threads" => {
                let most = value.parse().map_or(0, within);
                let now = self.graph.threads();
                if let (Some(now), false) = (now, self.graph.creation_fails()) {
                    self.spare = most.saturating_sub(now.into());
                }
            }
            Step::Set(name, value) if is_ack(name) => {
                if value == "off" || value == "0" {
                    self.release(Kind::Resource, Wait::Ack);
                }
            }
            Step::Set(name, value) if name == ENTER && value == "0" => {
                self.release(Kind::Resource, Wait::Enter)
            }
            Step::Space => self.release(Kind::Resource, Wait::Space),
            Step::Xa => self.release(Kind::Xa, Wait::Row),
            Step::Set(..) | Step::Reconnect | Step::Other => {}
        }
    }

    fn release(&mut self, kind: Kind, wait: Wait) {
        for at in 0..self.graph.nodes.len() {
            let links = self.graph.links.iter();
            let gone = self.has(at, KILLED) && self.has(at, READ);
            let orphan = kind == Kind::Xa && gone;
            let is = self
                .graph
                .nodes
                .get(at)
                .is_some_and(|node| node.kind == kind || orphan && self.is_prepared(node));
            if is
                && links
                    .clone()
                    .any(|link| link.to == at && (link.wait == wait || kind == Kind::Xa))
            {
                self.mark(at, ENDED | RELEASED);
            }
        }
    }

    // KILL, or KILL QUERY.
    fn end(&mut self, at: usize, kill: bool) {
        let Some(node) = self.graph.nodes.get(at) else {
            return;
        };
        let idle = node.sleeps() && !self.has(at, CAUGHT) || self.has(at, COMMITS);
        if self.has(at, RELEASED) && !self.has(at, CAUGHT) {
            return;
        }
        match (node.kind, kill) {
            // It goes when that has ended, and not before.
            _ if node.rolls_back() || node.is_killed() => {}
            // Its locks are those of a transaction without a connection when it has gone.
            _ if self.is_prepared(node) => {
                if kill {
                    self.mark(at, KILLED);
                    let waits = node.kind == Kind::Own && self.world.pool;
                    match self.held(at) {
                        Some(held) => held.unread.push(at),
                        None if waits => {}
                        None => self.mark(at, READ),
                    }
                }
            }
            (Kind::Xa | Kind::Hidden | Kind::Resource | Kind::Look, _) => {}
            // The server tries again only after a minute.
            _ if node.waits_for(Wait::Space) => {}
            (Kind::Own, true) if idle && self.world.pool => self.mark(at, KILLED),
            (Kind::Event | Kind::Own | Kind::System, true) => {
                self.mark(at, ENDED | RELEASED | KILLED)
            }
            (Kind::Event, false) => {}
            _ if idle && kill => {
                self.mark(at, KILLED);
                match self.held(at) {
                    // Also one that was read before, and had sent nothing.
                    Some(held) if held.unread.contains(&at) => {}
                    Some(held) => held.unread.push(at),
                    None => self.mark(at, ENDED | RELEASED),
                }
            }
            _ if idle => {}
            // A client that does not read is not heard.
            _ if node.waits_for(Wait::Client) && !kill => {}
            _ => {
                if kill {
                    self.mark(at, KILLED);
                }
                self.finish(at, !kill && self.several(at));
            }
        }
    }

    // A statement ends, and its thread is free. A transaction of several may keep its locks.
    fn finish(&mut self, at: usize, keeps: bool) {
        self.mark(at, if keeps { ENDED } else { ENDED | RELEASED });
        let on = self
            .graph
            .nodes
            .get(at)
            .is_some_and(|node| node.is(ConnPlace::Thread))
            || self.has(at, CAUGHT);
        if let Some(held) = self.held(at).filter(|_| on) {
            held.free += 1;
        }
    }

    fn settle(&mut self) {
        loop {
            let mut changed = false;
            for at in 0..self.graph.nodes.len() {
                changed |= self.proceed(at);
            }
            let groups: Vec<u32> = self.groups.iter().map(|held| held.group).collect();
            for group in &groups {
                changed |= self.serve(*group);
            }
            if changed {
                continue;
            }
            for group in &groups {
                changed |= self.tick(*group);
            }
            if !changed {
                break;
            }
        }
        self.hidden();
    }

    // A waiter that nobody blocks ends. The locks of a transaction of several statements go with its COMMIT.
    fn proceed(&mut self, at: usize) -> bool {
        let waits = self.has(at, CAUGHT) || self.graph.waits(at);
        if !waits || self.has(at, ENDED) || self.is_blocked(at) || self.waits_again(at) {
            return false;
        }
        if self.world.after != After::Ends && !self.graph.passes(at) {
            self.finish(at, true);
            self.mark(at, KEEPS);
            let kind = self.graph.wants.kind(at);
            if !self.kept.contains(&kind) {
                self.kept.push(kind);
            }
            return true;
        }
        let keeps = self.several(at) && !self.has(at, CAUGHT);
        self.finish(at, keeps);
        if keeps {
            self.mark(at, COMMITS);
            match self.held(at) {
                Some(held) => held.unread.push(at),
                None => self.mark(at, RELEASED),
            }
        }
        true
    }

    // Whether it meets another that holds what it wants.
    fn waits_again(&self, at: usize) -> bool {
        let again = self.graph.again.get(at).copied().unwrap_or(Again::No);
        let held = |at: &usize| !self.has(*at, RELEASED);
        self.world.again
            && match again {
                Again::No => false,
                Again::More => self.graph.idle.iter().any(held),
                Again::Alike | Again::Turn => true,
            }
    }

    // What a free thread takes: the queue first, then what lies unread.
    fn serve(&mut self, group: u32) -> bool {
        let mut changed = false;
        loop {
            let Some(held) = self.of(group) else {
                return changed;
            };
            if held.free == 0 {
                return changed;
            }
            if !held.queue.is_empty() {
                let next = held.queue.remove(0);
                changed = true;
                match next {
                    Some(at) => self.take(group, at),
                    None => self.take_login(group),
                }
            } else if !held.unread.is_empty() {
                changed = true;
                let unread = std::mem::take(&mut held.unread);
                held.queue.extend(unread.into_iter().map(Some));
            } else {
                held.listens = true;
                return changed;
            }
        }
    }

    fn take(&mut self, group: u32, at: usize) {
        let queued = self
            .graph
            .nodes
            .get(at)
            .is_some_and(|node| node.is(ConnPlace::Queue));
        self.mark(at, READ);
        let prepared = self
            .graph
            .nodes
            .get(at)
            .is_some_and(|node| self.is_prepared(node));
        if self.has(at, KILLED) && prepared {
            // Only XA ROLLBACK or COMMIT ends it now.
        } else if self.has(at, KILLED | COMMITS) {
            self.mark(at, ENDED | RELEASED);
        } else if !queued && self.graph.is_root(at) {
            if self.world.sent {
                self.mark(at, ENDED | RELEASED);
            }
        } else if self.is_same(at) && self.blocks_newcomer(at) {
            // What holds a thread without a lock has begun.
            let begun = self.graph.is_locked(at);
            self.mark(at, if begun { CAUGHT } else { CAUGHT | ENDED });
            if let Some(held) = self.of(group) {
                held.free -= 1;
            }
        } else {
            self.mark(at, ENDED | RELEASED);
        }
    }

    // A login is done at once, or hangs as others do that hold threads.
    fn take_login(&mut self, group: u32) {
        self.logins += 1;
        let same = self
            .graph
            .login
            .and_then(|of| is_same(self.graph, of).or(Some(self.world.same)));
        if let (Some(true), Some(held)) = (same, self.of(group)) {
            held.free -= 1;
        }
    }

    // One thread for a group that has a queue, or nobody who listens; each may have two whatever the limit says.
    fn tick(&mut self, group: u32) -> bool {
        let (spare, fails) = (self.spare, self.graph.creation_fails());
        let Some(held) = self.of(group) else {
            return false;
        };
        let wants = held.free == 0 && (!held.listens || !held.queue.is_empty());
        let below = held.threads < 2 && !fails;
        if !wants || spare == 0 && !below {
            return false;
        }
        held.free += 1;
        held.threads += 1;
        if !below {
            self.spare = spare - 1;
        }
        true
    }

    // A holder that is not shown has been heard if every group hears.
    fn hidden(&mut self) {
        let heard = !self.groups.is_empty() && self.groups.iter().all(|held| held.free > 0);
        let mut changed = false;
        for at in 0..self.graph.nodes.len() {
            let hidden = self.graph.is_hidden(at);
            if hidden && heard && self.world.sent && !self.has(at, RELEASED) {
                self.mark(at, ENDED | RELEASED);
                changed = true;
            }
        }
        if changed {
            self.settle();
        }
    }

    /// Whether one that waited has its answer, or is ended by the action itself.
    pub fn is_helped(&self, at: usize) -> bool {
        self.has(at, ENDED)
    }

    /// Whether it was ended by the action itself.
    pub fn is_lost(&self, at: usize) -> bool {
        self.has(at, KILLED)
    }

    /// Whether the logins of a group were taken, and what lay unread was read.
    pub fn serves(&self, group: u32) -> bool {
        let mut all = self.groups.iter();
        let held = all.find(|held| held.group == group);
        held.is_none_or(|held| held.queue.is_empty() && (held.listens || held.unread.is_empty()))
    }

    /// How many of those in line have found a thread of their own, whatever they want.
    pub fn all_taken(&self) -> bool {
        self.groups.iter().all(|held| held.free > 0)
    }
}

/// How many statements may be inside InnoDB; 0: as many as want.
pub(super) const ENTER: &str = "innodb_thread_concurrency";

/// Whether a variable switches semi-synchronous replication off.
pub(super) fn is_ack(name: &str) -> bool {
    [
        "rpl_semi_sync_master_enabled",
        "rpl_semi_sync_source_enabled",
    ]
    .contains(&name)
}

/// The least that is known of what these rest on.
pub(super) fn least(known: impl Iterator<Item = Known>) -> Known {
    known.fold(Known::Certain, Known::min)
}

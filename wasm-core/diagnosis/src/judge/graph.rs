//! Who waits for whom: connections, transactions without one, and resources, with the waits between them.
//!
//! A wait between two connections is certain if a table says so. Where the holder of a lock is not printed, who it
//! may be follows from who runs, who sleeps, and since when. What remains open is a list of candidates.

use super::flow::Condition;
use super::rivals::{Waiting, Wants};
use super::say::Cells;
use super::statement::{
    Names, is_alike, is_ddl, is_locking, is_verb, runs_inside, shares, stops_all, wants_several,
    writes,
};
use super::{Known, server};
use crate::capture::{LockWait, Look, MetadataLock, Missing, Process, Trx};
use crate::order::{self, Map, Words};
use crate::state::{Conn, ConnPlace, LOGIN, SECOND_US, Seen, State, is_system};
use crate::states::{Wait, changes_table, works_on_rows};

/// How a node takes part in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its statements and its end need a thread of its group.
    Pool,
    /// It may have come through `extra_port`.
    Unsure,
    /// It has a thread of its own: `extra_port`, or a server without a pool.
    Own,
    /// The worker of an event.
    Event,
    /// A replica's own thread, or another of the server's.
    System,
    /// The look itself.
    Look,
    /// A prepared XA transaction without a connection.
    Xa,
    /// Whoever holds a lock, if it is not shown.
    Hidden,
    /// A disk, a replica that does not answer, a cluster, or places inside InnoDB.
    Resource,
}

/// A node.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    pub kind: Kind,
    /// The id of its connection.
    number: Option<u64>,
    pub conn: Option<&'a Conn>,
    pub trx: Option<&'a Trx>,
    /// Its group, if it needs a thread of it.
    pub group: Option<u32>,
    /// Numbers of the tables that its statement names.
    pub tables: Vec<u64>,
    /// It keeps its locks after its statement; `None`: not shown.
    pub several: Option<bool>,
    /// Its statement is a transaction of its own, which ends with it.
    pub single: bool,
    /// Its account among the graph's.
    pub account: usize,
    /// Its XA transaction is prepared; `None`: it sleeps, and nothing shows whether it is.
    prepared: Option<bool>,
}

/// An account, and its statements on threads of groups whose threads are held.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    /// How many.
    pub count: usize,
    /// Some of them: those that wait for a lock, if any does.
    pub likes: Vec<usize>,
    /// These wait for a lock.
    pub locked: bool,
}

impl<'a> Node<'a> {
    pub fn id(&self) -> Option<u64> {
        self.number
    }

    pub fn is(&self, place: ConnPlace) -> bool {
        self.conn.is_some_and(|conn| conn.place == place)
    }

    /// No statement is under way.
    pub fn sleeps(&self) -> bool {
        // Without a list, a transaction says whether it runs a statement.
        let silent = |trx: &Trx| trx.trx_query.is_none() && !waits_for_row(trx);
        match self.conn {
            Some(conn) => asleep(conn),
            None => self.kind != Kind::Xa && self.trx.is_some_and(silent),
        }
    }

    pub fn waits_for(&self, wait: Wait) -> bool {
        self.conn.is_some_and(|conn| conn.wait == Some(wait))
    }

    /// It undoes what it did: that goes on to its end.
    pub fn rolls_back(&self) -> bool {
        let undoes = self.trx.is_some_and(Trx::rolls_back);
        undoes || !self.sleeps() && is_verb(self.info(), "ROLLBACK")
    }

    /// It commits: nobody has tried what KILL does to that.
    pub fn commits(&self) -> bool {
        !self.sleeps() && is_verb(self.info(), "COMMIT")
    }

    /// Its XA transaction is prepared, and outlives it.
    pub fn is_prepared(&self) -> bool {
        self.prepared == Some(true)
    }

    /// Its transaction may be prepared: only XA RECOVER and InnoDB's status tell.
    pub fn may_be_prepared(&self) -> bool {
        self.prepared.is_none()
    }

    /// It was killed, and has not gone.
    pub fn is_killed(&self) -> bool {
        self.conn.is_some_and(|conn| conn.row.command == "Killed")
    }

    /// Whether the paste shows what it does.
    pub fn is_shown(&self) -> bool {
        self.conn.is_some() || self.trx.is_some()
    }

    pub fn user(&self) -> &'a str {
        self.conn.map_or("", |conn| conn.row.user.as_str())
    }

    pub fn age(&self) -> u64 {
        self.conn.and_then(|conn| conn.age_us).unwrap_or(0)
    }

    pub fn info(&self) -> &'a str {
        let info = match (self.conn, self.trx) {
            (Some(conn), _) => conn.row.info.as_deref(),
            (None, trx) => trx.and_then(|trx| trx.trx_query.as_deref()),
        };
        info.unwrap_or("")
    }
}

fn waits_for_row(trx: &Trx) -> bool {
    trx.trx_state.eq_ignore_ascii_case("lock wait")
}

/// It has the lock of the table, and the one that it waits for.
fn holds_nothing(trx: &Trx) -> bool {
    waits_for_row(trx) && trx.lock_structs.is_some_and(|locks| locks <= 2)
}

fn asleep(conn: &Conn) -> bool {
    conn.row.command == "Sleep" || matches!(conn.place, ConnPlace::Asleep | ConnPlace::Killed)
}

/// Whether they are two statements of a connection. Those of a procedure are as old as its CALL.
fn is_another(one: &Conn, other: &Conn) -> bool {
    let both = one.row.query_id.zip(other.row.query_id);
    both.is_some_and(|(one, other)| one != other)
}

/// One waits for another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub from: usize,
    pub to: usize,
    pub wait: Wait,
    pub known: Known,
    /// It holds only if `to` is the one of the candidates.
    pub open: bool,
}

/// Why one that waits may go on waiting when the one that it waits for is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Again {
    /// Nothing shows that it may.
    No,
    /// Its statement wants several rows, and others hold some.
    More,
    /// Whoever holds the lock runs the same statement as those that wait for it, which takes long.
    Alike,
    /// The lock goes from one to the next.
    Turn,
}

/// The graph of one look.
pub(super) struct Graph<'a> {
    pub cells: Cells<'a>,
    pub state: &'a State,
    pub look: usize,
    pub seen: &'a Seen,
    pub conditions: Map<u32, Condition>,
    pub nodes: Vec<Node<'a>>,
    ids: Map<u64, usize>,
    names: Names,
    /// Rows that tell whether their statement is a transaction of its own, by connection.
    commits: Map<u64, Vec<&'a Process>>,
    pub accounts: Vec<Account>,
    /// That of logins, if some of them are in the list.
    pub login: Option<usize>,
    pub links: Vec<Link>,
    /// Links by the node that waits.
    pub out: Vec<Vec<usize>>,
    /// Whether those that wait may do so again.
    pub again: Vec<Again>,
    /// Transactions that sleep and hold rows.
    pub idle: Vec<usize>,
    /// Those that wait for the lock of an AUTO_INCREMENT column.
    auto_inc: Vec<usize>,
    /// Nodes that others wait for.
    pub wanted: Vec<bool>,
    /// Nodes that others wait for in a line.
    pub heads: Vec<bool>,
    /// What each wants.
    pub wants: Wants,
    /// Those of which one holds the lock that others wait for.
    pub candidates: Vec<usize>,
    /// Those that wait for the candidates use different tables: one may hold what some wait for, and another the rest.
    pub apart: bool,
    /// Who came first in a line is not shown.
    pub blurred: bool,
    /// Nothing shows that rows are missing.
    pub whole: bool,
    /// Connections use a pool.
    pub pooled: bool,
    /// Nothing shows whether they do, and enough wait, or may, to hold all its threads.
    pub maybe_pooled: bool,
}

/// With more candidates none is named.
const MOST: usize = 8;

/// Among candidates: none of the others holds it.
const NOBODY: usize = usize::MAX;

/// Waits for what no connection has.
pub(super) const RESOURCES: [Wait; 4] = [Wait::Space, Wait::Ack, Wait::Cluster, Wait::Enter];

impl<'a> Graph<'a> {
    pub fn new(cells: Cells<'a>, look: usize) -> Option<Self> {
        let state = cells.state;
        let seen = state.looks.get(look)?;
        let mut conditions = Map::new();
        for group in seen.groups.keys().filter(|_| seen.has_groups) {
            conditions.insert(*group, state.condition(look, *group));
        }
        let mut gaps = cells.capture.gaps.iter();
        let whole = gaps.all(|gap| gap.why == Missing::Absent) && !seen.lacks_rows;
        let mut graph = Graph {
            cells,
            state,
            look,
            seen,
            conditions,
            nodes: Vec::new(),
            ids: Map::new(),
            names: Names::default(),
            commits: Map::new(),
            accounts: Vec::new(),
            login: None,
            links: Vec::new(),
            out: Vec::new(),
            again: Vec::new(),
            idle: Vec::new(),
            auto_inc: Vec::new(),
            wanted: Vec::new(),
            heads: Vec::new(),
            wants: Wants::default(),
            candidates: Vec::new(),
            apart: false,
            blurred: false,
            whole,
            pooled: server::uses_pool(cells.capture),
            maybe_pooled: false,
        };
        let looks = cells.capture.looks.iter();
        for row in looks.flat_map(|look| look.processlist.iter().flatten()) {
            if row.autocommit.is_some() {
                graph.commits.or_default(row.id).push(row);
            }
        }
        graph.by_list();
        graph.add_nodes();
        graph.pairs();
        graph.prepared();
        graph.named_locks();
        graph.lock_lines();
        graph.resources();
        graph.suspects();
        graph.workers();
        graph.kept();
        graph.wanted = graph.leads(|_| true);
        graph.heads = graph.leads(|link| link.wait.has_line());
        graph.want();
        graph.repeats();
        graph.count_accounts();
        graph.maybe_pooled =
            (graph.may_fill_pool() || !whole) && server::may_use_pool(cells.capture);
        Some(graph)
    }

    fn want(&mut self) {
        for (at, node) in self.nodes.iter().enumerate() {
            let links = self.links_of(at).into_iter();
            let waits = links.map(|link| Waiting {
                wait: link.wait,
                is_certain: link.known == Known::Certain,
                to: link.to,
            });
            self.wants.add(node.info(), &node.tables, waits);
        }
    }

    fn tables(&self, at: usize) -> &[u64] {
        self.nodes.get(at).map_or(&[], |node| &node.tables)
    }

    // To which nodes such links lead.
    fn leads(&self, such: impl Fn(&Link) -> bool) -> Vec<bool> {
        let mut to = vec![false; self.nodes.len()];
        for link in self.links.iter().filter(|link| such(link)) {
            if let Some(to) = to.get_mut(link.to) {
                *to = true;
            }
        }
        to
    }

    // Whether enough wait, or run for long, to hold all threads of a small pool.
    fn may_fill_pool(&self) -> bool {
        let old = |node: &Node<'_>| !node.sleeps() && node.age() >= 2 * SECOND_US;
        let session = |node: &Node<'_>| node.kind == Kind::Own && node.conn.is_some();
        let holds = |at: usize, node: &Node<'_>| self.waits(at) || session(node) && old(node);
        self.pick(&holds).len() > 3
    }

    /// The node of a connection.
    #[inline(never)]
    pub fn node(&self, id: u64) -> Option<usize> {
        self.ids.get(&id).copied()
    }

    /// The nodes of which this holds, oldest statement first.
    #[inline(never)]
    pub fn pick(&self, holds: &dyn Fn(usize, &Node<'a>) -> bool) -> Vec<usize> {
        let all = self.nodes.iter().enumerate();
        all.filter(|(at, node)| holds(*at, node))
            .map(|(at, _)| at)
            .collect()
    }

    /// The connections of nodes, in order of their ids.
    #[inline(never)]
    pub fn ids_of(&self, nodes: &[usize]) -> Vec<u64> {
        let ids = nodes.iter().filter_map(|at| self.nodes.get(*at)?.id());
        let mut ids: Vec<u64> = ids.collect();
        order::tidy(&mut ids);
        ids
    }

    /// The age of the oldest of these.
    #[inline(never)]
    pub fn oldest(&self, nodes: &[usize]) -> u64 {
        let nodes = nodes.iter().filter_map(|at| self.nodes.get(*at));
        nodes.map(Node::age).max().unwrap_or(0)
    }

    /// How long the oldest of these has waited, where no list has its age too.
    pub fn waited(&self, nodes: &[usize]) -> u64 {
        let nodes_of = nodes
            .iter()
            .filter_map(|at| self.nodes.get(*at)?.trx?.waited_s);
        let longest = nodes_of.max().unwrap_or(0).saturating_mul(SECOND_US);
        match self.oldest(nodes) {
            0 => longest,
            age => age,
        }
    }

    /// What kind of node it is.
    #[inline(never)]
    pub fn kind(&self, at: usize) -> Kind {
        self.nodes.get(at).map_or(Kind::Hidden, |node| node.kind)
    }

    /// Whether it stands for a holder that nothing shows.
    #[inline(never)]
    pub fn is_hidden(&self, at: usize) -> bool {
        let node = self.nodes.get(at);
        node.is_some_and(|node| node.kind == Kind::Hidden)
    }

    /// What a node waits for, directly.
    #[inline(never)]
    pub fn links_of(&self, at: usize) -> Vec<Link> {
        let out = self.out.get(at).map_or(&[][..], |out| &out[..]);
        out.iter()
            .filter_map(|link| self.links.get(*link))
            .copied()
            .collect()
    }

    /// Whether it waits for another.
    pub fn waits(&self, at: usize) -> bool {
        self.out.get(at).is_some_and(|out| !out.is_empty())
    }

    /// Whether it waits for such a lock alone, and its end, or that of its statement, sets no other lock free.
    pub fn is_victim(&self, at: usize, wait: Option<Wait>, kill: bool) -> bool {
        let links = self.links_of(at);
        let node = self.nodes.get(at);
        let single = node.is_some_and(|node| node.several == Some(false));
        let known = single || self.wanted.get(at) == Some(&true);
        let other = links.iter().any(|link| Some(link.wait) != wait);
        !links.is_empty() && !other && wait != Some(Wait::User) && (!kill || known)
    }

    /// Whether it waits for the lock of an AUTO_INCREMENT column, which ends with a statement.
    pub fn is_auto_inc(&self, link: &Link) -> bool {
        link.wait == Wait::Row && self.auto_inc.contains(&link.from)
    }

    /// Whether what it waits for is free for the next when its statement ends, whatever its transaction keeps. What is full
    /// is a log most of the time, which is written at the commit.
    pub fn goes(&self, link: &Link) -> bool {
        let goes = [
            Wait::Table,
            Wait::Ack,
            Wait::Cluster,
            Wait::Space,
            Wait::Commit,
        ];
        goes.contains(&link.wait) || self.is_auto_inc(link)
    }

    // Whether somebody is queued, or may lie unread, in a group whose threads are held.
    fn has_line(&self) -> bool {
        self.conditions.keys().any(|group| {
            let seen = self.seen.groups.get(group).filter(|_| self.is_held(*group));
            let others = |id: &u64| self.node(*id).is_some_and(|at| !self.is_root(at));
            seen.is_some_and(|of| of.queue() > 0 || of.queued.iter().chain(&of.asleep).any(others))
        })
    }

    /// Whether what it waits for goes on to the next with its statement, or its commit. Else its client decides.
    pub fn passes(&self, at: usize) -> bool {
        let info = self.nodes.get(at).map_or("", Node::info);
        let alone = is_ddl(info) && !is_verb(info, "LOCK") || is_verb(info, "COMMIT ROLLBACK");
        let keeps = info.to_ascii_uppercase().contains("READ LOCK") || is_verb(info, "BACKUP");
        // A worker of a replica has no client: it goes on to its commit.
        let own = self.kind(at) == Kind::System;
        // Whom nobody has read yet may keep what it gets.
        let single = !self.has_line() && self.nodes.get(at).is_some_and(|node| node.single);
        self.links_of(at).iter().all(|link| {
            own || self.goes(link)
                || single && link.wait != Wait::User
                || matches!(link.wait, Wait::Metadata | Wait::Row) && alone
                || link.wait == Wait::Global && (alone || stops_all(info) && !keeps)
        })
    }

    /// Whether its account's statements on the threads wait for locks.
    pub fn is_locked(&self, at: usize) -> bool {
        let account = self
            .nodes
            .get(at)
            .and_then(|node| self.accounts.get(node.account));
        account.is_some_and(|of| of.locked)
    }

    /// What others wait for, and what waits for nothing.
    pub fn is_root(&self, at: usize) -> bool {
        self.wanted.get(at) == Some(&true) && !self.waits(at)
    }

    fn link(&mut self, link: Link) {
        if link.from != link.to {
            if let Some(out) = self.out.get_mut(link.from) {
                out.push(self.links.len());
            }
            self.links.push(link);
        }
    }

    /// The last of the later looks that has a list.
    pub fn later(&self) -> Option<usize> {
        let looks = self.state.looks.iter().enumerate().skip(self.look + 1);
        let with = looks.filter(|(_, seen)| seen.has_processlist);
        with.map(|(at, _)| at).next_back()
    }

    /// Whether its statement has ended at a later look.
    pub fn went_on(&self, at: usize) -> bool {
        let conn = self.nodes.get(at).and_then(|node| node.conn);
        let taken = |look: usize| {
            let look = self.cells.capture.looks.get(look)?;
            Some(look.taken_at_us.as_ref()?.value)
        };
        let later = self.later();
        let between = later.and_then(|look| taken(look)?.checked_sub(taken(self.look)?));
        // The lists are not quite as far apart as the clocks of their looks.
        let between = between.unwrap_or(0).saturating_sub(SECOND_US);
        let seen = later.and_then(|look| self.state.looks.get(look));
        let other = conn.and_then(|conn| seen?.conns.get(&conn.id));
        conn.zip(other).is_some_and(|(conn, other)| {
            let another = is_another(conn, other);
            let younger = conn
                .age_us
                .zip(other.age_us)
                .is_some_and(|(before, now)| now < before.saturating_add(between));
            asleep(other) != asleep(conn) || another || younger
        })
    }

    // Whose wait may begin again when the lock is free.
    fn repeats(&mut self) {
        self.again = vec![Again::No; self.nodes.len()];
        self.idle = self.pick(&|_, node| {
            node.sleeps() && node.trx.is_some_and(|trx| trx.lock_structs > Some(1))
        });
        for to in 0..self.nodes.len() {
            let Some(node) = self.nodes.get(to).filter(|_| self.is_root(to)) else {
                continue;
            };
            let waits = [Wait::Row, Wait::Table, Wait::User];
            let links = self
                .links
                .iter()
                .filter(|link| link.to == to && waits.contains(&link.wait));
            let those: Vec<(usize, Wait)> = links.map(|link| (link.from, link.wait)).collect();
            // A single one may have given up.
            let turn = self.went_on(to)
                && those.iter().filter(|(from, _)| self.went_on(*from)).count() > 1;
            let old = node.conn.is_none() || node.age() >= 2 * SECOND_US;
            let long = !node.sleeps() && old && !node.rolls_back();
            // What a procedure did before is as old as its CALL. Only an event does what it does.
            let earlier = node.conn.zip(node.trx);
            let earlier = node.kind == Kind::Event
                || earlier.is_some_and(|(conn, trx)| self.is_older(conn, trx) == Some(true));
            for (from, wait) in those {
                let of = self.nodes.get(from).map_or("", Node::info);
                let found = if turn {
                    Again::Turn
                } else if long && wait != Wait::User && is_alike(of, node.info())
                    || long && wait == Wait::Row && !earlier && runs_inside(node.info(), of)
                {
                    Again::Alike
                } else if wait == Wait::Row
                    && self.idle.iter().any(|at| *at != to)
                    && wants_several(of)
                {
                    Again::More
                } else {
                    continue;
                };
                if let Some(again) = self.again.get_mut(from) {
                    *again = found.max(*again);
                }
            }
        }
    }

    fn count_accounts(&mut self) {
        /// More of them show nothing else.
        const LIKES: usize = 4;
        for at in 0..self.nodes.len() {
            let Some(node) = self.nodes.get(at) else {
                continue;
            };
            let held = node.group.is_some_and(|group| self.is_held(group));
            if !held || !node.is(ConnPlace::Thread) {
                continue;
            }
            // The head of a line wants something else than those behind it.
            let waits = self.waits(at);
            if waits && self.heads.get(at) == Some(&true) {
                continue;
            }
            if let Some(of) = self.accounts.get_mut(node.account) {
                of.count += 1;
                if waits && !of.locked {
                    of.locked = true;
                    of.likes.clear();
                }
                if of.locked == waits && of.likes.len() < LIKES {
                    of.likes.push(at);
                }
            }
        }
    }

    // Without THREAD_POOL_GROUPS: as many statements as the pool may have threads, and all of them old, are all that
    // its groups have.
    fn by_list(&mut self) {
        let (state, seen) = (self.state, self.seen);
        if seen.has_groups || !seen.has_processlist || !self.pooled {
            return;
        }
        let Some(most) = state.vars.max_threads.filter(|_| state.vars.size.is_some()) else {
            return;
        };
        let mut least = 0;
        for group in seen.groups.values() {
            let on = u32::try_from(group.on_threads.len()).unwrap_or(u32::MAX);
            least = crate::state::sum([least, on.max(u32::from(!group.asleep.is_empty()))]);
        }
        for (id, group) in &seen.groups {
            let on = u32::try_from(group.on_threads.len()).unwrap_or(u32::MAX);
            let young = state.youngest_us(self.look, *id);
            let old = young.filter(|us| *us > state.vars.patience_us());
            let heard = |us| state.served_since(self.look, *id, us);
            if on >= 2 && (on >= most || least >= most) && old.is_some_and(|us| !heard(us)) {
                let known = Known::Probable;
                let deaf = Condition::Deaf {
                    known,
                    creation_fails: false,
                };
                self.conditions.insert(*id, deaf);
            }
        }
    }

    fn innodb(&self) -> Option<&'a Look> {
        let mut looks = self.cells.capture.looks.iter();
        looks.find(|look| look.trx.is_some() || look.lock_waits.is_some())
    }

    fn trx(&self, id: u64) -> Option<&'a Trx> {
        let mut rows = self.innodb()?.trx.iter().flatten();
        rows.find(|row| row.trx_mysql_thread_id == Some(id))
    }

    // Oldest statement first, so that one pass finds what follows from what.
    fn add_nodes(&mut self) {
        let mut conns: Vec<&'a Conn> = self.seen.conns.values().collect();
        order::sort(&mut conns, |a, b| b.age_us.cmp(&a.age_us));
        let own = conns.iter().find(|conn| conn.row.is_self);
        let own = own.map(|conn| conn.row.user.as_str());
        let users = Words::of(conns.iter().map(|conn| conn.row.user.as_str()));
        let mut sessions: Vec<usize> = users.iter().map(|_| 0).collect();
        let at = |user: &str| users.at(user).unwrap_or(0);
        for conn in &conns {
            if let Some(count) = sessions.get_mut(at(&conn.row.user)) {
                *count += 1;
            }
        }
        for conn in conns {
            let row = &conn.row;
            let alone = sessions.get(at(&row.user)) == Some(&1) || own == Some(row.user.as_str());
            let kind = if row.is_self {
                Kind::Look
            } else if row.command == "Connect" && is_system(row) {
                Kind::Event
            } else if is_system(row) {
                Kind::System
            } else if !self.pooled || conn.place == ConnPlace::Outside {
                Kind::Own
            } else if conn.unsure || !self.seen.has_groups && alone && self.extra_port() {
                Kind::Unsure
            } else {
                Kind::Pool
            };
            let trx = self.trx(conn.id);
            self.ids.insert(conn.id, self.nodes.len());
            self.out.push(Vec::new());
            self.nodes.push(Node {
                account: at(&row.user),
                kind,
                number: Some(conn.id),
                conn: Some(conn),
                trx,
                group: conn
                    .group
                    .filter(|_| matches!(kind, Kind::Pool | Kind::Unsure)),
                tables: self.names.of(conn.row.info.as_deref().unwrap_or("")),
                several: self.several(conn, trx),
                single: self.is_single(conn) == Some(true),
                prepared: Some(false),
            });
        }
        self.login = users.at(LOGIN);
        self.accounts = sessions.iter().map(|_| Account::default()).collect();
    }

    fn extra_port(&self) -> bool {
        let port = crate::state::variable(self.cells.capture, "extra_port");
        port.is_none_or(|(port, _)| port != "0")
    }

    // Begun before its statement, which whole seconds show only if it is two of them. What began with its statement may
    // have begun with an earlier one of that second. Nor does what reads tell: a function may have locked rows before.
    fn several(&self, conn: &Conn, trx: Option<&Trx>) -> Option<bool> {
        if asleep(conn) {
            return Some(true);
        }
        if is_ddl(conn.row.info.as_deref().unwrap_or("")) {
            return Some(false);
        }
        if let Some(single) = self.is_single(conn) {
            return Some(!single);
        }
        let Some(trx) = trx else {
            return self.has_trx().then_some(false);
        };
        if trx.reads_alone {
            return Some(false);
        }
        if self.is_older(conn, trx)? {
            return Some(true);
        }
        holds_nothing(trx).then_some(false)
    }

    // Whether its statement is a transaction of its own, by whatever look shows both.
    fn is_single(&self, conn: &Conn) -> Option<bool> {
        let rows = self.commits.get(&conn.id).into_iter().flatten();
        rows.filter(|_| !asleep(conn)).find_map(|row| {
            let same = row.info == conn.row.info && row.query_id == conn.row.query_id;
            row.autocommit.filter(|_| same)
        })
    }

    // Whether a transaction surely began before the statement that it runs.
    fn is_older(&self, conn: &Conn, trx: &Trx) -> Option<bool> {
        let look = self.cells.capture.looks.get(self.look)?;
        let taken = look.taken_at_us.as_ref()?.value;
        let statement = taken.saturating_sub(conn.age_us?);
        let blur = if conn.exact { SECOND_US } else { 2 * SECOND_US };
        Some(trx.trx_started_us?.saturating_add(blur) < statement)
    }

    // What a statement holds beside rows: a table's own lock and the global one go with it, a lock by GET_LOCK stays, and
    // a metadata lock stays to the end of a transaction, whether that has locked rows or not.
    fn kept(&mut self) {
        for link in &self.links {
            let from = self.nodes.get(link.from).map_or("", Node::info);
            let Some(node) = self.nodes.get_mut(link.to).filter(|node| !node.sleeps()) else {
                continue;
            };
            // The global lock of one that does something else is of an earlier statement.
            let other = link.wait == Wait::Global && !stops_all(node.info()) && !stops_all(from);
            let told = |info: &str| info.starts_with(|c: char| c.is_ascii_alphabetic());
            if other {
                node.several = (told(node.info()) && told(from)).then_some(true);
            }
            let statement = matches!(link.wait, Wait::Table | Wait::Global) && !other;
            if link.wait == Wait::User || statement && node.several.is_none() {
                node.several = Some(!statement);
            } else if link.wait == Wait::Metadata
                && node.trx.is_some_and(|trx| !trx.reads_alone)
                && !node.single
                && !is_ddl(node.info())
            {
                node.several = node.several.filter(|several| *several);
            }
        }
    }

    /// A wait of two seconds, or of the same statement at two looks.
    pub fn lasts(&self, conn: &Conn) -> bool {
        let goes_on = |seen: &Seen, later: bool| {
            seen.conns.get(&conn.id).is_some_and(|other| {
                let older = match later {
                    true => other.age_us > conn.age_us,
                    false => other.age_us < conn.age_us,
                };
                other.wait == conn.wait && older && !asleep(other) && !is_another(conn, other)
            })
        };
        let looks = &self.state.looks;
        let mut later = looks.iter().skip(self.look + 1);
        let mut earlier = looks.iter().take(self.look);
        conn.age_us >= Some(2 * SECOND_US)
            || later.any(|seen| goes_on(seen, true))
            || conn.exact && earlier.any(|seen| goes_on(seen, false))
    }

    /// Whether it waits for a row and may hold another, for which some of these may wait: no pair of InnoDB's says for whom.
    pub fn may_hold_rows(&self, at: usize, waiters: &[usize]) -> bool {
        let trx = self.nodes.get(at).and_then(|node| node.trx);
        let row = |link: &Link| link.wait == Wait::Row;
        let unpaired = |from: &usize| {
            let mut links = self.links_of(*from).into_iter().filter(row);
            *from != at && links.any(|link| link.known < Known::Certain)
        };
        let waits = self.links_of(at).iter().any(row);
        waits && !trx.is_some_and(holds_nothing) && waiters.iter().any(unpaired)
    }

    /// Whether it surely waits for one that sleeps on until a later look: nobody can have got the lock in the meantime, and
    /// those that wait less than that have given up and tried again.
    pub fn retries(&self, at: usize) -> bool {
        let sleeps_on = |link: &Link| {
            let conn = self.nodes.get(link.to).and_then(|node| node.conn);
            let later = self.later().and_then(|look| self.state.looks.get(look));
            let other = conn.and_then(|conn| later?.conns.get(&conn.id));
            conn.zip(other).is_some_and(|(conn, other)| {
                let both = asleep(conn) && asleep(other);
                let before = conn.age_us.map(|us| us.saturating_add(2 * SECOND_US));
                both && before.is_some() && other.age_us >= before
            })
        };
        let mut links = self.links_of(at).into_iter();
        links.any(|link| link.known == Known::Certain && sleeps_on(&link))
    }

    fn add(&mut self, from: usize, to: usize, wait: Wait, known: Known) {
        let open = false;
        self.link(Link {
            from,
            to,
            wait,
            known,
            open,
        });
    }

    // A connection that no list describes.
    fn unlisted(&mut self, id: u64, trx: Option<&'a Trx>) -> usize {
        if let Some(at) = self.node(id) {
            return at;
        }
        let kind = match (id, self.pooled) {
            (0, _) => Kind::Xa,
            (_, true) => Kind::Unsure,
            (_, false) => Kind::Own,
        };
        let at = self.push(kind, trx);
        if let Some(node) = self.nodes.get_mut(at).filter(|_| id > 0) {
            node.number = Some(id);
            self.ids.insert(id, at);
            node.several = trx.and_then(|trx| match trx.trx_query {
                None if !waits_for_row(trx) => Some(true),
                _ => holds_nothing(trx).then_some(false),
            });
        }
        at
    }

    fn push(&mut self, kind: Kind, trx: Option<&'a Trx>) -> usize {
        self.out.push(Vec::new());
        let query = trx.and_then(|trx| trx.trx_query.as_deref());
        self.nodes.push(Node {
            tables: self.names.of(query.unwrap_or("")),
            account: usize::MAX,
            kind,
            number: None,
            conn: None,
            trx,
            group: None,
            several: Some(false),
            single: false,
            prepared: Some(false),
        });
        self.nodes.len() - 1
    }

    // Metadata locks by their table: one that is wanted exclusively waits for all that hold it, any other for those
    // that hold it exclusively, or else for the first that wants it so.
    fn named_locks(&mut self) {
        let mut looks = self.cells.capture.looks.iter();
        let Some(rows) = looks.find_map(|look| look.metadata_locks.as_ref()) else {
            return;
        };
        let alone = |row: &MetadataLock| {
            let mode = row.mode.to_ascii_uppercase();
            const ALONE: [&str; 4] = ["EXCLUSIVE", "NO_WRITE", "NO_READ_WRITE", "FTWRL"];
            ALONE.iter().any(|one| mode.contains(one)) && mode != "INTENTION_EXCLUSIVE"
        };
        for row in rows.iter().filter(|row| !row.granted) {
            let Some(id) = row.connection_id else {
                continue;
            };
            let same = |other: &&MetadataLock| {
                other.object == row.object
                    && other.name == row.name
                    && other.connection_id != row.connection_id
            };
            let held = rows.iter().filter(same).filter(|other| other.granted);
            let mut holders: Vec<&MetadataLock> =
                held.filter(|other| alone(row) || alone(other)).collect();
            if holders.is_empty() {
                holders.extend(
                    rows.iter()
                        .filter(same)
                        .filter(|other| !other.granted && alone(other)),
                );
            }
            let from = self.unlisted(id, None);
            let shown = self.nodes.get(from).and_then(|node| node.conn?.wait);
            let wait = shown
                .filter(|wait| wait.is_lock())
                .unwrap_or(Wait::Metadata);
            // A lock that became stronger keeps the name that it had.
            let sure = !holders.is_empty();
            if !sure {
                holders.extend(rows.iter().filter(same).filter(|other| other.granted));
            }
            let mut ids: Vec<u64> = holders
                .iter()
                .filter_map(|other| other.connection_id)
                .collect();
            order::tidy(&mut ids);
            let to: Vec<usize> = ids.iter().map(|id| self.unlisted(*id, None)).collect();
            if sure || to.len() == 1 {
                let known = if sure {
                    Known::Certain
                } else {
                    Known::Probable
                };
                self.held_by(&[from], to, wait, known);
            } else if !to.is_empty() {
                self.held_by(&[from], to, wait, Known::Possible);
            }
        }
    }

    // Pairs of InnoDB's lock waits. MariaDB prints 0 as the number of each transaction that has written nothing.
    fn pairs(&mut self) {
        let Some(look) = self.innodb() else { return };
        let all = Words::of(look.trx.iter().flatten().map(|trx| trx.trx_id.as_str()));
        let mut known: Vec<Vec<usize>> = all.iter().map(|_| Vec::new()).collect();
        let mut waiting = Vec::new();
        for trx in look.trx.iter().flatten() {
            let id = trx.trx_mysql_thread_id.unwrap_or(0);
            let at = self.unlisted(id, Some(trx));
            let place = all.at(&trx.trx_id).and_then(|place| known.get_mut(place));
            if let Some(known) = place.filter(|_| trx.lock_structs != Some(0)) {
                known.push(at);
            }
            if waits_for_row(trx) {
                waiting.push(at);
            }
        }
        let of = |id: &str| all.at(id).and_then(|place| known.get(place));
        let mut pairs = look.lock_waits.as_deref().unwrap_or_default();
        while let Some(first) = pairs.first() {
            let (one, same) = (&first.requesting_trx_id, &first.blocking_trx_id);
            let same =
                |pair: &&LockWait| pair.requesting_trx_id == *one && pair.blocking_trx_id == *same;
            let count = pairs.iter().take_while(same).count();
            pairs = pairs.get(count..).unwrap_or_default();
            let (Some([from]), Some(to)) = (of(one).map(Vec::as_slice), of(&first.blocking_trx_id))
            else {
                continue;
            };
            if first.mode.as_deref() == Some("AUTO_INC") {
                self.auto_inc.push(*from);
            }
            if to.len() <= count {
                for to in to {
                    self.add(*from, *to, Wait::Row, Known::Certain);
                }
            } else {
                self.may_hold(&[*from], to.clone(), None, Wait::Row);
            }
        }
        waiting.retain(|at| !self.waits(*at));
        if !waiting.is_empty() {
            self.behind(&waiting, self.oldest(&waiting), Wait::Row);
        }
    }

    // Who sleeps in a transaction may have prepared it (XA). XA RECOVER shows how many are: if no more sleep than that, all.
    fn prepared(&mut self) {
        let looks = &self.cells.capture.looks;
        let told: Vec<(Option<u64>, bool)> = looks
            .iter()
            .flat_map(|look| look.trx.iter().flatten())
            .filter(|trx| trx.is_prepared() || trx.is_active())
            .map(|trx| (trx.trx_mysql_thread_id, trx.is_prepared()))
            .collect();
        let shown = self.has_trx();
        let all = looks.iter().find_map(|look| look.xa.as_ref()).map(Vec::len);
        let mut left = all.unwrap_or(usize::MAX);
        let mut asleep = Vec::new();
        for (at, node) in self.nodes.iter_mut().enumerate() {
            let known = told.iter().find(|(id, _)| *id == node.id() && id.is_some());
            let own = matches!(node.kind, Kind::Pool | Kind::Unsure | Kind::Own);
            if let Some((_, prepared)) = known {
                node.prepared = Some(*prepared);
            } else if own && node.sleeps() && (node.trx.is_some() || !shown) {
                asleep.push(at);
            }
            if node.kind == Kind::Xa || node.is_prepared() {
                left = left.saturating_sub(1);
            }
        }
        let prepared = match left {
            0 => Some(false),
            _ if shown && asleep.len() <= left && all.is_some() => Some(true),
            _ => None,
        };
        for node in asleep {
            if let Some(node) = self.nodes.get_mut(node) {
                node.prepared = prepared;
            }
        }
    }

    fn is_waiting(&self, at: usize, wait: Wait) -> bool {
        let node = self.nodes.get(at);
        let conn = node.and_then(|node| node.conn);
        conn.is_some_and(|conn| {
            let running = matches!(conn.place, ConnPlace::Thread | ConnPlace::Outside);
            running && !asleep(conn) && conn.wait == Some(wait)
        })
    }

    fn is_long(&self, at: usize) -> bool {
        let conn = self.nodes.get(at).and_then(|node| node.conn);
        conn.is_some_and(|conn| self.lasts(conn))
    }

    // Locks whose waiters only STATE shows, each a line with an order.
    fn lock_lines(&mut self) {
        for wait in [
            Wait::Global,
            Wait::Metadata,
            Wait::Table,
            Wait::User,
            Wait::Row,
        ] {
            let mut left = self.pick(&|at, _| self.is_waiting(at, wait) && !self.waits(at));
            let ddl = |at: &usize| self.nodes.get(*at).is_some_and(|node| is_ddl(node.info()));
            // One statement that wants a table for itself explains all that came after it.
            let one_line = wait == Wait::Metadata && left.iter().filter(|at| ddl(at)).count() == 1;
            while let Some(first) = left.first().copied() {
                let tables = self.tables(first);
                let by_table = matches!(wait, Wait::Metadata | Wait::Table) && !one_line;
                let same = |at: &usize| !by_table || shares(tables, self.tables(*at));
                let (line, others): (Vec<usize>, Vec<usize>) = left.iter().partition(|at| same(at));
                left = others;
                if line.iter().any(|at| self.is_long(*at)) {
                    self.line(&line, wait);
                }
            }
        }
        // Whoever writes needs the global lock, or the backup's, at its commit.
        let holders = self.global_holders();
        let rows = self.links.iter().filter(|link| link.wait == Wait::Row);
        let mut writers: Vec<usize> = rows.map(|link| link.from).collect();
        writers.dedup();
        for from in writers {
            for holder in &holders {
                let links = self.links_of(holder.to);
                // What stops all writes waits for those that began before it.
                if links.iter().all(|link| link.to != from) {
                    self.link(Link { from, ..*holder });
                }
            }
        }
    }

    // One line: its head wants the lock for itself, what came later waits for the head, and the head for a holder.
    fn line(&mut self, line: &[usize], wait: Wait) {
        let info = |at: &usize| self.nodes.get(*at).map_or("", Node::info);
        let alone = |info: &str| {
            wait == Wait::Metadata && is_ddl(info)
                || wait == Wait::Global && stops_all(info)
                || wait == Wait::Table && writes(info)
        };
        let head = line.iter().position(|at| alone(info(at)));
        // In whole seconds, those of the same second are in no order.
        let of = |at: &usize| self.nodes.get(*at).and_then(|node| node.conn);
        let first = head.and_then(|head| of(line.get(head)?));
        let early = line.iter().take(head.unwrap_or(0));
        self.blurred |= early
            .filter_map(of)
            .any(|conn| !conn.exact && first.is_some_and(|first| conn.age_us == first.age_us));
        let (before, after) = line.split_at(head.map_or(line.len(), |head| head + 1));
        // Those behind it that want it for themselves wait for the holder, too.
        let others = after.iter().filter(|at| alone(info(at))).copied();
        let waiters: Vec<usize> = before.iter().copied().chain(others).collect();
        if let Some(head) = before.last().copied() {
            for from in after {
                let of_both = shares(self.tables(*from), self.tables(head));
                let known = match wait == Wait::Global || of_both {
                    true => Known::Certain,
                    false => Known::Probable,
                };
                self.add(*from, head, wait, known);
            }
        }
        // An ALTER works before it wants its table for itself: what came after that says when at the latest.
        let age = |at: &usize| self.nodes.get(*at).map_or(0, Node::age);
        let works = wait == Wait::Metadata && before.len() == 1 && head.is_some();
        let since = before.first().map_or(0, age);
        let since = match works {
            true => after.first().map_or(0, age).min(since),
            false => since,
        };
        self.behind(&waiters, since, wait);
    }

    // Who holds what these wait for, oldest first. `since`: they surely waited then.
    fn behind(&mut self, waiters: &[usize], since: u64, wait: Wait) {
        let Some(first) = waiters.first().and_then(|at| self.nodes.get(*at)) else {
            return;
        };
        let info = first.info();
        // Where a look shows whole seconds, those of the same second are in no order.
        let blur = if first.conn.is_some_and(|conn| conn.exact) {
            0
        } else {
            SECOND_US
        };
        let theirs = Words::of(
            waiters
                .iter()
                .filter_map(|at| Some(self.nodes.get(*at)?.user())),
        );
        let own = self.nodes.iter().find(|node| node.kind == Kind::Look);
        let own = own.map_or("", Node::user);
        let taken = self.cells.capture.looks.get(self.look);
        let taken = taken.and_then(|look| Some(look.taken_at_us.as_ref()?.value));
        let older = |node: &Node<'a>| {
            let age = node.conn.and_then(|conn| conn.age_us);
            let session = !matches!(node.kind, Kind::Look | Kind::System);
            session && age.is_some_and(|age| age.saturating_add(blur) >= since)
        };
        // A transaction may have asked for something else in the meantime.
        let begun = |node: &Node<'a>| {
            let begun = node.trx.and_then(|trx| trx.trx_started_us);
            let age = taken
                .zip(begun)
                .map(|(now, begun)| now.saturating_sub(begun));
            age.is_none_or(|age| age.saturating_add(SECOND_US) >= since)
        };
        let pick = |holds: &dyn Fn(&Node<'a>) -> bool| {
            self.pick(&|at, node| !waiters.contains(&at) && node.conn.is_some() && holds(node))
        };
        let locked = |node: &Node<'a>| node.conn.and_then(|conn| conn.lock);
        let runs = |node: &Node<'a>| {
            // What writes has its part of the backup lock before it waits for a table or a row.
            let first = matches!(wait, Wait::Metadata | Wait::Global);
            let waits = locked(node).is_some_and(|lock| !first || lock == wait);
            !node.sleeps() && !waits && !node.is(ConnPlace::Queue)
        };
        let uses = |node: &Node<'a>| !node.tables.is_empty() && shares(&node.tables, &first.tables);
        let running = pick(&|node| {
            let of = node.info();
            let table = || matches!(wait, Wait::Metadata | Wait::Table) && uses(node);
            // What stops all writes waits for those that run.
            let stops = || stops_all(of) || stops_all(info) && writes(of);
            older(node) && runs(node) && (table() || wait == Wait::Global && stops())
        });
        let mut open = self.pick(&|at, node| {
            let Some(trx) = node.trx.filter(|_| !waiters.contains(&at) && begun(node)) else {
                return false;
            };
            let kept = node.sleeps() || !is_ddl(node.info()) && !uses(node);
            let rows = wait == Wait::Row && !waits_for_row(trx) && trx.lock_structs != Some(0);
            rows || wait == Wait::Metadata && kept && locked(node) != Some(wait)
        });
        let quiet = |node: &Node<'a>| {
            let other = node.user() != own || own.is_empty();
            node.sleeps() && other && node.trx.is_none()
        };
        let others = pick(&quiet);
        let sleeper = |node: &Node<'a>| older(node) && quiet(node);
        let same = wait == Wait::User;
        let mut silent = pick(&|node| sleeper(node) && theirs.has(node.user()) == same);
        let mut far = pick(&|node| sleeper(node) && theirs.has(node.user()) != same);
        // What runs may hold a lock of an earlier statement, or of its own, without naming its table.
        let by_table = matches!(wait, Wait::Metadata | Wait::Table);
        let names = |node: &Node<'a>| by_table && !node.tables.is_empty();
        let runs_else = |node: &Node<'a>| older(node) && runs(node) && !names(node);
        let mut busy = pick(&|node| wait != Wait::Row && runs_else(node));
        busy.retain(|at| !open.contains(at));
        // Who fell silent just before they began to wait comes first.
        silent.reverse();
        far.reverse();
        if silent.is_empty() || busy.len() + silent.len() + far.len() <= MOST {
            silent.extend(far);
        }
        silent.splice(0..0, busy.iter().copied());
        if !open.is_empty() {
            open.extend(busy);
        }
        let each = wait == Wait::Global && stops_all(info);
        match (running.len(), open.len()) {
            (1, _) if wait != Wait::Metadata => {
                self.held_by(waiters, running, wait, Known::Probable)
            }
            (2.., _) if each => self.held_by(waiters, running, wait, Known::Probable),
            (1.., _) if wait == Wait::Metadata => {
                self.held_by(waiters, running, wait, Known::Probable);
                let shown = self.has_trx();
                let more = if shown { open } else { silent };
                // What does not want the table for itself waits only for what does.
                if is_ddl(info) && !(more.is_empty() && self.whole) {
                    self.may_hold(waiters, more, Some(NOBODY), wait);
                }
            }
            // Only a transaction has locks of rows; LOCK TABLES and HANDLER have a table's without one.
            (0, 1) if self.whole && (wait == Wait::Row || others.is_empty()) => {
                self.held_by(waiters, open, wait, Known::Probable)
            }
            (0, 0) => self.held_by(waiters, silent, wait, Known::Possible),
            (0, _) => self.held_by(waiters, open, wait, Known::Possible),
            _ => self.held_by(waiters, running, wait, Known::Possible),
        }
    }

    fn held_by(&mut self, waiters: &[usize], found: Vec<usize>, wait: Wait, known: Known) {
        if known == Known::Possible {
            let hidden = self.push(Kind::Hidden, None);
            return self.may_hold(waiters, found, Some(hidden), wait);
        }
        for from in waiters {
            for to in &found {
                self.add(*from, *to, wait, known);
            }
        }
    }

    // Whether what these wait for, or those before them that have the same candidates, is of different tables.
    fn is_apart(&self, waiters: &[usize]) -> bool {
        let before = self.links.iter().filter(|link| link.open);
        let mut all = before.map(|link| link.from).chain(waiters.iter().copied());
        let first = all.next().map_or(&[][..], |at| self.tables(at));
        all.any(|at| !shares(first, self.tables(at)))
    }

    // One of these holds it, or else another: somebody that is not shown, or nobody.
    fn may_hold(
        &mut self,
        waiters: &[usize],
        mut found: Vec<usize>,
        other: Option<usize>,
        wait: Wait,
    ) {
        let count = found.len();
        let known = self.candidates.get(count..).unwrap_or_default();
        let alike = |one: &usize, other: &usize| (*one == NOBODY) == (*other == NOBODY);
        let same = self.candidates.starts_with(&found)
            && match (known, other) {
                ([], None) => true,
                ([known], Some(other)) => alike(known, &other),
                _ => false,
            };
        let open = (1..=MOST).contains(&count) && (same || self.candidates.is_empty());
        self.apart |= open && self.is_apart(waiters);
        if open && same {
            found.extend(known);
        } else if open {
            found.extend(other);
            self.candidates.clone_from(&found);
        } else {
            // Candidates of another lock are named already, or there are none.
            let other = other.filter(|other| *other != NOBODY);
            found = vec![other.unwrap_or_else(|| self.push(Kind::Hidden, None))];
        }
        for from in waiters {
            for to in found.iter().filter(|to| **to != NOBODY) {
                self.link(Link {
                    from: *from,
                    to: *to,
                    wait,
                    known: Known::Possible,
                    open,
                });
            }
        }
    }

    // A full disk, a replica that does not answer, a cluster and places inside InnoDB are nobody's.
    fn resources(&mut self) {
        for wait in RESOURCES {
            // InnoDB's tables alone show who waits to enter, too.
            let unlisted = |node: &Node<'_>| {
                let enters = node.trx.is_some_and(|trx| trx.waits_to_enter);
                wait == Wait::Enter && node.conn.is_none() && enters
            };
            let waiters = self
                .pick(&|at, node| self.is_waiting(at, wait) && self.is_long(at) || unlisted(node));
            if waiters.is_empty() {
                continue;
            }
            let resource = self.push(Kind::Resource, None);
            for from in &waiters {
                self.add(*from, resource, wait, Known::Certain);
            }
            // Without InnoDB's tables: what writes beside it, on a thread that surely waits, waits for it.
            if let (Wait::Space, Some(first)) = (wait, waiters.first().copied()) {
                for from in 0..resource {
                    let node = self.nodes.get(from);
                    let with = node.is_some_and(|node| {
                        node.is(ConnPlace::Thread)
                            && writes(node.info())
                            && node.age() >= 2 * SECOND_US
                    });
                    if with && !self.waits(from) {
                        self.add(from, first, Wait::Row, Known::Probable);
                    }
                }
            }
        }
    }

    // Whether the paste shows who waits for a row, and for whom.
    pub fn shows_rows(&self) -> bool {
        let look = self.innodb();
        look.is_some_and(|look| look.lock_waits.is_some() && look.trx.is_some())
    }

    /// Whether the pool has threads to spare by the list alone: far fewer statements than it may have threads.
    pub fn has_room(&self) -> bool {
        let on = self.pick(&|_, node| node.is(ConnPlace::Thread)).len();
        let most = self.state.vars.max_threads;
        self.seen.has_processlist && most.is_some_and(|most| on * 4 < most as usize)
    }

    /// Whether a statement's text says what it wants of a table, of a schema, or of all.
    pub fn is_told(&self, at: usize) -> bool {
        let info = self.nodes.get(at).map_or("", Node::info);
        let second = info.split_whitespace().nth(1).unwrap_or("");
        let schema = is_ddl(info) && is_verb(second, "DATABASE SCHEMA");
        !self.tables(at).is_empty() || stops_all(info) || schema
    }

    // Statements that work on rows, are old, and may wait for one.
    fn works_on_rows(&self, at: usize) -> bool {
        let old = |node: &Node<'_>| node.age() >= 2 * SECOND_US;
        self.nodes.get(at).is_some_and(old) && self.is_at_rows(at)
    }

    // Whether its STATE is that of work on rows and of a wait for one.
    fn is_at_rows(&self, at: usize) -> bool {
        let node = self.nodes.get(at).filter(|node| node.is(ConnPlace::Thread));
        let conn = node.and_then(|node| node.conn);
        let works = conn.is_some_and(|conn| works_on_rows(&conn.row.state));
        works && !self.waits(at)
    }

    /// Whether most of these change rows, or lock them, and no table shows whether they work or wait for one.
    pub fn mostly_suspects(&self, conns: &[&Conn]) -> bool {
        let locks = |conn: &&&Conn| {
            let info = conn.row.info.as_deref().unwrap_or("");
            let at = self
                .node(conn.id)
                .filter(|_| writes(info) || is_locking(info));
            at.is_some_and(|at| self.is_at_rows(at))
        };
        !self.shows_rows() && 2 * conns.iter().filter(locks).count() > conns.len()
    }

    /// Whether statements of these groups may wait for rows without a table that would show it.
    pub fn suspects_in(&self, groups: &[u32]) -> bool {
        let shown = self.shows_rows();
        let here = |node: &Node<'_>| node.group.is_some_and(|group| groups.contains(&group));
        !shown
            && !self
                .pick(&|at, node| here(node) && self.works_on_rows(at))
                .is_empty()
    }

    // Such statements in a group in which no thread is at work do wait; where others wait for a global lock, for that.
    fn suspects(&mut self) {
        if self.shows_rows() {
            return;
        }
        let alike = self.pick(&|at, node| {
            let row = node.group.and_then(|group| self.seen.row(group));
            row.is_some_and(|row| row.active_threads == 0) && self.works_on_rows(at)
        });
        let mut holders = self.global_holders();
        let writers = alike
            .iter()
            .all(|at| self.nodes.get(*at).is_some_and(|node| writes(node.info())));
        // What stops all writes waits for these, if they began before it.
        let first = |holder: &Link| {
            let links = self.links_of(holder.to);
            alike.contains(&holder.to) || links.iter().any(|link| alike.contains(&link.to))
        };
        holders.retain(|holder| writers && !first(holder));
        for from in &alike {
            for holder in &holders {
                self.link(Link {
                    from: *from,
                    known: holder.known.min(Known::Probable),
                    ..*holder
                });
            }
        }
        if holders.is_empty() {
            self.behind(&alike, self.oldest(&alike), Wait::Row);
        }
    }

    // Workers of a replica commit in order: where the one that has to come first waits itself, the others wait for it.
    fn workers(&mut self) {
        let works = |node: &Node<'a>| node.kind == Kind::System && node.trx.is_some();
        let later = self.pick(&|at, node| works(node) && self.is_waiting(at, Wait::Commit));
        let first = self.pick(&|at, node| works(node) && !later.contains(&at));
        let [first] = first[..] else { return };
        if self.waits(first) {
            for from in later {
                self.add(from, first, Wait::Commit, Known::Probable);
            }
        }
    }

    // One link to each holder of a global lock.
    fn global_holders(&self) -> Vec<Link> {
        let mut holders: Vec<Link> = Vec::new();
        for link in self.links.iter().filter(|link| link.wait == Wait::Global) {
            if !holders.iter().any(|known| known.to == link.to) {
                holders.push(*link);
            }
        }
        holders
    }

    /// Whether a group's threads are all held.
    pub fn is_held(&self, group: u32) -> bool {
        matches!(
            self.conditions.get(&group),
            Some(Condition::Deaf { .. } | Condition::Full { .. })
        )
    }

    /// Whether nobody reads a group.
    pub fn is_deaf(&self, group: u32) -> bool {
        matches!(self.conditions.get(&group), Some(Condition::Deaf { .. }))
    }

    /// Whether it is asleep where nobody could read what it sends.
    pub fn is_unheard(&self, at: usize) -> bool {
        let node = self.nodes.get(at);
        node.is_some_and(|node| {
            node.sleeps() && node.group.is_some_and(|group| self.is_deaf(group))
        })
    }

    /// Whether THREAD_POOL_GROUPS is a table of this server.
    pub fn is_mariadb(&self) -> bool {
        let family = server::server(self.cells.capture).family;
        !matches!(family, Some("percona" | "oracle" | "mysql"))
    }

    /// Whether the paste has InnoDB's transactions.
    pub fn has_trx(&self) -> bool {
        self.innodb().is_some_and(|look| look.trx.is_some())
    }

    /// Whether it runs a statement that may itself wait for what the paste does not show.
    pub fn may_wait(&self, at: usize) -> bool {
        let node = self.nodes.get(at);
        let runs = node.is_some_and(|node| node.id().is_some() && !node.sleeps());
        let rows = || !self.shows_rows() && self.works_on_rows(at);
        runs && (!self.seen.has_processlist || rows() || self.changes_inside(at))
    }

    /// Whether it changes a table and waits inside InnoDB for a transaction, or may, which only InnoDB's tables show. As
    /// tried with the parent of a foreign key, whose child an idle transaction had changed: no kill ends that wait.
    pub fn changes_inside(&self, at: usize) -> bool {
        let node = self.nodes.get(at).filter(|node| is_ddl(node.info()));
        let conn = node
            .filter(|node| !node.sleeps())
            .and_then(|node| node.conn);
        let quiet = conn.is_some_and(|conn| !changes_table(&conn.row.state) && self.lasts(conn));
        let waits = || self.links_of(at).iter().any(|link| link.wait == Wait::Row);
        node.is_some() && (quiet && !self.has_trx() || waits())
    }

    /// Whether some may wait for a lock that nobody gets, although none of them has waited for long: they may give up and try
    /// again.
    pub fn may_retry(&self) -> bool {
        let rests = |at: usize| {
            let node = self.nodes.get(at);
            node.is_some_and(|node| node.sleeps() && node.age() >= 2 * SECOND_US)
        };
        let stuck = |link: &Link| link.known == Known::Certain && rests(link.to);
        self.waits_anew() || self.has_lone_waits() || self.links.iter().any(stuck)
    }

    // Whether all that wait for such a lock, or may wait for a row, do so at a later look, too.
    fn waits_anew(&self) -> bool {
        let later = self.later().and_then(|look| self.state.looks.get(look));
        let Some(later) = later else { return false };
        let other = |at: usize| later.conns.get(&self.nodes.get(at)?.id()?);
        let stay = |those: &[usize], holds: &dyn Fn(&Conn) -> bool| {
            !those.is_empty() && those.iter().all(|at| other(*at).is_some_and(holds))
        };
        let waits = [Wait::Global, Wait::Metadata, Wait::Table, Wait::User];
        let rows = self.pick(&|at, node| self.is_at_rows(at) && writes(node.info()));
        waits.iter().any(|wait| {
            let those = self.pick(&|at, _| self.is_waiting(at, *wait));
            stay(&those, &|conn| conn.wait == Some(*wait))
        }) || !self.shows_rows() && stay(&rows, &|conn| works_on_rows(&conn.row.state))
    }

    // Whether InnoDB prints waits, and only one of the two tables that say of whom and for whom.
    fn has_lone_waits(&self) -> bool {
        let waits = |look: &Look| {
            let pairs = look.lock_waits.iter().flatten().next().is_some();
            pairs || look.trx.iter().flatten().any(waits_for_row)
        };
        !self.shows_rows() && self.innodb().is_some_and(waits)
    }

    /// Whether nothing is prepared: XA RECOVER was empty.
    pub fn has_no_xa(&self) -> bool {
        let mut looks = self.cells.capture.looks.iter();
        looks.any(|look| look.xa.as_ref().is_some_and(Vec::is_empty))
    }

    /// How many transactions are prepared, as far as is shown.
    pub fn prepared_count(&self) -> usize {
        let mut looks = self.cells.capture.looks.iter();
        let listed = looks.find_map(|look| look.xa.as_ref()).map_or(0, Vec::len);
        let prepared = |_: usize, node: &Node<'_>| node.kind == Kind::Xa || node.is_prepared();
        self.pick(&prepared).len().max(listed)
    }

    /// What XA ROLLBACK takes, if only one transaction is prepared. A placeholder is no name that the server knows.
    pub fn xid(&self) -> Option<&'a str> {
        let mut looks = self.cells.capture.looks.iter();
        match looks.find_map(|look| look.xa.as_deref())? {
            [only] => {
                let placed = only.xid.strip_prefix("'xid");
                let number = placed.and_then(|rest| rest.strip_suffix('\''));
                let known = number.is_none_or(|n| n.bytes().any(|b| !b.is_ascii_digit()));
                known.then_some(only.xid.as_str())
            }
            _ => None,
        }
    }

    /// The look that shows InnoDB's tables.
    pub fn innodb_look(&self) -> usize {
        let mut looks = self.cells.capture.looks.iter();
        looks
            .position(|look| look.trx.is_some() || look.lock_waits.is_some())
            .unwrap_or(0)
    }

    /// Threads of the pool, or at least its limit where that is reached.
    pub fn threads(&self) -> Option<u32> {
        self.seen.threads.or(self.state.vars.max_threads)
    }

    /// Queued logins of a group. Without THREAD_POOL_QUEUES, connections that no list names are logins.
    pub fn logins(&self, group: u32) -> u32 {
        let Some(seen) = self.seen.groups.get(&group) else {
            return 0;
        };
        let Some(row) = seen.row.as_ref().filter(|_| self.seen.has_processlist) else {
            return seen.logins;
        };
        let rows = self
            .seen
            .conns
            .values()
            .filter(|conn| conn.group == Some(group));
        let rows = u32::try_from(rows.count()).unwrap_or(u32::MAX);
        seen.logins
            .max(row.connections.saturating_sub(rows).min(row.queue_length))
    }

    /// Whether no thread was created although more are allowed.
    pub fn creation_fails(&self) -> bool {
        self.conditions.values().any(|of| {
            matches!(
                of,
                Condition::Deaf {
                    creation_fails: true,
                    ..
                } | Condition::Full {
                    creation_fails: true,
                    ..
                }
            )
        })
    }
}

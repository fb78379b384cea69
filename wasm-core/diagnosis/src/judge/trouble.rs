//! Troubles: connected parts of the graph in which somebody waits, and groups that are not well.

use super::effect::least;
use super::flow::Condition;
use super::graph::{Again, Graph, Kind, Node, RESOURCES};
use super::say::{Time, fact, say};
use super::{Cause, Edge, Evidence, Fact, Known, Root, Trouble};
use crate::order::tidy;
use crate::state::{ConnPlace, LOGIN, SECOND_US, sum};
use crate::states::{Wait, wait_of};

/// What a node prints of its cluster in SHOW STATUS.
pub(super) const CLUSTER: [&str; 5] = [
    "wsrep_local_state_comment",
    "wsrep_cluster_status",
    "wsrep_flow_control_paused",
    "wsrep_flow_control_sent",
    "wsrep_local_recv_queue",
];

/// By what a trouble's remedies are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Somebody waits for somebody, or all threads of a group are held.
    Blocked,
    /// A queue moves, and no thread may be added.
    Cap,
    /// A queue moves, and as many statements run as may.
    Slots,
    /// A queue moves at the stall timer's pace.
    Timer,
    /// Low priority does not get its turn.
    Starved,
    /// Logins are queued.
    Logins,
    /// A statement took the listener.
    Taken,
    /// The statements are slow.
    Slow,
    /// Logins are not finished, and no thread is short for them.
    Login,
    /// max_connections is reached.
    Connections,
    /// Nothing is wrong.
    Well,
}

/// A trouble, with what its remedies are judged by.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub shape: Shape,
    pub trouble: Trouble,
    /// Those that wait for another.
    pub waiters: Vec<usize>,
    /// Those that lie unread, or may.
    pub unread: Vec<usize>,
    /// Waiters that all later ones wait for.
    pub heads: Vec<usize>,
    pub roots: Vec<usize>,
    /// Groups whose threads are all held.
    pub held: Vec<u32>,
    /// All its groups.
    pub groups: Vec<u32>,
    pub wait: Option<Wait>,
    /// One of the candidates is its root.
    pub open: bool,
    /// Each waits for the other.
    pub circle: bool,
    /// Whether its waiters may wait again when the lock is free.
    pub again: Again,
    /// Statements on its threads may wait for rows, which is not shown.
    pub suspects: bool,
    /// No thread may be added.
    pub capped: bool,
    /// Whether processors are what is short is not shown.
    pub cores: bool,
    /// How long the oldest has waited.
    pub oldest_us: u64,
}

impl Part {
    /// Without anything that is known of it.
    #[inline(never)]
    pub fn plain(shape: Shape, cause: Cause) -> Part {
        Part {
            shape,
            trouble: Trouble::plain(cause),
            waiters: Vec::new(),
            unread: Vec::new(),
            heads: Vec::new(),
            roots: Vec::new(),
            held: Vec::new(),
            groups: Vec::new(),
            wait: None,
            open: false,
            circle: false,
            again: Again::No,
            suspects: false,
            capped: false,
            cores: false,
            oldest_us: 0,
        }
    }

    /// Whether this resource is what they wait for.
    pub fn resource(&self, graph: &Graph<'_>, wait: Wait) -> bool {
        let leads = |at: usize| {
            graph
                .links
                .iter()
                .any(|link| link.to == at && link.wait == wait)
        };
        let mut roots = self.roots.iter();
        roots.any(|at| graph.kind(*at) == Kind::Resource && leads(*at))
    }

    /// How many certainly wait.
    pub fn count(&self) -> usize {
        self.trouble.waiters.len() + self.trouble.logins as usize
    }
}

impl Trouble {
    /// A trouble of which nothing else is known.
    #[inline(never)]
    pub(super) fn plain(cause: Cause) -> Trouble {
        let [says, against] = cause.sentences();
        Trouble {
            groups: Vec::new(),
            cause,
            wait: None,
            says: say(says, &[]),
            roots: Vec::new(),
            waiters: Vec::new(),
            unread: Vec::new(),
            logins: 0,
            edges: Vec::new(),
            evidence: Vec::new(),
            against: say(against, &[]),
            remedies: Vec::new(),
        }
    }
}

/// Whether a STATE is a wait inside the server, or a stage that takes no time.
fn stands(state: &str) -> bool {
    const STAGES: &str =
        "query end|freeing items|closing tables|checking permissions|cleaning up|end|init|starting";
    let lower = state.to_ascii_lowercase();
    let waits = match wait_of(state) {
        Some(Wait::Open | Wait::Engine | Wait::Cache | Wait::Commit) => true,
        Some(_) => false,
        None => lower.starts_with("waiting "),
    };
    waits || STAGES.split('|').any(|stage| stage == lower)
}

fn find(parent: &mut [usize], at: usize) -> usize {
    let mut at = at;
    while let Some(up) = parent.get(at).copied().filter(|up| *up != at) {
        let next = parent.get(up).copied();
        if let (Some(next), Some(slot)) = (next, parent.get_mut(at)) {
            *slot = next;
        }
        at = up;
    }
    at
}

fn join(parent: &mut [usize], one: usize, other: usize) {
    let (one, other) = (find(parent, one), find(parent, other));
    if let Some(slot) = parent.get_mut(one.max(other)) {
        *slot = one.min(other);
    }
}

impl Graph<'_> {
    /// All troubles, worst first.
    pub fn parts(&self) -> Vec<Part> {
        let mut found = self.blocked();
        // The pool may not hear of these.
        let unheard = |part: &Part| {
            let mut waits = RESOURCES.iter().filter(|wait| **wait != Wait::Space);
            waits.any(|wait| part.resource(self, *wait))
        };
        if !found.iter().any(unheard) {
            self.taken(&mut found);
            self.lines(&mut found);
        }
        found.extend(self.connections());
        if found.is_empty() {
            found.extend(self.slow());
        }
        if found.is_empty() {
            found.extend(self.hanging_logins());
        }
        found
    }

    fn blocked(&self) -> Vec<Part> {
        let nodes = self.nodes.len();
        let held: Vec<u32> = self
            .conditions
            .keys()
            .copied()
            .filter(|group| self.is_held(*group))
            .collect();
        // All groups whose threads are held share the limit, and with it their trouble.
        let pool = nodes;
        let mut parent: Vec<usize> = (0..=nodes).collect();
        for link in &self.links {
            join(&mut parent, link.from, link.to);
        }
        for at in 0..nodes {
            let tied = self.nodes.get(at).is_some_and(|node| {
                let here = node.group.is_some_and(|group| held.contains(&group));
                let part = self.waits(at) || self.wanted.get(at) == Some(&true);
                here && part && (node.is(ConnPlace::Thread) || self.wanted.get(at) == Some(&true))
            });
            if tied {
                join(&mut parent, at, pool);
            }
        }
        let mut found: Vec<Part> = Vec::new();
        let mut done: Vec<usize> = Vec::new();
        let mut starts: Vec<usize> = Vec::new();
        starts.extend((!held.is_empty()).then_some(pool));
        starts.extend((0..nodes).filter(|at| self.waits(*at)));
        for start in starts {
            let part = find(&mut parent, start);
            if done.contains(&part) {
                continue;
            }
            done.push(part);
            let members: Vec<usize> = (0..nodes)
                .filter(|at| find(&mut parent, *at) == part)
                .collect();
            let with_pool = find(&mut parent, pool) == part && !held.is_empty();
            let long = |at: &usize| {
                let node = self.nodes.get(*at);
                let waited = |node: &Node<'_>| node.trx.and_then(|trx| trx.waited_s);
                // InnoDB's tables may be of a look whose list is another's.
                let listed = |node: &Node<'_>| {
                    let mut looks = self.state.looks.iter();
                    looks.find_map(|seen| seen.conns.get(&node.id()?))
                };
                let lasts = |node: &Node<'_>| match node.conn.or_else(|| listed(node)) {
                    Some(conn) => self.lasts(conn),
                    None => waited(node).is_none_or(|seconds| seconds >= 2),
                };
                self.waits(*at) && (node.is_some_and(lasts) || self.retries(*at))
            };
            if with_pool || members.iter().any(long) {
                let groups = if with_pool { &held[..] } else { &[] };
                let part = self.part(&members, groups);
                if !part.trouble.evidence.is_empty() {
                    found.push(part);
                }
            }
        }
        // Who holds most others up comes first, after the pool.
        let first = found.iter().position(|part| part.held.is_empty());
        let most = (0..found.len()).rev().filter(|at| Some(*at) >= first);
        let most = most.max_by_key(|at| found.get(*at).map(|part| part.waiters.len()));
        if let (Some(first), Some(most)) = (first, most) {
            found.swap(first, most);
        }
        found
    }

    fn part(&self, members: &[usize], held: &[u32]) -> Part {
        let mut part = Part::plain(Shape::Blocked, Cause::LockPileUp);
        part.held = held.to_vec();
        part.groups = held.to_vec();
        part.suspects = self.suspects_in(held);
        part.waiters = self.pick(&|at, _| self.waits(at) && part_has(members, at));
        part.roots = self.pick(&|at, _| self.is_root(at) && part_has(members, at));
        let links = || {
            self.links
                .iter()
                .filter(|link| part_has(members, link.from))
        };
        part.open = links().any(|link| link.open);
        // The likeliest of the candidates comes first.
        if part.open {
            let first = self.candidates.iter().filter(|at| part.roots.contains(at));
            let mut roots: Vec<usize> = first.copied().collect();
            roots.extend(part.roots.iter().filter(|at| !self.candidates.contains(at)));
            part.roots = roots;
        }
        let head = |at: usize| self.waits(at) && self.heads.get(at) == Some(&true);
        part.heads = self.pick(&|at, _| part_has(members, at) && head(at));
        part.circle = part.roots.is_empty() && !part.waiters.is_empty();
        if part.circle {
            part.roots = self.circle(&part.waiters);
        }
        let again = part.waiters.iter().filter_map(|at| self.again.get(*at));
        part.again = again.copied().max().unwrap_or(Again::No);
        let mut counts = [0_usize; Wait::Cache as usize + 1];
        for link in links() {
            if let Some(count) = counts.get_mut(link.wait as usize) {
                *count += 1;
            }
        }
        // Workers of a replica wait for the one that waits for a lock.
        let waits = links()
            .map(|link| link.wait)
            .filter(|wait| *wait != Wait::Commit);
        part.wait = waits.max_by_key(|wait| counts.get(*wait as usize).copied());
        for wait in RESOURCES {
            if part.resource(self, wait) {
                part.wait = Some(wait);
            }
        }
        let here = |node: &Node<'_>| node.group.filter(|group| held.contains(group));
        let queued = self.pick(&|_, node| here(node).is_some() && node.is(ConnPlace::Queue));
        let silent = self.pick(&|_, node| {
            let deaf = here(node).is_some_and(|group| self.is_deaf(group));
            deaf && (node.is(ConnPlace::Asleep) || node.is(ConnPlace::Killed))
        });
        let trouble = &mut part.trouble;
        trouble.waiters = self.ids_of(&[&part.waiters[..], &queued].concat());
        trouble.unread = self.ids_of(&silent);
        part.unread = [queued, silent].concat();
        trouble.logins = sum(held.iter().map(|group| self.logins(*group)));
        trouble.groups = held.to_vec();
        trouble.wait = part.wait;
        trouble.edges = self.edges(&part.waiters, &part.roots);
        self.name(&mut part);
        part
    }

    // Those of a circle, in which each waits for the next.
    fn circle(&self, waiters: &[usize]) -> Vec<usize> {
        let next = |at: usize| {
            let links = self.links_of(at);
            let back = |to: usize| self.links_of(to).iter().any(|link| link.to == at);
            // The last in InnoDB's list is the one that came first.
            let to = links.iter().find(|link| back(link.to)).or(links.last());
            to.map(|link| link.to)
        };
        let mut seen: Vec<usize> = Vec::new();
        let mut at = waiters.first().copied();
        while let Some(now) = at.filter(|now| !seen.contains(now)) {
            seen.push(now);
            at = next(now);
        }
        let from = at.and_then(|at| seen.iter().position(|one| *one == at));
        seen.split_off(from.unwrap_or(0))
    }

    // Only edges that say something: those to roots and to waiters that hold others up.
    fn edges(&self, waiters: &[usize], roots: &[usize]) -> Vec<Edge> {
        let mut found: Vec<Edge> = Vec::new();
        for at in waiters {
            let links = self.links_of(*at);
            let direct = links.iter().any(|link| roots.contains(&link.to));
            let shown = links
                .iter()
                .filter(|link| roots.contains(&link.to) || link.wait.has_line() || !direct);
            for link in shown.take(8) {
                let Some(from) = self.nodes.get(*at).and_then(|node| node.id()) else {
                    continue;
                };
                let to = self.nodes.get(link.to).and_then(|node| node.id());
                let edge = Edge {
                    from,
                    to,
                    wait: link.wait,
                    known: link.known,
                };
                if !found.contains(&edge) {
                    found.push(edge);
                }
            }
        }
        found
    }

    fn root(&self, part: &Part, at: usize) -> Option<Root> {
        let node = self.nodes.get(at)?;
        let links = self.links.iter().filter(|link| link.to == at);
        let known = least(links.map(|link| link.known));
        let id = node.id().unwrap_or(0);
        let unheard = self.is_unheard(at);
        let key = match node.kind {
            _ if part.circle => "diagnose_root_circle",
            Kind::Xa => "diagnose_root_xa",
            Kind::Own | Kind::Unsure if node.conn.is_none() => "diagnose_root_unlisted",
            Kind::Hidden => "diagnose_root_hidden",
            Kind::Resource if part.wait == Some(Wait::Ack) => "diagnose_root_ack",
            Kind::Resource if part.wait == Some(Wait::Cluster) => "diagnose_root_cluster",
            Kind::Resource if part.wait == Some(Wait::Enter) => "diagnose_root_enter",
            Kind::Resource => "diagnose_root_disk",
            Kind::Event => "diagnose_root_event",
            _ if node.rolls_back() => "diagnose_root_undoes",
            _ if node.commits() => "diagnose_root_commits",
            _ if node.is_killed() && unheard => "diagnose_root_killed_unheard",
            _ if node.is_killed() => "diagnose_root_killed",
            _ if part.roots.is_empty() && node.user() == LOGIN => "diagnose_root_login",
            _ if part.roots.is_empty() && node.waits_for(Wait::Client) => "diagnose_root_client",
            _ if part.roots.is_empty() && node.waits_for(Wait::Dump) => "diagnose_root_dump",
            _ if part.roots.is_empty() => "diagnose_root_thread",
            _ if unheard => "diagnose_root_unheard",
            Kind::Own if node.sleeps() && self.pooled => "diagnose_root_outside",
            Kind::Pool | Kind::Unsure | Kind::Own | Kind::System | Kind::Look => {
                match node.sleeps() {
                    true => "diagnose_root_sleeps",
                    false => "diagnose_root_runs",
                }
            }
        };
        let says = say(key, &[("id", &id), ("age", &Time(node.age()))]);
        Some(Root {
            id: node.id().filter(|_| node.kind != Kind::Xa),
            known,
            says,
        })
    }

    // The headline, and what shows it.
    fn name(&self, part: &mut Part) {
        let held = !part.held.is_empty();
        let on = self.pick(&|_, node| {
            let here = node.group.is_some_and(|group| part.held.contains(&group));
            here && node.is(ConnPlace::Thread) && node.kind != Kind::Look
        });
        let locked = on.iter().filter(|at| self.waits(**at)).count();
        let threads = self.ids_of(&on);
        let by_lock = !part.waiters.is_empty() && (!held || 2 * locked >= on.len());
        let deaf = part.held.iter().any(|group| self.is_deaf(*group));
        let line = matches!(part.wait, Some(Wait::Metadata | Wait::Global));
        let cause = if part.resource(self, Wait::Space) {
            Cause::DiskFull
        } else if part.resource(self, Wait::Ack) {
            Cause::WaitsForSemiSyncAck
        } else if part.resource(self, Wait::Cluster) {
            Cause::WaitsForCluster
        } else if part.resource(self, Wait::Enter) {
            Cause::WaitsToEnter
        } else if held && self.creation_fails() && !by_lock {
            Cause::ThreadCreationFails
        } else if held && by_lock {
            Cause::LockPileUpHoldsAllThreads
        } else if held && deaf {
            Cause::DeafGroupThreadCap
        } else if held {
            Cause::FullGroupThreadCap
        } else if line {
            Cause::MetadataLockPileUp
        } else {
            Cause::LockPileUp
        };
        let count = part.waiters.len();
        let (heads, roots) = (self.ids_of(&part.heads), self.ids_of(&part.roots));
        let connected = part.held.iter().filter_map(|group| self.seen.row(*group));
        let all_threads = sum(connected.map(|row| row.threads));
        let shown = u32::try_from(threads.len()).unwrap_or(u32::MAX);
        let all_threads = if all_threads == 0 { shown } else { all_threads };
        let both = part.held.iter().any(|group| !self.is_deaf(*group)) && deaf;
        let age = self.waited(&part.waiters);
        let of_resource = self.ids_of(&self.pick(&|at, _| {
            let links = self.links_of(at);
            links.iter().any(|link| RESOURCES.contains(&link.wait))
        }));
        let hidden = part.roots.iter().any(|at| self.is_hidden(*at));
        let full = cause == Cause::LockPileUpHoldsAllThreads;
        let lock = full || matches!(cause, Cause::LockPileUp | Cause::MetadataLockPileUp);
        let key = match (lock, part.circle, hidden) {
            (true, true, _) if full => "diagnose_cause_circle_holds_all_threads",
            (true, true, _) => "diagnose_cause_circle",
            (true, _, false) if part.again == Again::Turn && !full => "diagnose_cause_lock_moves",
            (true, _, true) if full => "diagnose_cause_lock_pile_up_holds_all_threads_unknown",
            (true, _, true) => "diagnose_cause_lock_pile_up_unknown",
            _ if both && cause == Cause::DeafGroupThreadCap => "diagnose_cause_groups_thread_cap",
            _ => cause.sentences()[0],
        };
        let waits = [
            Cause::WaitsForSemiSyncAck,
            Cause::WaitsForCluster,
            Cause::WaitsToEnter,
        ];
        let count_of = if waits.contains(&cause) {
            of_resource.len()
        } else {
            count
        };
        let connections = if of_resource.is_empty() {
            &threads
        } else {
            &of_resource
        };
        let says = say(
            key,
            &[
                ("count", &count_of),
                ("groups", &&part.held),
                ("threads", &all_threads),
                ("connections", &connections),
                ("holders", &&roots),
                ("heads", &&heads),
                ("age", &Time(age)),
            ],
        );
        let mut all = part.roots.clone();
        if part.open {
            all.extend(&self.candidates);
        }
        if all.is_empty() {
            all = on;
        }
        let mut found: Vec<Root> = all.iter().filter_map(|at| self.root(part, *at)).collect();
        for at in (1..found.len()).rev() {
            let (before, rest) = found.split_at(at);
            if rest
                .first()
                .is_some_and(|one| before.iter().any(|known| known.says == one.says))
            {
                found.remove(at);
            }
        }
        let trouble = &mut part.trouble;
        trouble.cause = cause;
        trouble.says = says;
        let lock = matches!(cause, Cause::LockPileUp | Cause::MetadataLockPileUp);
        trouble.against = match lock && !self.pooled {
            true => say("diagnose_against_moves", &[]),
            false => say(cause.sentences()[1], &[]),
        };
        trouble.roots = found;
        self.blocked_facts(part, &threads);
    }

    fn turn_fact(&self, part: &Part) -> Option<Fact> {
        let later = self.later().filter(|_| part.again == Again::Turn)?;
        let served = part.waiters.iter().filter(|at| self.went_on(**at)).count();
        let ids = self.ids_of(&part.roots);
        let columns = ["COMMAND", "STATE", "TIME"];
        let mut from = self.cells.connections(self.look, &ids, &columns);
        from.extend(self.cells.connections(later, &ids, &columns));
        Some(fact(
            "diagnose_fact_lock_moves",
            &[("count", &served), ("connections", &ids.as_slice())],
            from,
        ))
    }

    fn blocked_facts(&self, part: &mut Part, threads: &[u64]) {
        let groups = &part.held;
        let mut said = Vec::new();
        for group in groups
            .iter()
            .filter(|group| self.seen.row(**group).is_some())
        {
            let deaf = self.is_deaf(*group);
            said.push(self.row_fact(
                if deaf {
                    "diagnose_fact_deaf"
                } else {
                    "diagnose_fact_full"
                },
                *group,
            ));
        }
        said.extend(self.turn_fact(part));
        if !groups.is_empty() {
            said.extend(self.cap_fact());
            said.extend(self.frozen_fact(groups));
        }
        let columns = ["COMMAND", "STATE", "TIME"];
        if let Some(wait) = part.wait {
            const GLOBAL: (&str, &str) = ("diagnose_fact_wait_global", "META_DATA_LOCK");
            let mut those = part.waiters.clone();
            those.retain(|at| self.nodes.get(*at).is_some_and(|node| node.waits_for(wait)));
            // A row of InnoDB is waited for in any STATE.
            if wait == Wait::Row && those.is_empty() {
                those.clone_from(&part.waiters);
            }
            let ids = self.ids_of(&those);
            let mut from = self.cells.connections(self.look, &ids, &columns);
            let (key, reason) = match wait {
                Wait::Row if self.shows_rows() => ("diagnose_fact_wait_row", "ROW_LOCK"),
                Wait::Row => ("diagnose_fact_wait_row_suspected", "ROW_LOCK"),
                Wait::Table => ("diagnose_fact_wait_table", "TABLE_LOCK"),
                Wait::User => ("diagnose_fact_wait_user", "USER_LOCK"),
                Wait::Metadata => ("diagnose_fact_wait_metadata", "META_DATA_LOCK"),
                Wait::Space => ("diagnose_fact_wait_space", "DISKIO"),
                Wait::Ack => ("diagnose_fact_wait_ack", "SYNC"),
                Wait::Cluster => ("diagnose_fact_wait_cluster", ""),
                Wait::Enter => ("diagnose_fact_wait_enter", ""),
                Wait::Global
                | Wait::Sleep
                | Wait::Disk
                | Wait::Client
                | Wait::Commit
                | Wait::Dump => GLOBAL,
                Wait::Replica | Wait::Compute | Wait::Open | Wait::Engine | Wait::Cache => GLOBAL,
            };
            if from.is_empty() {
                for id in ids.iter().take(12) {
                    from.extend(self.cells.transaction(self.innodb_look(), *id));
                }
            }
            from.extend(self.cells.waits(reason));
            if wait == Wait::Cluster {
                from.extend(CLUSTER.iter().flat_map(|name| self.cells.variable(name)));
            }
            let age = Time(self.waited(&those));
            let looks = self.cells.capture.looks.iter();
            let pairs: usize = looks
                .filter_map(|look| look.lock_waits.as_ref())
                .map(Vec::len)
                .max()
                .unwrap_or(0);
            if !from.is_empty() {
                let count = ids.len();
                said.push(fact(
                    key,
                    &[
                        ("count", &count),
                        ("age", &age),
                        ("pairs", &pairs),
                        ("connections", &&ids),
                    ],
                    from,
                ));
            }
        } else {
            said.extend(self.holders_fact(threads, "diagnose_fact_holders"));
        }
        let look = self.innodb_look();
        for root in &part.trouble.roots {
            let Some(id) = root.id.filter(|_| part.wait.is_some()) else {
                continue;
            };
            let mut from = self.cells.transaction(look, id);
            from.extend(
                self.cells
                    .connection(self.look, id, &["COMMAND", "TIME", "STATE"]),
            );
            said.push(Fact {
                says: root.says.clone(),
                from,
            });
        }
        for head in &part.heads {
            let Some(id) = self.nodes.get(*head).and_then(|node| node.id()) else {
                continue;
            };
            let from = self.cells.connection(self.look, id, &columns);
            said.push(fact(
                "diagnose_fact_ddl_waits",
                &[("connection", &id)],
                from,
            ));
        }
        for (kind, key) in [
            (Wait::Client, "diagnose_fact_wait_client"),
            (Wait::Dump, "diagnose_fact_dumps"),
        ] {
            let waits = |id: &&u64| {
                self.seen
                    .conns
                    .get(*id)
                    .is_some_and(|conn| conn.wait == Some(kind))
            };
            let those: Vec<u64> = threads.iter().filter(waits).copied().collect();
            if let Some(mut fact) = self.holders_fact(&those, key) {
                if kind == Wait::Client {
                    fact.from.extend(self.cells.waits("NET"));
                }
                said.push(fact);
            }
        }
        if groups.is_empty() {
            said.extend(self.spare_threads_fact().filter(|_| self.pooled));
        } else {
            if !part.trouble.unread.is_empty() {
                let mut from =
                    self.cells
                        .groups(self.look, groups, &["QUEUE_LENGTH", "HAS_LISTENER"]);
                from.extend(
                    self.cells
                        .connections(self.look, &part.trouble.unread, &["COMMAND"]),
                );
                said.push(fact(
                    "diagnose_fact_unread",
                    &[("connections", &&part.trouble.unread)],
                    from,
                ));
            }
            said.extend(self.queue_fact(groups));
            said.extend(self.login_facts(part.trouble.logins, groups));
            if part.wait.is_none() {
                said.extend(self.remainder_facts(groups));
            }
            said.extend(self.stall_flag_fact(groups));
            said.extend(self.idle_fact());
            said.extend(self.kickup_fact(groups));
        }
        said.extend(self.cells.log_facts());
        part.trouble.evidence.extend(said);
    }

    // A root that is at work.
    fn runs(&self, id: u64, known: Known) -> Root {
        let age = self
            .seen
            .conns
            .get(&id)
            .and_then(|conn| conn.age_us)
            .unwrap_or(0);
        let says = say("diagnose_root_runs", &[("id", &id), ("age", &Time(age))]);
        Root {
            id: Some(id),
            known,
            says,
        }
    }

    /// max_connections is reached.
    pub fn connections(&self) -> Option<Part> {
        let cell = self.cells.status(self.look, "Threads_connected");
        // Without the counter, the rows of the list are at least so many.
        let counted = cell.first().and_then(|cell| cell.value.parse::<u64>().ok());
        let connected = counted.unwrap_or(self.seen.conns.len() as u64);
        let most = self
            .state
            .vars
            .max_connections
            .filter(|most| connected >= *most)?;
        let mut part = Part::plain(Shape::Connections, Cause::TooManyConnections);
        let counts: [(_, &dyn super::say::Param); 2] = [("connected", &connected), ("max", &most)];
        part.trouble.says = say(part.trouble.cause.sentences()[0], &counts);
        let mut from = cell;
        from.extend(self.cells.variable("max_connections"));
        part.trouble
            .evidence
            .push(fact("diagnose_fact_connections", &counts, from));
        let asleep = self.ids_of(&self.pick(&|_, node| node.sleeps()));
        if 2 * asleep.len() > self.nodes.len() {
            let from = self
                .cells
                .connections(self.look, &asleep, &["COMMAND", "TIME"]);
            let count = asleep.len();
            part.trouble
                .evidence
                .push(fact("diagnose_fact_asleep", &[("count", &count)], from));
        }
        part.trouble.evidence.extend(self.cells.log_facts());
        Some(part)
    }

    // A statement that computes took the listener.
    fn taken(&self, found: &mut Vec<Part>) {
        for (group, condition) in &self.conditions {
            let Condition::Taken {
                known,
                stuck,
                age_us,
            } = condition
            else {
                continue;
            };
            if *known == Known::Possible {
                continue;
            }
            let mut part = Part::plain(Shape::Taken, Cause::CpuStatementTookTheListener);
            part.groups = vec![*group];
            part.roots = self.pick(&|_, node| {
                let works = node
                    .conn
                    .is_some_and(|conn| !conn.sleeps_by_wish() && conn.lock.is_none());
                node.group == Some(*group) && node.is(ConnPlace::Thread) && works
            });
            let ids = self.ids_of(&part.roots);
            let twice = Time(self.state.vars.stall_us().saturating_mul(2));
            let trouble = &mut part.trouble;
            trouble.groups = vec![*group];
            trouble.unread.clone_from(stuck);
            trouble.says = say(
                trouble.cause.sentences()[0],
                &[
                    ("group", group),
                    ("connections", &&ids),
                    ("age", &Time(*age_us)),
                    ("twice", &twice),
                ],
            );
            let roots = ids.iter().map(|id| self.runs(*id, *known));
            trouble.roots = roots.collect();
            let free = self
                .seen
                .row(*group)
                .is_some_and(|row| row.standby_threads > 0);
            trouble.evidence.push(self.row_fact(
                if free {
                    "diagnose_fact_unheard_free"
                } else {
                    "diagnose_fact_unheard"
                },
                *group,
            ));
            trouble
                .evidence
                .extend(self.holders_fact(&ids, "diagnose_fact_computes"));
            let mut from: Vec<Evidence> = self.cells.grown(
                *group,
                &[
                    "WAKES_DUE_TO_STALL",
                    "THREAD_CREATIONS_DUE_TO_STALL",
                    "STALLS",
                ],
            );
            from.extend(self.cells.variable("thread_pool_stall_limit"));
            if self
                .state
                .moved(*group)
                .is_some_and(|moved| moved.paced() > 0)
            {
                trouble.evidence.push(fact(
                    "diagnose_fact_timer_helped",
                    &[("group", group)],
                    from,
                ));
            }
            let recent = self
                .cells
                .connections(self.look, stuck, &["COMMAND", "TIME"]);
            trouble.evidence.push(fact(
                "diagnose_fact_unread",
                &[("connections", &stuck)],
                recent,
            ));
            found.push(part);
        }
    }

    /// Many long statements, more than half of all that run, while every group serves.
    fn slow(&self) -> Option<Part> {
        let calm = self.pool_is_clear() || !self.pooled;
        if !calm || !self.seen.has_processlist {
            return None;
        }
        if self.may_wait_to_enter() {
            return None;
        }
        let long = self.long(self.look);
        let running =
            self.seen.conns.values().filter(|conn| {
                conn.place == ConnPlace::Thread && !conn.row.is_self && !conn.is_dump()
            });
        let least = if self.pooled { 3 } else { 4 };
        if long.len() < least
            || 2 * long.len() < running.count()
            || !self.pooled && long.iter().all(|conn| conn.age_us < Some(2 * SECOND_US))
        {
            return None;
        }
        let mut ids: Vec<u64> = Vec::new();
        for look in 0..self.state.looks.len() {
            ids.extend(self.long(look).iter().map(|conn| conn.id));
        }
        tidy(&mut ids);
        let inside = long.iter().filter(|conn| stands(&conn.row.state)).count();
        let own = 2 * inside <= long.len();
        let cause = if own {
            Cause::SlowStatements
        } else {
            Cause::WaitsInside
        };
        let mut part = Part::plain(Shape::Slow, cause);
        part.suspects = own && self.mostly_suspects(&long);
        let oldest = long.iter().filter_map(|conn| conn.age_us).max();
        // A wait counts from two seconds on.
        if part.suspects && oldest < Some(2 * SECOND_US) {
            return None;
        }
        let oldest = Time(oldest.unwrap_or(0));
        let trouble = &mut part.trouble;
        let key = match part.suspects {
            true => "diagnose_cause_slow_or_locked",
            false => trouble.cause.sentences()[0],
        };
        trouble.says = say(key, &[("count", &ids.len()), ("oldest", &oldest)]);
        if part.suspects {
            trouble.against = say("diagnose_against_slow_or_locked", &[]);
            let facts = self.holders_fact(&ids, "diagnose_fact_may_wait");
            trouble.evidence.extend(facts);
            return Some(part);
        }
        let roots = long.iter().map(|conn| self.runs(conn.id, Known::Certain));
        trouble.roots = roots.collect();
        if self.seen.has_groups {
            trouble.evidence.push(self.calm_fact());
        }
        if !own {
            let stand = self.holders_fact(&ids, "diagnose_fact_inside");
            trouble.evidence.extend(stand);
            trouble.evidence.extend(self.spare_threads_fact());
            return Some(part);
        }
        if let Some(mut executed) = self.holders_fact(&ids, "diagnose_fact_executed") {
            executed.from.extend(self.cells.groups(
                self.look,
                &self.all_groups(),
                &["ACTIVE_THREADS"],
            ));
            trouble.evidence.push(executed);
        }
        trouble.evidence.extend(self.spare_threads_fact());
        trouble.evidence.extend(self.unmissed_facts());
        let from = self.cells.waits("ROW_LOCK");
        if self.links.is_empty() && !from.is_empty() {
            trouble
                .evidence
                .push(fact("diagnose_fact_no_locks", &[], from));
        }
        trouble
            .evidence
            .extend(self.holders_fact(&ids, "diagnose_fact_mend_statements"));
        Some(part)
    }

    // A login takes no seconds: some clients send nothing, or the server waits for a name or a plugin.
    fn hanging_logins(&self) -> Option<Part> {
        const LONG_US: u64 = 5 * SECOND_US;
        let hang = self.pick(&|_, node| node.user() == LOGIN && node.age() >= LONG_US);
        let ids = self.ids_of(&hang);
        let fact = self.holders_fact(&ids, "diagnose_fact_logins_hang");
        let fact = fact.filter(|_| ids.len() > 3)?;
        let mut part = Part::plain(Shape::Login, Cause::LoginsHang);
        let oldest = Time(self.oldest(&hang));
        part.trouble.says = say(
            part.trouble.cause.sentences()[0],
            &[("count", &ids.len()), ("oldest", &oldest)],
        );
        part.trouble.waiters = ids;
        part.trouble.evidence.push(fact);
        Some(part)
    }

    /// Most long statements are still planned, which takes no minutes: they may wait to enter InnoDB, and nothing pasted
    /// would show that.
    pub fn may_wait_to_enter(&self) -> bool {
        const MINUTE_US: u64 = 60 * SECOND_US;
        let long = self.long(self.look);
        let planned = long.iter().filter(|conn| {
            let planned = conn.row.state.eq_ignore_ascii_case("statistics");
            planned && conn.age_us >= Some(MINUTE_US)
        });
        !self.has_trx() && 2 * planned.count() > long.len()
    }

    /// Whether the pool may have more threads than it has.
    pub fn spare(&self) -> Option<bool> {
        Some(self.seen.threads? < self.state.vars.max_threads?)
    }
}

fn part_has(members: &[usize], at: usize) -> bool {
    members.binary_search(&at).is_ok()
}

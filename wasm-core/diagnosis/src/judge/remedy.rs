//! Which actions come into question for a trouble, and what each of them does in every world that the paste allows.

use super::effect::{After, ENTER, Run, Step, World, is_ack, is_same, steps};
use super::graph::{Again, Graph, Kind, Node};
use super::say::say;
use super::trouble::{Part, Shape};
use super::{Answer, Cause, Doubt, Remedy, Sentence};
use crate::order::{self, tidy};
use crate::state::{ConnPlace, SECOND_US, sum, variable, within};
use crate::states::Wait;

/// What an action does: whether it helps, whether all, and why.
type Weighed = (Option<bool>, &'static str);

const YES: Option<bool> = Some(true);
const NO: Option<bool> = Some(false);
const OPEN: Weighed = (None, "diagnose_remedy_open");

fn answered(answer: String, helps: Option<bool>) -> Answer {
    let key = match helps {
        Some(true) => "diagnose_then_helps",
        Some(false) => "diagnose_then_not",
        None => "diagnose_then_open",
    };
    Answer {
        answer,
        helps,
        ends: false,
        says: say(key, &[]),
    }
}

/// What was tried on a server in such a trouble.
struct Tried {
    capture: &'static str,
    wait: Wait,
    /// The first of those that others wait for.
    kind: Kind,
    /// Threads of groups were held.
    held: bool,
    step: &'static str,
    answered: u32,
    of: u32,
    /// Only if that first one is at work.
    runs: bool,
}

const fn tried(
    capture: &'static str,
    wait: Wait,
    kind: Kind,
    held: bool,
    step: &'static str,
    [answered, of]: [u32; 2],
) -> Tried {
    Tried {
        capture,
        wait,
        kind,
        held,
        step,
        answered,
        of,
        runs: false,
    }
}

/// `tests/judge` holds these to what was measured.
const TRIED: [Tried; 12] = [
    Tried {
        runs: true,
        ..tried(
            "35",
            Wait::Metadata,
            Kind::Pool,
            true,
            "kill+threads",
            [20, 20],
        )
    },
    tried(
        "37",
        Wait::Metadata,
        Kind::Pool,
        true,
        "kill+threads",
        [20, 20],
    ),
    tried("21", Wait::Metadata, Kind::Pool, true, "head", [24, 24]),
    tried("36", Wait::Table, Kind::Pool, true, "query", [25, 25]),
    tried("36", Wait::Table, Kind::Pool, true, "head", [24, 25]),
    tried("38", Wait::Row, Kind::Xa, true, "xa", [24, 24]),
    tried("41", Wait::Row, Kind::Own, false, "kill", [20, 20]),
    tried("42", Wait::Row, Kind::Event, true, "kill", [24, 24]),
    tried("42", Wait::Row, Kind::Event, true, "kill+threads", [24, 24]),
    tried("25", Wait::Ack, Kind::Resource, true, "ack", [28, 28]),
    tried("24", Wait::Space, Kind::Resource, true, "space", [4, 4]),
    tried(
        "31",
        Wait::Row,
        Kind::Hidden,
        true,
        "kill+threads",
        [29, 30],
    ),
];

/// The candidates for a trouble, weighed, best first.
pub(super) fn remedies(graph: &Graph<'_>, part: &Part) -> Vec<Remedy> {
    let actions = candidates(graph, part);
    let mut all: Vec<Remedy> = Vec::new();
    for action in actions {
        if all.iter().all(|known| known.action != action) {
            all.push(weigh(graph, part, &action));
        }
    }
    let rank = |remedy: &Remedy| match (remedy.helps, remedy.all) {
        (Some(true), true) => 0,
        (Some(true), false) => 1,
        // Most clients end their transactions, and few transactions are prepared.
        (None, _) => match remedy.doubt.as_ref().map(|doubt| doubt.about) {
            Some("ends") => 2,
            Some("prepared") => 3,
            Some(_) => 4,
            None => 5,
        },
        (Some(false), _) => 6,
    };
    order::sort(&mut all, |a, b| {
        let loses = |one: &Remedy| one.lost.len();
        rank(a).cmp(&rank(b)).then(loses(a).cmp(&loses(b)))
    });
    // A few that are tempting and do nothing are enough.
    let mut useless = 0;
    all.retain(|one| {
        useless += usize::from(one.helps == NO);
        one.helps != NO || useless <= 3
    });
    all
}

fn set(name: &str, value: &str) -> String {
    ["SET GLOBAL ", name, " = ", value].concat()
}

fn kill(id: u64) -> String {
    ["KILL ", &id.to_string()].concat()
}

fn query(id: u64) -> String {
    ["KILL QUERY ", &id.to_string()].concat()
}

fn joined(actions: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = actions.collect();
    all.join("; ")
}

/// Enough threads for everything that is in line.
fn more_threads(graph: &Graph<'_>) -> String {
    let now = graph.threads().unwrap_or(0);
    let conns = u32::try_from(graph.seen.conns.len()).unwrap_or(u32::MAX);
    let logins = graph.seen.groups.keys().map(|group| graph.logins(*group));
    let conns = sum(logins.chain([conns]));
    let most = now.saturating_mul(2).max(now.saturating_add(conns));
    let round = most.saturating_add(9) / 10 * 10;
    set("thread_pool_max_threads", &round.to_string())
}

fn candidates(graph: &Graph<'_>, part: &Part) -> Vec<String> {
    let mut found = match part.shape {
        Shape::Blocked => against_holders(graph, part),
        Shape::Connections => against_connections(graph),
        Shape::Taken => against_taken(graph, part),
        Shape::Slow if part.held.is_empty() => against_slow(graph, part),
        Shape::Cap | Shape::Slots | Shape::Timer | Shape::Starved | Shape::Logins | Shape::Slow => {
            against_queues(graph, part)
        }
        Shape::Login | Shape::Well => Vec::new(),
    };
    found.retain(|action| !action.is_empty());
    found
}

fn id_of(graph: &Graph<'_>, at: usize) -> Option<u64> {
    graph.nodes.get(at).and_then(|node| node.id())
}

/// It goes by itself, and nothing ends it sooner.
fn goes(node: &Node<'_>) -> bool {
    node.rolls_back() || node.commits() || node.is_killed()
}

// The end of those that others wait for, of who stands first in a line, or of a thread's holder; and more threads.
fn against_holders(graph: &Graph<'_>, part: &Part) -> Vec<String> {
    let mut found = Vec::new();
    let held = !part.held.is_empty();
    let threads = more_threads(graph);
    if part.resource(graph, Wait::Space) {
        found.push("(space made on the disk)".to_owned());
    }
    if part.resource(graph, Wait::Ack) {
        let name = [
            "rpl_semi_sync_master_enabled",
            "rpl_semi_sync_source_enabled",
        ];
        let new = !graph.is_mariadb() && variable(graph.cells.capture, name[1]).is_some();
        found.push(set(name[usize::from(new)], "OFF"));
    }
    if part.resource(graph, Wait::Enter) {
        found.push(set(ENTER, "0"));
    }
    let heads = part.heads.iter().filter_map(|head| id_of(graph, *head));
    found.extend(heads.map(query));
    // Who holds a lock that goes from one to the next holds it only for a moment.
    let moves = part.again == Again::Turn;
    for root in part.roots.iter().take(4).filter(|_| !moves) {
        found.extend(against_root(graph, *root, held));
    }
    // One in the middle, if that is enough: who holds what it waits for need not be known then.
    let behind_hidden = |at: &&usize| {
        let mut links = graph.links_of(**at).into_iter();
        let middle = graph.wanted.get(**at) == Some(&true) && !part.heads.contains(at);
        middle && links.any(|link| graph.is_hidden(link.to))
    };
    for middle in part.waiters.iter().filter(behind_hidden).take(2) {
        let action = id_of(graph, *middle).map(kill).filter(|action| {
            let remedy = weigh(graph, part, action);
            remedy.helps == YES || remedy.doubt.is_some()
        });
        found.extend(action);
    }
    // Where each of several holds what they wait for, none of them is enough.
    let mut roots = part.roots.iter().filter_map(|at| graph.nodes.get(*at));
    let hidden = part.roots.iter().any(|at| graph.is_hidden(*at));
    if !part.circle && !hidden && (2..=4).contains(&part.roots.len()) && !roots.any(goes) {
        let ids = part.roots.iter().filter_map(|at| id_of(graph, *at));
        let all = joined(ids.map(kill));
        found.extend(held.then(|| [&all, "; ", &threads].concat()));
        found.push(all);
    }
    if part.roots.is_empty() && held {
        let client = graph.nodes.iter().any(|node| node.waits_for(Wait::Client));
        found.push(first_of_each(graph, part, query));
        found.extend(client.then(|| first_of_each(graph, part, kill)));
    }
    if held {
        let size = graph.state.vars.size.unwrap_or(1).saturating_mul(4);
        found.push(threads);
        found.push(set("thread_pool_stall_limit", "50"));
        found.push(set("thread_pool_size", &size.to_string()));
    }
    found
}

// What ends one that others wait for, and what its end needs in a full pool.
fn against_root(graph: &Graph<'_>, root: usize, held: bool) -> Vec<String> {
    let mut found = Vec::new();
    let Some(node) = graph.nodes.get(root) else {
        return found;
    };
    let xid = graph.xid().unwrap_or("'as XA RECOVER prints it'");
    let rollback = ["XA ROLLBACK ", xid].concat();
    if node.kind == Kind::Xa {
        return vec![rollback];
    }
    let Some(id) = node.id().filter(|_| node.kind != Kind::Hidden) else {
        return found;
    };
    let threads = more_threads(graph);
    let unheard = held && graph.is_unheard(root);
    if !goes(node) && !node.sleeps() && node.is_shown() && node.kind != Kind::Event {
        found.push(query(id));
    }
    if !goes(node) {
        found.push(kill(id));
    }
    if node.is_prepared() {
        let more = unheard.then(|| threads.clone());
        let steps = [Some(kill(id)), more, Some(rollback)];
        found.push(joined(steps.into_iter().flatten()));
    }
    if !goes(node) && unheard {
        found.push([&threads, "; ", &kill(id)].concat());
    }
    if !goes(node) && held {
        found.push([&kill(id), "; ", &threads].concat());
    }
    found
}

// One of those that hold a group's threads, for each group.
fn first_of_each(graph: &Graph<'_>, part: &Part, end: fn(u64) -> String) -> String {
    let one = |group: &u32| {
        let on = graph.nodes.iter().find(|node| {
            node.group == Some(*group) && node.is(ConnPlace::Thread) && node.kind != Kind::Look
        });
        on.and_then(|node| node.id()).map(end)
    };
    joined(part.held.iter().filter_map(one))
}

fn against_connections(graph: &Graph<'_>) -> Vec<String> {
    let most = graph.state.vars.max_connections.unwrap_or(100);
    let mut found = vec![set("max_connections", &most.saturating_mul(2).to_string())];
    // Nodes are in order of age.
    let mut idle = graph
        .nodes
        .iter()
        .filter(|node| node.sleeps() && node.trx.is_none());
    found.extend(idle.next().and_then(|node| node.id()).map(kill));
    found.extend(graph.pooled.then(|| more_threads(graph)));
    found
}

fn against_taken(graph: &Graph<'_>, part: &Part) -> Vec<String> {
    let tick = (graph.state.vars.stall_us() / 1_000 / 20).max(10);
    let roots = part.roots.iter().filter_map(|at| id_of(graph, *at));
    let mut found: Vec<String> = roots.map(query).collect();
    found.push(set("thread_pool_stall_limit", &tick.to_string()));
    found.push(more_threads(graph));
    found.push(set("thread_pool_oversubscribe", "20"));
    found
}

fn against_slow(graph: &Graph<'_>, part: &Part) -> Vec<String> {
    let mut found = Vec::new();
    if part.trouble.cause == Cause::SlowStatements && !part.suspects {
        found.push("(improve the statements: an index)".to_owned());
    }
    if graph.pooled {
        let size = graph.state.vars.size.unwrap_or(1).saturating_mul(2);
        found.push(set("thread_pool_size", &size.to_string()));
        found.push(more_threads(graph));
    }
    found
}

// Queues that move.
fn against_queues(graph: &Graph<'_>, part: &Part) -> Vec<String> {
    let over = graph.state.vars.oversubscribe.unwrap_or(3);
    let over = over.saturating_mul(4).max(12).to_string();
    let over = set("thread_pool_oversubscribe", &over);
    let tick = set("thread_pool_stall_limit", "20");
    let mut found = Vec::new();
    if part.shape == Shape::Starved && graph.is_mariadb() {
        found.push(set("thread_pool_prio_kickup_timer", "500"));
    }
    found.push(more_threads(graph));
    found.push([&over, "; ", &tick].concat());
    found.push(set("thread_pool_size", &spread(graph, part).to_string()));
    found.push("(client side) the busy clients connect again".to_owned());
    found.push(over);
    found.push(tick);
    found
}

/// Ids at work in these groups, in line, or just served, at all looks.
fn busy(graph: &Graph<'_>, part: &Part) -> Vec<u64> {
    let mut ids = Vec::new();
    for (look, seen) in graph.state.looks.iter().enumerate() {
        for group in &part.groups {
            if let Some(of) = seen.groups.get(group) {
                ids.extend(of.on_threads.iter().chain(&of.queued).copied());
                ids.extend(graph.state.recent(look, *group, SECOND_US / 2));
            }
        }
    }
    tidy(&mut ids);
    ids
}

fn fullest(graph: &Graph<'_>, part: &Part, size: u64) -> usize {
    let mut rests: Vec<u64> = busy(graph, part)
        .iter()
        .map(|id| id % size.max(1))
        .collect();
    order::sort(&mut rests, u64::cmp);
    rests
        .chunk_by(|a, b| a == b)
        .map(<[u64]>::len)
        .max()
        .unwrap_or(0)
}

/// A number of groups over which the busy ids spread well.
fn spread(graph: &Graph<'_>, part: &Part) -> u64 {
    let now = u64::from(graph.state.vars.size.unwrap_or(1));
    let sizes = now.saturating_sub(1).max(2)..=now.saturating_mul(2).max(8);
    let best = sizes.take(128).filter(|size| *size != now);
    best.min_by_key(|size| fullest(graph, part, *size))
        .unwrap_or(now)
}

fn spreads(graph: &Graph<'_>, part: &Part, size: Option<u64>) -> Option<bool> {
    let now = fullest(graph, part, graph.state.vars.size.unwrap_or(1).into());
    if now < 2 || !graph.seen.has_processlist {
        return None;
    }
    // Who connects again gets ids in a row.
    let then = match size {
        Some(size) => fullest(graph, part, size),
        None => now / graph.state.vars.size.unwrap_or(1).max(1) as usize,
    };
    Some(then * 100 <= now * 62)
}

/// What an action does about a trouble.
pub(super) fn weigh(graph: &Graph<'_>, part: &Part, action: &str) -> Remedy {
    let steps = steps(action);
    let mut remedy = Remedy {
        action: action.to_owned(),
        helps: None,
        all: false,
        who: Vec::new(),
        lost: Vec::new(),
        doubt: None,
        needs: Vec::new(),
        cites: None,
        says: Sentence::default(),
        cost: say(cost(graph, &steps), &[]),
        configuration: Vec::new(),
    };
    for step in &steps {
        remedy.lost.extend(step.ends());
        if let Step::Set(name, value) = step
            && !is_ack(name)
        {
            remedy.configuration.push([name, " = ", value].concat());
        }
    }
    if steps.is_empty() {
        remedy.helps = NO;
        remedy.says = say(
            if part.shape == Shape::Well {
                "diagnose_remedy_no_need"
            } else {
                "diagnose_remedy_no_wait"
            },
            &[],
        );
        return remedy;
    }
    if part.shape == Shape::Blocked {
        blocked(graph, part, &steps, &mut remedy);
    } else {
        // Whom the missing rows name may hold its threads.
        let known = graph.whole || part.shape == Shape::Connections;
        let (helps, key) = if known {
            moving(graph, part, &steps)
        } else {
            OPEN
        };
        (remedy.helps, remedy.all) = (helps, helps == YES);
        remedy.says = say(key, &[]);
        if helps.is_none() && key == OPEN.1 {
            remedy.needs.push(say("diagnose_needs_more", &[]));
        }
    }
    if remedy.helps == NO {
        remedy.configuration.clear();
    }
    let holds = |doubt: &Doubt| ["holder", "prepared", "ends"].contains(&doubt.about);
    if remedy.helps == YES || remedy.doubt.as_ref().is_some_and(holds) {
        remedy.cites = cites(graph, part, &steps);
    }
    remedy
}

fn cites(graph: &Graph<'_>, part: &Part, steps: &[Step]) -> Option<Sentence> {
    let root = part.roots.first().and_then(|at| graph.nodes.get(*at));
    let kind = match (root, part.circle) {
        (_, true) => Kind::Hidden,
        (Some(root), false) => root.kind,
        (None, false) => return None,
    };
    let is_head = |id: &u64| {
        let at = graph.node(*id);
        at.is_some_and(|at| part.heads.contains(&at))
    };
    let word = match steps {
        [Step::Kill(_)] => "kill",
        [Step::Query(id)] if is_head(id) => "head",
        [Step::Query(_)] => "query",
        [Step::Kill(_), set] if set.raises() => "kill+threads",
        [Step::Xa] => "xa",
        [Step::Space] => "space",
        [Step::Set(name, _)] if is_ack(name) => "ack",
        _ => return None,
    };
    let runs = root.is_some_and(|root| !root.sleeps());
    let tried = TRIED.iter().find(|tried| {
        Some(tried.wait) == part.wait
            && tried.kind == kind
            && tried.held != part.held.is_empty()
            && tried.step == word
            && (runs || !tried.runs)
    })?;
    Some(say(
        "diagnose_cites",
        &[
            ("capture", &tried.capture),
            ("answered", &tried.answered),
            ("of", &tried.of),
        ],
    ))
}

fn cost(graph: &Graph<'_>, steps: &[Step]) -> &'static str {
    if steps.contains(&Step::Xa) && steps.len() > 1 {
        return "diagnose_cost_kill_xa";
    }
    let mut best = (9, "diagnose_cost_nothing");
    for step in steps {
        let replica = |id: &u64| {
            let node = graph.node(*id).and_then(|at| graph.nodes.get(at));
            node.is_some_and(|node| {
                node.kind == Kind::System || node.conn.is_some_and(|conn| conn.is_dump())
            })
        };
        let of = match step {
            Step::Kill(id) | Step::Query(id) if replica(id) => (0, "diagnose_cost_replica"),
            Step::Set(name, _) if is_ack(name) => (1, "diagnose_cost_ack"),
            Step::Kill(_) => (2, "diagnose_cost_kill"),
            Step::Xa => (2, "diagnose_cost_xa"),
            Step::Query(_) => (3, "diagnose_cost_kill_query"),
            Step::Other => (4, "diagnose_cost_statement"),
            Step::Reconnect => (5, "diagnose_cost_client"),
            Step::Space => (5, "diagnose_cost_nothing"),
            Step::Set(name, _) => (
                6,
                match name.as_str() {
                    "thread_pool_max_threads" => "diagnose_cost_threads",
                    "thread_pool_size" => "diagnose_cost_spread",
                    "thread_pool_stall_limit" => "diagnose_cost_tick",
                    _ => "diagnose_cost_variable",
                },
            ),
        };
        if of.0 < best.0 {
            best = of;
        }
    }
    best.1
}

/// What follows from an action in a world.
struct Case {
    world: World,
    /// It helps if those that get a lock let it go soon.
    helps: bool,
    /// And if not; `None`: that depends on more.
    silent: Option<bool>,
}

/// All worlds that the paste allows.
fn worlds(graph: &Graph<'_>, part: &Part) -> Vec<World> {
    let node = |at: &usize| graph.nodes.get(*at);
    let holders = || {
        part.roots.iter().chain(if part.open {
            &graph.candidates[..]
        } else {
            &[]
        })
    };
    let unheard = |at: &usize| {
        node(at).is_some_and(|node| match node.kind {
            Kind::Pool | Kind::Unsure => graph.is_unheard(*at),
            Kind::Hidden => part.held.iter().any(|group| graph.is_deaf(*group)),
            Kind::Own | Kind::Event | Kind::System | Kind::Look | Kind::Xa | Kind::Resource => {
                false
            }
        })
    };
    let line = graph.nodes.iter().filter(|node| {
        let held = node.group.is_some_and(|group| part.held.contains(&group));
        held && !node.is(ConnPlace::Thread)
    });
    let mut accounts = line.map(|node| node.account);
    let sent = holders().any(unheard);
    let logins = part.held.iter().any(|group| graph.logins(*group) > 0);
    let login = graph.login.filter(|_| logins);
    let open = |account| is_same(graph, account).is_none();
    let same = accounts.any(open) || login.is_some_and(open);
    let inside = holders().any(|at| node(at).is_some_and(|node| node.kind == Kind::Unsure));
    let kept = graph.nodes.iter().enumerate();
    let mut kept = kept.filter(|(at, _)| graph.wanted.get(*at) == Some(&true));
    let several = kept.any(|(_, node)| node.several.is_none());
    let sleeps = |at: &usize| node(at).is_some_and(Node::sleeps);
    // Which of several candidates holds it is asked first.
    let may = |at: &usize| node(at).is_some_and(Node::may_be_prepared);
    let kept = matches!(part.wait, Some(Wait::Row | Wait::Metadata));
    let prepared = kept && !part.open && part.roots.iter().any(may);
    let pool = graph.maybe_pooled && holders().any(sleeps);
    let count = if part.open {
        graph.candidates.len().max(1)
    } else {
        1
    };
    let plain = |holder| World {
        sent: false,
        same: false,
        holder,
        inside: true,
        pool: false,
        several: false,
        again: false,
        prepared: false,
        after: After::Ends,
    };
    let mut all: Vec<World> = (0..count).map(plain).collect();
    let mut either = |open: bool, other: fn(&mut World)| {
        if open {
            let mut others = all.clone();
            others.iter_mut().for_each(other);
            all.extend(others);
        }
    };
    either(sent, |world| world.sent = true);
    either(same, |world| world.same = true);
    either(inside, |world| world.inside = false);
    either(several, |world| world.several = true);
    either(pool, |world| world.pool = true);
    either(part.again != Again::No, |world| world.again = true);
    either(prepared, |world| world.prepared = true);
    all
}

fn blocked(graph: &Graph<'_>, part: &Part, steps: &[Step], remedy: &mut Remedy) {
    const HOLDER: &str = "diagnose_needs_holder";
    let unseen = unseen(graph, part, steps);
    // Whoever it is, the end of one that all others wait for helps them.
    let hidden = unseen == Some(HOLDER) && matches!(steps, [Step::Kill(_)]);
    if let Some(needs) = unseen.filter(|_| !hidden) {
        remedy.says = say("diagnose_remedy_open", &[]);
        remedy.needs.push(say(needs, &[]));
        return;
    }
    let mut helps: Vec<Case> = Vec::new();
    let mut who: Option<Vec<u64>> = None;
    let follow = |world: World| -> (bool, bool, Vec<u64>) {
        let run = Run::follow(graph, steps, world);
        let root = |at: &usize| graph.is_root(*at);
        let ended = part.waiters.iter().all(|at| run.is_helped(*at));
        let read = part
            .unread
            .iter()
            .filter(|at| !root(at) && run.pools(**at))
            .all(|at| run.is_helped(*at));
        let served = part.held.iter().all(|group| run.serves(*group));
        let all = ended && read && served;
        // Those that wait for a disk get nothing from any step but space: the others are meant.
        let some = !all
            && part.resource(graph, Wait::Space)
            && steps.iter().any(Step::raises)
            && run.all_taken();
        let helped = part
            .waiters
            .iter()
            .filter(|at| run.is_helped(**at) && !run.is_lost(**at));
        let helped = helped.filter_map(|at| graph.nodes.get(*at)?.id());
        (all, some, helped.collect())
    };
    let loose = part.waiters.iter().any(|at| !graph.passes(*at));
    for world in worlds(graph, part) {
        let (all, some, mut helped) = follow(world);
        let helped_by = |after| {
            let (all, some, helped) = follow(World { after, ..world });
            (all || some, helped)
        };
        let mut silent = YES.filter(|_| all || some);
        if loose {
            let (sure, those) = helped_by(After::Rivals);
            helped = those;
            if silent == YES && !sure {
                silent = NO.filter(|_| !helped_by(After::Keeps).0);
            }
        }
        helps.push(Case {
            world,
            helps: all || some,
            silent,
        });
        remedy.all |= all;
        match &mut who {
            None => who = Some(helped),
            Some(who) => who.retain(|id| helped.contains(id)),
        }
    }
    remedy.who = who.unwrap_or_default();
    let lost = &remedy.lost;
    remedy.who.retain(|id| !lost.contains(id));
    tidy(&mut remedy.who);
    let yes = helps.iter().filter(|case| case.helps).count();
    let sure = helps.iter().filter(|case| case.silent == YES).count();
    if hidden && yes < helps.len() {
        remedy.all = false;
        remedy.who.clear();
        remedy.says = say("diagnose_remedy_open", &[]);
        remedy.needs.push(say(HOLDER, &[]));
        return;
    }
    // Of a list that lacks rows, only what they wait for can be told: whom those rows name may hold them up, wait for one
    // that is shown, or wait themselves.
    let acts = steps.iter().any(|step| match step.ends() {
        Some(id) => graph.node(id).is_some_and(|at| part.roots.contains(&at)),
        None => !step.raises(),
    });
    if !graph.whole && (yes == 0 || yes == helps.len() && !acts) {
        remedy.all = false;
        remedy.says = say("diagnose_remedy_open", &[]);
        remedy.needs.push(say("diagnose_needs_list", &[]));
        return;
    }
    if yes == helps.len() {
        let certain = sure == yes;
        remedy.helps = YES.filter(|_| certain);
        let count = part.count();
        let unheard = |id: &u64| graph.node(*id).filter(|at| graph.is_unheard(*at));
        let second = match steps {
            [first, Step::Kill(id)] if first.raises() => unheard(id).map(|_| *id),
            _ => None,
        };
        let key = match (remedy.all, second, certain) {
            (true, Some(_), true) => "diagnose_remedy_ladder",
            (true, Some(_), false) => "diagnose_remedy_ladder_if",
            (true, None, true) if count == 0 => "diagnose_remedy_helps_read",
            (true, None, true) => "diagnose_remedy_helps_all",
            (true, None, false) if remedy.who.is_empty() => "diagnose_remedy_helps_all_if",
            (true, None, false) => "diagnose_remedy_helps_in_turn",
            (false, ..) => "diagnose_remedy_part_space",
        };
        let id = second.unwrap_or(0);
        let first = remedy.who.len();
        remedy.says = say(key, &[("count", &count), ("id", &id), ("first", &first)]);
        if !certain {
            remedy.all = false;
            let mut no = answered(
                "no".to_owned(),
                helps.iter().all(|case| case.silent == NO).then_some(false),
            );
            if !remedy.who.is_empty() {
                let key = match no.helps {
                    Some(_) => "diagnose_then_these",
                    None => "diagnose_then_at_least",
                };
                no.says = say(
                    key,
                    &[
                        ("who", &remedy.who.as_slice()),
                        ("count", &remedy.who.len()),
                    ],
                );
            }
            remedy.doubt = Some(Doubt {
                about: "ends",
                asks: say("diagnose_if_ends", &[]),
                answers: vec![answered("yes".to_owned(), YES), no],
            });
        }
        return;
    }
    remedy.all = false;
    if yes == 0 {
        remedy.helps = NO;
        let key = reason(graph, part, steps, &remedy.who);
        remedy.says = say(
            key,
            &[
                ("who", &remedy.who.as_slice()),
                ("count", &remedy.who.len()),
            ],
        );
        return;
    }
    remedy.doubt = doubt(graph, part, steps, &helps);
    remedy.says = say("diagnose_remedy_depends", &[]);
    if remedy.doubt.is_none() {
        remedy.says = say("diagnose_remedy_open", &[]);
        let pool = graph.maybe_pooled && steps.iter().any(|step| step.ends().is_some());
        let needs = if pool {
            "diagnose_needs_pool"
        } else {
            "diagnose_needs_innodb"
        };
        remedy.needs.push(say(needs, &[]));
    }
}

// What has to be shown before a yes or a no.
fn unseen(graph: &Graph<'_>, part: &Part, steps: &[Step]) -> Option<&'static str> {
    if !graph.seen.has_processlist && graph.pooled {
        return Some("diagnose_needs_list");
    }
    let unknown =
        graph.pooled && !graph.seen.has_groups && part.held.is_empty() && !graph.has_room();
    // Statements that may wait for a row, and whoever waits for a row may hold others.
    let acts = |step: &Step| step.ends().is_some() || step.raises();
    if part.suspects && steps.iter().any(acts) {
        return Some("diagnose_needs_innodb");
    }
    for step in steps {
        match step {
            Step::Kill(id) | Step::Query(id) => {
                let at = graph.node(*id);
                // A list without its row may have been filtered.
                let Some(node) = at.and_then(|at| graph.nodes.get(at)) else {
                    return Some("diagnose_needs_list");
                };
                if node.conn.is_none() && matches!(step, Step::Query(_)) {
                    return Some("diagnose_needs_list");
                }
                if node.commits() {
                    return Some("diagnose_needs_trial");
                }
                if at.is_some_and(|at| graph.changes_inside(at)) {
                    return Some(match graph.has_trx() {
                        true => "diagnose_needs_trial",
                        false => "diagnose_needs_innodb",
                    });
                }
                let held = node.group.is_some_and(|group| graph.is_held(group));
                let unseen = graph.pooled && !graph.seen.has_groups && !held && !graph.has_room();
                if unknown || unseen && node.sleeps() && node.kind != Kind::Own {
                    return Some("diagnose_needs_groups");
                }
                // GET_LOCK ends without an error, and its client goes on.
                let wanted = at.is_some_and(|at| graph.wanted.get(at) == Some(&true));
                if matches!(step, Step::Query(_)) && node.waits_for(Wait::User) && wanted {
                    return Some("diagnose_needs_trial");
                }
                // Neither documented nor measured.
                let enter = part.resource(graph, Wait::Enter);
                if node.waits_for(Wait::Cluster) || enter {
                    return Some("diagnose_needs_trial");
                }
                // A victim of that lock alone does not hold it.
                let hidden = part.roots.iter().any(|at| graph.is_hidden(*at));
                let kill = matches!(step, Step::Kill(_));
                let victim = at.is_some_and(|at| graph.is_victim(at, part.wait, kill));
                let named = at.is_some_and(|at| part.roots.contains(&at));
                // Who is a candidate for one lock may be the one that is not shown, of another.
                let another = part
                    .roots
                    .iter()
                    .any(|at| graph.is_hidden(*at) && !graph.candidates.contains(at));
                if hidden && !victim && (!named || another) {
                    return Some("diagnose_needs_holder");
                }
                // A root that works may itself wait for this one.
                let other = |root: &&usize| Some(**root) != at && graph.may_wait(**root);
                let lost = victim && graph.seen.has_processlist;
                if !lost && part.roots.iter().any(|root| other(&root)) {
                    return Some("diagnose_needs_innodb");
                }
                // Whether one that waits for a table is the head of the line, its text says.
                let line = part.wait.is_some_and(Wait::has_line);
                let unclear = |at: usize| graph.blurred || !graph.is_told(at);
                if line && at.is_some_and(|at| graph.waits(at) && unclear(at)) {
                    return Some("diagnose_needs_list");
                }
                let row = part.wait == Some(Wait::Row) && at.is_some_and(|at| graph.waits(at));
                let rows = at.is_some_and(|at| graph.may_hold_rows(at, &part.waiters));
                if rows || row && hidden && matches!(step, Step::Kill(_)) {
                    return Some("diagnose_needs_innodb");
                }
            }
            Step::Set(name, _) if name.starts_with("thread_pool") => {
                if unknown {
                    return Some("diagnose_needs_groups");
                }
                if step.raises() && graph.threads().is_none() {
                    return Some("diagnose_needs_groups");
                }
                if !part.held.is_empty() && !graph.seen.has_processlist {
                    return Some("diagnose_needs_list");
                }
            }
            Step::Set(name, value) if name == ENTER && value != "0" => {
                return Some("diagnose_needs_trial");
            }
            Step::Set(name, _) if is_known(name) => {}
            Step::Set(..) | Step::Other => return Some("diagnose_needs_trial"),
            // Who is not shown may be prepared.
            Step::Xa
                if !graph.has_trx()
                    || part.roots.iter().any(|at| graph.is_hidden(*at)) && !graph.has_no_xa() =>
            {
                return Some("diagnose_needs_innodb");
            }
            // Which of several holds the lock, XA RECOVER does not show.
            Step::Xa
                if steps.iter().filter(|step| **step == Step::Xa).count()
                    < graph.prepared_count() =>
            {
                return Some("diagnose_needs_trial");
            }
            Step::Xa | Step::Space | Step::Reconnect => {}
        }
    }
    None
}

// Variables whose effect on those that wait now is known.
fn is_known(name: &str) -> bool {
    is_ack(name)
        || [
            ENTER,
            "innodb_lock_wait_timeout",
            "lock_wait_timeout",
            "max_connections",
            "connect_timeout",
            "thread_cache_size",
            "event_scheduler",
        ]
        .contains(&name)
}

fn reason(graph: &Graph<'_>, part: &Part, steps: &[Step], who: &[u64]) -> &'static str {
    let node = |id: &u64| graph.node(*id).and_then(|at| graph.nodes.get(at));
    let ends = steps.iter().find_map(Step::ends);
    let locks = part.waiters.iter().any(|at| graph.waits(*at));
    let is_shared = |id: u64| {
        let at = graph.node(id).filter(|at| part.roots.contains(at));
        part.roots.len() > 1 && at.is_some_and(|at| !graph.is_unheard(at))
    };
    if graph.creation_fails() {
        return "diagnose_remedy_no_created";
    }
    match (ends, steps.iter().any(Step::raises)) {
        (_, true) if locks => "diagnose_remedy_part",
        (_, true) => "diagnose_remedy_no_too_few",
        (Some(_), false) if !who.is_empty() => "diagnose_remedy_helps_these",
        (Some(id), false) => match node(&id) {
            Some(node) if node.rolls_back() => "diagnose_remedy_no_undone",
            Some(node) if node.is_killed() => "diagnose_remedy_no_killed",
            Some(node) if node.is_prepared() => "diagnose_remedy_no_prepared",
            Some(node) if node.waits_for(Wait::Client) => "diagnose_remedy_no_reader",
            Some(node) if node.waits_for(Wait::Space) => "diagnose_remedy_no_late",
            Some(node) if node.sleeps() && steps.contains(&Step::Kill(id)) && is_shared(id) => {
                "diagnose_remedy_no_shared"
            }
            Some(node) if node.sleeps() && !matches!(node.kind, Kind::Pool | Kind::Unsure) => {
                "diagnose_remedy_no_sleeper"
            }
            Some(node) if node.sleeps() => {
                match graph.node(id).is_some_and(|at| part.roots.contains(&at)) {
                    true if steps.iter().any(|step| matches!(step, Step::Kill(_))) => {
                        "diagnose_remedy_no_rollback"
                    }
                    true => "diagnose_remedy_no_sleeper",
                    false => "diagnose_remedy_no_client",
                }
            }
            Some(_) if locks && part.held.is_empty() => "diagnose_remedy_no_victim",
            Some(_) if locks => "diagnose_remedy_no_next_waiter",
            Some(_) => "diagnose_remedy_no_one_group",
            None => "diagnose_remedy_no_other",
        },
        (None, false) => {
            let sessions = |step: &Step| matches!(step, Step::Set(name, _) if name.ends_with("lock_wait_timeout"));
            let attached = |at: &usize| graph.nodes.get(*at).is_some_and(Node::is_prepared);
            if steps.contains(&Step::Xa) && part.roots.iter().any(attached) {
                "diagnose_remedy_no_attached"
            } else if steps.iter().any(sessions) {
                "diagnose_remedy_no_sessions"
            } else if part.held.is_empty() {
                "diagnose_remedy_no_other"
            } else {
                "diagnose_remedy_no_cap"
            }
        }
    }
}

/// What a question is about, and its answer in a world.
type Value<'a> = (&'static str, &'a dyn Fn(&World) -> usize);

// The question that decides, with what follows from each of its answers.
fn doubt(graph: &Graph<'_>, part: &Part, steps: &[Step], cases: &[Case]) -> Option<Doubt> {
    let kills = steps.iter().any(|step| step.ends().is_some());
    let several = !part.open && part.roots.len() > 1;
    let pools = cases.iter().any(|case| case.world.pool);
    let given = |of: &dyn Fn(&World) -> bool| -> Option<bool> {
        let mut those = cases
            .iter()
            .filter(|case| of(&case.world))
            .map(|case| case.helps);
        let first = those.next()?;
        those.all(|other| other == first).then_some(first)
    };
    let differs = |of: &dyn Fn(&World) -> usize| {
        let first = cases.first().map(|case| of(&case.world));
        cases.iter().any(|case| Some(of(&case.world)) != first)
    };
    let values: [Value<'_>; 8] = [
        ("holder", &|world| world.holder),
        ("sent", &|world| world.sent.into()),
        ("same", &|world| world.same.into()),
        ("inside", &|world| world.inside.into()),
        ("several", &|world| world.several.into()),
        ("pool", &|world| {
            (pools && (world.pool || world.prepared)).into()
        }),
        ("again", &|world| world.again.into()),
        ("prepared", &|world| world.prepared.into()),
    ];
    let mut best: Option<(usize, Doubt)> = None;
    for (about, of) in values {
        if !differs(of) {
            continue;
        }
        let count = if about == "holder" {
            graph.candidates.len()
        } else {
            2
        };
        let mut answers = Vec::new();
        let mut open = 0;
        for value in (0..count).rev() {
            let answer = match about {
                "holder" => {
                    let node = graph
                        .candidates
                        .get(value)
                        .and_then(|at| graph.nodes.get(*at));
                    node.and_then(|node| node.id())
                        .map_or("other".to_owned(), |id| id.to_string())
                }
                _ if value == 1 => "yes".to_owned(),
                _ => "no".to_owned(),
            };
            // Somebody that is not shown may wait for one that is.
            let other = graph
                .candidates
                .get(value)
                .is_some_and(|at| graph.is_hidden(*at));
            let mut helps = given(&|world| of(world) == value);
            // Nor is it shown whether a pool that is not shown has a free thread, or which of several has not sent.
            let unclear = match about {
                "holder" => other && kills,
                "pool" => value == 1,
                "sent" => several && value == 0,
                _ => false,
            };
            if unclear || !graph.whole {
                helps = helps.filter(|helps| *helps);
            }
            // Nor whether one holds all that they wait for.
            if about == "holder" && graph.apart && kills {
                helps = helps.filter(|helps| !*helps);
            }
            let sure = |case: &Case| of(&case.world) != value || case.silent == YES;
            let mut one = answered(answer, helps);
            if helps == YES && !cases.iter().all(sure) {
                one.ends = true;
                one.says = say("diagnose_then_ends", &[]);
            }
            open += usize::from(helps.is_none());
            answers.push(one);
        }
        if about == "holder" {
            answers.reverse();
        }
        // Who holds the lock comes first.
        let first = best
            .as_ref()
            .is_some_and(|(_, doubt): &(usize, Doubt)| doubt.about == "holder");
        if open < answers.len() && !first && best.as_ref().is_none_or(|(least, _)| open < *least) {
            best = Some((
                open,
                Doubt {
                    about,
                    asks: asks(graph, part, about),
                    answers,
                },
            ));
        }
    }
    best.map(|(_, doubt)| doubt)
}

fn asks(graph: &Graph<'_>, part: &Part, about: &str) -> Sentence {
    let open = if part.open {
        &graph.candidates[..]
    } else {
        &[]
    };
    let more = about == "again" && part.again == Again::More;
    let mut named = [&part.roots[..], open].concat();
    if more {
        let others = graph.idle.iter().filter(|at| !part.roots.contains(at));
        named = others.copied().collect();
    }
    let kept = matches!(part.wait, Some(Wait::Row | Wait::Metadata));
    let may = |at: &usize| graph.nodes.get(*at).is_some_and(Node::may_be_prepared);
    if ["prepared", "pool"].contains(&about) {
        named.retain(may);
    }
    let ids = graph.ids_of(&named);
    let silent = ids
        .first()
        .and_then(|id| graph.seen.conns.get(id)?.age_us)
        .unwrap_or(0);
    let key = match about {
        "holder" if kept && named.iter().any(may) => "diagnose_if_holder_active",
        "holder" => "diagnose_if_holder",
        "prepared" => "diagnose_if_prepared",
        "sent" if ids.is_empty() => "diagnose_if_sent_hidden",
        "sent" if !part.open && ids.len() > 1 => "diagnose_if_sent_all",
        "sent" => "diagnose_if_sent",
        "same" => "diagnose_if_same",
        "several" => "diagnose_if_several",
        "pool" if kept && named.iter().any(may) => "diagnose_if_pool_active",
        "pool" => "diagnose_if_pool",
        "again" => match part.again {
            Again::Turn => "diagnose_if_turn",
            Again::Alike => "diagnose_if_alike",
            Again::More | Again::No => "diagnose_if_more",
        },
        _ => "diagnose_if_inside",
    };
    say(
        key,
        &[
            ("ids", &ids.as_slice()),
            ("silent", &super::say::Time(silent)),
        ],
    )
}

// Queues that move, and what holds no lock.
fn moving(graph: &Graph<'_>, part: &Part, steps: &[Step]) -> Weighed {
    let vars = &graph.state.vars;
    let number = |name: &str| {
        let mut values = steps.iter().filter_map(|step| step.sets(name));
        values.find_map(|value| value.parse::<u64>().ok().map(within))
    };
    let kills = steps.iter().any(|step| step.ends().is_some());
    let ended = |at: &usize| {
        let id = graph.nodes.get(*at).and_then(|node| node.id());
        id.is_some() && steps.iter().any(|step| step.ends() == id)
    };
    let other = steps
        .iter()
        .any(|step| matches!(step, Step::Other | Step::Xa | Step::Space));
    let (over, tick) = (
        number("thread_pool_oversubscribe"),
        number("thread_pool_stall_limit"),
    );
    let raised =
        number("thread_pool_max_threads").map(|most| graph.threads().map(|now| most > now.into()));
    let size = number("thread_pool_size");
    let reconnect = steps.contains(&Step::Reconnect);
    let quarter = |ms: u64| ms.saturating_mul(4_000) <= vars.stall_us();
    // A no needs what would have shown the effect.
    let measured = graph.state.between.is_some();
    let no = |key: &'static str| if measured { (NO, key) } else { OPEN };
    let apart = || -> Weighed {
        match spreads(graph, part, size) {
            Some(true) => (YES, "diagnose_remedy_helps_spread"),
            Some(false) => no("diagnose_remedy_no_spread"),
            None => OPEN,
        }
    };
    match part.shape {
        Shape::Well => (NO, "diagnose_remedy_no_need"),
        Shape::Connections => match number("max_connections") {
            Some(most) if Some(most) > vars.max_connections => {
                (YES, "diagnose_remedy_helps_logins")
            }
            _ if kills => (YES, "diagnose_remedy_helps_place"),
            _ => (NO, "diagnose_remedy_no_other"),
        },
        Shape::Taken => {
            if part.roots.iter().any(ended) {
                (YES, "diagnose_remedy_helps_once")
            } else if tick.is_some_and(quarter) {
                (YES, "diagnose_remedy_helps_in_two_ticks")
            } else if kills || other {
                OPEN
            } else if size.is_some() {
                no("diagnose_remedy_no_later")
            } else {
                no("diagnose_remedy_no_listener")
            }
        }
        Shape::Slow => {
            if kills || other || reconnect {
                OPEN
            } else if part.held.is_empty() && graph.spare() == Some(true) {
                (NO, "diagnose_remedy_no_pool")
            } else {
                OPEN
            }
        }
        _ if kills || other => OPEN,
        Shape::Cap | Shape::Starved | Shape::Logins => {
            let kickup = number("thread_pool_prio_kickup_timer");
            if let Some(raised) = raised {
                return match raised {
                    Some(true) if part.capped => (YES, "diagnose_remedy_helps_with_tick"),
                    Some(false) => no("diagnose_remedy_no_too_few"),
                    _ => OPEN,
                };
            }
            if part.shape == Shape::Logins {
                return OPEN;
            }
            if size.is_some() || reconnect {
                return apart();
            }
            match (part.shape, kickup) {
                (Shape::Starved, Some(ms)) if ms.saturating_mul(1_000) < part.oldest_us => {
                    (YES, "diagnose_remedy_helps_kickup")
                }
                (Shape::Starved, _) => OPEN,
                _ => no("diagnose_remedy_no_cap"),
            }
        }
        Shape::Slots | Shape::Timer => {
            let together = over.is_some()
                && tick.is_some_and(|ms| ms.saturating_mul(2_000) <= vars.stall_us());
            if size.is_some() || reconnect {
                let (helps, key) = apart();
                return if part.cores && helps == YES {
                    (None, "diagnose_remedy_cores")
                } else {
                    (helps, key)
                };
            }
            if together || part.shape == Shape::Timer && tick.is_some_and(quarter) {
                return if part.cores {
                    (None, "diagnose_remedy_cores")
                } else {
                    (YES, "diagnose_remedy_helps_together")
                };
            }
            if part.shape == Shape::Timer && (over.is_some() || tick.is_some()) {
                return OPEN;
            }
            if over.is_some() || tick.is_some() {
                return no("diagnose_remedy_no_moves");
            }
            if raised.is_some() {
                return no("diagnose_remedy_no_threads_enough");
            }
            no("diagnose_remedy_no_other")
        }
        Shape::Login | Shape::Blocked => OPEN,
    }
}

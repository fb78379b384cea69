//! Lives of requests are complete, have no gaps, and agree with the pictures.

use poolscope_engine::StatementFigures;
use poolscope_engine::event::EventKind;
use poolscope_engine::frame::{Frame, NONE, Timings, connection_state, turn_kind};
use poolscope_engine::ids::Index;
use poolscope_engine::life::{Life, Place, Segment};
use poolscope_engine::reason::WaitReason;
use poolscope_engine::sim::Outcome;

fn segments_join(life: &Life, end_ns: u64) {
    let end = life.end_ns.unwrap_or(end_ns);
    assert!(
        life.start_ns
            .is_none_or(|start| start >= life.arrive_ns && start <= end)
    );
    let mut at = life.arrive_ns;
    for segment in &life.segments {
        assert_eq!(segment.start_ns, at, "{life:?}");
        assert!(segment.end_ns > segment.start_ns);
        at = segment.end_ns;
    }
    assert_eq!(at, end, "{life:?}");
    // It waits for a thread, and runs only after its start.
    for segment in &life.segments {
        let begun = life.start_ns.is_some_and(|start| segment.start_ns >= start);
        let on_thread = matches!(
            segment.place,
            Place::Running
                | Place::Waiting { .. }
                | Place::Lock { .. }
                | Place::Latch
                | Place::RunQueue
        );
        assert!(begun || !on_thread, "{life:?}");
    }
}

pub fn no_request_is_lost(outcome: &Outcome, last: &Frame) {
    let arrived = outcome
        .events
        .iter()
        .filter(|e| matches!(e.kind, EventKind::RequestArrived { .. }));
    assert_eq!(arrived.count(), outcome.lives.len());
    let mut ends = vec![0; outcome.lives.len()];
    for event in &outcome.events {
        match event.kind {
            EventKind::RequestFinished { request, .. }
            | EventKind::AnsweredNobody { request, .. }
            | EventKind::RequestFailed { request, .. } => {
                ends[request.index()] += 1;
            }
            _ => {}
        }
    }
    for life in &outcome.lives {
        let ended = ends[life.request.index()];
        assert_eq!(ended, u32::from(life.end_ns.is_some()), "{life:?}");
        segments_join(life, outcome.end_ns);
    }
    let answered = outcome
        .lives
        .iter()
        .filter(|l| l.end_ns.is_some() && !l.failed)
        .count() as u64;
    assert_eq!(outcome.metrics.finished, answered);
    open_ones_are_counted(outcome);
    // A request that is on the server has not ended.
    for (client, request) in last.connections.request.iter().enumerate() {
        if *request != NONE {
            assert_eq!(
                outcome.lives[*request as usize].end_ns, None,
                "client {client}"
            );
        }
    }
}

/// Requests without an answer at the end count with the time that they have waited so far.
fn open_ones_are_counted(outcome: &Outcome) {
    let m = &outcome.metrics;
    let open = outcome.lives.iter().filter(|l| l.end_ns.is_none());
    let waits: Vec<u64> = open.map(|l| outcome.end_ns - l.arrive_ns).collect();
    assert_eq!(m.open as usize, waits.len());
    let longest_ns = waits.iter().copied().max().unwrap_or(0);
    assert_eq!(m.open_longest_ns, longest_ns);
    assert_eq!(m.at_least.is_some(), !waits.is_empty());
    let (of_all, answered) = (m.at_least.unwrap_or(m.latency), m.latency);
    assert_eq!(of_all.max_ns, answered.max_ns.max(longest_ns));
    let sum = answered.mean_ns * m.finished as f64 + waits.iter().sum::<u64>() as f64;
    let all = (m.finished as usize + waits.len()).max(1) as f64;
    assert!((of_all.mean_ns - sum / all).abs() <= 1e-9 * sum.max(1.0));
    if m.statements.is_empty() {
        return;
    }
    let of = |figure: fn(&StatementFigures) -> u64| m.statements.iter().map(figure);
    assert_eq!(of(|s| s.finished).sum::<u64>(), m.finished);
    assert_eq!(of(|s| s.open.into()).sum::<u64>(), u64::from(m.open));
    assert_eq!(of(|s| s.open_longest_ns).max(), Some(longest_ns));
    assert_eq!(of(|s| s.latency.max_ns).max(), Some(answered.max_ns));
}

/// At any time the picture and the life of a request say the same.
pub fn lives_agree_with_the_picture(outcome: &Outcome, f: &Frame) {
    for client in 0..f.connections.id.len() {
        let (state, request) = (f.connections.state[client], f.connections.request[client]);
        let Some(life) = outcome.lives.get(request as usize) else {
            continue;
        };
        let covers = |s: &&Segment| s.start_ns <= f.time_ns && f.time_ns < s.end_ns;
        let Some(segment) = life.segments.iter().find(covers) else {
            continue;
        };
        if segment.why == WaitReason::ConnectionBusy {
            continue;
        }
        let want = state_at(segment.place);
        assert_eq!(state, want, "client {client} at {}: {segment:?}", f.time_ns);
    }
}

/// The state of a connection whose request, or whose login, is at this place.
fn state_at(place: Place) -> u8 {
    match place {
        Place::Application => connection_state::IDLE,
        Place::Socket => connection_state::SOCKET,
        Place::LowQueue | Place::Queue => connection_state::LOW_QUEUE,
        Place::HighQueue => connection_state::HIGH_QUEUE,
        Place::ThreadWait => connection_state::THREAD_WAIT,
        Place::Login => connection_state::LOGIN,
        Place::Running => connection_state::RUNNING,
        Place::Waiting { .. } | Place::Innodb => connection_state::WAITING,
        Place::Lock { .. } => connection_state::LOCK,
        Place::Suspended => connection_state::SUSPENDED,
        Place::Latch => connection_state::LATCH,
        Place::RunQueue => connection_state::RUNNABLE,
    }
}

/// At any time lives, and connections without a request, count as many at each place as the picture does: each connection
/// once, and each further request on it as unread. So an area of lives shows what stands in the picture.
pub fn places_count_the_same(outcome: &Outcome, f: &Frame) {
    let mut lived = [0_u32; connection_state::NAMES.len()];
    let now = |start_ns: u64, end_ns: u64| start_ns <= f.time_ns && f.time_ns < end_ns;
    let segments = outcome.lives.iter().flat_map(|life| &life.segments);
    let segments = segments
        .filter(|s| now(s.start_ns, s.end_ns))
        .map(|s| s.place);
    let alone = outcome.alone.iter().filter(|a| now(a.start_ns, a.end_ns));
    for place in segments.chain(alone.map(|a| a.place)) {
        if place != Place::Application {
            lived[usize::from(state_at(place))] += 1;
        }
    }
    let mut seen = [0_u32; connection_state::NAMES.len()];
    for state in &f.connections.state {
        seen[usize::from(*state)] += 1;
    }
    seen[usize::from(connection_state::SOCKET)] += f.connections.behind.iter().sum::<u32>();
    for nowhere in [connection_state::CLOSED, connection_state::IDLE] {
        seen[usize::from(nowhere)] = 0;
    }
    assert_eq!(
        lived,
        seen,
        "at {} ns, {:?}",
        f.time_ns,
        connection_state::NAMES
    );
}

/// The short report of a run agrees with the full one.
pub fn timings_agree(outcome: &Outcome, timings: &Timings) {
    let all = &timings.requests;
    assert_eq!(all.connection.len(), outcome.lives.len());
    let told = |ns: f64| (!ns.is_nan()).then_some(ns as u64);
    for (i, life) in outcome.lives.iter().enumerate() {
        assert_eq!(all.connection[i], life.connection.0 as f64);
        assert_eq!(told(all.start_ns[i]), life.start_ns, "{life:?}");
        assert_eq!(told(all.end_ns[i]), life.end_ns, "{life:?}");
        assert_eq!(all.failed[i] == 1, life.failed, "{life:?}");
        let sent = |s: &&Segment| s.place != Place::Application;
        let last_ns = life.end_ns.unwrap_or(outcome.end_ns);
        let sent_ns = match life.segments.iter().find(sent) {
            Some(sent) => sent.start_ns,
            // Sent at the last instant, so its stretch has no length.
            None if all.sent_ns[i] == last_ns as f64 => last_ns,
            // Ended as soon as it was sent, or was never sent.
            None => life.start_ns.unwrap_or(life.arrive_ns),
        };
        assert_eq!(all.sent_ns[i], sent_ns as f64, "{life:?}");
    }
    let turns = outcome.events.iter().filter_map(|event| {
        let (kind, thread) = match event.kind {
            EventKind::ThreadCreated { thread, .. } => (turn_kind::CREATED, thread),
            EventKind::ThreadListens { thread, .. } => (turn_kind::LISTENS, thread),
            EventKind::ThreadExited { thread, .. } => (turn_kind::EXITED, thread),
            _ => return None,
        };
        Some((kind, event.at_ns as f64, thread.0))
    });
    let found = &timings.turns;
    let rows = found.kind.iter().zip(&found.at_ns).zip(&found.thread);
    let rows = rows.map(|((kind, at_ns), thread)| (*kind, *at_ns, *thread));
    assert!(rows.eq(turns));
    let peaks = outcome.metrics.groups.iter().map(|g| g.threads_peak);
    assert!(peaks.eq(timings.threads_peak.iter().copied()));
}

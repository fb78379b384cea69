//! Where connections and threads are at one moment.

use poolscope_engine::frame::{Frame, NONE, connection_state, thread_state};

fn on_thread(state: u8) -> bool {
    use connection_state::{LATCH, LOCK, LOGIN, RUNNABLE, RUNNING, WAITING};
    [RUNNING, WAITING, LOCK, LOGIN, LATCH, RUNNABLE].contains(&state)
}

/// Each connection is in exactly one place.
pub fn connections_are_in_one_place(f: &Frame) {
    let lane_of = |state: u8| match state {
        connection_state::HIGH_QUEUE => Some(0),
        connection_state::LOW_QUEUE => Some(1),
        connection_state::SOCKET => Some(2),
        _ => None,
    };
    let mut listed = vec![None; f.connections.id.len()];
    for (i, conn) in f.waiting.conn.iter().enumerate() {
        let before = listed[*conn as usize].replace((f.waiting.group[i], f.waiting.lane[i]));
        assert_eq!(before, None, "conn {conn} waits twice");
    }
    let mut served = vec![NONE; f.connections.id.len()];
    for (i, conn) in f.threads.conn.iter().enumerate() {
        let state = f.threads.state[i];
        if *conn != NONE && state != thread_state::READING {
            assert_eq!(
                served[*conn as usize], NONE,
                "conn {conn} is on two threads"
            );
            served[*conn as usize] = f.threads.id[i];
        }
    }
    for conn in 0..f.connections.id.len() {
        let state = f.connections.state[conn];
        let lane = lane_of(state).map(|lane| (f.connections.group[conn], lane));
        assert_eq!(listed[conn], lane, "conn {conn} in state {state}");
        assert_eq!(
            served[conn] != NONE,
            on_thread(state),
            "conn {conn} in state {state}"
        );
        if on_thread(state) {
            assert_eq!(f.connections.thread[conn], served[conn]);
        }
    }
}

/// How many of each group are in each state.
fn tally(group: &[u32], state: &[u8], groups: usize) -> Vec<[u32; 32]> {
    let mut all = vec![[0; 32]; groups];
    for (i, g) in group.iter().enumerate() {
        if let Some(of_group) = all.get_mut(*g as usize) {
            of_group[usize::from(state[i])] += 1;
        }
    }
    all
}

/// threads = active + waiting + idle + listener + threads that were woken but don't run yet.
pub fn threads_add_up(oracle: bool, f: &Frame) {
    let groups = &f.groups;
    let mut total = 0;
    let threads = tally(&f.threads.group, &f.threads.state, groups.threads.len());
    let waiting_in = tally(&f.waiting.group, &f.waiting.lane, groups.threads.len());
    let connections = tally(
        &f.connections.group,
        &f.connections.state,
        groups.threads.len(),
    );
    for g in 0..groups.threads.len() {
        let of_group = |state: u8| threads[g][usize::from(state)];
        let waking = of_group(thread_state::WAKING);
        let waiting = of_group(thread_state::WAITING) + of_group(thread_state::LOCK);
        // Oracle's pool counts threads from their first statement on, and threads that read from a connection.
        let starting = of_group(thread_state::STARTING);
        let reading = of_group(thread_state::READING);
        let running = of_group(thread_state::RUNNING)
            + of_group(thread_state::RUNNABLE)
            + of_group(thread_state::LATCH)
            + of_group(thread_state::HOLDS_LATCH);
        let active = running + if oracle { reading } else { starting };
        assert_eq!(groups.active[g], active);
        let waking = waking + if oracle { starting } else { 0 };
        assert_eq!(groups.waiting[g], waiting);
        assert_eq!(groups.idle[g], of_group(thread_state::IDLE));
        assert_eq!(
            u32::from(groups.listener[g] != NONE),
            of_group(thread_state::LISTENING)
        );
        let listener = u32::from(groups.listener[g] != NONE);
        let sum = groups.active[g] + groups.waiting[g] + groups.idle[g] + listener + waking;
        assert_eq!(groups.threads[g], sum);
        total += sum;
        assert_eq!(
            [groups.high[g], groups.low[g], groups.unpolled[g]],
            waiting_in[g][..3]
        );
        let closed = connections[g][usize::from(connection_state::CLOSED)];
        let members = connections[g].iter().sum::<u32>() - closed;
        assert_eq!(groups.connections[g], members);
    }
    assert_eq!(f.workers, total);
}

//! Laws of the server model at one moment: server model (RULES.md), sections 12.2 to 12.5.

use poolscope_engine::frame::{Frame, NONE, thread_state};

fn threads_in(f: &Frame, state: u8) -> Vec<u32> {
    let both = f.threads.id.iter().zip(&f.threads.state);
    both.filter(|(_, s)| **s == state)
        .map(|(id, _)| *id)
        .collect()
}

fn sorted(mut ids: Vec<u32>) -> Vec<u32> {
    ids.sort_unstable();
    ids
}

/// A thread shown in a queue is in that state, once; nothing that has waiters is idle.
pub fn lines_add_up(f: &Frame, in_line_for_cores: bool) {
    let holders = threads_in(f, thread_state::HOLDS_LATCH);
    let holder = (f.latch_holder != NONE).then_some(f.latch_holder);
    assert_eq!(holders, Vec::from_iter(holder));
    let waiting = sorted(f.latch_queue.clone());
    assert_eq!(waiting, threads_in(f, thread_state::LATCH));
    assert!(
        waiting.is_empty() || holder.is_some(),
        "a free latch with a line"
    );
    assert!(f.latch_asleep as usize <= waiting.len());
    let runnable = sorted(f.run_queue.clone());
    // A connect handler is always shown as one.
    let handlers = threads_in(f, thread_state::CONNECTING);
    let mut statements = runnable.clone();
    statements.retain(|t| !handlers.contains(t));
    assert_eq!(statements, threads_in(f, thread_state::RUNNABLE));
    if in_line_for_cores {
        assert!(f.on_cpu <= f.cores);
        assert!(
            runnable.is_empty() || f.on_cpu == f.cores,
            "a free core with a line"
        );
    } else {
        assert!(runnable.is_empty());
    }
    assert!(f.open_transactions as usize <= f.connections.id.len());
}

/// Queues are served from the head and grow at the tail; a preempted thread may return at once.
pub fn lines_are_first_in_first_out(before: &Frame, after: &Frame) {
    for (old, new) in [
        (&before.latch_queue, &after.latch_queue),
        (&before.run_queue, &after.run_queue),
    ] {
        let kept = (0..=old.len()).any(|taken| new.starts_with(&old[taken..]));
        assert!(kept, "{old:?} became {new:?}");
    }
}

//! Compares the queue with an obviously correct model: a plain list, searched from end to end.
use super::near::sort;
use super::slots::Entry;
use super::{EventQueue, Slot};
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};

#[derive(Clone, Default)]
struct Model {
    pending: Vec<(u64, Slot)>,
    now: u64,
}

impl Model {
    fn schedule(&mut self, slot: Slot, at: u64) {
        self.cancel(slot);
        self.pending.push((at.max(self.now), slot));
    }

    fn cancel(&mut self, slot: Slot) -> bool {
        let before = self.pending.len();
        self.pending.retain(|&(_, s)| s != slot);
        self.pending.len() < before
    }

    fn pop_until(&mut self, limit: u64) -> Option<(u64, Slot)> {
        let first = self.pending.iter().map(|&(at, _)| at).min();
        let at = first.filter(|&at| at <= limit)?;
        let i = self.pending.iter().position(|&(t, _)| t == at)?;
        self.now = at;
        Some(self.pending.remove(i))
    }
}

/// Both at once, comparing every answer.
#[derive(Clone, Default)]
struct Pair {
    queue: EventQueue,
    model: Model,
}

impl Pair {
    fn schedule(&mut self, slot: Slot, at: u64) {
        self.queue.schedule(slot, at);
        self.model.schedule(slot, at);
        assert!(self.queue.is_pending(slot));
        self.check();
    }

    fn cancel(&mut self, slot: Slot) {
        assert_eq!(self.queue.cancel(slot), self.model.cancel(slot));
        assert!(!self.queue.is_pending(slot));
        self.check();
    }

    fn pop_until(&mut self, limit: u64) -> Option<(u64, Slot)> {
        let got = self.queue.pop_until(limit);
        assert_eq!(got, self.model.pop_until(limit));
        self.check();
        got
    }

    fn pop(&mut self) -> Option<(u64, Slot)> {
        let got = self.queue.pop();
        assert_eq!(got, self.model.pop_until(u64::MAX));
        self.check();
        got
    }

    fn check(&self) {
        assert_eq!(self.queue.len(), self.model.pending.len());
        assert_eq!(self.queue.is_empty(), self.model.pending.is_empty());
        assert_eq!(self.queue.now_ns(), self.model.now);
    }

    fn drain(&mut self) {
        while self.pop().is_some() {}
    }
}

/// A small separate generator, so that tests of the queue depend on nothing else.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

#[test]
fn equal_times_leave_in_order_of_arrival() {
    for n in [1, 2, 47, 48, 49, 63, 64, 65, 130, 1000] {
        let mut pair = Pair::default();
        for slot in 0..n {
            pair.schedule(slot * 7 % n + n, 5);
        }
        // At the same moment as the others, so behind all of them.
        for _ in 0..2 * n {
            if let Some((at, slot)) = pair.pop() {
                pair.schedule(slot, at);
            }
        }
        pair.drain();
    }
}

#[test]
fn one_far_event_waits() {
    let mut pair = Pair::default();
    let mut draws = Draws(1);
    pair.schedule(999, u64::MAX);
    pair.schedule(998, u64::MAX - 1);
    for slot in 0..200 {
        pair.schedule(slot, draws.below(1000));
    }
    for _ in 0..40_000 {
        let (at, slot) = pair.pop().unwrap_or_default();
        pair.schedule(slot, at + draws.below(1000));
    }
    pair.drain();
}

#[test]
fn scale_jumps_by_a_million() {
    for n in [20, 60, 70, 300] {
        let mut pair = Pair::default();
        let mut draws = Draws(n);
        let mut scale = 10;
        for slot in 0..n {
            pair.schedule(slot as Slot, draws.below(scale));
        }
        for step in 0..20 {
            scale = if step % 2 == 0 { 10_000_000 } else { 10 };
            for _ in 0..2_500 {
                let (at, slot) = pair.pop().unwrap_or_default();
                pair.schedule(slot, at + draws.below(scale));
            }
        }
        pair.drain();
    }
}

#[test]
fn storms_of_cancelling() {
    for n in [30, 60, 400] {
        let mut pair = Pair::default();
        let mut draws = Draws(n + 1);
        for step in 0..40_000_u64 {
            let slot = draws.below(n) as Slot;
            match draws.below(8) {
                0 => {
                    pair.pop();
                }
                1 => pair.cancel(slot),
                2 => {
                    pair.pop_until(pair.model.now);
                }
                _ => {
                    let range = if step / 5_000 % 2 == 0 { 3 } else { 50_000 };
                    pair.schedule(slot, pair.model.now + draws.below(range));
                }
            }
        }
        pair.drain();
    }
}

#[test]
fn grows_and_shrinks_across_all_sizes() {
    let mut pair = Pair::default();
    let mut draws = Draws(3);
    for most in [10, 70, 40, 66, 20, 3_000, 50, 600, 0] {
        for slot in 0..most {
            pair.schedule(slot, pair.model.now + draws.below(100_000));
        }
        while pair.model.pending.len() > most as usize / 4 {
            pair.pop();
        }
    }
}

#[test]
fn a_crowded_day_is_cut() {
    // Too many for the model; other tests check the order.
    let mut queue = EventQueue::new();
    let mut draws = Draws(4);
    let far = 1_000_000_000_000;
    for slot in 0..20_000 {
        let cluster = if slot % 10 == 0 { 0 } else { far };
        queue.schedule(slot, cluster + draws.below(1_000));
    }
    let mut crowded = 0;
    while queue.now_ns() < far + 2_000 {
        let (at, slot) = queue.pop().unwrap_or_default();
        crowded += u32::from(queue.near.len() > 1_000);
        let leap = draws.below(10) == 0;
        queue.schedule(slot, at + if leap { far } else { draws.below(1_000) });
    }
    // The cluster was one day when it opened, and was then split.
    assert!((1..20_000).contains(&crowded), "{crowded}");
}

#[test]
fn an_early_event_behind_an_early_opening_can_be_cancelled() {
    let mut pair = Pair::default();
    let day = 1_000_000_000;
    for slot in 0..68 {
        pair.schedule(slot, day);
    }
    for slot in 100..200 {
        pair.schedule(slot, day * u64::from(slot));
    }
    // Opens the day; it is full, so the next event is listed; then only that one is left.
    assert_eq!(pair.pop_until(day - 1), None);
    pair.schedule(200, day);
    for slot in 0..68 {
        pair.cancel(slot);
    }
    pair.schedule(201, 5);
    pair.schedule(202, 6);
    pair.cancel(202);
    pair.cancel(201);
    pair.drain();
}

#[test]
fn a_cancelled_event_does_not_return_with_its_token() {
    let mut pair = Pair::default();
    pair.schedule(0, 100);
    let token = pair.queue.slots.token;
    pair.cancel(0);
    pair.queue.slots.token = u32::MAX - 1;
    pair.schedule(1, 50);
    pair.queue.slots.token = token.wrapping_sub(1);
    pair.schedule(0, 200);
    pair.drain();
}

#[test]
fn tokens_may_start_again() {
    for tokens in [1, 50, 700] {
        let mut pair = Pair::default();
        pair.queue.slots.token = u32::MAX - tokens;
        let mut draws = Draws(u64::from(tokens));
        for _ in 0..3_000 {
            let slot = draws.below(40) as Slot;
            if draws.below(4) == 0 {
                pair.cancel(slot);
            } else {
                pair.schedule(slot, draws.below(50));
            }
        }
        pair.drain();
    }
}

#[test]
fn times_before_now_count_as_now() {
    let mut pair = Pair::default();
    pair.schedule(0, 100);
    pair.schedule(1, 100);
    pair.pop();
    pair.schedule(2, 7);
    assert_eq!(pair.pop(), Some((100, 1)));
    assert_eq!(pair.pop(), Some((100, 2)));
}

#[test]
fn a_clone_lives_on_its_own() {
    let mut pair = Pair::default();
    let mut draws = Draws(9);
    for slot in 0..500 {
        pair.schedule(slot, draws.below(5_000));
    }
    for _ in 0..250 {
        pair.pop();
    }
    let mut twin = pair.clone();
    pair.drain();
    for slot in 0..500 {
        twin.schedule(slot, twin.model.now + draws.below(100));
    }
    twin.drain();
}

#[test]
fn the_end_of_time_is_a_time() {
    let mut pair = Pair::default();
    for slot in 0..200 {
        pair.schedule(slot, u64::MAX - u64::from(slot / 2));
    }
    for slot in 200..300 {
        pair.pop();
        pair.schedule(slot, u64::MAX);
    }
    pair.drain();
}

#[derive(Clone, Debug)]
enum Step {
    Schedule(Slot, u64),
    Cancel(Slot),
    Pop(u16),
    PopUntil(u64),
    Hold(u16, u64),
    Fork,
}

fn delay() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => Just(0_u64),
        8 => 0..8_u64,
        8 => 0..1_000_u64,
        8 => 0..1_000_000_000_u64,
        1 => any::<u64>(),
        1 => Just(u64::MAX),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let slot = 0..300_u32;
    prop_oneof![
        12 => (slot.clone(), delay()).prop_map(|(s, d)| Step::Schedule(s, d)),
        3 => slot.prop_map(Step::Cancel),
        3 => (0..6_u16).prop_map(Step::Pop),
        1 => (50..400_u16).prop_map(Step::Pop),
        2 => delay().prop_map(Step::PopUntil),
        1 => (0..2_000_u16, delay()).prop_map(|(n, d)| Step::Hold(n, d)),
        1 => Just(Step::Fork),
    ]
}

proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]
    #[test]
    fn agrees_with_the_model(steps in proptest::collection::vec(step(), 1..600)) {
        let mut pair = Pair::default();
        let mut fork = Pair::default();
        for step in steps {
            let now = pair.model.now;
            match step {
                Step::Schedule(slot, delay) => pair.schedule(slot, now.saturating_add(delay)),
                Step::Cancel(slot) => pair.cancel(slot),
                Step::Pop(n) => (0..n).for_each(|_| { pair.pop(); }),
                Step::PopUntil(delay) => { pair.pop_until(now.saturating_add(delay)); }
                Step::Hold(n, delay) => for i in 0..u64::from(n) {
                    if let Some((at, slot)) = pair.pop() {
                        pair.schedule(slot, at.saturating_add(delay / (1 + i % 7)));
                    }
                },
                Step::Fork => std::mem::swap(&mut pair, &mut fork),
            }
            if pair.model.pending.is_empty() {
                pair = fork.clone();
            }
        }
        pair.drain();
        fork.drain();
    }
}

proptest! {
    #[test]
    fn the_own_sort_is_the_library_s(times in proptest::collection::vec(0..40_u64, 0..300)) {
        let mut entries: Vec<_> = (0..).zip(&times).map(|(slot, at)| Entry::new(*at, slot, 0)).collect();
        sort(&mut entries);
        let mut expected: Vec<(u64, Slot)> = times.into_iter().zip(0..).collect();
        expected.sort();
        let found: Vec<_> = entries.iter().map(|e| (e.time, e.slot())).collect();
        assert_eq!(found, expected);
    }
}

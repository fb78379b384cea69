//! Sorting, written once: each type that the standard library sorts brings ten functions of its own into the module that
//! readers download.

use core::cmp::Ordering;
use core::mem;

/// Equal ones stay in their order.
pub fn sort<T>(all: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let mut order: Vec<usize> = (0..all.len()).collect();
    places(&mut order, &|a, b| match (all.get(a), all.get(b)) {
        (Some(one), Some(other)) => compare(one, other),
        _ => Ordering::Equal,
    });
    let mut slots: Vec<Option<T>> = mem::take(all).into_iter().map(Some).collect();
    let taken = order.into_iter();
    all.extend(taken.filter_map(|at| slots.get_mut(at)?.take()));
}

#[inline(never)]
fn places(order: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    order.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
}

/// In order, and each once.
pub fn tidy(ids: &mut Vec<u64>) {
    sort(ids, u64::cmp);
    ids.dedup();
}

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

/// Words, each once: a set of them by search, as a tree of each type of key is a module of its own.
pub struct Words<'a>(Vec<&'a str>);

impl<'a> Words<'a> {
    /// Of these.
    pub fn of(words: impl Iterator<Item = &'a str>) -> Self {
        let mut all: Vec<&str> = words.collect();
        sort(&mut all, |a, b| a.cmp(b));
        all.dedup();
        Self(all)
    }

    /// Whether it is among them.
    pub fn has(&self, word: &str) -> bool {
        self.0.binary_search(&word).is_ok()
    }

    /// In their order.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> {
        self.0.iter().copied()
    }
}

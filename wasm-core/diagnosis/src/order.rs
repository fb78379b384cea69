//! Sorting in one place: each type that the standard library sorts adds ten functions to the module that
//! readers download.

use core::cmp::Ordering;
use core::mem;

/// Stable: equal elements keep their order.
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

/// Sorts, and removes duplicates.
pub fn tidy(ids: &mut Vec<u64>) {
    sort(ids, u64::cmp);
    ids.dedup();
}

/// A set of words, by linear search: a tree would be more code for each type of key.
pub struct Words<'a>(Vec<&'a str>);

impl<'a> Words<'a> {
    /// A set of these words.
    pub fn of(words: impl Iterator<Item = &'a str>) -> Self {
        let mut all: Vec<&str> = words.collect();
        sort(&mut all, |a, b| a.cmp(b));
        all.dedup();
        Self(all)
    }

    /// Whether the word is in the set.
    pub fn has(&self, word: &str) -> bool {
        self.0.binary_search(&word).is_ok()
    }

    /// All words in order.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> {
        self.0.iter().copied()
    }
}

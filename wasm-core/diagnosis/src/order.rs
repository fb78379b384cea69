//! Sorting and maps in one place: each type that the standard library sorts, or keeps in a tree, adds ten or
//! twenty functions to the module that readers download.

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::ops::Index;
use core::{mem, slice};
use std::vec;

use serde::{Serialize, Serializer};

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
        self.at(word).is_some()
    }

    /// Its place among them.
    pub fn at(&self, word: &str) -> Option<usize> {
        self.0.binary_search(&word).ok()
    }

    /// All words in order.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> {
        self.0.iter().copied()
    }
}

/// A map in the order of its keys. Its search is compiled once for all types: a tree of the standard library
/// would be some 20 functions for each.
#[derive(Clone, Debug)]
pub struct Map<K, V> {
    /// In the order in which they were inserted.
    items: Vec<(K, V)>,
    /// Their places, by key.
    order: Vec<u32>,
}

/// A set.
pub type Set<K> = Map<K, ()>;

#[inline(never)]
fn search(order: &[u32], compare: &dyn Fn(usize) -> Ordering) -> Result<usize, usize> {
    order.binary_search_by(|at| compare(*at as usize))
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            order: Vec::new(),
        }
    }
}

impl<K: Ord, V> Map<K, V> {
    /// Without entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many entries it has.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    // Where a key's value is in `items`, or where its place belongs in `order`.
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        let found = search(&self.order, &|at| match self.items.get(at) {
            Some((other, _)) => other.borrow().cmp(key),
            None => Ordering::Greater,
        });
        found.map(|place| self.order.get(place).map_or(0, |at| *at as usize))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key).ok()?;
        self.items.get(at).map(|(_, value)| value)
    }

    /// The same, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key).ok()?;
        self.items.get_mut(at).map(|(_, value)| value)
    }

    /// Whether there is such a key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Sets the value of a key, and returns what it replaces.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => {
                let (_, old) = self.items.get_mut(at)?;
                Some(mem::replace(old, value))
            }
            Err(place) => {
                self.order.insert(place, self.items.len() as u32);
                self.items.push((key, value));
                None
            }
        }
    }

    /// The value of a key, which is added if it is missing.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let at = match self.find(&key) {
            Ok(at) => at,
            Err(place) => {
                self.order.insert(place, self.items.len() as u32);
                self.items.push((key, V::default()));
                self.items.len() - 1
            }
        };
        &mut self.items[at].1
    }

    /// Its entries in order.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter {
            items: &self.items,
            order: self.order.iter(),
        }
    }

    /// Its keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.iter().map(|(key, _)| key)
    }

    /// Its values in order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.iter().map(|(_, value)| value)
    }

    /// Its entries, to be changed, in no particular order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.items.iter_mut().map(|(key, value)| (&*key, value))
    }
}

impl<K: Ord> Set<K> {
    /// Adds an element.
    pub fn add(&mut self, key: K) {
        self.insert(key, ());
    }

    /// Adds elements.
    pub fn add_all(&mut self, keys: impl Iterator<Item = K>) {
        for key in keys {
            self.add(key);
        }
    }
}

/// Entries in order of their keys.
#[derive(Debug)]
pub struct Iter<'a, K, V> {
    items: &'a [(K, V)],
    order: slice::Iter<'a, u32>,
}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Self {
            items: self.items,
            order: self.order.clone(),
        }
    }
}

impl<'a, K, V> Iter<'a, K, V> {
    fn at(&self, place: Option<&u32>) -> Option<(&'a K, &'a V)> {
        let (key, value) = self.items.get(*place? as usize)?;
        Some((key, value))
    }
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        let place = self.order.next();
        self.at(place)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.order.size_hint()
    }
}

impl<K, V> DoubleEndedIterator for Iter<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let place = self.order.next_back();
        self.at(place)
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}

impl<'a, K: Ord, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K: Ord + Borrow<Q>, V, Q: Ord + ?Sized> Index<&Q> for Map<K, V> {
    type Output = V;

    /// The value of a key that is known to be there.
    fn index(&self, key: &Q) -> &V {
        let at = self.find(key).unwrap_or(usize::MAX);
        &self.items[at].1
    }
}

/// In no particular order.
impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V: PartialEq> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<K: Ord, V: Eq> Eq for Map<K, V> {}

impl<K: Ord + Serialize, V: Serialize> Serialize for Map<K, V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self)
    }
}

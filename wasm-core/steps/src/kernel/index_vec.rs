//! Tables with a typed index, so that a thread's number can't be used to look up a connection.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use crate::ids::Index;

/// An entry for each index.
#[derive(Clone, Debug)]
pub struct IndexVec<I, T>(Vec<T>, PhantomData<I>);

impl<I: Index, T> IndexVec<I, T> {
    /// The entry, if there is one.
    pub fn at(&self, index: I) -> Option<&T> {
        self.0.get(index.index())
    }

    /// The indices of all entries.
    pub fn indices(&self) -> impl Iterator<Item = I> + use<I, T> {
        (0..self.0.len()).map(I::nth)
    }

    /// Every entry with its index.
    pub fn entries(&self) -> impl Iterator<Item = (I, &T)> {
        self.indices().zip(&self.0)
    }

    /// Adds an entry at the end.
    pub fn add(&mut self, entry: T) -> I {
        self.0.push(entry);
        I::nth(self.0.len() - 1)
    }
}

impl<I, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        IndexVec(Vec::new(), PhantomData)
    }
}

impl<I, T> From<Vec<T>> for IndexVec<I, T> {
    fn from(entries: Vec<T>) -> Self {
        IndexVec(entries, PhantomData)
    }
}

impl<I, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<Entries: IntoIterator<Item = T>>(entries: Entries) -> Self {
        IndexVec(entries.into_iter().collect(), PhantomData)
    }
}

impl<I, T> Deref for IndexVec<I, T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<I, T> DerefMut for IndexVec<I, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<I: Index, T> std::ops::Index<I> for IndexVec<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, index: I) -> &T {
        &self.0[index.index()]
    }
}

impl<I: Index, T> std::ops::IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.0[index.index()]
    }
}

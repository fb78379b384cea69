//! A list that few connections ever use: one word in each connection instead of three or four, because the
//! connections of a large run must fit the processor's cache.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

/// Nothing is allocated before the first change.
#[derive(Clone, Debug)]
pub struct LazyBox<T>(Option<Box<T>>);

/// The value before that.
pub trait Empty: Default + 'static {
    const NOTHING: &'static Self;
}

impl<T: 'static> Empty for Vec<T> {
    const NOTHING: &'static Self = &Vec::new();
}

impl<T: 'static> Empty for VecDeque<T> {
    const NOTHING: &'static Self = &VecDeque::new();
}

impl<T> Default for LazyBox<T> {
    fn default() -> Self {
        LazyBox(None)
    }
}

impl<T: Empty> Deref for LazyBox<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or(T::NOTHING)
    }
}

impl<T: Empty> DerefMut for LazyBox<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl<T> LazyBox<VecDeque<T>> {
    /// The first element, if there is one; every ending request asks for it.
    #[inline]
    pub fn pop_front(&mut self) -> Option<T> {
        self.0.as_mut()?.pop_front()
    }
}

//! A list that few connections ever use: a word in each of them instead of three or four, since what all clients of a
//! large run have must fit the processor's cache.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

/// Nothing is allocated before it is changed for the first time.
#[derive(Clone, Debug)]
pub struct Seldom<T>(Option<Box<T>>);

/// What is there before.
pub trait Empty: Default + 'static {
    const NOTHING: &'static Self;
}

impl<T: 'static> Empty for Vec<T> {
    const NOTHING: &'static Self = &Vec::new();
}

impl<T: 'static> Empty for VecDeque<T> {
    const NOTHING: &'static Self = &VecDeque::new();
}

impl<T> Default for Seldom<T> {
    fn default() -> Self {
        Seldom(None)
    }
}

impl<T: Empty> Deref for Seldom<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or(T::NOTHING)
    }
}

impl<T: Empty> DerefMut for Seldom<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl<T> Seldom<VecDeque<T>> {
    /// The first, if there is one; every request that ends asks.
    #[inline]
    pub fn pop_front(&mut self) -> Option<T> {
        self.0.as_mut()?.pop_front()
    }
}

//! A list that few connections ever use: a word in each of them instead of three or four, since what all clients of a
//! large run have must fit the processor's cache.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

use crate::kernel::connection::Ask;

/// Nothing is allocated before it is changed for the first time.
#[derive(Clone, Debug)]
pub struct Seldom<T>(Option<Box<T>>);

/// What is there before.
pub trait Empty: Default + 'static {
    fn empty() -> &'static Self;
}

impl Empty for Vec<u32> {
    fn empty() -> &'static Self {
        static NOTHING: Vec<u32> = Vec::new();
        &NOTHING
    }
}

impl Empty for VecDeque<Ask> {
    fn empty() -> &'static Self {
        static NOTHING: VecDeque<Ask> = VecDeque::new();
        &NOTHING
    }
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
        self.0.as_deref().unwrap_or(T::empty())
    }
}

impl<T: Empty> DerefMut for Seldom<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl Seldom<VecDeque<Ask>> {
    /// The first, if there is one; every request that ends asks.
    #[inline]
    pub fn pop_front(&mut self) -> Option<Ask> {
        self.0.as_mut()?.pop_front()
    }
}

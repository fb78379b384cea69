//! A small map: pairs in the order of their keys. Almost all keys arrive in that order, and the code is a
//! tenth of a tree's.

/// Pairs in the order of their keys.
#[derive(Clone, Debug)]
pub struct Sorted<K, V>(Vec<(K, V)>);

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Self {
        Sorted(Vec::new())
    }
}

impl<K: Ord + Copy, V> Sorted<K, V> {
    // The index of the key, or where it belongs.
    fn place(&self, key: K) -> Result<usize, usize> {
        match self.0.last() {
            Some((last, _)) if *last >= key => self.0.binary_search_by_key(&key, |(k, _)| *k),
            _ => Err(self.0.len()),
        }
    }

    /// The value of a key.
    pub fn get(&self, key: K) -> Option<&V> {
        self.place(key).ok().map(|i| &self.0[i].1)
    }

    /// The value of a key, mutable.
    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        self.place(key).ok().map(|i| &mut self.0[i].1)
    }

    /// Sets the value of a key. False if it had one, which is replaced.
    pub fn insert(&mut self, key: K, value: V) -> bool {
        match self.place(key) {
            Ok(i) => {
                self.0[i].1 = value;
                false
            }
            Err(i) => {
                self.0.insert(i, (key, value));
                true
            }
        }
    }

    /// Removes a key.
    pub fn remove(&mut self, key: K) {
        if let Ok(i) = self.place(key) {
            self.0.remove(i);
        }
    }

    /// The keys, ascending.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator {
        self.0.iter().map(|(key, _)| *key)
    }

    /// This key and all greater ones, ascending.
    pub fn keys_from(&self, first: K) -> impl Iterator<Item = K> {
        let from = self.place(first).unwrap_or_else(|i| i);
        self.0[from..].iter().map(|(key, _)| *key)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::Sorted;

    proptest! {
        #[test]
        fn is_a_map(changes in prop::collection::vec((0_u32..20, any::<Option<u8>>()), 0..80), from in 0_u32..20) {
            let (mut sorted, mut map) = (Sorted::default(), BTreeMap::new());
            for (key, value) in changes {
                match value {
                    Some(value) => {
                        prop_assert_eq!(sorted.insert(key, value), map.insert(key, value).is_none());
                    }
                    None => {
                        sorted.remove(key);
                        map.remove(&key);
                    }
                }
                prop_assert_eq!(sorted.get(key), map.get(&key));
                prop_assert_eq!(sorted.get_mut(key), map.get_mut(&key));
            }
            prop_assert!(sorted.keys().eq(map.keys().copied()));
            prop_assert!(sorted.keys_from(from).eq(map.range(from..).map(|(key, _)| *key)));
        }
    }
}

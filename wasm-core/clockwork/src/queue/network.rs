//! Sorting networks for a handful of keys (the shortest known: Knuth, "The Art of Computer Programming" 3, 5.3.4): always the
//! same comparisons, so no branch to mispredict.

/// Sorts the first `n` keys, the greatest first; the rest must be 0.
#[inline]
pub(super) fn sort(keys: &mut [u64; 16], n: usize) {
    if n <= 4 {
        four(keys);
    } else if n <= 8 {
        eight(keys);
    } else if n <= 12 {
        twelve(keys);
    } else {
        sixteen(keys);
    }
}

/// Unrolled, because the compiler keeps the keys in registers only if every index is a constant.
macro_rules! exchange {
    ($keys:ident: $($i:literal $j:literal),+) => {
        $(
            let (a, b) = ($keys[$i], $keys[$j]);
            $keys[$i] = a.max(b);
            $keys[$j] = a.min(b);
        )+
    };
}

#[inline(always)]
fn four(k: &mut [u64; 16]) {
    exchange!(k: 0 2, 1 3, 0 1, 2 3, 1 2);
}

#[inline(always)]
fn eight(k: &mut [u64; 16]) {
    exchange!(k:
        0 2, 1 3, 4 6, 5 7, 0 4, 1 5, 2 6, 3 7, 0 1, 2 3, 4 5, 6 7, 2 4, 3 5, 1 4, 3 6, 1 2, 3 4,
        5 6
    );
}

fn twelve(k: &mut [u64; 16]) {
    exchange!(k:
        0 8, 1 7, 2 6, 3 11, 4 10, 5 9, 0 1, 2 5, 3 4, 6 9, 7 8, 10 11, 0 2, 1 6, 5 10, 9 11, 0 3,
        1 2, 4 6, 5 7, 8 11, 9 10, 1 4, 3 5, 6 8, 7 10, 1 3, 2 5, 6 9, 8 10, 2 3, 4 5, 6 7, 8 9,
        4 6, 5 7, 3 4, 5 6, 7 8
    );
}

fn sixteen(k: &mut [u64; 16]) {
    exchange!(k:
        0 13, 1 12, 2 15, 3 14, 4 8, 5 6, 7 11, 9 10, 0 5, 1 7, 2 9, 3 4, 6 13, 8 14, 10 15, 11 12,
        0 1, 2 3, 4 5, 6 8, 7 9, 10 11, 12 13, 14 15, 0 2, 1 3, 4 10, 5 11, 6 7, 8 9, 12 14, 13 15,
        1 2, 3 12, 4 6, 5 7, 8 10, 9 11, 13 14, 1 4, 2 6, 5 8, 7 10, 9 13, 11 14, 2 4, 3 6, 9 12,
        11 13, 3 5, 6 8, 7 9, 10 12, 3 4, 5 6, 7 8, 9 10, 11 12, 6 7, 8 9
    );
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_network_sorts_all_zeros_and_ones() {
        // Sorting every pattern of zeros and ones proves that it sorts everything (Knuth's zero-one principle).
        for n in 0..=16 {
            for bits in 0..1_u32 << n {
                let mut keys = [0; 16];
                for (i, key) in keys.iter_mut().take(n).enumerate() {
                    *key = u64::from(bits >> i & 1);
                }
                super::sort(&mut keys, n);
                assert!(keys.is_sorted_by(|a, b| a >= b), "{n} keys {bits:b}");
            }
        }
    }
}

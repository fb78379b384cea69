//! Random numbers: xoshiro128++ (Blackman and Vigna 2021, "Scrambled linear pseudorandom number generators", ACM TOMS
//! 47:4), one stream per purpose, and the draws that need tables.
//!
//! The variates use the four basic operations of IEEE arithmetic and `libm`, so one seed gives the same bits everywhere.
use crate::ziggurat::{EXPONENTIAL, NORMAL, TAIL_EXPONENTIAL, TAIL_NORMAL};

const GOLDEN: u32 = 0x9E37_79B9;
const SCALE_24: f64 = 1.0 / 16_777_216.0;
const SCALE_32: f64 = 1.0 / 4_294_967_296.0;
const SCALE_52: f64 = 1.0 / 4_503_599_627_370_496.0;

/// A generator of 2^128 - 1 words of 32 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u32; 4],
}

impl Rng {
    /// Four outputs of splitmix32 from a seed of 32 bits are the state.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        let mut x = seed;
        let state = std::array::from_fn(|_| {
            x = x.wrapping_add(GOLDEN);
            let mut z = x;
            z = (z ^ (z >> 16)).wrapping_mul(0x85EB_CA6B);
            z = (z ^ (z >> 13)).wrapping_mul(0xC2B2_AE35);
            z ^ (z >> 16)
        });
        Self { state }
    }

    /// The stream for one purpose, such as ("arrivals", 0): it depends only on seed, name and index, so
    /// drawing more for one purpose never changes another stream.
    #[must_use]
    pub fn stream(seed: u64, name: &str, index: u32) -> Self {
        // FNV-1a over the name's bytes, then splitmix64 over all three.
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        for byte in name.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
        let key = mix64(mix64(seed) ^ mix64(hash)) ^ u64::from(index);
        let (a, b) = (mix64(key), mix64(key ^ !0));
        let state = [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32];
        // All zeros is the only state that never changes.
        if state == [0; 4] {
            Self::new(index)
        } else {
            Self { state }
        }
    }

    /// The next word.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        let [mut a, mut b, mut c, mut d] = self.state;
        let word = a.wrapping_add(d).rotate_left(7).wrapping_add(a);
        let shifted = b << 9;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = d.rotate_left(11);
        self.state = [a, b, c, d];
        word
    }

    /// Two words, the first one high.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let high = u64::from(self.next_u32());
        high << 32 | u64::from(self.next_u32())
    }

    /// One of 0..n, all equally likely (Lemire 2019); 0 if n is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let least = n.wrapping_neg() % n;
            while (product as u32) < least {
                product = u64::from(self.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// One of 0..=most, all equally likely.
    pub fn up_to_u64(&mut self, most: u64) -> u64 {
        let mask = u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
        loop {
            let value = self.next_u64() & mask;
            if value <= most {
                return value;
            }
        }
    }

    /// Between 0 and 1, both excluded: (word + 0.5) / 2^32.
    #[inline]
    pub fn unit_f64(&mut self) -> f64 {
        (f64::from(self.next_u32()) + 0.5) * SCALE_32
    }

    /// Exponential with mean 1, by the ziggurat of Marsaglia and Tsang (2000). One word is enough 98 times
    /// of 100: 8 bits choose the layer, 24 the position in it.
    #[inline]
    pub fn exponential_unit(&mut self) -> f64 {
        let word = self.next_u32();
        let layer = (word & 255) as usize;
        let x = (f64::from(word >> 8) + 0.5) * SCALE_24 * EXPONENTIAL.edges[layer];
        if x < EXPONENTIAL.edges[layer + 1] {
            return x;
        }
        self.exponential_rare(layer, x)
    }

    #[cold]
    #[inline(never)]
    fn exponential_rare(&mut self, mut layer: usize, mut x: f64) -> f64 {
        let mut offset = 0.0;
        loop {
            let (below, above) = (EXPONENTIAL.heights[layer], EXPONENTIAL.heights[layer + 1]);
            if layer == 0 {
                // The tail of an exponential is an exponential.
                offset += TAIL_EXPONENTIAL;
            } else if below + (above - below) * self.unit_f64() < libm::exp(-x) {
                return offset + x;
            }
            let word = self.next_u32();
            layer = (word & 255) as usize;
            x = (f64::from(word >> 8) + 0.5) * SCALE_24 * EXPONENTIAL.edges[layer];
            if x < EXPONENTIAL.edges[layer + 1] {
                return offset + x;
            }
        }
    }

    /// Normal with mean 0 and standard deviation 1, by the same method.
    #[inline]
    pub fn normal_unit(&mut self) -> f64 {
        loop {
            let word = self.next_u64();
            let layer = (word & 255) as usize;
            // Bit 8 is the sign, the 52 bits from 12 on are the position in the layer.
            let sign = if word & 256 == 0 { 1.0 } else { -1.0 };
            let x = ((word >> 12) as f64 + 0.5) * SCALE_52 * NORMAL.edges[layer];
            if x < NORMAL.edges[layer + 1] {
                return sign * x;
            }
            if layer == 0 {
                return sign * self.normal_tail();
            }
            let (below, above) = (NORMAL.heights[layer], NORMAL.heights[layer + 1]);
            if below + (above - below) * self.unit_f64() < libm::exp(-0.5 * x * x) {
                return sign * x;
            }
        }
    }

    /// The part beyond the last layer (Marsaglia 1964).
    #[cold]
    fn normal_tail(&mut self) -> f64 {
        loop {
            let x = -libm::log(self.unit_f64()) / TAIL_NORMAL;
            let y = -libm::log(self.unit_f64());
            if 2.0 * y >= x * x {
                return TAIL_NORMAL + x;
            }
        }
    }
}

/// The finaliser of splitmix64 (Stafford's variant 13), one step on.
fn mix64(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn first_words_are_the_published_generator() {
        // Output of the reference implementation in C from the state 1, 2, 3, 4.
        let mut rng = Rng {
            state: [1, 2, 3, 4],
        };
        let words: Vec<u32> = (0..5).map(|_| rng.next_u32()).collect();
        assert_eq!(
            words,
            [641, 1_573_767, 3_222_811_527, 3_517_856_514, 836_907_274]
        );
    }

    #[test]
    fn streams_are_their_own() {
        let words = |mut r: Rng| (0..8).map(|_| r.next_u32()).collect::<Vec<_>>();
        let mut seen = Vec::new();
        for seed in [0, 1, u64::MAX] {
            for name in ["arrivals", "service", ""] {
                for index in [0, 1, u32::MAX] {
                    seen.push(words(Rng::stream(seed, name, index)));
                    assert_eq!(seen.last(), Some(&words(Rng::stream(seed, name, index))));
                }
            }
        }
        let all = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), all);
    }

    #[test]
    fn below_is_even() {
        let mut rng = Rng::new(5);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.below(1), 0);
        let mut counts = [0_u32; 6];
        for _ in 0..600_000 {
            counts[rng.below(6) as usize] += 1;
        }
        // Chi-square with 5 degrees of freedom; 20.5 is one in a thousand, and the seed is fixed.
        let chi: f64 = counts
            .iter()
            .map(|&c| f64::from(c) - 1e5)
            .map(|d| d * d / 1e5)
            .sum();
        assert!(chi < 20.5, "{chi}");
        for most in [0, 1, 5, u64::MAX] {
            assert!((0..100).all(|_| rng.up_to_u64(most) <= most));
        }
    }

    /// Compares the mean of the first `N` powers with their expectation, within three sigma each.
    fn moments(mut draw: impl FnMut() -> f64, expected: [f64; 8]) {
        let n = 4_000_000;
        let mut sums = [0.0; 4];
        for _ in 0..n {
            let x = draw();
            let mut power = 1.0;
            for sum in &mut sums {
                power *= x;
                *sum += power;
            }
        }
        for k in 0..4 {
            let sigma = ((expected[2 * k + 1] - expected[k] * expected[k]) / f64::from(n)).sqrt();
            let mean = sums[k] / f64::from(n);
            assert!(
                (mean - expected[k]).abs() < 3.0 * sigma,
                "power {}: {mean} is not {}",
                k + 1,
                expected[k]
            );
        }
    }

    #[test]
    fn exponential_has_its_moments_and_tail() {
        let mut rng = Rng::new(1);
        // The k-th moment is k factorial.
        moments(
            || rng.exponential_unit(),
            [1.0, 2.0, 6.0, 24.0, 120.0, 720.0, 5_040.0, 40_320.0],
        );
        for (at, n) in [
            (0.01, 1_000_000),
            (0.69, 1_000_000),
            (3.0, 1_000_000),
            (8.0, 8_000_000),
        ] {
            let p = libm::exp(-at);
            let beyond = (0..n).filter(|_| rng.exponential_unit() > at).count() as f64;
            let n = f64::from(n);
            assert!(
                (beyond - n * p).abs() < 3.0 * (n * p * (1.0 - p)).sqrt(),
                "beyond {at}: {beyond} of {n}"
            );
        }
    }

    #[test]
    fn normal_has_its_moments_and_tail() {
        let mut rng = Rng::new(2);
        moments(
            || rng.normal_unit(),
            [0.0, 1.0, 0.0, 3.0, 0.0, 15.0, 0.0, 105.0],
        );
        for (at, n) in [(0.1, 1_000_000), (1.0, 1_000_000), (3.8, 8_000_000)] {
            let p = libm::erfc(at * std::f64::consts::FRAC_1_SQRT_2);
            let beyond = (0..n).filter(|_| rng.normal_unit().abs() > at).count() as f64;
            let n = f64::from(n);
            assert!(
                (beyond - n * p).abs() < 3.0 * (n * p * (1.0 - p)).sqrt(),
                "beyond {at}: {beyond} of {n}"
            );
        }
    }
}

//! Measurements during a simulation, cheap enough to be always on.

/// A distribution of durations: count, mean and extremes are exact, quantiles accurate to one part in a
/// thousand (the bucket's upper end). The buckets are those of HdrHistogram by Gil Tene: each power of two
/// is divided into equal parts, so the first bits of a duration are its bucket.
#[derive(Clone, Debug)]
pub struct Latencies {
    /// Up to the longest duration, in whole powers of two.
    buckets: Vec<u32>,
    count: u64,
    sum: u128,
    min: u64,
    max: u64,
}

impl Default for Latencies {
    fn default() -> Self {
        Self::new()
    }
}

impl Latencies {
    /// An empty distribution.
    #[must_use]
    pub fn new() -> Self {
        Self {
            buckets: Vec::new(),
            count: 0,
            sum: 0,
            min: u64::MAX,
            max: 0,
        }
    }

    /// Adds a duration, ns, and names its bucket.
    #[inline]
    pub fn record(&mut self, ns: u64) -> usize {
        let bucket = bucket(ns);
        if bucket >= self.buckets.len() {
            self.reach(bucket);
        }
        self.buckets[bucket] = self.buckets[bucket].saturating_add(1);
        self.count += 1;
        self.sum += u128::from(ns);
        self.min = self.min.min(ns);
        self.max = self.max.max(ns);
        bucket
    }

    #[cold]
    #[inline(never)]
    fn reach(&mut self, bucket: usize) {
        self.buckets.resize(((bucket >> PARTS) + 1) << PARTS, 0);
    }

    /// Forgets everything, as after a warm-up.
    pub fn clear(&mut self) {
        self.buckets.fill(0);
        (self.count, self.sum, self.min, self.max) = (0, 0, u64::MAX, 0);
    }

    /// Number of durations.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Mean, ns; 0 if there is none.
    #[must_use]
    pub fn mean_ns(&self) -> f64 {
        self.sum as f64 / self.count().max(1) as f64
    }

    /// The shortest, ns; 0 if there is none.
    #[must_use]
    pub fn min_ns(&self) -> u64 {
        if self.count() == 0 { 0 } else { self.min }
    }

    /// The longest, ns; 0 if there is none.
    #[must_use]
    pub fn max_ns(&self) -> u64 {
        self.max
    }

    /// The shortest duration, ns, that at least this share (0 to 1) of all do not exceed; 0 if there is none.
    #[must_use]
    pub fn quantile_ns(&self, share: f64) -> u64 {
        if self.count == 0 {
            return 0;
        }
        let wanted = self.wanted(share);
        let mut seen = 0;
        let reaches = |count: &u32| {
            seen += u64::from(*count);
            seen >= wanted
        };
        let bucket = self.buckets.iter().position(reaches);
        bucket.map_or(self.max, top).clamp(self.min, self.max)
    }

    /// How many durations make up this share, at least one.
    fn wanted(&self, share: f64) -> u64 {
        let wanted = share.min(1.0) * self.count as f64;
        let below = wanted as u64;
        (below + u64::from(wanted > below as f64)).max(1)
    }

    /// The same as [`Self::quantile_ns`], from where the quantile was when it was last asked for.
    pub fn follow_ns(&self, of: &mut Followed) -> u64 {
        if self.count == 0 {
            return 0;
        }
        let wanted = self.wanted(of.share);
        let at = |bucket: usize| u64::from(self.buckets.get(bucket).copied().unwrap_or(0));
        while of.below >= wanted {
            of.bucket -= 1;
            of.below -= at(of.bucket);
        }
        while of.below + at(of.bucket) < wanted {
            of.below += at(of.bucket);
            of.bucket += 1;
        }
        top(of.bucket).clamp(self.min, self.max)
    }

    /// Median, ns.
    #[must_use]
    pub fn p50_ns(&self) -> u64 {
        self.quantile_ns(0.5)
    }

    /// 95th percentile, ns.
    #[must_use]
    pub fn p95_ns(&self) -> u64 {
        self.quantile_ns(0.95)
    }

    /// 99th percentile, ns.
    #[must_use]
    pub fn p99_ns(&self) -> u64 {
        self.quantile_ns(0.99)
    }

    /// Highest value (ns, inclusive) and count of every non-empty bucket, for drawing.
    pub fn bars(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let all = self.buckets.iter().enumerate();
        all.filter(|(_, count)| **count > 0)
            .map(|(bucket, count)| (top(bucket), *count))
    }
}

/// A quantile that is asked for again and again, as the distribution grows.
#[derive(Clone, Copy, Debug)]
pub struct Followed {
    share: f64,
    /// Where it was.
    bucket: usize,
    /// How many durations are in the buckets before that one.
    below: u64,
}

impl Followed {
    /// Of an empty distribution.
    #[must_use]
    pub fn new(share: f64) -> Self {
        Followed {
            share,
            bucket: 0,
            below: 0,
        }
    }

    /// To be told of each duration's bucket.
    #[inline]
    pub fn recorded(&mut self, bucket: usize) {
        self.below += u64::from(bucket < self.bucket);
    }
}

/// Each power of two has 2^10 buckets: three digits.
const PARTS: u32 = 10;

// Below 2^11 every value has its own bucket.
#[inline]
fn bucket(ns: u64) -> usize {
    let shift = (ns >> PARTS | 1).ilog2();
    ((shift as usize) << PARTS) + (ns >> shift) as usize
}

/// The longest duration of a bucket.
fn top(bucket: usize) -> u64 {
    let shift = (bucket >> PARTS).saturating_sub(1);
    let first = (bucket - (shift << PARTS)) as u64;
    first << shift | ((1 << shift) - 1)
}

/// A number that changes over time, such as the length of a queue: its integral, average and maximum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeAverage {
    value: u64,
    start: u64,
    since: u64,
    integral: u128,
    max: u64,
}

impl TimeAverage {
    /// Starts with `value` at `now_ns`.
    #[must_use]
    pub fn new(now_ns: u64, value: u64) -> Self {
        Self {
            value,
            start: now_ns,
            since: now_ns,
            integral: 0,
            max: value,
        }
    }

    /// Sets the number to `value` from `now_ns` on; time must not go backwards.
    #[inline]
    pub fn set(&mut self, now_ns: u64, value: u64) {
        self.integral += area(self.value, now_ns.saturating_sub(self.since));
        self.since = now_ns;
        self.value = value;
        self.max = self.max.max(value);
    }

    /// Adds one from `now_ns` on.
    #[inline]
    pub fn increase(&mut self, now_ns: u64) {
        self.set(now_ns, self.value.saturating_add(1));
    }

    /// Subtracts one from `now_ns` on.
    #[inline]
    pub fn decrease(&mut self, now_ns: u64) {
        self.set(now_ns, self.value.saturating_sub(1));
    }

    /// The current number.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.value
    }

    /// The maximum so far.
    #[must_use]
    pub fn max(&self) -> u64 {
        self.max
    }

    /// Integral up to `now_ns`, in ns times the unit of the number.
    #[must_use]
    pub fn integral(&self, now_ns: u64) -> u128 {
        self.integral + area(self.value, now_ns.saturating_sub(self.since))
    }

    /// Average from the start up to `now_ns`; the value itself if no time has passed.
    #[must_use]
    pub fn average(&self, now_ns: u64) -> f64 {
        let span = now_ns.saturating_sub(self.start);
        if span == 0 {
            return self.value as f64;
        }
        self.integral(now_ns) as f64 / span as f64
    }
}

/// A wide multiplication is a function call in WebAssembly, so it is used only where needed.
#[inline]
fn area(value: u64, span: u64) -> u128 {
    if (value | span) >> 32 == 0 {
        u128::from(value * span)
    } else {
        u128::from(value) * u128::from(span)
    }
}

#[cfg(test)]
mod tests {
    use super::{Followed, Latencies, TimeAverage};

    #[test]
    fn nothing_measured_is_zero() {
        let none = Latencies::new();
        assert_eq!(
            (none.count(), none.min_ns(), none.max_ns(), none.p99_ns()),
            (0, 0, 0, 0)
        );
        assert_eq!(none.mean_ns(), 0.0);
    }

    #[test]
    fn quantiles_of_one_to_a_million() {
        let mut all = Latencies::new();
        for ns in 1..=1_000_000 {
            all.record(ns);
        }
        for (share, exact) in [(0.5, 500_000.0), (0.95, 950_000.0), (0.99, 990_000.0)] {
            let got = all.quantile_ns(share) as f64;
            assert!(
                (0.0..=0.001).contains(&(got / exact - 1.0)),
                "{share}: {got}"
            );
        }
        assert_eq!(
            (all.count(), all.min_ns(), all.max_ns()),
            (1_000_000, 1, 1_000_000)
        );
        assert_eq!(all.mean_ns(), 500_000.5);
    }

    #[test]
    fn a_followed_quantile_is_the_same() {
        for share in [0.0, 0.5, 0.99, 1.0] {
            let (mut all, mut followed) = (Latencies::new(), Followed::new(share));
            assert_eq!(all.follow_ns(&mut followed), 0);
            for n in 1..5_000_u64 {
                // Up and down, over many powers of two.
                let ns = (n * 2_654_435_761 % 1_000_003).pow(1 + (n / 1_000 % 3) as u32);
                followed.recorded(all.record(ns));
                if n % 7 == 0 {
                    assert_eq!(all.follow_ns(&mut followed), all.quantile_ns(share), "{n}");
                }
            }
        }
    }

    #[test]
    fn one_value_is_itself() {
        let mut one = Latencies::new();
        one.record(10_000_000);
        assert_eq!((one.p50_ns(), one.p99_ns()), (10_000_000, 10_000_000));
        one.clear();
        one.record(u64::MAX);
        one.record(0);
        assert_eq!((one.min_ns(), one.max_ns(), one.count()), (0, u64::MAX, 2));
    }

    #[test]
    fn average_is_weighted_by_time() {
        let mut queue = TimeAverage::new(100, 0);
        queue.set(110, 4);
        queue.increase(115);
        queue.decrease(120);
        assert_eq!(queue.integral(130), 4 * 5 + 5 * 5 + 4 * 10);
        assert_eq!(queue.average(130), 85.0 / 30.0);
        assert_eq!((queue.max(), queue.value()), (5, 4));
    }

    #[test]
    fn wide_areas_do_not_overflow() {
        let mut big = TimeAverage::new(0, u64::MAX);
        big.set(u64::MAX, 3);
        assert_eq!(
            big.integral(u64::MAX),
            u128::from(u64::MAX) * u128::from(u64::MAX)
        );
    }
}

//! Tables of the ziggurat method (Marsaglia and Tsang 2000, "The ziggurat method for generating random variables", J.
//! Stat. Software 5:8), 256 layers, computed from the four basic operations: no bit depends on a machine.

use std::sync::LazyLock;

/// Where the tail of the exponential begins.
pub(crate) const TAIL_EXPONENTIAL: f64 = 7.697_117_470_131_05;
/// Where the tail of the normal begins.
pub(crate) const TAIL_NORMAL: f64 = 3.654_152_885_361_009;
/// Area of each layer.
const AREA_EXPONENTIAL: f64 = 0.003_949_659_822_581_557;
const AREA_NORMAL: f64 = 0.004_928_673_233_974_655;

/// Layer i is between `heights[i]` and `heights[i + 1]` and ends at `edges[i]`; up to `edges[i + 1]` it is
/// under the curve.
pub(crate) struct Table {
    pub(crate) edges: [f64; 257],
    pub(crate) heights: [f64; 257],
}

// Computed at the first draw: as data in the WebAssembly they would be 8 KB that don't compress.
pub(crate) static EXPONENTIAL: LazyLock<Table> =
    LazyLock::new(|| table(TAIL_EXPONENTIAL, AREA_EXPONENTIAL, false));
pub(crate) static NORMAL: LazyLock<Table> = LazyLock::new(|| table(TAIL_NORMAL, AREA_NORMAL, true));

fn table(tail: f64, area: f64, normal: bool) -> Table {
    let mut edges = [0.0; 257];
    let mut heights = [0.0; 257];
    // The lowest layer is a rectangle as wide as if it included the tail.
    edges[0] = area / density(tail, normal);
    edges[1] = tail;
    heights[1] = density(tail, normal);
    let mut i = 2;
    while i < 256 {
        heights[i] = heights[i - 1] + area / edges[i - 1];
        let depth = -ln(heights[i]);
        edges[i] = if normal { sqrt(2.0 * depth) } else { depth };
        i += 1;
    }
    heights[256] = 1.0;
    Table { edges, heights }
}

fn density(x: f64, normal: bool) -> f64 {
    exp(if normal { -0.5 * x * x } else { -x })
}

/// e^x for the table's range, -8..=0: the series of x/1024, squared ten times.
fn exp(x: f64) -> f64 {
    let y = x / 1024.0;
    // e^y - 1, so that squaring loses no precision: (1 + a)^2 - 1 = a (2 + a).
    let (mut sum, mut term, mut k) = (0.0, 1.0, 1.0);
    while k < 12.0 {
        term *= y / k;
        sum += term;
        k += 1.0;
    }
    let mut i = 0;
    while i < 10 {
        sum *= 2.0 + sum;
        i += 1;
    }
    1.0 + sum
}

/// ln x for 0 < x <= 1: halvings, then the series of the area hyperbolic tangent.
fn ln(x: f64) -> f64 {
    let (mut m, mut halvings) = (x, 0.0);
    while m < 0.75 {
        m *= 2.0;
        halvings += 1.0;
    }
    let z = (m - 1.0) / (m + 1.0);
    let (mut sum, mut power, mut k) = (0.0, z, 1.0);
    while k < 60.0 {
        sum += power / k;
        power *= z * z;
        k += 2.0;
    }
    2.0 * sum - halvings * std::f64::consts::LN_2
}

/// Newton's iteration.
fn sqrt(x: f64) -> f64 {
    let (mut root, mut i) = (1.0 + 0.5 * x, 0);
    while i < 60 {
        root = 0.5 * (root + x / root);
        i += 1;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::{AREA_EXPONENTIAL, AREA_NORMAL, EXPONENTIAL, NORMAL, Table};

    fn check(table: &Table, area: f64, density: fn(f64) -> f64) {
        for i in 1..256 {
            assert!(
                (table.heights[i] - density(table.edges[i])).abs() < 1e-14,
                "layer {i}"
            );
            let layer = table.edges[i] * (table.heights[i + 1] - table.heights[i]);
            // The top layer fits exactly, which shows that tail and area match.
            assert!((layer / area - 1.0).abs() < 1e-9, "layer {i}: {layer}");
        }
        assert_eq!((table.edges[256], table.heights[256]), (0.0, 1.0));
    }

    #[test]
    fn layers_have_one_area_and_follow_the_curve() {
        check(&EXPONENTIAL, AREA_EXPONENTIAL, |x| libm::exp(-x));
        check(&NORMAL, AREA_NORMAL, |x| libm::exp(-0.5 * x * x));
    }

    #[test]
    fn tail_and_area_agree() {
        // Area of the lowest layer: the rectangle and the tail.
        let r = super::TAIL_EXPONENTIAL;
        assert!((r * libm::exp(-r) + libm::exp(-r) - AREA_EXPONENTIAL).abs() < 1e-15);
        let r = super::TAIL_NORMAL;
        let tail =
            (std::f64::consts::PI / 2.0).sqrt() * libm::erfc(r * std::f64::consts::FRAC_1_SQRT_2);
        assert!((r * libm::exp(-0.5 * r * r) + tail - AREA_NORMAL).abs() < 1e-15);
    }
}

//! Numbers exactly as on the page, and times as typed.

const MS: f64 = 1e6;
const S: f64 = 1e9;

/// Exact to three decimals: "2.000 s", "0.200 ms".
pub fn duration(ns: u64) -> String {
    let ns = ns as f64;
    if ns >= S {
        format!("{} s", fixed(ns / S, 3))
    } else {
        format!("{} ms", fixed(ns / MS, 3))
    }
}

/// Times of a log: finer near the start, coarser later.
pub fn log_time(ns: u64) -> String {
    let ns = ns as f64;
    if ns >= S {
        format!("{} s", fixed(ns / S, 3))
    } else if ns >= MS {
        format!("{} ms", fixed(ns / MS, 1))
    } else {
        format!("{} µs", fixed(ns / 1e3, 0))
    }
}

/// A share of the whole in percent.
pub fn percent(part_ns: u64, whole_ns: u64) -> String {
    let share = part_ns as f64 / whole_ns.max(1) as f64 * 100.0;
    if share > 0.0 && share < 0.1 {
        "<0.1".to_owned()
    } else {
        fixed(share, if share < 10.0 { 1 } else { 0 })
    }
}

/// A whole number with thousands separators: "16,384".
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Like `Number.prototype.toFixed`: of two numbers equally near, the greater one.
pub fn fixed(value: f64, decimals: u32) -> String {
    // Only odd multiples of this power of two are half-way between two such numbers.
    let halves = value * f64::from(2_u32 << decimals);
    let half_way = halves.fract() == 0.0 && halves % 2.0 == 1.0;
    let step = 1.0 / f64::from(10_u32.pow(decimals));
    let value = if half_way { value + step / 5.0 } else { value };
    format!("{value:.*}", decimals as usize)
}

const UNITS: [(&str, usize); 5] = [("ms", 6), ("us", 3), ("µs", 3), ("ns", 0), ("s", 9)];

/// Nanoseconds of "1.2s", "300ms", "50us" or "7ns".
///
/// # Errors
/// The allowed forms.
pub fn parse_time_ns(text: &str) -> Result<u64, String> {
    exact_ns(text).ok_or_else(|| "allowed: a time such as 1.2s, 300ms or 50us".to_owned())
}

/// Microseconds of the same.
///
/// # Errors
/// The allowed forms.
pub fn parse_time_us(text: &str) -> Result<u64, String> {
    let ns = parse_time_ns(text)?;
    if ns.is_multiple_of(1_000) {
        Ok(ns / 1_000)
    } else {
        Err("allowed: whole microseconds".to_owned())
    }
}

fn exact_ns(text: &str) -> Option<u64> {
    let (number, decimals) = UNITS
        .iter()
        .find_map(|(unit, decimals)| Some((text.strip_suffix(unit)?.trim_end(), *decimals)))?;
    let (whole, rest) = number.split_once('.').unwrap_or((number, ""));
    let plain = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    let dangling = number.contains('.') && rest.is_empty();
    if whole.is_empty() || dangling || !plain(whole) || !plain(rest) || rest.len() > decimals {
        return None;
    }
    format!("{whole}{rest:0<decimals$}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{count, duration, fixed, log_time, parse_time_ns, parse_time_us, percent};

    #[test]
    fn numbers_are_those_of_the_page() {
        assert_eq!(duration(2_000_000_000), "2.000 s");
        assert_eq!(duration(200_000), "0.200 ms");
        // Half-way in decimal and in binary: up, like JavaScript.
        assert_eq!(duration(1_062_500_000), "1.063 s");
        assert_eq!(duration(62_500), "0.063 ms");
        // Half-way in decimal, slightly less in binary: down.
        assert_eq!(duration(1_000_500_000), "1.000 s");
        assert_eq!(fixed(2.5, 0), "3");
        assert_eq!(fixed(0.25, 1), "0.3");
        assert_eq!(log_time(20_000), "20 µs");
        assert_eq!(log_time(20_250_000), "20.3 ms");
        assert_eq!(percent(1, 10_000), "<0.1");
        assert_eq!(percent(1, 16), "6.3");
        assert_eq!(percent(1, 2), "50");
        assert_eq!(percent(0, 0), "0.0");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(count(100), "100");
    }

    #[test]
    fn times_are_read_exactly() {
        assert_eq!(parse_time_us("4s"), Ok(4_000_000));
        assert_eq!(parse_time_us("200ms"), Ok(200_000));
        assert_eq!(parse_time_us("1500us"), Ok(1_500));
        assert_eq!(parse_time_us("1500µs"), Ok(1_500));
        assert_eq!(parse_time_us("0.0015 s"), Ok(1_500));
        assert_eq!(parse_time_ns("7ns"), Ok(7));
        for wrong in [
            "",
            "s",
            "4",
            "4 m",
            "-1s",
            "1.s",
            ".5s",
            "1.5ns",
            "1e3ms",
            "99999999999s",
            "+1s",
        ] {
            assert!(parse_time_ns(wrong).is_err(), "{wrong}");
        }
        assert!(parse_time_us("10ns").is_err());
    }
}

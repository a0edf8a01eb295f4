//! Counts and times as people read them.

pub(crate) use playproof::{counted, grouped};

/// Two or three digits and a unit.
pub(crate) fn duration(seconds: f64) -> String {
    let ms = seconds * 1e3;
    match ms {
        ..10.0 => format!("{ms:.1} ms"),
        ..1e3 => format!("{ms:.0} ms"),
        ..1e5 => format!("{seconds:.1} s"),
        _ => format!("{} s", grouped(seconds as u64)),
    }
}

/// Bytes, by the thousand and twenty-four, as limits on memory count them.
pub(crate) fn bytes(n: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if n < 1024 {
        return format!("{n} B");
    }
    let mut amount = n as f64 / 1024.0;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    match amount {
        ..10.0 => format!("{amount:.1} {}", UNITS[unit]),
        _ => format!("{amount:.0} {}", UNITS[unit]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_units() {
        let cases = [0, 1023, 1024, 10 << 20, 3 << 29, u64::MAX];
        let texts = ["0 B", "1023 B", "1.0 kB", "10 MB", "1.5 GB", "16777216 TB"];
        assert_eq!(cases.map(bytes), texts);
    }

    #[test]
    fn counts_are_grouped_in_threes() {
        let shown = [0, 7, 999, 1000, 1234567].map(grouped);
        assert_eq!(shown, ["0", "7", "999", "1,000", "1,234,567"]);
        assert_eq!(counted(1, "move"), "1 move");
        assert_eq!(counted(0, "move"), "0 moves");
    }

    #[test]
    fn times_have_few_digits() {
        let shown = [0.0, 0.00042, 0.0123, 1.26, 75.0, 4321.0].map(duration);
        assert_eq!(
            shown,
            ["0.0 ms", "0.4 ms", "12 ms", "1.3 s", "75.0 s", "4,321 s"]
        );
    }
}

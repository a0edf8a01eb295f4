//! How often requests are answered: a page asks seldom, and whoever guesses codes or tokens
//! gets nowhere.

use std::collections::HashMap;
use std::time::Instant;

/// Requests that are answered at once and then each second.
#[derive(Clone, Copy)]
struct Rate {
    burst: f64,
    a_second: f64,
}

/// A page sends some events a second, and some requests at once after it was away.
const PARTICIPANT: Rate = Rate {
    burst: 60.0,
    a_second: 20.0,
};

/// All who ask with a token that was not seen yet in this launch.
const STRANGERS: Rate = Rate {
    burst: 300.0,
    a_second: 50.0,
};

/// All who join, with a right code or a wrong one: a room full of people at once. At this
/// pace the codes take thousands of years.
const JOINING: Rate = Rate {
    burst: 200.0,
    a_second: 5.0,
};

struct Bucket {
    rate: Rate,
    left: f64,
    at: Instant,
}

impl Bucket {
    fn new(rate: Rate, now: Instant) -> Bucket {
        Bucket {
            rate,
            left: rate.burst,
            at: now,
        }
    }

    /// Whether one more is answered.
    fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * self.rate.a_second).min(self.rate.burst);
        self.at = now;
        let is_answered = self.left >= 1.0;
        if is_answered {
            self.left -= 1.0;
        }
        is_answered
    }
}

/// How often everybody asked.
pub struct Pace {
    joining: Bucket,
    strangers: Bucket,
    known: HashMap<String, Bucket>,
}

impl Pace {
    /// Nobody asked yet.
    pub fn new(now: Instant) -> Pace {
        Pace {
            joining: Bucket::new(JOINING, now),
            strangers: Bucket::new(STRANGERS, now),
            known: HashMap::new(),
        }
    }

    /// Whether somebody may try to join.
    pub fn may_join(&mut self, now: Instant) -> bool {
        self.joining.take(now)
    }

    /// Whether whoever has this token may ask.
    pub fn may_ask(&mut self, token: &str, now: Instant) -> bool {
        match self.known.get_mut(token) {
            Some(bucket) => bucket.take(now),
            None => self.strangers.take(now),
        }
    }

    /// Somebody has this token.
    pub fn know(&mut self, token: &str, now: Instant) {
        if !self.known.contains_key(token) {
            let bucket = Bucket::new(PARTICIPANT, now);
            self.known.insert(token.to_owned(), bucket);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_is_answered_and_then_some_a_second() {
        let now = Instant::now();
        let mut pace = Pace::new(now);
        let n =
            |pace: &mut Pace, token, now| (0..1000).filter(|_| pace.may_ask(token, now)).count();
        pace.know("a", now);
        assert_eq!(n(&mut pace, "a", now), 60);
        assert_eq!(n(&mut pace, "a", now + Duration::from_secs(2)), 40);
        // Strangers share what they have, and cost those nothing who are known.
        assert_eq!(n(&mut pace, "b", now) + n(&mut pace, "c", now), 300);
        pace.know("d", now);
        assert_eq!(n(&mut pace, "d", now), 60);
        let joined = (0..1000).filter(|_| pace.may_join(now)).count();
        assert_eq!(joined, 200);
    }
}

//! How often one bot may ask us in one channel: two programs that answer each other never stop by themselves.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const TURNS: usize = 20;
const WINDOW: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_mins(1);

/// What every bot has asked in every channel lately.
#[derive(Default)]
pub(super) struct Pairs(Mutex<HashMap<(String, String), Pair>>);

#[derive(Default)]
struct Pair {
    /// When, and by which message.
    asked: VecDeque<(Instant, String)>,
    paused_until: Option<Instant>,
}

impl Pairs {
    /// Whether this message may start something. The same message counts once, by however many events it comes.
    pub(super) fn admit(&self, bot: &str, channel: &str, ts: &str) -> bool {
        self.admit_at(bot, channel, ts, Instant::now())
    }

    fn admit_at(&self, bot: &str, channel: &str, ts: &str, now: Instant) -> bool {
        let mut pairs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pairs.retain(|_, pair| pair.matters(now));
        let pair = pairs.entry((bot.to_owned(), channel.to_owned())).or_default();
        if pair.asked.iter().any(|(_, known)| known == ts) {
            return true;
        }
        if pair.paused_until.is_some() {
            return false;
        }
        if pair.asked.len() >= TURNS {
            tracing::warn!(bot, channel, "a bot asks too often; it is not heard for {PAUSE:?}");
            *pair = Pair { paused_until: Some(now + PAUSE), asked: VecDeque::new() };
            return false;
        }
        pair.asked.push_back((now, ts.to_owned()));
        true
    }
}

impl Pair {
    /// Forgets what is over; whether anything is left.
    fn matters(&mut self, now: Instant) -> bool {
        self.asked.retain(|(when, _)| now.duration_since(*when) < WINDOW);
        self.paused_until = self.paused_until.filter(|until| now < *until);
        !self.asked.is_empty() || self.paused_until.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_that_asks_too_often_is_not_heard_for_a_while_and_no_other_is_touched() {
        let (pairs, began) = (Pairs::default(), Instant::now());
        for number in 0..TURNS {
            let ts = number.to_string();
            assert!(pairs.admit_at("B1", "C1", &ts, began) && pairs.admit_at("B1", "C1", &ts, began));
        }
        assert!(!pairs.admit_at("B1", "C1", "late", began));
        assert!(!pairs.admit_at("B1", "C1", "later", began + PAUSE / 2));
        assert!(
            pairs.admit_at("B1", "C2", "elsewhere", began) && pairs.admit_at("B2", "C1", "another", began)
        );
        assert!(pairs.admit_at("B1", "C1", "after", began + PAUSE));
    }

    #[test]
    fn whoever_takes_their_time_is_always_heard() {
        let (pairs, began) = (Pairs::default(), Instant::now());
        for number in 0..100 {
            let when = began + WINDOW / u32::try_from(TURNS).unwrap() * number;
            assert!(pairs.admit_at("B1", "C1", &number.to_string(), when), "{number}");
        }
    }
}

//! Upper bounds of a turn, and sums of money.

use std::time::Duration;

/// What a turn may use up, and how long people have.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How often the model may speak in one turn.
    pub steps: u32,
    /// In millionths of a US dollar, per turn.
    pub cost: u64,
    /// Time spent working in one turn; waiting does not count.
    pub time: Duration,
    /// How long one call may take.
    pub call: Duration,
    /// How many calls of one reply are taken.
    pub calls_at_once: usize,
    /// How many calls the model may ask for in one turn.
    pub calls: usize,
    /// How many replies in a row may ask for nothing but what is denied.
    pub denials: u32,
    /// Characters of results per reply, shared by its calls.
    pub results: usize,
    /// Tokens of what others wrote in a thread that go to the model when it is first read.
    pub recall: usize,
    /// How long the model's reply may be, in tokens.
    pub reply_tokens: u32,
    /// How long a card can be decided.
    pub approval: Duration,
    /// How many threads are worked on at the same time.
    pub threads: usize,
    pub budgets: Budgets,
}

/// What may be spent on models, in millionths of a US dollar; nothing where nobody set a budget.
#[derive(Clone, Debug, Default)]
pub struct Budgets {
    /// In one thread.
    pub thread: Option<u64>,
    /// In a day, by everybody together.
    pub day: Option<u64>,
    /// In a day, by one person.
    pub person_day: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 25,
            cost: 2_000_000,
            time: Duration::from_mins(10),
            call: Duration::from_mins(2),
            calls_at_once: 10,
            calls: 1_000,
            denials: 3,
            results: 80_000,
            recall: 15_000,
            reply_tokens: 8_192,
            approval: Duration::from_mins(15),
            threads: 256,
            budgets: Budgets::default(),
        }
    }
}

/// A sum in millionths of a dollar, as people say it.
pub(crate) fn dollars(millionths: u64) -> String {
    let cents = millionths / 10_000;
    match (millionths, cents) {
        (1.., 0) => "less than 0.01 US dollars".to_owned(),
        _ => format!("{}.{:02} US dollars", cents / 100, cents % 100),
    }
}

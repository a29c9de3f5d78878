//! One decision as a worker makes it, for whoever measures how long it takes. Nobody else needs it.

use jiff::civil::Date;
use kernel::{Flow, Label, Person};

use crate::banners::banners;
use crate::flow::{Asked, Case, Order, Roster, objections};
use crate::likeness::domain_of;
use crate::tracker::patterns;

/// What a call is judged by, gathered.
pub struct Matter {
    asked: Asked,
    flow: Flow,
    context: Label,
}

impl Matter {
    /// Somebody said these words, with everybody in the directory, and the call would do this after that was read.
    pub fn new(
        words: &str,
        (requester, everybody): (&Person, &[Person]),
        flow: Flow,
        context: Label,
    ) -> Self {
        let asked = Asked {
            orders: vec![Order::read(words)],
            own: requester.address.iter().cloned().collect(),
            homes: requester.address.iter().map(|address| domain_of(address)).collect(),
            name: requester.name.clone(),
            given: Vec::new(),
            roster: Roster::of(everybody),
            today: Date::constant(2026, 11, 16),
        };
        Self { asked, flow, context }
    }

    /// How many objections there are.
    pub fn decide(&self) -> usize {
        let asked = self.asked.clone();
        objections(&Case { flow: &self.flow, context: &self.context, asked: &asked, before: 0 }).len()
    }

    /// How many warnings the card would have.
    pub fn warn(&self) -> usize {
        let patterns = patterns("mail.send", &self.flow, &self.context, &[]);
        banners(&self.flow, &self.context, &self.asked, &patterns).len()
    }
}

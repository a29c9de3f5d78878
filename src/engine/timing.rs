//! One decision and one prompt as a worker makes them, for whoever measures how long that takes. Nobody else needs it.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;
use kernel::{Flow, Label, Person, PersonId, Record, Request, Tier};

use crate::guard::Agent;
use crate::guard::domain_of;
use crate::guard::patterns;
use crate::guard::{Case, Requester, Roster, Utterance, objections};
use crate::prompt::{Audience, conversation};
use crate::thread::Progress;
use crate::tools::Catalogue;
use crate::view::banners;

/// What a call is judged by, gathered.
pub struct Matter {
    asked: Requester,
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
        let asked = Requester {
            utterances: vec![Utterance::read(words)],
            earlier: Vec::new(),
            own: requester.address.iter().cloned().collect(),
            homes: requester.address.iter().map(|address| domain_of(address)).collect(),
            name: requester.name.clone(),
            given: Vec::new(),
            roster: Roster::of(everybody),
            today: Date::constant(2026, 11, 16),
            rewritten: crate::guard::Rewritten::default(),
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

/// A thread as its worker holds it when the model is to be asked.
pub struct Thread {
    journal: Vec<Record>,
    progress: Progress,
    people: HashMap<PersonId, Person>,
    catalogue: Arc<Catalogue>,
}

impl Thread {
    pub fn new(journal: Vec<Record>, requester: Person, catalogue: Arc<Catalogue>) -> Self {
        let progress = Progress::of(&journal);
        let people = HashMap::from([(requester.id.clone(), requester)]);
        Self { journal, progress, people, catalogue }
    }

    /// What the model is asked next, with room for so many tokens; nothing if nobody waits for an answer.
    pub fn request(&self, most: usize) -> Option<Request> {
        let turn = self.progress.turn.as_ref()?;
        // Looked up for every request, as a worker does: tools come and go.
        let view = self.catalogue.view(&Agent::default());
        let audience = Audience { turn: turn.id, requester: &turn.requester, people: &self.people };
        let messages = conversation(&self.journal, &self.progress, &audience, most).messages;
        let (system, tools) = (view.system(), view.shown());
        Some(Request { system, tools, messages, max_tokens: 8_192, tier: Tier::default() })
    }
}

//! The requester of a call: what they wrote and who they are, as far as the rules ask.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::{Rewritten, Roster, Utterance};
use crate::guard::lookalike::domain_of;

/// The requester's own messages, and what is known about them.
#[derive(Clone, Debug)]
pub(crate) struct Requester {
    /// Their messages in this turn.
    pub(crate) utterances: Vec<Utterance>,
    /// Their messages in the thread before that. They endorse nothing; they only tell why something is asked.
    pub(crate) earlier: Vec<Utterance>,
    /// Their own addresses.
    pub(crate) own: Vec<String>,
    /// The domains of the organisations they belong to: whoever has an address there is a colleague.
    pub(crate) homes: BTreeSet<String>,
    pub(crate) name: String,
    /// The names of the files they put into the thread themselves.
    pub(crate) given: Vec<String>,
    pub(crate) roster: Roster,
    /// The day it is for them.
    pub(crate) today: Date,
    /// Their own changes to the call.
    pub(crate) rewritten: Rewritten,
}

impl Requester {
    /// Domains of people who are known: the requester's own and those of the directory.
    pub(crate) fn domains(&self) -> BTreeSet<String> {
        let own = self.own.iter().map(|own| domain_of(own));
        own.chain(self.roster.domains().iter().cloned()).collect()
    }
}

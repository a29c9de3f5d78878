//! Whom whoever runs the house names to countersign beside the requester.

use kernel::{Deciders, Needed, Person, PersonId, Standing};

use super::{PatternError, ToolPatterns};

#[derive(Clone, Debug)]
pub struct ApproversRule {
    /// By their own names.
    tools: ToolPatterns,
    /// By the address of their profile.
    people: Vec<String>,
    needed: Needed,
}

impl ApproversRule {
    /// `*` in the name of a tool stands for anything.
    pub fn new(tools: &[String], people: Vec<String>, needed: Needed) -> Result<Self, PatternError> {
        Ok(Self { tools: ToolPatterns::new(tools)?, people, needed })
    }

    /// For whoever wants to know why somebody else is asked.
    pub fn words(&self) -> String {
        let people = self.people.join(", ");
        match self.needed {
            Needed::Either => format!("any of {people} may sign it in the requester's place"),
            Needed::Both => format!("one of {people} must sign it beside the requester"),
        }
    }

    pub(crate) fn needed(&self) -> Needed {
        self.needed
    }

    pub fn is_about(&self, tool: &str) -> bool {
        self.tools.cover_name(tool)
    }

    /// For whoever wants to know whether they are there.
    pub fn tools(&self) -> &ToolPatterns {
        &self.tools
    }

    /// Those of them who can decide a call of this person; never a guest, an outsider or a program.
    pub(crate) fn deciders(&self, everybody: &[Person], requester: &PersonId) -> Deciders {
        let own = everybody
            .iter()
            .find(|person| person.id == *requester)
            .and_then(|person| person.address.as_deref());
        let named = |person: &&Person| {
            let address = person.address.as_deref().unwrap_or_default();
            // Somebody with two profiles is one person.
            let another =
                person.id != *requester && !own.is_some_and(|own| own.eq_ignore_ascii_case(address));
            person.standing == Standing::Member
                && another
                && self.people.iter().any(|known| known.eq_ignore_ascii_case(address))
        };
        let approvers = everybody.iter().filter(named).map(|person| person.id.clone()).collect();
        Deciders { approvers, needed: self.needed }
    }
}

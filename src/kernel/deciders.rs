//! Who may countersign something.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::PersonId;

/// Whom the policy of the house names beside the person who asked. By itself nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deciders {
    pub approvers: Vec<PersonId>,
    pub needed: Needed,
}

/// How many must sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Needed {
    /// The person who asked, or one of those named.
    #[default]
    Either,
    /// The person who asked, and one of those named.
    Both,
}

impl Deciders {
    /// Whether it is this person's to decide.
    pub fn include(&self, requester: &PersonId, person: &PersonId) -> bool {
        requester == person || self.approvers.contains(person)
    }

    /// Whether nobody else has to sign.
    pub fn suffice(&self, requester: &PersonId, signed: &[PersonId]) -> bool {
        let by_requester = signed.contains(requester);
        let by_another = signed.iter().any(|person| person != requester && self.approvers.contains(person));
        match self.needed {
            Needed::Either => by_requester || by_another,
            Needed::Both => by_requester && by_another,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_signatures_are_two_people_one_of_them_the_requester() {
        let person = PersonId::from;
        let (ana, ben, cara, eve) = (person("ana"), person("ben"), person("cara"), person("eve"));
        let both = |signed: &[&PersonId]| {
            let approvers = vec![ana.clone(), ben.clone(), cara.clone()];
            let deciders = Deciders { approvers, needed: Needed::Both };
            let signed: Vec<PersonId> = signed.iter().map(|person| (*person).clone()).collect();
            deciders.suffice(&ana, &signed)
        };
        assert!(both(&[&ana, &ben]) && both(&[&ben, &ana]));
        assert!(!both(&[]) && !both(&[&ana]) && !both(&[&ben]));
        assert!(!both(&[&ana, &ana]), "nobody is two people, also not an approver who asks");
        assert!(!both(&[&ben, &cara]), "without the person in whose name it is done");
        assert!(!both(&[&ana, &eve]), "a stranger's signature is none");
        let alone = Deciders::default();
        assert!(alone.suffice(&ana, std::slice::from_ref(&ana)) && !alone.suffice(&ana, &[ben]));
    }
}

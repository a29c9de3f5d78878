//! A form of several lines that is filled in one line at a time. What was filled in so far goes along in the form itself:
//! nothing has to be remembered here, and a restart in between is not noticed.

use kernel::{ApprovalId, CardPress, FilledIn, Inbound, MessageRef, Opening, PersonId, Press, Purpose};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Identity;
use crate::action_ids::{ANSWERS, TURN};
use crate::json::{list, text};
use crate::limits::{self, cut, length};
use crate::names::{User, in_workspace};

/// What stands before the name of a form that is open: another page of it takes its place.
pub(crate) const OPEN: &str = "view ";

/// What a page of such a form knows of the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) about: String,
    /// What the lines go by, in their order.
    pub(crate) names: Vec<String>,
    pub(crate) filled: FilledIn,
}

impl Kept {
    fn of(payload: &Value) -> Option<Self> {
        let ours = text(payload, "/view/callback_id") == Some(ANSWERS);
        serde_json::from_str(text(payload, "/view/private_metadata").filter(|_| ours)?).ok()
    }

    /// As Slack takes it along. Lines are short enough for all of them to have room; of words that are not, the end goes,
    /// and whoever wrote them sees that when they come back to them.
    pub(crate) fn written(mut self) -> String {
        loop {
            let written = serde_json::to_string(&self).unwrap_or_default();
            let longest = self.filled.values_mut().max_by_key(|words| words.len());
            match longest {
                Some(words) if length(&written) > limits::METADATA => *words = cut(words, length(words) / 2),
                _ => return written,
            }
        }
    }

    /// With what stands on the page that was sent.
    fn with(mut self, page: FilledIn) -> Self {
        self.filled.extend(page);
        self
    }
}

/// Somebody sent all of it; what they left out is asked for again.
pub(super) fn sent(identity: &Identity, payload: &Value, page: FilledIn) -> Option<Inbound> {
    let by = by(identity, payload)?;
    let kept = Kept::of(payload)?.with(page);
    let approval = ApprovalId::from(kept.about.as_str());
    let missing = kept.names.iter().position(|name| !kept.filled.contains_key(name));
    let Some(missing) = missing else {
        return Some(Inbound::Filled { by, purpose: Purpose::Answers(approval), answers: kept.filled });
    };
    let opening = Opening(in_workspace(&identity.team, text(payload, "/trigger_id")?));
    Some(turned(by, CardPress::Turn(approval, missing, kept.filled), opening))
}

/// Somebody wants to see another page of it.
pub(super) fn pressed(identity: &Identity, payload: &Value, page: FilledIn) -> Option<Inbound> {
    let by = by(identity, payload)?;
    let kept = Kept::of(payload)?.with(page);
    let to = list(payload, "/actions").iter().find_map(|action| {
        let ours = text(action, "/action_id")?.starts_with(TURN);
        text(action, "/value").filter(|_| ours)?.parse::<usize>().ok()
    })?;
    let opening = format!("{OPEN}{}", text(payload, "/view/id")?);
    let press = CardPress::Turn(ApprovalId::from(kept.about.as_str()), to, kept.filled);
    Some(turned(by, press, Opening(in_workspace(&identity.team, &opening))))
}

fn turned(by: PersonId, press: CardPress, opening: Opening) -> Inbound {
    // It stood in no message.
    let message = MessageRef(String::new());
    Inbound::Pressed { by, press: Press::OnCard(press), message, opening: Some(opening) }
}

fn by(identity: &Identity, payload: &Value) -> Option<PersonId> {
    Some(User::new(&identity.team, text(payload, "/user/id")?)?.person())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_was_answered_has_room_in_the_form() {
        let filled: FilledIn = (0..3).map(|place| (format!("answer_{place}"), "\"\n".repeat(225))).collect();
        let names: Vec<String> = (0..4).map(|place| format!("answer_{place}")).collect();
        let kept = Kept { about: "a".repeat(32), names, filled };
        let written = kept.clone().written();
        assert!(length(&written) <= limits::METADATA, "{}", length(&written));
        assert_eq!(serde_json::from_str::<Kept>(&written).unwrap(), kept, "nothing is cut");
        let filled: FilledIn = (0..3).map(|place| (format!("answer_{place}"), "x".repeat(3000))).collect();
        assert!(length(&Kept { filled, ..kept }.written()) <= limits::METADATA);
    }
}

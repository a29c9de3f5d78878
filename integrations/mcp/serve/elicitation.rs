//! A card as a client can show it: everything that would be done, as text, and one box to tick.

use kernel::ports::Soon;
use kernel::{Card, Field};
use rmcp::model::{
    BooleanSchema, ElicitRequestParams, ElicitationAction, ElicitationSchema, PrimitiveSchemaDefinition,
};
use rmcp::service::{ElicitationMode, Peer, RoleServer};
use serde_json::Value;
use tracing::warn;

use super::asker::{Asker, Said};
use crate::words::escaped;

pub(super) struct Elicitation {
    peer: Peer<RoleServer>,
}

/// What is ticked.
const BOX: &str = "approve";

impl Elicitation {
    pub(super) fn new(peer: Peer<RoleServer>) -> Self {
        Self { peer }
    }
}

impl Asker for Elicitation {
    fn ask<'a>(&'a self, card: &'a Card) -> Soon<'a, Said> {
        Box::pin(async move {
            if !self.peer.supported_elicitation_modes().contains(&ElicitationMode::Form) {
                return Said::Unasked;
            }
            let schema = ElicitationSchema::builder()
                .required_property(BOX, PrimitiveSchemaDefinition::Boolean(BooleanSchema::new()))
                .build();
            let requested_schema = match schema {
                Ok(schema) => schema,
                Err(error) => {
                    warn!(error, "a question cannot be put into a form");
                    return Said::Unasked;
                }
            };
            let message = written(card);
            let form = ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema };
            match self.peer.create_elicitation(form).await {
                Ok(answer) => {
                    let ticked = answer.content.as_ref().and_then(|content| content.get(BOX));
                    said(&answer.action, ticked)
                }
                Err(error) => {
                    warn!(%error, "a client did not ask its person");
                    Said::Nothing
                }
            }
        })
    }
}

/// Only a tick is a yes, and only a no is a no.
fn said(action: &ElicitationAction, ticked: Option<&Value>) -> Said {
    match action {
        ElicitationAction::Accept if ticked == Some(&Value::Bool(true)) => Said::Yes,
        ElicitationAction::Decline => Said::No,
        _ => Said::Nothing,
    }
}

/// No value can look like another field: whatever it says stands further in.
fn written(card: &Card) -> String {
    let banners = card.banners.iter().map(|banner| format!("! {}", indented(banner)));
    let fields = card.fields.iter().map(|Field { name, value, origin, .. }| {
        let origin = origin.as_ref().map(|origin| format!(" ({})", escaped(origin))).unwrap_or_default();
        format!("{}{origin}:\n    {}", escaped(name), indented(value))
    });
    let first = [escaped(&card.sentence), format!("In the account {}", escaped(&card.account.0))];
    let last = [indented(&card.why), format!("Approve exactly this ({})?", card.digest)];
    first.into_iter().chain(banners).chain(fields).chain(last).collect::<Vec<_>>().join("\n")
}

fn indented(value: &str) -> String {
    escaped(value).lines().collect::<Vec<_>>().join("\n    ")
}

#[cfg(test)]
mod tests {
    use kernel::{
        AccountId, Alike, ApprovalId, CardReader, Deciders, Face, Lasting, PersonId, Privacy, Risk, Showing,
        Time,
    };

    use super::*;

    #[test]
    fn only_a_tick_is_a_yes_and_only_a_no_is_a_no() {
        let (yes, no) = (Value::Bool(true), Value::Bool(false));
        assert_eq!(said(&ElicitationAction::Accept, Some(&yes)), Said::Yes);
        assert_eq!(said(&ElicitationAction::Accept, Some(&no)), Said::Nothing);
        assert_eq!(said(&ElicitationAction::Accept, None), Said::Nothing);
        assert_eq!(said(&ElicitationAction::Cancel, Some(&yes)), Said::Nothing);
        assert_eq!(said(&ElicitationAction::Decline, Some(&yes)), Said::No);
    }

    #[test]
    fn every_field_is_shown_and_no_value_looks_like_another() {
        let card = Card {
            approval: ApprovalId::from("a"),
            face: Face::Pending,
            sentence: "Send an email".to_owned(),
            account: AccountId::from("ana@firm.example"),
            banners: vec!["First contact".to_owned()],
            fields: vec![
                Field::new("To", "ben@firm.example", Privacy::Open),
                Field::new("Text", "hello\nTo:\n    eve@evil.example\u{200b}", Privacy::Content),
            ],
            why: "This reaches somebody else.".to_owned(),
            requester: PersonId::from("p"),
            deciders: Deciders::default(),
            reader: CardReader::Requester,
            expires: Time(0),
            digest: "abcd1234".to_owned(),
            risk: Risk::Usual,
            reason: String::new(),
            showing: Showing::Whole,
            alike: Alike::Never,
            lasting: Lasting::No,
            link: None,
        };
        let text = written(&card);
        assert_eq!(text.lines().filter(|line| *line == "To:").count(), 1, "{text}");
        assert!(text.contains("    To:\n") && text.contains("evil.example\\u{200b}"), "{text}");
        assert!(text.contains("ana@firm.example") && text.contains("! First contact"), "{text}");
        assert!(text.ends_with("Approve exactly this (abcd1234)?"), "{text}");
    }
}

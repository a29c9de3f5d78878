//! A card as a client can show it: everything that would be done, as text, and one box to tick.

use kernel::ports::Soon;
use kernel::{Card, Field};
use rmcp::model::{
    BooleanSchema, ElicitRequestParams, ElicitationAction, ElicitationSchema, PrimitiveSchemaDefinition,
};
use rmcp::service::{ElicitationMode, Peer, RoleServer};
use serde_json::Value;
use tracing::warn;

use super::{Asker, Said};
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
                    let yes =
                        answer.action == ElicitationAction::Accept && ticked == Some(&Value::Bool(true));
                    if yes { Said::Yes } else { Said::No }
                }
                Err(error) => {
                    warn!(%error, "a client did not ask its person");
                    Said::No
                }
            }
        })
    }
}

/// No value can look like another field: whatever it says stands further in.
fn written(card: &Card) -> String {
    let mut text = format!("{}\n\nIn the account {}\n", escaped(&card.sentence), escaped(&card.account.0));
    for banner in &card.banners {
        text.push_str(&format!("! {}\n", indented(banner)));
    }
    for Field { name, value, origin, .. } in &card.fields {
        let origin = origin.as_ref().map(|origin| format!(" ({})", escaped(origin))).unwrap_or_default();
        text.push_str(&format!("{}{origin}:\n    {}\n", escaped(name), indented(value)));
    }
    text.push_str(&format!("\n{}\n\nApprove exactly this ({})?", indented(&card.why), card.digest));
    text
}

fn indented(value: &str) -> String {
    escaped(value).lines().collect::<Vec<_>>().join("\n    ")
}

//! Forms that are looked at before they are acknowledged: Slack shows what is wrong with them at their lines.

use kernel::Delivery;
use kernel::ports::{Proof, Wrong};
use serde_json::{Value, json};

use crate::action_ids::EDITS;
use crate::json::text;
use crate::limits::{self, cut};

/// Whether an envelope holds such a form.
pub(super) fn is_proofread(raw: &Value) -> bool {
    text(raw, "/payload/type") == Some("view_submission")
        && text(raw, "/payload/view/callback_id") == Some(EDITS)
}

/// What Slack is to be answered in place of an acknowledgement; nothing if there is nothing wrong.
pub(super) async fn refusal(proof: &dyn Proof, delivery: &Delivery) -> Option<Value> {
    let wrong = proof.wrong(delivery).await;
    let raw = delivery.raw.read()?;
    // Slack takes no complaint about a line that is not there.
    let known = |line: &String| {
        let blocks = raw.pointer("/payload/view/blocks").and_then(Value::as_array);
        blocks.is_none_or(|blocks| blocks.iter().any(|block| text(block, "/block_id") == Some(line)))
    };
    let wrong: Wrong = wrong.into_iter().filter(|(line, _)| known(line)).collect();
    if wrong.is_empty() {
        return None;
    }
    let errors: Wrong =
        wrong.into_iter().map(|(line, words)| (line, cut(&words, limits::FORM_ERROR))).collect();
    Some(json!({ "response_action": "errors", "errors": errors }))
}

#[cfg(test)]
mod tests {
    use kernel::Raw;
    use kernel::ports::Soon;

    use super::*;

    struct Strict;

    impl Proof for Strict {
        fn wrong<'a>(&'a self, _: &'a Delivery) -> Soon<'a, Wrong> {
            Box::pin(async {
                [("to", "No address."), ("gone", "?")].map(|(a, b)| (a.into(), b.into())).into()
            })
        }
    }

    fn form(callback: &str) -> Value {
        let view = json!({ "callback_id": callback, "blocks": [{ "block_id": "to" }] });
        json!({ "type": "interactive", "payload": { "type": "view_submission", "view": view } })
    }

    #[tokio::test]
    async fn what_is_wrong_is_said_at_a_line_that_is_there() {
        assert!(is_proofread(&form(EDITS)) && !is_proofread(&form("another")));
        let delivery =
            Delivery { key: "k".to_owned(), from: "slack".to_owned(), raw: Raw::from(&form(EDITS)) };
        let refusal = refusal(&Strict, &delivery).await.unwrap();
        assert_eq!(refusal, json!({ "response_action": "errors", "errors": { "to": "No address." } }));
    }
}

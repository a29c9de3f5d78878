//! Forms: one question, answered in writing.

use kernel::{Form, Opening, Purpose};
use serde_json::{Value, json};

use super::SlackChat;
use crate::SlackError;
use crate::limits::{self, cut};
use crate::read::{ANSWER, ANSWER_BLOCK, PASTED_ADDRESS};

impl SlackChat {
    /// Slack takes it only in the first seconds after the press, so it is not tried for long.
    pub(super) async fn open_form(&self, opening: &Opening, form: &Form) -> Result<(), SlackError> {
        let body = json!({ "trigger_id": opening.0, "view": view(form) });
        self.client.post_once("views.open", &body).await.map(drop)
    }
}

fn view(form: &Form) -> Value {
    let plain = |text: &str, limit| json!({ "type": "plain_text", "text": cut(text, limit), "emoji": false });
    let (callback, about) = match &form.purpose {
        Purpose::PastedAddress(consent) => (PASTED_ADDRESS, consent.0.as_str()),
    };
    json!({
        "type": "modal",
        "callback_id": callback,
        "private_metadata": about,
        "title": plain(&form.title, limits::FORM_TITLE),
        "submit": plain(&form.button, limits::FORM_TITLE),
        "close": plain("Cancel", limits::FORM_TITLE),
        "blocks": [
            { "type": "section", "text": plain(&form.words, limits::SECTION) },
            {
                "type": "input",
                "block_id": ANSWER_BLOCK,
                "label": plain(&form.label, limits::SECTION),
                "element": { "type": "plain_text_input", "action_id": ANSWER, "max_length": limits::ANSWER },
            },
        ],
    })
}

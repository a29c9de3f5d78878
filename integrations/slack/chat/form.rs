//! Forms: one question, answered in writing.

use kernel::{Form, Opening, Purpose};
use serde_json::{Value, json};

use super::SlackChat;
use crate::SlackError;
use crate::limits::{self, cut};
use crate::read::{ANSWER, ANSWER_BLOCK, ASK_ABOUT, PASTED_ADDRESS};

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
        Purpose::PastedAddress(consent) => (PASTED_ADDRESS, consent.0.clone()),
        Purpose::AskAbout { thread, message } => (ASK_ABOUT, format!("{thread} {message}")),
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
                "label": plain(&form.label, limits::FORM_LABEL),
                "element": { "type": "plain_text_input", "action_id": ANSWER, "max_length": limits::ANSWER },
            },
        ],
    })
}

#[cfg(test)]
mod tests {
    use kernel::ConsentId;
    use kernel::ports::{Chat, ChatError};

    use super::super::tests::chat;
    use super::*;
    use crate::scripted::{Answer, ScriptedSlack, soon};

    const OPEN: &str = "views.open";

    fn form() -> Form {
        Form {
            title: "Finish signing in".to_owned(),
            words: "Copy the <!here> address.".to_owned(),
            label: "Address".to_owned(),
            button: "Send".to_owned(),
            purpose: Purpose::PastedAddress(ConsentId::from("c1")),
        }
    }

    #[tokio::test]
    async fn a_form_is_opened_with_its_trigger_and_says_only_what_it_is_for() {
        let slack = ScriptedSlack::start().await;
        soon(chat(&slack).ask(&Opening::from("1.2.x"), &form())).await.unwrap();
        let sent = &slack.calls(OPEN)[0];
        assert_eq!(sent["trigger_id"], "1.2.x");
        let view = &sent["view"];
        assert_eq!((&view["type"], &view["callback_id"]), (&json!("modal"), &json!(PASTED_ADDRESS)));
        assert_eq!(view["private_metadata"], "c1");
        assert_eq!(view["submit"]["text"], "Send");
        assert_eq!(view["blocks"][0]["text"]["type"], "plain_text", "nothing in it is live");
        assert_eq!(
            (&view["blocks"][1]["block_id"], &view["blocks"][1]["element"]["action_id"]),
            (&json!(ANSWER_BLOCK), &json!(ANSWER))
        );
    }

    #[test]
    fn whatever_it_says_is_within_slacks_limits() {
        let long = "😀".repeat(5000);
        let form =
            Form { title: long.clone(), words: long.clone(), label: long.clone(), button: long, ..form() };
        let view = view(&form);
        for (pointer, most) in [
            ("/title/text", 24),
            ("/submit/text", 24),
            ("/close/text", 24),
            ("/blocks/0/text/text", 3000),
            ("/blocks/1/label/text", 2000),
        ] {
            let words = view.pointer(pointer).and_then(Value::as_str).unwrap();
            assert!((1..=most).contains(&words.encode_utf16().count()), "{pointer}");
        }
    }

    #[tokio::test]
    async fn a_form_that_comes_too_late_is_not_tried_again() {
        let slack = ScriptedSlack::start().await;
        slack.will(OPEN, Answer::Says(json!({"ok": false, "error": "expired_trigger_id"})));
        let late = soon(chat(&slack).ask(&Opening::from("1.2.x"), &form())).await.unwrap_err();
        assert_eq!(late, ChatError::Refused("Slack refused views.open: expired_trigger_id".to_owned()));
        slack.will(OPEN, Answer::Status(503, json!({})));
        assert!(soon(chat(&slack).ask(&Opening::from("1.2.y"), &form())).await.is_err());
        assert_eq!(slack.calls(OPEN).len(), 2);
    }
}

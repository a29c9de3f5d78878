//! Forms: words to read and lines to write in, in a modal.

mod parts;
mod steps;

use kernel::{Form, Opening, Purpose, Sending};
use serde_json::{Value, json};

use self::parts::{line, plain, with};
use super::slack_chat::SlackChat;
use crate::SlackError;
use crate::action_ids::{ALWAYS_FORM, ANSWERS, ASK_ABOUT, EDITS, PASTED_ADDRESS, REASON};
use crate::limits;
use crate::read::OPEN;
use crate::render::visible;

impl SlackChat {
    /// Slack takes it only in the first seconds after the press, so it is not tried for long.
    pub(super) async fn open_form(&self, opening: &Opening, form: &Form) -> Result<(), SlackError> {
        let view = view(form);
        let (method, body) = match opening.0.strip_prefix(OPEN) {
            Some(open) => ("views.update", json!({ "view_id": open, "view": view })),
            None => ("views.open", json!({ "trigger_id": opening.0, "view": view })),
        };
        self.client.post_once(method, &body).await.map(drop)
    }
}

fn view(form: &Form) -> Value {
    let mut blocks: Vec<Value> = sections(&form.words);
    match &form.sending {
        Sending::Steps { at, .. } => blocks.extend(steps::blocks(form, *at)),
        Sending::Button { .. } | Sending::None => blocks.extend(form.lines.iter().map(line)),
    }
    let title = plain(&form.title, limits::FORM_TITLE);
    let view = json!({ "type": "modal", "title": title, "blocks": blocks });
    match &form.sending {
        Sending::Button { label, purpose } => {
            let (callback, about) = named(purpose);
            sent(view, callback, &about, label)
        }
        Sending::Steps { label, purpose, at } => {
            let (callback, about) = named(purpose);
            sent(view, callback, &steps::kept(form, *at, about).written(), label)
        }
        Sending::None => with(view, [("close", plain("Close", limits::FORM_TITLE))]),
    }
}

/// What a form is called by its purpose, and what it is about.
fn named(purpose: &Purpose) -> (&'static str, String) {
    match purpose {
        Purpose::PastedAddress(consent) => (PASTED_ADDRESS, consent.0.clone()),
        Purpose::Answers(approval) => (ANSWERS, approval.0.clone()),
        Purpose::Edits(approval) => (EDITS, approval.0.clone()),
        Purpose::Always(approval) => (ALWAYS_FORM, approval.0.clone()),
        Purpose::Reason(approval) => (REASON, approval.0.clone()),
        Purpose::AskAbout { thread, message } => (ASK_ABOUT, format!("{thread} {message}")),
    }
}

fn sent(view: Value, callback: &str, about: &str, label: &str) -> Value {
    let sent = [
        ("callback_id", json!(callback)),
        ("private_metadata", json!(about)),
        ("submit", plain(label, limits::FORM_TITLE)),
        ("close", plain("Cancel", limits::FORM_TITLE)),
    ];
    with(view, sent)
}

/// The words, in as many sections as a form takes.
fn sections(words: &str) -> Vec<Value> {
    let words = visible(words);
    let mut rest = words.trim();
    let mut sections = Vec::new();
    while !rest.is_empty() {
        if sections.len() == limits::FORM_SECTIONS {
            let left_out = format!("{} more characters do not fit here.", limits::length(rest));
            sections.push(json!({ "type": "section", "text": plain(&left_out, limits::SECTION) }));
            break;
        }
        let (piece, after) = limits::between_words(rest, limits::SECTION);
        // Slack takes no section that shows nothing.
        if !piece.trim().is_empty() {
            sections.push(json!({ "type": "section", "text": plain(piece, limits::SECTION) }));
        }
        rest = after;
    }
    sections
}

#[cfg(test)]
mod tests {
    use kernel::ports::{Chat, ChatError};
    use kernel::{ConsentId, Line, LineTakes};

    use super::super::tests::chat;
    use super::*;
    use crate::action_ids::LINE;
    use crate::scripted::{Answer, ScriptedSlack, soon};

    const OPEN: &str = "views.open";

    fn form() -> Form {
        Form {
            title: "Finish signing in".to_owned(),
            words: "Copy the <!here> address.".to_owned(),
            lines: vec![Line::required("address", "Address", LineTakes::Line)],
            sending: Sending::Button {
                label: "Send".to_owned(),
                purpose: Purpose::PastedAddress(ConsentId::from("c1")),
            },
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
            (&json!("address"), &json!(LINE))
        );
    }

    #[test]
    fn whatever_it_says_is_within_slacks_limits() {
        let long = "😀".repeat(5000);
        let lines = vec![Line::required("address", long.clone(), LineTakes::Line)];
        let Sending::Button { purpose, .. } = form().sending else { panic!("it is sent") };
        let sending = Sending::Button { label: long.clone(), purpose };
        let view = view(&Form { title: long.clone(), words: long, lines, sending });
        let blocks = view["blocks"].as_array().unwrap().len();
        for (pointer, most) in [
            ("/title/text", 24),
            ("/submit/text", 24),
            ("/close/text", 24),
            ("/blocks/0/text/text", 3000),
            (&format!("/blocks/{}/label/text", blocks - 1), 2000),
        ] {
            let words = view.pointer(pointer).and_then(Value::as_str).unwrap();
            assert!((1..=most).contains(&words.encode_utf16().count()), "{pointer}");
        }
    }

    #[test]
    fn what_is_only_read_has_no_button_and_what_is_chosen_is_seen() {
        let read = Form { words: "All".to_owned(), lines: Vec::new(), sending: Sending::None, ..form() };
        let view = view(&read);
        assert!(view.get("submit").is_none() && view.get("callback_id").is_none());
        assert_eq!(view["close"]["text"], "Close");
        let choices = LineTakes::Choice(vec!["Thursday".to_owned(), "Friday".to_owned()]);
        let chosen = Line { filled: "Friday".to_owned(), ..Line::required("day", "Which day?", choices) };
        let element = &line(&chosen)["element"];
        assert_eq!(element["initial_option"]["text"]["text"], "Friday");
        let menu = LineTakes::Menu(vec!["reader".to_owned(), "writer".to_owned()]);
        let menu = Line { filled: "writer".to_owned(), ..Line::required("role", "Role", menu) };
        let element = &line(&menu)["element"];
        assert_eq!(element["type"], "static_select");
        assert_eq!(element["initial_option"]["text"]["text"], "writer");
        let number = LineTakes::Number { whole: true };
        let number = Line { filled: "30".to_owned(), ..Line::required("minutes", "Minutes", number) };
        let element = &line(&number)["element"];
        assert_eq!(
            (&element["type"], &element["is_decimal_allowed"]),
            (&json!("number_input"), &json!(false))
        );
        assert_eq!(element["initial_value"], "30");
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

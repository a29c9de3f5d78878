//! Several lines in one form, one at a time: above it the way to each of them, below it the way back and on.

use kernel::{FilledIn, Form, Line, LineTakes};
use serde_json::{Value, json};

use super::parts::{line, plain, with};
use crate::action_ids::TURN;
use crate::limits;
use crate::read::Kept;

/// So much of a question stands on its tab.
const TAB: usize = 14;

/// The blocks of the page on which this line stands.
pub(super) fn blocks(form: &Form, at: usize) -> Vec<Value> {
    let last = form.lines.len().saturating_sub(1);
    let tabs = form.lines.iter().enumerate().map(|(place, line)| tab(place, line, at)).collect::<Vec<_>>();
    let open =
        form.lines.iter().enumerate().filter(|(place, line)| *place != at && line.filled.is_empty()).count();
    let left = match open {
        0 => "all others are answered".to_owned(),
        1 => "one other is still open".to_owned(),
        open => format!("{open} others are still open"),
    };
    let whereabouts = format!("Question {} of {} · {left}", at + 1, form.lines.len());
    let mut blocks = vec![
        json!({ "type": "actions", "block_id": "countersign-tabs", "elements": tabs }),
        json!({ "type": "context", "elements": [plain(&whereabouts, limits::CONTEXT)] }),
    ];
    blocks.extend(form.lines.get(at).map(|shown| short(line(shown), shown)));
    let back = at.checked_sub(1).map(|to| way("Back", "back", to));
    let on = (at < last).then(|| way("Next", "next", at + 1));
    let ways: Vec<Value> = back.into_iter().chain(on).collect();
    if !ways.is_empty() {
        blocks.push(json!({ "type": "actions", "block_id": "countersign-ways", "elements": ways }));
    }
    blocks
}

/// What the page takes along: everything but what stands on it.
pub(super) fn kept(form: &Form, at: usize, about: String) -> Kept {
    let elsewhere = form.lines.iter().enumerate().filter(|(place, _)| *place != at);
    let filled: FilledIn = elsewhere
        .filter(|(_, line)| !line.filled.is_empty())
        .map(|(_, line)| (line.name.clone(), line.filled.clone()))
        .collect();
    Kept { about, names: form.lines.iter().map(|line| line.name.clone()).collect(), filled }
}

fn tab(place: usize, line: &Line, at: usize) -> Value {
    let done = if line.filled.is_empty() { "" } else { " ✓" };
    let label = format!("{} {}{done}", place + 1, limits::cut(&line.label, TAB));
    let tab = way(&label, &place.to_string(), place);
    with(tab, (place == at).then(|| ("style", json!("primary"))))
}

fn way(label: &str, name: &str, to: usize) -> Value {
    let action = format!("{TURN}{name}");
    json!({ "type": "button", "action_id": action, "value": to.to_string(), "text": plain(label, limits::BUTTON) })
}

/// All answers but one go along in the form, which has room for so much.
fn short(mut block: Value, line: &Line) -> Value {
    let takes_text = matches!(line.takes, LineTakes::Line | LineTakes::Text);
    if let Some(most) = block.pointer_mut("/element/max_length").filter(|_| takes_text) {
        *most = json!(limits::KEPT_ANSWER);
    }
    block
}

#[cfg(test)]
mod tests {
    use kernel::{ApprovalId, Purpose, Sending};

    use super::super::view;
    use super::*;

    fn form(at: usize) -> Form {
        let choice = LineTakes::Choice(vec!["Thu".to_owned(), "Fri".to_owned()]);
        let day = Line { filled: "Fri".to_owned(), ..Line::required("answer_0", "Which day?", choice) };
        let lines = vec![day, Line::required("answer_1", "Where?", LineTakes::Text)];
        let purpose = Purpose::Answers(ApprovalId::from("a1"));
        let sending = Sending::Steps { label: "Send".to_owned(), purpose, at };
        Form { title: "Your answer".to_owned(), words: "The trip".to_owned(), lines, sending }
    }

    #[test]
    fn one_question_is_shown_and_the_others_are_a_press_away() {
        let view = view(&form(1));
        let shown = view["blocks"].as_array().unwrap();
        let inputs: Vec<&Value> = shown.iter().filter(|block| block["type"] == "input").collect();
        assert_eq!((inputs.len(), &inputs[0]["block_id"]), (1, &json!("answer_1")));
        assert_eq!(inputs[0]["element"]["max_length"], limits::KEPT_ANSWER);
        let tabs = &shown[1]["elements"];
        assert_eq!(tabs[0]["text"]["text"], "1 Which day? ✓");
        assert_eq!((&tabs[1]["text"]["text"], &tabs[1]["style"]), (&json!("2 Where?"), &json!("primary")));
        let ways = &shown.last().unwrap()["elements"];
        assert_eq!((ways.as_array().unwrap().len(), &ways[0]["text"]["text"]), (1, &json!("Back")));
        assert_eq!(view["submit"]["text"], "Send");
    }

    #[test]
    fn what_was_answered_goes_along_and_what_is_shown_is_filled_in() {
        let along = |at| -> Kept {
            serde_json::from_str(view(&form(at))["private_metadata"].as_str().unwrap()).unwrap()
        };
        assert_eq!(along(1).filled, FilledIn::from([("answer_0".to_owned(), "Fri".to_owned())]));
        assert_eq!(along(1).names, ["answer_0", "answer_1"]);
        assert!(along(0).filled.is_empty());
        let first = view(&form(0));
        let input =
            first["blocks"].as_array().unwrap().iter().find(|block| block["type"] == "input").unwrap();
        assert_eq!(input["element"]["initial_option"]["text"]["text"], "Fri");
    }
}

//! Views: a modal with its title and its buttons, and the Home tab, which is blocks alone.

use serde_json::{Map, Value};

use super::{
    each, interactive, kind, name_all,
    report::{At, Problem, Report},
    surfaces::Surface,
    texts::{self, Style},
};
use crate::answer::Refusal;

const OF_ANY: [&str; 5] = ["type", "blocks", "private_metadata", "callback_id", "external_id"];
const OF_MODALS: [&str; 6] =
    ["title", "submit", "close", "clear_on_close", "notify_on_close", "submit_disabled"];
/// Checks a `view`, and gives every block and element that has none an id.
pub(crate) fn check_view(view: Value, surface: Surface) -> Result<Map<String, Value>, Refusal> {
    report(&view, surface).finish("invalid_arguments")?;
    let Value::Object(mut view) = view else { return Err(Refusal::new("invalid_arguments")) };
    if let Some(Value::Array(blocks)) = view.get_mut("blocks") {
        name_all(blocks);
    }
    Ok(view)
}

/// Everything that is wrong with a view.
pub(crate) fn view_problems(view: &Value, surface: Surface) -> Vec<Problem> {
    report(view, surface).problems()
}

fn report(view: &Value, surface: Surface) -> Report {
    let mut report = Report::new(surface);
    let at = At::root("view");
    let Some(view) = report.object(view, &at) else { return report };
    let modal = surface == Surface::Modal;
    let known: Vec<&str> = OF_ANY.into_iter().chain(OF_MODALS.into_iter().filter(|_| modal)).collect();
    report.only(view, &known, &at);
    report.needed_one_of(view, "type", &[surface.word()], &at);
    if modal {
        buttons(view, &at, &mut report);
    }
    for (name, most) in [("private_metadata", 3000), ("callback_id", 255), ("external_id", 255)] {
        // An empty one is as good as none.
        if view.get(name).and_then(Value::as_str) != Some("") {
            report.text_field(view, name, most, &at);
        }
    }
    blocks(view, &at, &mut report);
    report
}

/// What only modals have.
fn buttons(view: &Map<String, Value>, at: &At, report: &mut Report) {
    texts::needed_text(view, "title", (Style::Plain, 24), at, report);
    for button in ["submit", "close"] {
        texts::text_field(view, button, (Style::Plain, 24), at, report);
    }
    for flag in ["clear_on_close", "notify_on_close", "submit_disabled"] {
        report.flag(view, flag, at);
    }
}

fn blocks(view: &Map<String, Value>, at: &At, report: &mut Report) {
    let Some(value) = report.needed(view, "blocks", at) else { return };
    let root = at.field("blocks");
    let Some(blocks) = value.as_array() else {
        report.add(&root, "must be an array");
        return;
    };
    each(blocks, &root, report);
    let focused = interactive(blocks)
        .iter()
        .filter(|one| one.element.get("focus_on_load") == Some(&Value::Bool(true)))
        .count();
    if focused > 1 {
        report.add(&root, "only one element can have `focus_on_load`");
    }
    let filled_in = blocks.iter().any(|block| kind(block) == "input");
    if report.surface() == Surface::Modal && filled_in && !view.contains_key("submit") {
        report.add(at, "missing required field: submit");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn plain(text: &str) -> Value {
        json!({"type": "plain_text", "text": text})
    }

    fn modal() -> Value {
        let element = json!({"type": "plain_text_input", "min_length": 1, "max_length": 3000});
        json!({
            "type": "modal", "title": plain("Finish signing in"), "submit": plain("Send"), "callback_id": "",
            "blocks": [{"type": "input", "label": plain("Address"), "element": element}],
        })
    }

    fn with(name: &str, value: Value) -> Value {
        let mut view = modal();
        view[name] = value;
        view
    }

    fn problem(view: Value) -> String {
        let body = check_view(view, Surface::Modal).expect_err("the view should be refused").body();
        assert_eq!(body["error"], "invalid_arguments");
        body["response_metadata"]["messages"][0].as_str().unwrap().to_owned()
    }

    #[test]
    fn a_good_modal_passes_and_every_input_has_its_ids() {
        let view = check_view(modal(), Surface::Modal).unwrap();
        let block = &view["blocks"][0];
        assert!(block["block_id"].is_string() && block["element"]["action_id"].is_string());
    }

    #[test]
    fn what_is_too_long_is_refused_with_a_pointer() {
        for (view, says) in [
            (
                with("title", plain(&"x".repeat(25))),
                "must be less than 25 characters [json-pointer:/view/title/text]",
            ),
            (
                with("submit", plain(&"x".repeat(25))),
                "must be less than 25 characters [json-pointer:/view/submit/text]",
            ),
            (
                with("close", plain(&"x".repeat(25))),
                "must be less than 25 characters [json-pointer:/view/close/text]",
            ),
            (
                with("callback_id", json!("x".repeat(256))),
                "must be less than 256 characters [json-pointer:/view/callback_id]",
            ),
            (
                with("private_metadata", json!("x".repeat(3001))),
                "must be less than 3001 characters [json-pointer:/view/private_metadata]",
            ),
            (
                with("blocks", json!(vec![json!({"type": "divider"}); 101])),
                "no more than 100 items allowed [json-pointer:/view/blocks]",
            ),
        ] {
            assert_eq!(problem(view), format!("[ERROR] {says}"));
        }
    }

    #[test]
    fn a_modal_has_a_type_a_title_blocks_and_a_button_if_there_is_something_to_fill_in() {
        let without = |name: &str| {
            let mut view = modal();
            view.as_object_mut().unwrap().remove(name);
            problem(view)
        };
        for name in ["type", "title", "blocks", "submit"] {
            assert_eq!(without(name), format!("[ERROR] missing required field: {name} [json-pointer:/view]"));
        }
        let mut view = with("blocks", json!([{"type": "divider"}]));
        view.as_object_mut().unwrap().remove("submit");
        assert!(check_view(view, Surface::Modal).is_ok(), "nothing can be filled in");
        assert!(problem(with("type", json!("home"))).contains("must be one of: modal"));
        assert!(problem(with("colour", json!("red"))).contains("invalid additional property: colour"));
        assert!(problem(json!("modal")).contains("must be an object"));
        assert!(
            problem(with("blocks", json!([{"type": "markdown", "text": "x"}]))).contains("unsupported type")
        );
    }

    #[test]
    fn inputs_have_their_own_limits() {
        let with_element = |element: Value| {
            with("blocks", json!([{"type": "input", "label": plain("Address"), "element": element}]))
        };
        for (element, says) in [
            (json!({"type": "plain_text_input", "max_length": 3001}), "between 1 and 3000"),
            (json!({"type": "plain_text_input", "min_length": -1}), "between 0 and 3000"),
            (json!({"type": "plain_text_input", "min_length": 9, "max_length": 2}), "`max_length`"),
            (json!({"type": "plain_text_input", "initial_value": "x".repeat(3001)}), "less than 3001"),
            (json!({"type": "plain_text_input", "placeholder": plain(&"x".repeat(151))}), "less than 151"),
            (json!({"type": "datepicker", "initial_date": "tomorrow"}), "YYYY-MM-DD"),
            (json!({"type": "static_select"}), "exactly one of `options`"),
            (json!({"type": "checkboxes"}), "missing required field: options"),
            (json!({"type": "button", "text": plain("Go")}), "unsupported type: button"),
        ] {
            let said = problem(with_element(element));
            assert!(said.contains(says), "{said}");
        }
    }

    #[test]
    fn one_element_at_most_has_the_focus_from_the_start() {
        let input = |focus: bool| {
            let element = json!({"type": "plain_text_input", "focus_on_load": focus});
            json!({"type": "input", "label": plain("Address"), "element": element})
        };
        assert!(check_view(with("blocks", json!([input(true), input(false)])), Surface::Modal).is_ok());
        let both = problem(with("blocks", json!([input(true), input(true)])));
        assert_eq!(both, "[ERROR] only one element can have `focus_on_load` [json-pointer:/view/blocks]");
    }
}

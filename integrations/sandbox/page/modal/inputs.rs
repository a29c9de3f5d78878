//! The inputs of a form.

use maud::{Markup, html};
use serde_json::Value;

use super::field;
use crate::page::address;

/// What an input's field is called in the form.
pub(super) fn name(index: usize) -> String {
    format!("input-{index}")
}

/// One input, with what is wrong with it. It keeps what it says for as long as its id stays.
struct Input<'a> {
    id: String,
    name: String,
    element: &'a Value,
    /// What was sent last.
    state: Option<&'a Value>,
    /// The ids of its hint and its error.
    described: Option<String>,
    wrong: bool,
}

/// The input block at that place of the form `open`.
pub(super) fn shown(open: &Value, index: usize, block: &Value) -> Markup {
    let element = block.get("element").unwrap_or(&Value::Null);
    let (block_id, action_id) = (field(block, "block_id"), field(element, "action_id"));
    let view = open.get("view").unwrap_or(&Value::Null);
    let id = format!("input-{}-{}-{}", field(view, "id"), block_id, action_id);
    let id = address::segment(&id);
    let words = |name: &str| block.pointer(&format!("/{name}/text")).and_then(Value::as_str);
    let error = open.get("errors").and_then(|errors| errors.get(block_id)).and_then(Value::as_str);
    let state = view.pointer("/state/values").and_then(|values| values.get(block_id)?.get(action_id));
    let hint_id = words("hint").map(|_| format!("{id}-hint"));
    let error_id = error.map(|_| format!("{id}-error"));
    let described: Vec<&str> = hint_id.iter().chain(&error_id).map(String::as_str).collect();
    let described = (!described.is_empty()).then(|| described.join(" "));
    let input = Input { name: name(index), element, state, described, wrong: error.is_some(), id };
    let optional = block.get("optional") == Some(&Value::Bool(true));
    let label =
        html! { (words("label").unwrap_or_default()) @if optional { span.optional { " (optional)" } } };
    html! {
        div.input data-block-id=(block_id) {
            @if matches!(field(element, "type"), "checkboxes" | "radio_buttons") {
                fieldset aria-describedby=[&input.described] { legend { (label) } (input.choices()) }
            } @else {
                label for=(input.id) { (label) }
                (input.control())
            }
            @if let Some(id) = &hint_id { p.help id=(id) { (words("hint").unwrap_or_default()) } }
            @if let Some(id) = &error_id { p.error id=(id) { (error.unwrap_or_default()) } }
        }
    }
}

impl Input<'_> {
    fn control(&self) -> Markup {
        match field(self.element, "type") {
            "plain_text_input" if self.element.get("multiline") == Some(&Value::Bool(true)) => html! {
                textarea id=(self.id) name=(self.name) rows="4" placeholder=[self.placeholder()]
                    aria-invalid=[self.invalid()] aria-describedby=[&self.described] { (self.text("value", "initial_value")) }
            },
            "plain_text_input" => self.line("text", "value", "initial_value"),
            "email_text_input" => self.line("email", "value", "initial_value"),
            "url_text_input" => self.line("url", "value", "initial_value"),
            "number_input" => self.line("number", "value", "initial_value"),
            "datepicker" => self.line("date", "selected_date", "initial_date"),
            "static_select" => self.menu(),
            other => html! { p.unknown id=(self.id) { "A “" (other) "”, which this page does not show." } },
        }
    }

    fn line(&self, kind: &str, said: &str, at_first: &str) -> Markup {
        html! {
            input id=(self.id) type=(kind) name=(self.name) value=(self.text(said, at_first)) autocomplete="off"
                placeholder=[self.placeholder()] aria-invalid=[self.invalid()] aria-describedby=[&self.described];
        }
    }

    fn menu(&self) -> Markup {
        let groups = self.element.get("option_groups").and_then(Value::as_array);
        let grouped =
            groups.into_iter().flatten().filter_map(|group| group.get("options")?.as_array()).flatten();
        html! {
            select id=(self.id) name=(self.name) aria-invalid=[self.invalid()] aria-describedby=[&self.described] {
                option value="" { (self.placeholder().unwrap_or("Choose one")) }
                @for option in self.options().chain(grouped) {
                    option value=(field(option, "value")) selected[self.chosen(option)] { (words(option)) }
                }
            }
        }
    }

    fn choices(&self) -> Markup {
        let kind = if field(self.element, "type") == "checkboxes" { "checkbox" } else { "radio" };
        html! {
            @for (number, option) in self.options().enumerate() {
                @let id = format!("{}-{number}", self.id);
                div.choice {
                    input id=(id) type=(kind) name=(self.name) value=(field(option, "value")) checked[self.chosen(option)];
                    label for=(id) { (words(option)) }
                }
            }
        }
    }

    fn options(&self) -> impl Iterator<Item = &Value> {
        self.element.get("options").and_then(Value::as_array).into_iter().flatten()
    }

    fn chosen(&self, option: &Value) -> bool {
        let among = |list: Option<&Value>| {
            list.and_then(Value::as_array)
                .is_some_and(|list| list.iter().any(|one| one.get("value") == option.get("value")))
        };
        let same = |one: Option<&Value>| one.and_then(|one| one.get("value")) == option.get("value");
        match self.state {
            Some(state) => same(state.get("selected_option")) || among(state.get("selected_options")),
            None => same(self.element.get("initial_option")) || among(self.element.get("initial_options")),
        }
    }

    /// What was sent last, or else what stood there at first.
    fn text(&self, said: &str, at_first: &str) -> &str {
        self.state.map_or_else(|| field(self.element, at_first), |state| field(state, said))
    }

    fn placeholder(&self) -> Option<&str> {
        self.element.pointer("/placeholder/text").and_then(Value::as_str)
    }

    fn invalid(&self) -> Option<&'static str> {
        self.wrong.then_some("true")
    }
}

fn words(option: &Value) -> &str {
    option.pointer("/text/text").and_then(Value::as_str).unwrap_or_default()
}

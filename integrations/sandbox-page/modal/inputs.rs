//! What people fill in and choose from: in forms, on the Home tab, and in the menus of messages.

use maud::{Markup, html};
use serde_json::{Value, json};

use crate::{
    address,
    blocks::{On, Spot},
    field::field,
    reader::Reader,
};

/// What the field of an element is called in a form.
pub(crate) fn name(block_id: &str, action_id: &str) -> String {
    format!("value {block_id} {action_id}")
}

/// The same for one that is not in an input block.
pub(crate) fn choice(action_id: &str) -> String {
    format!("choice {action_id}")
}

/// Whether the page can show an element of that kind.
pub(crate) fn is_known(kind: &str) -> bool {
    matches!(
        kind,
        "plain_text_input"
            | "email_text_input"
            | "url_text_input"
            | "number_input"
            | "datepicker"
            | "timepicker"
            | "datetimepicker"
            | "static_select"
            | "multi_static_select"
            | "radio_buttons"
            | "checkboxes"
            | "users_select"
            | "multi_users_select"
            | "channels_select"
            | "multi_channels_select"
            | "conversations_select"
            | "multi_conversations_select"
    )
}

/// One element, with what is wrong with it. It keeps what it says for as long as its id stays.
struct Input<'a> {
    id: String,
    name: String,
    element: &'a Value,
    /// What was sent last.
    state: Option<&'a Value>,
    /// The ids of its hint and its error.
    described: Option<String>,
    wrong: bool,
    /// What is told at once when it changes, and to where.
    told: Option<(String, String)>,
    reader: &'a Reader,
}

/// An input block of the view `open`.
pub(crate) fn shown(open: &Value, block: &Value, spot: Spot<'_>) -> Markup {
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
    let at_once = block.get("dispatch_action") == Some(&Value::Bool(true));
    let told = at_once.then(|| told(action_id, spot)).flatten();
    let name = name(block_id, action_id);
    let (wrong, reader) = (error.is_some(), spot.reader);
    let input = Input { id, name, element, state, described, wrong, told, reader };
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

/// An element among the actions of a view, or beside a section: whatever is chosen is told at once.
pub(crate) fn control(element: &Value, place: &str, spot: Spot<'_>) -> Markup {
    let action_id = field(element, "action_id");
    let input = Input {
        id: address::segment(&format!("choice-{place}-{action_id}")),
        name: choice(action_id),
        element,
        state: None,
        described: None,
        wrong: false,
        told: told(action_id, spot),
        reader: spot.reader,
    };
    html! { div.control data-action-id=(action_id) { (input.whole()) } }
}

/// An element in the menu of a message, told when its button is pressed.
pub(crate) fn bare(element: &Value, id: &str, reader: &Reader) -> Markup {
    let (id, name) = (id.to_owned(), "option".to_owned());
    let (state, described, wrong, told) = (None, None, false, None);
    Input { id, name, element, state, described, wrong, told, reader }.whole()
}

fn told(action_id: &str, spot: Spot<'_>) -> Option<(String, String)> {
    let on = match spot.on {
        On::Message { .. } => return None,
        On::Home => "home",
        On::Modal => "modal",
    };
    Some((address::press(spot.reader), json!({"on": on, "action": action_id}).to_string()))
}

impl Input<'_> {
    /// With a name for those who cannot see what stands around it.
    fn whole(&self) -> Markup {
        html! {
            @if matches!(field(self.element, "type"), "checkboxes" | "radio_buttons") {
                fieldset { legend.hidden { (self.words()) } (self.choices()) }
            } @else {
                label.hidden for=(self.id) { (self.words()) }
                (self.control())
            }
        }
    }

    fn words(&self) -> &str {
        self.placeholder().unwrap_or("Choose one")
    }

    fn control(&self) -> Markup {
        match field(self.element, "type") {
            "plain_text_input" if self.element.get("multiline") == Some(&Value::Bool(true)) => {
                let (to, says) = self.told();
                html! {
                    textarea id=(self.id) name=(self.name) rows="4" placeholder=[self.placeholder()]
                        hx-post=[to] hx-vals=[says] hx-include=[self.with_form()] hx-trigger=[self.when()] hx-swap=[self.swap()]
                        aria-invalid=[self.invalid()] aria-describedby=[&self.described] { (self.text("value", "initial_value")) }
                }
            }
            "plain_text_input" => self.line("text", "value", "initial_value"),
            "email_text_input" => self.line("email", "value", "initial_value"),
            "url_text_input" => self.line("url", "value", "initial_value"),
            "number_input" => self.line("number", "value", "initial_value"),
            "datepicker" => self.line("date", "selected_date", "initial_date"),
            "timepicker" => self.line("time", "selected_time", "initial_time"),
            "datetimepicker" => self.line("datetime-local", "selected_date_time", "initial_date_time"),
            kind if is_known(kind) => self.menu(),
            other => html! { p.unknown id=(self.id) { "A “" (other) "”, which this page does not show." } },
        }
    }

    fn line(&self, kind: &str, said: &str, at_first: &str) -> Markup {
        let (to, says) = self.told();
        html! {
            input id=(self.id) type=(kind) name=(self.name) value=(self.text(said, at_first)) autocomplete="off"
                hx-post=[to] hx-vals=[says] hx-include=[self.with_form()] hx-trigger=[self.when()] hx-swap=[self.swap()]
                placeholder=[self.placeholder()] aria-invalid=[self.invalid()] aria-describedby=[&self.described];
        }
    }

    fn menu(&self) -> Markup {
        let several = field(self.element, "type").starts_with("multi_");
        let (to, says) = self.told();
        html! {
            select id=(self.id) name=(self.name) multiple[several] aria-invalid=[self.invalid()] aria-describedby=[&self.described]
                hx-post=[to] hx-vals=[says] hx-include=[self.with_form()] hx-trigger=[self.when()] hx-swap=[self.swap()] {
                @if !several { option value="" { (self.placeholder().unwrap_or("Choose one")) } }
                @for (value, words) in self.entries() {
                    option value=(value) selected[self.chosen(&value)] { (words) }
                }
            }
        }
    }

    fn choices(&self) -> Markup {
        let kind = if field(self.element, "type") == "checkboxes" { "checkbox" } else { "radio" };
        let (to, says) = self.told();
        html! {
            @for (number, option) in self.options().enumerate() {
                @let id = format!("{}-{number}", self.id);
                @let description = option.pointer("/description/text").and_then(Value::as_str);
                div.choice {
                    input id=(id) type=(kind) name=(self.name) value=(field(option, "value")) checked[self.chosen(field(option, "value"))]
                        hx-post=[to] hx-vals=[says] hx-include=[self.with_form()] hx-trigger=[self.when()] hx-swap=[self.swap()];
                    label for=(id) { (words(option)) @if let Some(more) = description { span.help { " " (more) } } }
                }
            }
        }
    }

    /// What can be chosen: options of the app's, people or channels.
    fn entries(&self) -> Vec<(String, String)> {
        match field(self.element, "type").trim_start_matches("multi_") {
            "users_select" => self.reader.people(),
            "channels_select" | "conversations_select" => self.reader.named_channels(),
            _ => {
                let groups = self.element.get("option_groups").and_then(Value::as_array);
                let grouped = groups
                    .into_iter()
                    .flatten()
                    .filter_map(|group| group.get("options")?.as_array())
                    .flatten();
                let entry = |option: &Value| (field(option, "value").to_owned(), words(option).to_owned());
                self.options().chain(grouped).map(entry).collect()
            }
        }
    }

    fn options(&self) -> impl Iterator<Item = &Value> {
        self.element.get("options").and_then(Value::as_array).into_iter().flatten()
    }

    /// Whether that was sent last, or stood there at first.
    fn chosen(&self, value: &str) -> bool {
        const ONE: [&str; 8] = [
            "selected_option",
            "selected_user",
            "selected_channel",
            "selected_conversation",
            "initial_option",
            "initial_user",
            "initial_channel",
            "initial_conversation",
        ];
        const SEVERAL: [&str; 8] = [
            "selected_options",
            "selected_users",
            "selected_channels",
            "selected_conversations",
            "initial_options",
            "initial_users",
            "initial_channels",
            "initial_conversations",
        ];
        let is = |one: &Value| one.get("value").unwrap_or(one).as_str() == Some(value);
        let from = self.state.unwrap_or(self.element);
        ONE.iter().filter_map(|name| from.get(*name)).any(is)
            || SEVERAL.iter().filter_map(|name| from.get(*name)?.as_array()).flatten().any(is)
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

    fn told(&self) -> (Option<&str>, Option<&str>) {
        self.told.as_ref().map_or((None, None), |(to, says)| (Some(to), Some(says)))
    }

    fn with_form(&self) -> Option<&'static str> {
        self.told.as_ref().map(|_| "closest form")
    }

    fn when(&self) -> Option<&'static str> {
        self.told.as_ref().map(|_| "change")
    }

    fn swap(&self) -> Option<&'static str> {
        self.told.as_ref().map(|_| "none")
    }
}

fn words(option: &Value) -> &str {
    option.pointer("/text/text").and_then(Value::as_str).unwrap_or_default()
}

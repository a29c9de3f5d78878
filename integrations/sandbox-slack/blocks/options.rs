//! What menus, lists and boxes offer, and what is chosen in them from the start.

use serde_json::{Map, Value};

use super::{
    report::{At, Report},
    texts::{self, Style},
};

/// What kind of thing offers options: each takes another number of them, written in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Overflow,
    /// Checkboxes and radio buttons.
    Boxes,
    Menu,
}

impl Kind {
    fn most(self) -> usize {
        match self {
            Self::Overflow => 5,
            Self::Boxes => 10,
            Self::Menu => 100,
        }
    }

    fn style(self) -> Style {
        match self {
            Self::Overflow | Self::Menu => Style::Plain,
            Self::Boxes => Style::Either,
        }
    }

    /// Only what is opened to be pressed once can lead somewhere.
    fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Overflow => &["text", "value", "description", "url"],
            Self::Boxes | Self::Menu => &["text", "value", "description"],
        }
    }
}

/// Options that must be there, and what of them is chosen already.
pub(super) fn listed(fields: &Map<String, Value>, kind: Kind, at: &At, report: &mut Report) {
    if let Some(value) = report.needed(fields, "options", at) {
        let at = at.field("options");
        for (index, value) in report.items(value, kind.most(), &at).iter().enumerate() {
            option(value, kind, &at.item(index), report);
        }
    }
    initial(fields, kind, at, report);
}

/// A menu whose options stand in it, in groups or without.
pub(super) fn menu(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    match (fields.get("options"), fields.get("option_groups")) {
        (Some(_), None) => listed(fields, Kind::Menu, at, report),
        (None, Some(value)) => {
            groups(value, &at.field("option_groups"), report);
            initial(fields, Kind::Menu, at, report);
        }
        _ => report.add(at, "must define exactly one of `options` and `option_groups`"),
    }
}

/// What an app answers to a menu that asks for its options. To have found nothing is an answer too.
pub(super) fn offered(fields: &Map<String, Value>, at: &At, report: &mut Report) {
    let nothing = |name: &str| fields.get(name).and_then(Value::as_array).is_some_and(Vec::is_empty);
    if !nothing("options") && !nothing("option_groups") {
        menu(fields, at, report);
    }
}

fn groups(value: &Value, at: &At, report: &mut Report) {
    for (index, group) in report.items(value, 100, at).iter().enumerate() {
        let at = at.item(index);
        let Some(fields) = report.object(group, &at) else { continue };
        report.only(fields, &["label", "options"], &at);
        texts::needed_text(fields, "label", (Style::Plain, 75), &at, report);
        listed(fields, Kind::Menu, &at, report);
    }
}

fn option(value: &Value, kind: Kind, at: &At, report: &mut Report) {
    let Some(fields) = report.object(value, at) else { return };
    report.only(fields, kind.fields(), at);
    texts::needed_text(fields, "text", (kind.style(), 75), at, report);
    report.text_field(fields, "value", 150, at);
    texts::text_field(fields, "description", (kind.style(), 75), at, report);
    report.web_address(fields, "url", at);
}

/// Nothing can be chosen from the start that is not offered. To choose nothing is to leave it out.
fn initial(fields: &Map<String, Value>, kind: Kind, at: &At, report: &mut Report) {
    let strangers = |chosen: &[Value]| chosen.iter().any(|one| !is_offered(one, fields));
    if let Some(one) = fields.get("initial_option") {
        let at = at.field("initial_option");
        option(one, kind, &at, report);
        if strangers(std::slice::from_ref(one)) {
            report.add(&at, NOT_OFFERED);
        }
    }
    if let Some(value) = fields.get("initial_options") {
        let at = at.field("initial_options");
        let chosen = value.as_array().map(Vec::as_slice).unwrap_or_default();
        for (index, one) in chosen.iter().enumerate() {
            option(one, kind, &at.item(index), report);
        }
        if chosen.is_empty() || strangers(chosen) {
            report.add(&at, NOT_OFFERED);
        }
    }
}

const NOT_OFFERED: &str = "must be one of the provided options";

fn is_offered(chosen: &Value, fields: &Map<String, Value>) -> bool {
    let listed = |list: Option<&Value>| list.and_then(Value::as_array).cloned().unwrap_or_default();
    let groups = listed(fields.get("option_groups"));
    let grouped = groups.iter().flat_map(|group| listed(group.get("options")));
    let same = |option: &Value| {
        option.get("value") == chosen.get("value")
            && option.pointer("/text/text") == chosen.pointer("/text/text")
    };
    listed(fields.get("options")).iter().any(same) || grouped.into_iter().any(|option| same(&option))
}

//! Changing the arguments of a call that waits for a countersignature.

mod field;
mod long_text;

use std::collections::HashMap;

use kernel::ports::Wrong;
use kernel::{
    Body, CallId, CardEntry, Definition, Entry, FilledIn, Line, Need, Record, Reply, ReplyEntry, ToolCall,
};
use serde_json::{Map, Value};

use crate::thread::{CardProgress, Progress};
use crate::view::tool_title;
use field::Written;
use long_text::Piece;

/// A form holds no more than this.
const MOST_LINES: usize = 20;
/// Shorter words stand in any sentence by accident.
const TELLING: usize = 3;

/// The newest arguments a person has given a call, by call. A change that could not be made is none: the card that came
/// of it stands for what was there before.
pub(crate) fn edits<'a>(journal: &'a [Record], cards: &[CardProgress]) -> HashMap<CallId, &'a Body> {
    let edited = journal.iter().filter_map(|record| match &record.entry {
        Entry::Card(CardEntry::Edited { approval, arguments, .. }) => {
            let card = cards.iter().find(|card| card.approval == *approval)?;
            let call = &card.planned.call;
            let next = cards.iter().find(|next| next.number > record.number && next.planned.call == *call);
            let made = next.is_none_or(|next| next.planned.digest != card.planned.digest);
            made.then(|| (call.clone(), arguments))
        }
        _ => None,
    });
    edited.collect()
}

/// The call with the arguments that count.
pub(crate) fn as_edited(call: ToolCall, edits: &HashMap<CallId, &Body>) -> ToolCall {
    match edits.get(&call.id).and_then(|words| serde_json::from_str(words.words()).ok()) {
        Some(args) => ToolCall { args, ..call },
        None => call,
    }
}

/// A call as the model made it.
pub(crate) fn as_said(call: &CallId, journal: &[Record]) -> Option<ToolCall> {
    let said = journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Reply(ReplyEntry::Said { reply, calls, .. }) if calls.iter().any(|said| said.id == *call) => {
            Some(reply)
        }
        _ => None,
    })?;
    let reply: Reply = serde_json::from_str(said.words()).ok()?;
    reply.calls.into_iter().find(|said| said.id == *call)
}

/// The arguments of the call a card stands for, as they count.
pub(crate) fn arguments(journal: &[Record], card: &CardProgress) -> Option<Value> {
    let replies = journal.iter().rev().filter_map(|record| match &record.entry {
        Entry::Reply(ReplyEntry::Said { turn, reply, .. }) if *turn == card.turn => Some(reply),
        _ => None,
    });
    let call = replies.into_iter().find_map(|reply| {
        let reply: Reply = serde_json::from_str(reply.words()).ok()?;
        reply.calls.into_iter().find(|call| call.id == card.planned.call)
    })?;
    let cards = Progress::of(journal).cards;
    Some(as_edited(call, &edits(journal, &cards)).args)
}

/// The arguments that can be written, as lines of a form.
pub(crate) fn lines(definition: &Definition, args: &Value) -> Vec<Line> {
    let line = |(name, written): (String, Written)| {
        let given = args.get(&name).or_else(|| usual(definition, &name));
        let filled = written.holds(given);
        let required = is_required(definition, &name);
        let need = if required && !filled.is_empty() { Need::Required } else { Need::Optional };
        let label = format!("{}{}", in_words(&name), written.hint());
        let line =
            Line { takes: written.takes(required), hint: hint(definition, &name), name, label, filled, need };
        if written.is_in_pieces(given) { in_pieces(&line) } else { vec![line] }
    };
    editable(definition, args).into_iter().flat_map(line).collect()
}

/// A line for each piece of a long text. Any of them may be emptied.
fn in_pieces(whole: &Line) -> Vec<Line> {
    let pieces = long_text::pieces(&whole.filled);
    let of = pieces.len();
    let line = |(place, piece): (usize, &Piece<'_>)| Line {
        name: long_text::named(&whole.name, place),
        label: format!("{} (part {} of {of})", whole.label, place + 1),
        filled: piece.words.to_owned(),
        need: Need::Optional,
        ..whole.clone()
    };
    pieces.iter().enumerate().map(line).collect()
}

/// What else can be said of such a call, and cannot be changed in a form; in words.
pub(crate) fn left_out(definition: &Definition, args: &Value) -> Vec<String> {
    let there = editable(definition, args);
    let missing = properties(definition).filter(|(name, _)| there.iter().all(|(known, _)| known != *name));
    // Which of two things is meant only a machine can say, and the card says it in words.
    let told = missing.filter(|(name, _)| !is_an_id(name)).map(|(name, _)| {
        match args.get(name).and_then(Value::as_str) {
            Some(text) => format!("{} ({} characters)", in_words(name), text.chars().count()),
            None => in_words(name),
        }
    });
    told.collect()
}

/// The arguments as they were changed: what was left empty is not given. Or what is wrong, by line.
pub(crate) fn changed(definition: &Definition, before: &Value, filled: &FilledIn) -> Result<Value, Wrong> {
    let mut args: Map<String, Value> = before.as_object().cloned().unwrap_or_default();
    let mut wrong = Wrong::new();
    for (name, written) in editable(definition, before) {
        let given = before.get(&name);
        let words = match given.and_then(Value::as_str) {
            Some(text) if written.is_in_pieces(given) => long_text::joined(&name, text, filled),
            _ => filled.get(&name).cloned().unwrap_or_default(),
        };
        // What was shown because it is so anyway was not written by anybody.
        if given.is_none()
            && usual(definition, &name).is_some_and(|usual| words == written.holds(Some(usual)))
        {
            continue;
        }
        match written.read(&words, given, is_required(definition, &name)) {
            Ok(Some(value)) => drop(args.insert(name, value)),
            Ok(None) => drop(args.remove(&name)),
            Err(error) => drop(wrong.insert(name, error.to_string())),
        }
    }
    if wrong.is_empty() { Ok(Value::Object(args)) } else { Err(wrong) }
}

/// At which line somebody looks for what is wrong: whose words are repeated, which is named, which they changed.
pub(crate) fn at_line(lines: &[Line], filled: &FilledIn, words: &str) -> Option<String> {
    let now = |line: &Line| filled.get(&line.name).cloned().unwrap_or_default();
    let changed: Vec<&Line> = lines.iter().filter(|line| now(line) != line.filled).collect();
    let is_repeated = |line: &&&Line| {
        let entries = now(line);
        entries.lines().map(str::trim).any(|entry| entry.chars().count() >= TELLING && words.contains(entry))
    };
    let is_named = |line: &&Line| {
        let mut said = words.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
        said.any(|word| word == line.name)
    };
    let found = changed.iter().find(is_repeated).copied();
    let found = found.or_else(|| changed.iter().find(|line| is_named(line)).copied());
    let found = found.or_else(|| changed.first().copied()).or_else(|| lines.iter().find(is_named));
    found.or_else(|| lines.first()).map(|line| line.name.clone())
}

/// In the order of the schema: what must be given first.
fn editable(definition: &Definition, args: &Value) -> Vec<(String, Written)> {
    let required: Vec<&str> = required(definition);
    let place = |name: &str| required.iter().position(|known| *known == name).unwrap_or(usize::MAX);
    let mut found: Vec<(String, Written)> = properties(definition)
        .filter(|(name, _)| !is_an_id(name))
        .filter_map(|(name, schema)| {
            Some((name.clone(), Written::of(name, schema, definition.schema(), args.get(name))?))
        })
        .collect();
    found.sort_by_key(|(name, _)| place(name));
    let mut room = MOST_LINES;
    found.retain(|(name, written)| {
        let left = room.checked_sub(written.lines(args.get(name)));
        room = left.unwrap_or(room);
        left.is_some()
    });
    found
}

fn properties(definition: &Definition) -> impl Iterator<Item = (&String, &Value)> {
    definition.schema().get("properties").and_then(Value::as_object).into_iter().flatten()
}

/// What holds where nothing is given.
fn usual<'a>(definition: &'a Definition, name: &str) -> Option<&'a Value> {
    let schema = definition.schema().get("properties")?.get(name)?;
    schema.get("default").filter(|value| value.is_boolean() || value.is_string() || value.is_number())
}

/// What the model is told about an argument, said to the person. What somebody else brought has no hints: its words are not
/// ours.
fn hint(definition: &Definition, name: &str) -> String {
    let schema = definition.schema().get("properties").and_then(|all| all.get(name));
    let words = schema.and_then(|schema| schema.get("description")).and_then(Value::as_str);
    let words = words.filter(|_| definition.origin.is_house()).unwrap_or_default();
    let words = words.replace("the user's own ", "your ").replace("the user's ", "your ");
    tool_title::addressed(&words).replace('`', "").replace('\n', " ")
}

/// What only a machine can tell apart is not for writing.
fn is_an_id(name: &str) -> bool {
    name == "id" || name.ends_with("_id") || name.ends_with("_ids")
}

fn required(definition: &Definition) -> Vec<&str> {
    let required = definition.schema().get("required").and_then(Value::as_array);
    required.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn is_required(definition: &Definition, name: &str) -> bool {
    required(definition).contains(&name)
}

fn in_words(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use kernel::{Asking, Kind, LineTakes};
    use serde_json::json;

    use super::*;

    fn letter() -> Definition {
        let schema = json!({
            "type": "object",
            "required": ["to", "subject", "body"],
            "properties": {
                "body": { "type": "string" },
                "cc": { "type": "array", "items": { "type": "string" } },
                "files": { "type": "array", "items": { "$ref": "#/$defs/File" } },
                "id": { "type": "string" },
                "reply_to": { "type": ["string", "null"] },
                "subject": { "type": "string" },
                "to": { "type": "array", "items": { "type": "string" } },
            },
        });
        Definition {
            kind: Kind::Commit,
            asking: Asking::ByKind,
            ..Definition::unknown("letter.send", String::new(), schema)
        }
    }

    fn filled(lines: &[(&str, &str)]) -> FilledIn {
        lines.iter().map(|(name, words)| ((*name).to_owned(), (*words).to_owned())).collect()
    }

    #[test]
    fn what_can_be_written_stands_in_the_form_and_the_rest_is_named() {
        let args = json!({ "to": ["a@x", "b@x"], "subject": "Keys", "body": "One", "id": "17" });
        let form = lines(&letter(), &args);
        let names: Vec<&str> = form.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(names, ["to", "subject", "body", "cc", "reply_to"]);
        assert_eq!((form[0].filled.as_str(), form[0].label.as_str()), ("a@x\nb@x", "To (one per line)"));
        assert_eq!(form[2].takes, LineTakes::Text, "however short, it is text that people write");
        assert_eq!((&form[1].takes, form[4].need), (&LineTakes::Line, Need::Optional));
        assert_eq!(left_out(&letter(), &args), ["Files"]);
    }

    #[test]
    fn a_change_keeps_what_is_not_in_the_form_and_drops_what_was_emptied() {
        let args = json!({ "to": ["a@x"], "cc": ["c@x"], "subject": "Keys", "body": "Old", "id": "17", "files": [1] });
        let filled = filled(&[("to", "b@x\n\n c@x "), ("subject", "Keys"), ("body", "New")]);
        assert_eq!(
            changed(&letter(), &args, &filled).unwrap(),
            json!({ "to": ["b@x", "c@x"], "subject": "Keys", "body": "New", "id": "17", "files": [1] })
        );
        let long = json!({ "to": ["a@x"], "subject": "Keys", "body": "w".repeat(50_000) });
        assert!(lines(&letter(), &long).iter().all(|line| line.name != "body"));
        assert!(left_out(&letter(), &long).contains(&"Body (50000 characters)".to_owned()));
        assert_eq!(
            changed(&letter(), &long, &filled).unwrap()["body"],
            long["body"],
            "what has no room stays"
        );
    }

    #[test]
    fn a_long_text_stands_in_pieces_and_the_others_stay_as_they_are() {
        let body = "w".repeat(6000);
        let args = json!({ "to": ["a@x"], "subject": "Keys", "body": body });
        let form = lines(&letter(), &args);
        let labels: Vec<&str> = form.iter().map(|line| line.label.as_str()).collect();
        assert_eq!(
            labels[2..5],
            ["Body (part 1 of 3)", "Body (part 2 of 3)", "Body (part 3 of 3)"],
            "{labels:?}"
        );
        let mut filled: FilledIn = form.iter().map(|line| (line.name.clone(), line.filled.clone())).collect();
        assert_eq!(changed(&letter(), &args, &filled).unwrap(), args);
        filled.insert(form[4].name.clone(), "The end".to_owned());
        assert_eq!(changed(&letter(), &args, &filled).unwrap()["body"], format!("{}The end", &body[..5000]));
    }

    fn meeting() -> Definition {
        let role = json!({ "oneOf": [{ "enum": ["public", "private"] }, { "const": "default" }] });
        let schema = json!({
            "type": "object",
            "$defs": { "Role": role, "Rule": { "type": "object" } },
            "required": ["title", "values"],
            "properties": {
                "duration_minutes": { "type": ["integer", "null"] },
                "meet": { "type": "boolean" },
                "reminders": { "items": { "type": "integer" }, "type": ["array", "null"] },
                "repeats": { "$ref": "#/$defs/Rule" },
                "title": { "type": "string" },
                "values": { "items": { "items": true, "type": "array" }, "type": "array" },
                "visibility": { "anyOf": [{ "$ref": "#/$defs/Role" }, { "type": "null" }] },
            },
        });
        Definition::unknown("meeting.make", String::new(), schema)
    }

    #[test]
    fn numbers_choices_switches_and_tables_are_written_and_read_back() {
        let args = json!({ "title": "Sync", "duration_minutes": 30, "meet": false, "reminders": [10, 60],
            "values": [["Ink", 4.5], ["007", null]], "visibility": "public" });
        let form = lines(&meeting(), &args);
        let line = |name: &str| form.iter().find(|line| line.name == name).unwrap();
        assert_eq!(line("duration_minutes").takes, LineTakes::Number { whole: true });
        assert_eq!(line("meet").takes, LineTakes::Menu(vec!["Yes".into(), "No".into()]));
        let LineTakes::Menu(choices) = &line("visibility").takes else { panic!("{:?}", line("visibility")) };
        assert_eq!(choices, &["public", "private", "default", "Leave it out"]);
        assert_eq!(line("values").filled, "Ink | 4.5\n007 | ");
        assert_eq!(left_out(&meeting(), &args), ["Repeats"]);
        let same: FilledIn = form.iter().map(|line| (line.name.clone(), line.filled.clone())).collect();
        assert_eq!(changed(&meeting(), &args, &same).unwrap(), args, "what is not touched stays as it was");
        let other = filled(&[
            ("title", "Sync"),
            ("duration_minutes", "45"),
            ("meet", "Yes"),
            ("reminders", "5"),
            ("values", "Ink | 5\n007 | x"),
            ("visibility", "Leave it out"),
        ]);
        let now = json!({ "title": "Sync", "duration_minutes": 45, "meet": true, "reminders": [5],
            "values": [["Ink", 5], ["007", "x"]] });
        assert_eq!(changed(&meeting(), &args, &other).unwrap(), now);
    }

    #[test]
    fn a_line_says_what_it_is_for_and_a_menu_what_holds_now() {
        let schema = json!({ "type": "object", "required": [], "properties": {
            "all": { "type": "boolean", "default": false, "description": "Whether everybody on it is answered." },
            "quote": { "type": "boolean", "default": true, "description": "Whether the user's message is `quoted`." },
            "role": { "enum": ["reader", "writer"] },
        }});
        let house = Definition {
            origin: kernel::Origin::House,
            ..Definition::unknown("letter.reply", String::new(), schema)
        };
        let form = lines(&house, &json!({}));
        let told = |name: &str| {
            let line = form.iter().find(|line| line.name == name).unwrap();
            (line.filled.as_str(), line.hint.as_str())
        };
        assert_eq!(told("all"), ("No", "Whether everybody on it is answered."));
        assert_eq!(told("quote"), ("Yes", "Whether your message is quoted."));
        assert_eq!(told("role"), ("Leave it out", ""));
        let same: FilledIn = form.iter().map(|line| (line.name.clone(), line.filled.clone())).collect();
        assert_eq!(changed(&house, &json!({}), &same).unwrap(), json!({}), "nobody wrote what holds anyway");
        let other = filled(&[("all", "Yes"), ("quote", "Yes"), ("role", "writer")]);
        assert_eq!(changed(&house, &json!({}), &other).unwrap(), json!({ "all": true, "role": "writer" }));
    }

    #[test]
    fn what_cannot_be_read_is_said_at_its_line() {
        let args = json!({ "title": "Sync", "values": [[1]], "reminders": [10] });
        let odd = filled(&[
            ("title", "Sync"),
            ("values", "1"),
            ("duration_minutes", "long"),
            ("reminders", "1\nx"),
        ]);
        let wrong = changed(&meeting(), &args, &odd).unwrap_err();
        assert_eq!(wrong.keys().collect::<Vec<_>>(), ["duration_minutes", "reminders"]);
        let form = lines(&letter(), &json!({ "to": ["a@x"], "subject": "Keys", "body": "Old" }));
        let sent = filled(&[("to", "not an address"), ("subject", "Locks"), ("body", "Old")]);
        let at = |words: &str| at_line(&form, &sent, words).unwrap();
        assert_eq!(at("“not an address” is no address."), "to");
        assert_eq!(at("Give subject or body, not both."), "subject");
        assert_eq!(at("It cannot be done."), "to");
    }

    proptest::proptest! {
        #[test]
        fn whatever_the_arguments_are_a_form_that_nobody_touched_changes_nothing(
            rows in proptest::collection::vec(proptest::collection::vec(".{0,6}", 1..4), 0..4),
            title in ".{0,80}",
            to in proptest::collection::vec(".{1,12}", 0..3),
        ) {
            let args = json!({ "title": title, "values": rows, "to": to });
            let same: FilledIn = lines(&meeting(), &args).into_iter().map(|line| (line.name, line.filled)).collect();
            proptest::prop_assert_eq!(changed(&meeting(), &args, &same).unwrap(), args);
        }
    }
}

//! Whatever is wrong with what comes: nothing falls over, and what is odd about one part of a message costs no other part.

use kernel::{Secret, Stop};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Runtime;

use super::samples::{Keeps, Sample, WORDS, all};
use super::*;
use crate::Workspaces;
use crate::scripted::{Answer, ScriptedSlack, quick};

/// Everything that reads, in a workspace and in an organisation.
struct Front {
    runtime: Runtime,
    workspaces: Workspaces,
    /// The same for the workspace alone, in which a program may ask us.
    reader: SlackReader,
}

impl Front {
    fn open() -> Self {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let workspaces = runtime.block_on(async {
            let slack = ScriptedSlack::start().await;
            let whole = json!({"is_enterprise_install": true, "enterprise_id": "E1", "team_id": "E1"});
            let workspaces = slack.workspaces(quick());
            for more in [json!({}), whole] {
                let mut us = json!({"ok": true, "team_id": "T1", "team": "Harbour", "user_id": "UBOT", "bot_id": "BBOT"});
                us.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                slack.will("auth.test", Answer::Says(us));
                workspaces.join(Secret::new("xoxb-1"), &Stop::default()).await.unwrap();
            }
            workspaces
        });
        let habits = Habits { bots: ["B9".to_owned()].into(), ..Habits::default() };
        Self { runtime, workspaces, reader: SlackReader::new(identity(), habits) }
    }

    fn read(&self, frame: &Value) -> Option<Inbound> {
        // What is noted down is noted down beside.
        let _inside = self.runtime.enter();
        self.workspaces.read(frame)
    }

    /// Reads it as it comes, and holds what is seen at first sight against it.
    fn take(&self, frame: &str) -> Result<Option<Inbound>, TestCaseError> {
        let seen = glance(frame);
        let Ok(whole) = serde_json::from_str::<Value>(frame) else { return Ok(None) };
        let read = self.read(&whole);
        let allowed = self.reader.read(&whole);
        let void = is_void(&whole) || matches!(seen, Glance::Void(_));
        prop_assert!(!void || (read.is_none() && allowed.is_none()), "thrown away: {frame}");
        Ok(read)
    }
}

#[test]
fn what_slack_sends_is_read_for_what_it_is() {
    let front = Front::open();
    for Sample { name, frame, read, keeps } in all() {
        assert_eq!(front.take(&frame.to_string()).unwrap(), read, "{name}: {frame}");
        if let Keeps::Words(message, _) = keeps {
            says_it(&front, &frame, message).unwrap();
        }
    }
}

/// What is done to a payload at one place.
#[derive(Clone, Debug)]
enum Blow {
    Remove,
    Rename,
    /// Another stands in its place.
    Retype(Value),
    /// It stands so deep in lists or in objects.
    Nest(usize, bool),
    /// It stands there twice.
    Again,
    /// There is something in it that nobody knows.
    Add(Value),
}

/// What is done to the text of it all: it ends early, or a part of it comes twice.
#[derive(Clone, Debug)]
enum Cut {
    Short(Index),
    Twice(Index, Index),
}

fn blow() -> impl Strategy<Value = Blow> {
    prop_oneof![
        3 => Just(Blow::Remove),
        2 => Just(Blow::Rename),
        6 => odd().prop_map(Blow::Retype),
        2 => (prop::sample::select(vec![1, 2, 9, 140]), any::<bool>()).prop_map(|(deep, list)| Blow::Nest(deep, list)),
        1 => Just(Blow::Again),
        2 => odd().prop_map(Blow::Add),
    ]
}

fn odd() -> impl Strategy<Value = Value> {
    let common = vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(u64::MAX),
        json!(""),
        json!("odd"),
        json!("\u{0}é🎉"),
        json!("1.0"),
        json!([]),
        json!({}),
        json!([null]),
        json!([["odd"]]),
        json!({"type": 7}),
    ];
    prop_oneof![4 => prop::sample::select(common), 1 => any_json()]
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[A-Z0-9<>@!|&;. ]{0,12}".prop_map(Value::from),
        prop::sample::select(vec![
            "rich_text",
            "rich_text_list",
            "table",
            "ordered",
            "emoji",
            "link",
            "mrkdwn"
        ])
        .prop_map(Value::from),
    ];
    let keys = prop::sample::select(vec![
        "type",
        "payload",
        "event",
        "user",
        "text",
        "actions",
        "id",
        "value",
        "elements",
        "rows",
        "style",
        "offset",
        "blocks",
        "fields",
        "attachments",
        "files",
        "unicode",
        "name",
        "url",
    ]);
    leaf.prop_recursive(5, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(keys.clone().prop_map(str::to_owned), inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Every place in it, by its pointer.
fn places(value: &Value, here: &str, found: &mut Vec<String>) {
    let inside: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), field)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(place, item)| (place.to_string(), item)).collect()
        }
        _ => Vec::new(),
    };
    for (name, inner) in inside {
        let there = format!("{here}/{name}");
        places(inner, &there, found);
        found.push(there);
    }
}

fn strike(frame: &mut Value, place: &str, blow: &Blow) {
    let it = frame.pointer(place).unwrap().clone();
    let (parent, name) = place.rsplit_once('/').unwrap();
    let put = |frame: &mut Value, name: &str, value: Value| match frame.pointer_mut(parent).unwrap() {
        Value::Object(fields) => drop(fields.insert(name.to_owned(), value)),
        Value::Array(items) => items.push(value),
        other => panic!("{other}"),
    };
    let remove = |frame: &mut Value| match frame.pointer_mut(parent).unwrap() {
        Value::Object(fields) => drop(fields.remove(name)),
        Value::Array(items) => drop(items.remove(name.parse().unwrap())),
        other => panic!("{other}"),
    };
    let target = |frame| Value::pointer_mut(frame, place).unwrap();
    match blow {
        Blow::Remove => remove(frame),
        Blow::Rename => {
            remove(frame);
            put(frame, "renamed", it);
        }
        Blow::Retype(other) => *target(frame) = other.clone(),
        Blow::Nest(deep, list) => {
            let nest = |it, _| if *list { json!([it]) } else { json!({ "value": it }) };
            *target(frame) = (0..*deep).fold(it, nest);
        }
        Blow::Again => put(frame, "again", it),
        Blow::Add(more) => match target(frame) {
            Value::Object(fields) => drop(fields.insert("of_the_future".to_owned(), more.clone())),
            Value::Array(items) => items.push(more.clone()),
            _ => {}
        },
    }
}

/// Whether what is kept can be kept. Of a message's text and its blocks one stays as it is.
fn is_fair(sample: &Sample, stays: &str, place: &str, blow: &Blow) -> bool {
    let event = |field: &str| format!("/payload/event/{field}");
    let mut needed = vec!["/type".to_owned(), event("type"), event("subtype"), event("channel")];
    match &sample.keeps {
        Keeps::Nothing => return true,
        Keeps::Gone => needed.extend(["/payload/team_id".to_owned(), event("deleted_ts")]),
        Keeps::Words(message, more) => {
            let whole = format!("{message}/{stays}");
            let speaks = matches!(blow, Blow::Retype(Value::String(words)) if !words.is_empty());
            if place.starts_with(&whole) || (speaks && place == format!("{message}/text")) {
                return false;
            }
            needed.extend(["user", "bot_id", "subtype", "ts"].map(|field| format!("{message}/{field}")));
            needed.extend(more.iter().map(|&place| place.to_owned()));
            needed.push(whole);
        }
    }
    let spares_it = matches!(blow, Blow::Again | Blow::Add(_));
    spares_it || !needed.iter().any(|it| it == place || it.starts_with(&format!("{place}/")))
}

/// What is read of the message at this place says what it said. Programs are heard where they may ask.
fn says_it(front: &Front, frame: &Value, message: &str) -> Result<(), TestCaseError> {
    let by_program = frame.pointer(&format!("{message}/bot_id")).is_some();
    let read = if by_program { front.reader.read(frame) } else { front.read(frame) };
    let words = match &read {
        Some(Inbound::Message { words, .. } | Inbound::Revised { words, .. }) => Some(words.as_str()),
        _ => None,
    };
    prop_assert!(words.is_some_and(|words| words.contains(WORDS)), "{words:?} of {frame}");
    Ok(())
}

fn cut(frame: &str, cut: &Cut) -> String {
    let at = |index: &Index| {
        frame.char_indices().map(|(at, _)| at).nth(index.index(frame.chars().count())).unwrap()
    };
    match cut {
        Cut::Short(end) => frame[..at(end)].to_owned(),
        Cut::Twice(one, other) => {
            let (from, to) = (at(one).min(at(other)), at(one).max(at(other)));
            format!("{}{}", &frame[..to], &frame[from..])
        }
    }
}

#[test]
fn no_json_is_too_odd() {
    let (front, samples) = (Front::open(), all());
    let cuts = prop_oneof![
        any::<Index>().prop_map(Cut::Short),
        any::<(Index, Index)>().prop_map(|(one, other)| Cut::Twice(one, other)),
    ];
    let blows = prop::collection::vec((any::<Index>(), blow()), 0..6);
    let stays = prop::sample::select(vec!["text", "blocks"]);
    let strategy = (any::<Index>(), blows, stays, prop::option::weighted(0.1, cuts));
    let mut runner = TestRunner::new(Config { cases: 3_000, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&strategy, |(which, blows, stays, ends)| {
        let sample = which.get(&samples);
        let mut frame = sample.frame.clone();
        for (place, blow) in &blows {
            let mut found = Vec::new();
            places(&frame, "", &mut found);
            found.retain(|place| is_fair(sample, stays, place, blow));
            if !found.is_empty() {
                strike(&mut frame, &found[place.index(found.len())], blow);
            }
        }
        if let Some(ends) = ends {
            return front.take(&cut(&frame.to_string(), &ends)).map(drop);
        }
        // What lies too deep to be read as text is no reason to fall over either.
        let read = front.read(&frame);
        front.take(&frame.to_string())?;
        match sample.keeps {
            Keeps::Nothing => Ok(()),
            Keeps::Gone => {
                let gone = matches!(read, Some(Inbound::Withdrawn { .. } | Inbound::Deleted { .. }));
                prop_assert!(gone, "{read:?} of {frame}");
                Ok(())
            }
            Keeps::Words(message, _) => says_it(&front, &frame, message),
        }
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

proptest! {
    #[test]
    fn no_text_is_too_odd(text in ".*") {
        // Whatever is made of it, nothing falls over.
        drop(in_channel(&text, Some("1.0")));
    }
}

//! In the standard mode a change that other people can see is asked about, however exactly it was asked for; a change
//! that nobody else sees runs at once.

use std::sync::{Arc, Mutex};

use kernel::Request;
use sandbox::World;
use serde_json::{Value, json};

use crate::harness::{Acting, Plan, ScriptedModel, Town, all_text, button, call, calls, results, says};

const SCOPES: [&str; 7] = [
    "drive",
    "documents",
    "spreadsheets",
    "calendar.calendarlist.readonly",
    "calendar.settings.readonly",
    "calendar.acls.readonly",
    "calendar.events",
];

/// Ana in Fernwood, whose model makes the call that the story wrote down last.
struct Scene {
    town: Town,
    next: Arc<Mutex<(String, Value)>>,
}

impl Scene {
    async fn set() -> Self {
        let next: Arc<Mutex<(String, Value)>> = Arc::default();
        let script = Arc::clone(&next);
        let model = ScriptedModel::new(move |request: &Request| match results(request).len() {
            0 => {
                let (tool, args) = script.lock().unwrap().clone();
                calls(vec![call(request, &tool, args)])
            }
            _ => says("It is there."),
        });
        let town = Plan::new(World::fernwood()).model(model).build().await;
        town.grant("ana", &SCOPES).await;
        Self { town, next }
    }

    async fn file(&self, seed: Value) {
        self.town.control.post("/google/files", seed).await;
    }

    /// The card that comes before it is done; nothing where it is done without one.
    async fn card(&self, order: &str, tool: &str, args: Value) -> Option<String> {
        *self.next.lock().unwrap() = (tool.to_owned(), args);
        let control = &self.town.control;
        let posted = control.say("ana", "dm", order, None).await;
        control
            .until("a card, or the end", async || {
                let replies = control.replies(&posted).await;
                let card = replies.iter().find(|reply| button(reply, "Approve").is_some());
                let over = replies.iter().any(|reply| all_text(reply).contains("It is there."));
                card.map(|card| Some(all_text(card))).or(over.then_some(None))
            })
            .await
    }

    async fn share_calendar(&self, with: &str) {
        let body = json!({ "person": "ana", "with": with, "role": "reader" });
        self.town.control.post("/google/calendar/share", body).await;
    }
}

const SCRIBE: &str =
    "[roles.scribe]\neverywhere = true\nkinds = \"edit\"\nwords = \"You write things down.\"\n";

fn shared_with(person: &str) -> Value {
    json!([{ "person": person, "role": "reader" }])
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_can_open_is_asked_about_and_what_only_its_owner_can_open_is_not() {
    let scene = Scene::set().await;
    let readers = [None, Some("ben"), Some("domain"), Some("anyone")];
    for (number, reader) in readers.into_iter().enumerate() {
        let with = reader.map_or_else(|| json!([]), shared_with);
        let (notes, list, sketch) =
            (format!("Glue notes {number}"), format!("Glue list {number}"), format!("Glue sketch {number}"));
        let rows = json!([{ "title": "Orders", "rows": [["Who", "What"], ["Ben", "lamps"]] }]);
        for seed in [
            json!({ "name": notes, "owner": "ana", "markdown": "# Notes", "shared_with": with }),
            json!({ "name": list, "owner": "ana", "sheets": rows, "shared_with": with }),
            json!({ "name": sketch, "owner": "ana", "markdown": "# Sketch", "shared_with": with }),
        ] {
            scene.file(seed).await;
        }
        for (order, tool, args) in [
            (
                format!("Add “the glue is in the cellar” to the {notes}"),
                "docs.append",
                json!({ "document": notes, "content": "the glue is in the cellar" }),
            ),
            (
                format!("Add a row Carla, ten lamps to the {list}"),
                "sheets.append",
                json!({ "spreadsheet": list, "rows": [["Carla", "ten lamps"]] }),
            ),
            (
                format!("Rename {sketch} to Treasure {number}"),
                "drive.rename",
                json!({ "file": sketch, "name": format!("Treasure {number}") }),
            ),
        ] {
            let card = scene.card(&order, tool, args).await;
            assert_eq!(card.is_some(), reader.is_some(), "{tool}, opened to {reader:?}: {card:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_of_ones_own_is_made_at_once_unless_somebody_was_given_access_to_the_calendar() {
    let event = |more: Value| {
        let mut event = json!({ "title": "buy stamps", "start": "2027-03-05T09:00" });
        event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        event
    };
    let order = "Schedule “buy stamps” on 2027-03-05 at 09:00";
    let scene = Scene::set().await;
    let make = async |more: Value| scene.card(order, "calendar.create_event", event(more)).await;
    assert_eq!(make(json!({})).await, None, "nobody else sees it");
    let public = json!({ "visibility": "public" });
    assert!(make(public).await.is_some(), "everybody would see it");
    assert!(make(json!({ "guests": ["ben@fernwood.example"] })).await.is_some(), "Ben gets an invitation");

    let scene = Scene::set().await;
    scene.share_calendar("fernwood.example").await;
    let make = async |more: Value| scene.card(order, "calendar.create_event", event(more)).await;
    assert_eq!(make(json!({})).await, None, "that is so by default, and nobody is told");
    let card = make(json!({ "guests": ["ben@fernwood.example"] })).await.unwrap();
    assert!(card.contains("everybody at fernwood.example"), "a card names them: {card}");

    for with in ["ben@fernwood.example", "eve@evil.example"] {
        let scene = Scene::set().await;
        scene.share_calendar(with).await;
        let card = scene.card(order, "calendar.create_event", event(json!({}))).await;
        assert!(card.is_some_and(|card| card.contains(with)), "{with} sees it");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_that_may_not_reach_others_changes_nothing_that_others_see() {
    let plan = Plan::new(World::fernwood()).config(SCRIBE);
    let acting = Acting::on(plan, "ana", &SCOPES).await;
    for (name, with) in [("Shared notes", shared_with("ben")), ("Own notes", json!([]))] {
        let seed = json!({ "name": name, "owner": "ana", "markdown": "# Notes", "shared_with": with });
        acting.control().post("/google/files", seed).await;
    }
    let append = |name: &str| json!({ "document": name, "content": "The glue is in the cellar." });
    let refused = acting.act("docs.append", append("Shared notes")).await.answer().await;
    assert_eq!(refused.code(), Some("denied"), "{}", refused.words);
    assert!(refused.words.contains("nobody else sees"), "{}", refused.words);
    assert!(!acting.act("docs.append", append("Own notes")).await.answer().await.failed);
}

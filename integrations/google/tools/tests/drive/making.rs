//! Files that are made once, and recognised, or not.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::drive::change_file::{Back, What};
use crate::drive::handle::Handle;

const UPLOAD: &str = "/upload/drive/v3/files";

fn made() -> Value {
    json!({ "id": "new1", "name": "a.txt", "webViewLink": "https://x/" })
}

#[tokio::test]
async fn an_upload_is_recognised_by_its_id() {
    let world = world(|seen, before| match (seen.is("GET", "/drive/v3/files/new1"), before) {
        _ if seen.is("GET", "/drive/v3/files/generateIds") => ok(json!({ "ids": ["new1"] })),
        (true, 0) => refused(404, "notFound"),
        _ => ok(made()),
    })
    .await;
    let (tool, plan, call) =
        planned(&world, "drive.upload", json!({ "name": "a.txt", "content": "x" })).await;
    assert_eq!(tool.probe(&plan, &call).await, Probe::DidNot);
    assert!(matches!(tool.probe(&plan, &call).await, Probe::Happened(_)));
}

#[tokio::test]
async fn a_new_file_that_is_not_found_yet_is_in_doubt_and_never_not_made() {
    let incomplete = Arc::new(AtomicBool::new(false));
    let half = Arc::clone(&incomplete);
    let world = world(move |seen, _| {
        if seen.is("POST", UPLOAD) {
            return Answer(502, json!("lost"), None);
        }
        ok(json!({ "files": [], "incompleteSearch": half.load(Ordering::SeqCst) }))
    })
    .await;
    let (tool, plan, call) =
        planned(&world, "drive.create_doc", json!({ "title": "A", "content": "x" })).await;
    assert_eq!(tool.probe(&plan, &call).await, Probe::DidNot, "nothing was sent");
    let failure = run(tool.as_ref(), plan.clone(), &call).await.unwrap_err();
    assert_eq!((failure.code, failure.heard_by), (Code::Timeout, Hearer::Person));
    assert!(world.count("GET", FILES) > 1, "it is looked for more than once");
    assert!(matches!(tool.probe(&plan, &call).await, Probe::Unknown(_)), "it is too early to tell");
    world.clock.pass(Duration::from_hours(1));
    world.connected(Duration::from_hours(2)).await;
    incomplete.store(true, Ordering::SeqCst);
    assert!(matches!(tool.probe(&plan, &call).await, Probe::Unknown(_)), "Drive did not look everywhere");
    incomplete.store(false, Ordering::SeqCst);
    assert_eq!(tool.probe(&plan, &call).await, Probe::DidNot);
    assert_eq!(world.count("POST", UPLOAD), 1);
}

#[tokio::test]
async fn a_new_file_that_is_found_later_is_done() {
    let world = world(|seen, before| {
        if seen.is("POST", UPLOAD) {
            return Answer(502, json!("lost"), None);
        }
        ok(json!({ "files": if before == 0 { json!([]) } else { json!([made()]) } }))
    })
    .await;
    let (tool, plan, call) =
        planned(&world, "drive.create_doc", json!({ "title": "A", "content": "x" })).await;
    let done = run(tool.as_ref(), plan.clone(), &call).await.unwrap();
    assert_eq!(tool.probe(&plan, &call).await, Probe::Happened(Box::new(done)));
    let list = world.seen().into_iter().find(|seen| seen.is("GET", FILES)).unwrap();
    assert!(list.target.contains("appProperties+has"), "{}", list.target);
}

#[tokio::test]
async fn a_copy_of_a_plain_file_gets_an_id_and_one_of_googles_own_a_note() {
    for (kind, mark) in
        [("text/plain", "\"id\":\"new1\""), ("application/vnd.google-apps.document", "countersign")]
    {
        let world = world(move |seen, _| {
            let mut file = a_plan();
            file["mimeType"] = json!(kind);
            let is_new = seen.is("GET", "/drive/v3/files/generateIds");
            ok(if is_new { json!({ "ids": ["new1"] }) } else { file })
        })
        .await;
        done(&world, "drive.copy", json!({ "file": "https://drive.google.com/open?id=plan1" })).await;
        let copy =
            world.seen().into_iter().find(|seen| seen.is("POST", "/drive/v3/files/plan1/copy")).unwrap();
        assert!(copy.body.contains(mark), "{}", copy.body);
    }
}

#[tokio::test]
async fn a_copy_of_what_a_stranger_wrote_is_called_so_and_its_formulas_may_fetch() {
    for (owner, strange) in [("ana@example.com", false), ("eve@evil.example", true)] {
        let world = world(move |_, _| {
            let mut file = a_plan();
            file["mimeType"] = json!("application/vnd.google-apps.spreadsheet");
            file["owners"] = json!([{ "emailAddress": owner }]);
            ok(file)
        })
        .await;
        let link = json!({ "file": "https://drive.google.com/open?id=plan1" });
        let (tool, plan, call) = planned(&world, "drive.copy", link).await;
        let fetches = tool.flow(&plan).unwrap().sinks.iter().any(|sink| sink.kind == SinkKind::Fetch);
        assert_eq!(fetches, strange, "{owner}");
        run(tool.as_ref(), plan, &call).await.unwrap();
        let copy =
            world.seen().into_iter().find(|seen| seen.is("POST", "/drive/v3/files/plan1/copy")).unwrap();
        assert_eq!(copy.body.contains("countersignStrange"), strange, "{}", copy.body);
    }
}

#[tokio::test]
async fn what_was_made_is_not_thrown_away_once_somebody_has_worked_in_it() {
    let (world, state) = drive_with(a_plan()).await;
    let left = a_plan()["modifiedTime"].as_str().unwrap().to_owned();
    let back = Back { file: Handle::new("plan1", None).unwrap(), what: What::Discard { left } };
    let undo = back.undo("Made it.".to_owned(), NOW).unwrap();
    state.lock().unwrap()["modifiedTime"] = json!("2026-11-02T06:00:00.000Z");
    let refused = undone(&world, &undo).await.unwrap_err();
    assert_eq!((refused.code, refused.heard_by), (Code::Conflict, Hearer::Person));
    assert_eq!(world.count("PATCH", PLAN), 0);
    state.lock().unwrap()["modifiedTime"] = a_plan()["modifiedTime"].clone();
    undone(&world, &undo).await.unwrap();
    assert_eq!(state.lock().unwrap()["trashed"], true);
    assert_eq!(undone(&world, &undo).await.unwrap_err().code, Code::Conflict);
}

#[tokio::test]
async fn a_new_name_stands_on_the_card_to_the_letter_and_a_new_text_in_full() {
    let (world, _) = drive_with(a_plan()).await;
    let args = json!({ "file": "https://drive.google.com/open?id=plan1", "name": "in\u{200b}voice" });
    let (tool, plan, _) = planned(&world, "drive.rename", args).await;
    let card = tool.effect(&plan).unwrap();
    assert!(card.fields.iter().any(|field| field.value == "Plan → in\u{200b}voice"), "{card:?}");
    let content = format!("{}the end", "word ".repeat(5_000));
    let (tool, plan, _) =
        planned(&world, "drive.create_doc", json!({ "title": "A", "content": content })).await;
    let card = tool.effect(&plan).unwrap();
    assert!(card.fields.iter().any(|field| field.value == content));
}

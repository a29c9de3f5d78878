//! The tools of Drive against a scripted one: what the stories cannot reach.

mod exporting;
mod finding;
mod making;

use kernel::{Hearer, SharedFile, Undo};

use super::*;
use crate::scopes::DRIVE_FILE;
use crate::testing::{NOW, a_grant};

const FILES: &str = "/drive/v3/files";
const PLAN: &str = "/drive/v3/files/plan1";
const PERMISSIONS: &str = "/drive/v3/files/plan1/permissions";

fn permission(id: &str, address: &str, role: &str) -> Value {
    json!({ "id": id, "type": "user", "role": role, "emailAddress": address, "displayName": address })
}

/// Ana's plan, in the folder `here`.
fn a_plan() -> Value {
    json!({
        "id": "plan1", "name": "Plan", "mimeType": "text/plain", "modifiedTime": "2026-11-01T10:00:00.000Z",
        "parents": ["here"], "webViewLink": "https://drive.google.com/file/d/plan1/view",
        "owners": [{ "displayName": "Ana", "emailAddress": "ana@example.com" }],
        "permissions": [permission("p1", "ana@example.com", "owner")],
    })
}

fn a_folder(id: &str) -> Value {
    json!({ "id": id, "name": format!("Folder {id}"), "mimeType": "application/vnd.google-apps.folder",
            "webViewLink": "https://drive.google.com/drive/folders/x", "permissions": [] })
}

/// A Drive with one file, which takes changes as the real one does.
async fn drive_with(plan: Value) -> (World, Arc<Mutex<Value>>) {
    let state = Arc::new(Mutex::new(plan));
    let kept = Arc::clone(&state);
    let world = world(move |seen, _| {
        let mut plan = kept.lock().unwrap();
        let asked = |name: &str| {
            let query = seen.target.split_once('?').map_or("", |(_, query)| query);
            url::form_urlencoded::parse(query.as_bytes())
                .find(|(known, _)| known == name)
                .map(|(_, value)| value.into_owned())
        };
        if seen.is("PATCH", PLAN) {
            if let Some(to) = asked("addParents") {
                plan["parents"] = json!([to]);
            }
            let body: Value = serde_json::from_str(&seen.body).unwrap();
            for (name, value) in body.as_object().unwrap() {
                plan[name] = value.clone();
            }
            return ok(plan.clone());
        }
        if seen.is("POST", PERMISSIONS) {
            let mut made: Value = serde_json::from_str(&seen.body).unwrap();
            made["id"] = json!("p2");
            plan["permissions"].as_array_mut().unwrap().push(made.clone());
            return ok(made);
        }
        if seen.is("PATCH", "/drive/v3/files/plan1/permissions/p2") {
            let body: Value = serde_json::from_str(&seen.body).unwrap();
            plan["permissions"][1]["role"] = body["role"].clone();
            return ok(body);
        }
        if seen.is("DELETE", "/drive/v3/files/plan1/permissions/p2") {
            plan["permissions"].as_array_mut().unwrap().retain(|one| one["id"] != "p2");
            return ok(json!({}));
        }
        match seen.target.split('?').next().unwrap() {
            PLAN => ok(plan.clone()),
            PERMISSIONS => ok(json!({ "permissions": plan["permissions"] })),
            other => ok(a_folder(other.rsplit('/').next().unwrap())),
        }
    })
    .await;
    (world, state)
}

async fn planned(world: &World, name: &str, args: Value) -> (Box<dyn AnyTool>, Value, Call) {
    let (tool, call) = (tool(world, name), a_call(name));
    let plan = tool.plan(args, &call).await.unwrap();
    (tool, plan, call)
}

async fn done(world: &World, name: &str, args: Value) -> Done {
    let (tool, plan, call) = planned(world, name, args).await;
    run(tool.as_ref(), plan, &call).await.unwrap()
}

async fn undone(world: &World, undo: &Undo) -> Result<Done, Failure> {
    let (tool, call) = (tool(world, &undo.tool), a_call("undo"));
    let plan = tool.plan(undo.arguments.clone(), &call).await?;
    run(tool.as_ref(), plan, &call).await
}

#[tokio::test]
async fn every_change_of_a_file_has_a_way_back_for_a_day() {
    for (name, args, words) in [
        (
            "drive.move",
            json!({ "file": "https://drive.google.com/file/d/plan1/view", "folder": "https://drive.google.com/drive/folders/there" }),
            "Moved “Plan” to “Folder there”.",
        ),
        (
            "drive.rename",
            json!({ "file": "https://drive.google.com/open?id=plan1", "name": "Other" }),
            "Renamed “Plan” to “Other”.",
        ),
        (
            "drive.trash",
            json!({ "file": "https://drive.google.com/open?id=plan1" }),
            "Moved “Plan” to the bin.",
        ),
    ] {
        let (world, state) = drive_with(a_plan()).await;
        let undo = done(&world, name, args).await.undo.unwrap();
        assert_eq!((undo.words.as_str(), undo.until), (words, NOW.plus(Duration::from_hours(24))));
        assert_ne!(*state.lock().unwrap(), a_plan(), "{name}");
        undone(&world, &undo).await.unwrap();
        let now = state.lock().unwrap().clone();
        assert_eq!((&now["parents"], &now["name"]), (&json!(["here"]), &json!("Plan")), "{name}");
        assert!(now["trashed"] != true);
        let twice = undone(&world, &undo).await.unwrap_err();
        assert_eq!((twice.code, twice.heard_by), (Code::Conflict, Hearer::Person), "{name}");
    }
}

#[tokio::test]
async fn what_somebody_changed_since_is_not_undone() {
    let (world, state) = drive_with(a_plan()).await;
    let args = json!({ "file": "https://drive.google.com/open?id=plan1", "name": "Other" });
    let undo = done(&world, "drive.rename", args).await.undo.unwrap();
    state.lock().unwrap()["name"] = json!("Third");
    let refused = undone(&world, &undo).await.unwrap_err();
    assert_eq!((refused.code, refused.heard_by), (Code::Conflict, Hearer::Person));
    assert_eq!(state.lock().unwrap()["name"], "Third");
}

#[tokio::test]
async fn sharing_is_undone_by_removing_exactly_that_permission() {
    let (world, state) = drive_with(a_plan()).await;
    let args = json!({ "file": "https://drive.google.com/open?id=plan1", "with": "ben@example.com" });
    let undo = done(&world, "drive.share", args).await.undo.unwrap();
    assert_eq!(state.lock().unwrap()["permissions"].as_array().unwrap().len(), 2);
    undone(&world, &undo).await.unwrap();
    assert_eq!(state.lock().unwrap()["permissions"], a_plan()["permissions"]);
    assert_eq!(undone(&world, &undo).await.unwrap_err().code, Code::Conflict);
}

#[tokio::test]
async fn another_role_is_undone_by_the_former_one_and_unsharing_by_sharing_again() {
    let mut plan = a_plan();
    plan["permissions"].as_array_mut().unwrap().push(permission("p2", "ben@example.com", "reader"));
    let (world, state) = drive_with(plan).await;
    let role = || state.lock().unwrap()["permissions"][1]["role"].clone();
    let file = "https://drive.google.com/open?id=plan1";
    let args = json!({ "file": file, "with": "ben@example.com", "role": "writer" });
    let undo = done(&world, "drive.share", args).await.undo.unwrap();
    assert_eq!(role(), "writer");
    undone(&world, &undo).await.unwrap();
    assert_eq!(role(), "reader");
    let args = json!({ "file": file, "with": "ben@example.com" });
    let undo = done(&world, "drive.unshare", args).await.undo.unwrap();
    assert_eq!(role(), Value::Null);
    undone(&world, &undo).await.unwrap();
    assert_eq!(role(), "reader");
    let again = world.seen().into_iter().rfind(|seen| seen.is("POST", PERMISSIONS)).unwrap();
    assert!(again.target.contains("sendNotificationEmail=false"), "{}", again.target);
}

#[tokio::test]
async fn what_they_may_do_is_among_the_terms() {
    let (world, _) = drive_with(a_plan()).await;
    let args = json!({ "file": "https://drive.google.com/open?id=plan1", "with": "ben@example.com", "role": "writer" });
    let (tool, plan, _) = planned(&world, "drive.share", args).await;
    let terms = tool.flow(&plan).unwrap().terms;
    assert!(
        matches!(terms.as_slice(), [term] if term.what == kernel::TermKind::Role("writer".into())),
        "{terms:?}"
    );
}

#[tokio::test]
async fn nothing_is_shared_when_somebody_else_has_shared_it_meanwhile() {
    let (world, state) = drive_with(a_plan()).await;
    let args = json!({ "file": "https://drive.google.com/open?id=plan1", "with": "ben@example.com" });
    let (tool, plan, call) = planned(&world, "drive.share", args).await;
    state.lock().unwrap()["permissions"].as_array_mut().unwrap().push(permission(
        "p9",
        "eve@x.example",
        "writer",
    ));
    let refused = run(tool.as_ref(), plan, &call).await.unwrap_err();
    assert_eq!(refused.code, Code::StaleWrite);
    assert_eq!(world.count("POST", PERMISSIONS), 0);
}

#[tokio::test]
async fn after_a_crash_a_change_is_found_out_by_looking() {
    for (name, args) in [
        ("drive.rename", json!({ "file": "https://drive.google.com/open?id=plan1", "name": "Other" })),
        ("drive.trash", json!({ "file": "https://drive.google.com/open?id=plan1" })),
        (
            "drive.share",
            json!({ "file": "https://drive.google.com/open?id=plan1", "with": "ben@example.com" }),
        ),
    ] {
        let (world, _) = drive_with(a_plan()).await;
        let (tool, plan, call) = planned(&world, name, args).await;
        assert_eq!(tool.probe(&plan, &call).await, Probe::DidNot, "{name}");
        let done = run(tool.as_ref(), plan.clone(), &call).await.unwrap();
        assert_eq!(tool.probe(&plan, &call).await, Probe::Happened(Box::new(done)), "{name}");
    }
}

#[tokio::test]
async fn a_retried_upload_that_is_there_already_is_done() {
    let world = world(|seen, before| {
        if seen.is("GET", "/drive/v3/files/generateIds") {
            return ok(json!({ "ids": ["new1"] }));
        }
        match (seen.is("POST", "/upload/drive/v3/files"), before) {
            (true, 0) => Answer(503, json!({}), Some("0.01")),
            (true, _) => refused(409, "fileIdInUse"),
            _ => ok(json!({ "id": "new1", "webViewLink": "https://x/" })),
        }
    })
    .await;
    let done = done(&world, "drive.upload", json!({ "name": "a.txt", "content": "x" })).await;
    assert!(done.answer.value.contains("new1"));
    assert!(!done.answer.label.has_a_strangers_words());
    assert_eq!(world.count("POST", "/upload/drive/v3/files"), 2);
    let sent = world.seen().into_iter().find(|seen| seen.is("POST", "/upload/drive/v3/files")).unwrap();
    assert!(
        sent.body.contains(r#""id":"new1""#) && sent.body.contains(r#""parents":["root"]"#),
        "{}",
        sent.body
    );
}

#[tokio::test]
async fn with_our_own_files_alone_a_missing_one_asks_for_more() {
    let world = World::answering(|_, _| refused(404, "notFound")).await;
    let mut grant = a_grant(Duration::from_hours(1));
    grant.scopes = [DRIVE_FILE.0.to_owned()].into();
    world.google.book.keep(grant).await.unwrap();
    for name in ["drive.read", "drive.permissions"] {
        let args = json!({ "file": "https://drive.google.com/open?id=other1" });
        let lacking = read(tool(&world, name).as_ref(), args).await.unwrap_err();
        assert_eq!((lacking.code, lacking.heard_by), (Code::ScopeMissing, Hearer::Person), "{name}");
    }
}

#[tokio::test]
async fn a_file_of_the_conversation_is_carried_as_it_was_countersigned() {
    let world = world(|seen, _| match seen.target.split('?').next().unwrap() {
        "/drive/v3/files/generateIds" => ok(json!({ "ids": ["new1"] })),
        _ => ok(json!({ "id": "new1", "webViewLink": "https://x/" })),
    })
    .await;
    let there = |content: &str| {
        world.files.there.lock().unwrap().insert("F1".to_owned(), content.as_bytes().to_vec());
    };
    there("first");
    let (upload, mut call) = (tool(&world, "drive.upload"), a_call("k"));
    call.files = [SharedFile {
        id: "F1".into(),
        name: "offer.pdf".to_owned(),
        media_type: "application/pdf".to_owned(),
        size: 5,
    }]
    .into();
    let renamed = upload.plan(json!({ "attached": "F1", "name": "other.pdf" }), &call).await.unwrap();
    let card = upload.effect(&renamed).unwrap();
    let shown = |name: &str| card.fields.iter().find(|field| field.name == name).unwrap().value.clone();
    assert_eq!((shown("Name"), shown("Attached as")), ("other.pdf".to_owned(), "offer.pdf".to_owned()));
    assert_eq!(shown("Id of what you attached"), "F1");
    let plan = upload.plan(json!({ "attached": "offer.pdf" }), &call).await.unwrap();
    run(upload.as_ref(), plan.clone(), &call).await.unwrap();
    let sent = world.seen().into_iter().find(|seen| seen.is("POST", "/upload/drive/v3/files")).unwrap();
    assert!(sent.body.contains("offer.pdf") && sent.body.contains("\r\n\r\nfirst\r\n"), "{}", sent.body);
    there("other");
    assert_eq!(run(upload.as_ref(), plan, &call).await.unwrap_err().code, Code::StaleWrite);
    for (args, code) in [
        (json!({ "attached": "F2" }), Code::NotFound),
        (json!({ "attached": "F1", "content": "x" }), Code::InputInvalid),
        (json!({ "content": "x" }), Code::InputInvalid),
        (json!({}), Code::InputInvalid),
    ] {
        assert_eq!(upload.plan(args.clone(), &call).await.unwrap_err().code, code, "{args}");
    }
}

#[tokio::test]
async fn a_file_is_put_into_the_conversation_once() {
    let (world, _) = drive_with(a_plan()).await;
    let args = json!({ "file": "https://drive.google.com/open?id=plan1" });
    let (tool, plan, call) = planned(&world, "drive.download", args.clone()).await;
    assert_eq!(tool.probe(&plan, &call).await, Probe::DidNot);
    assert!(tool.flow(&plan).unwrap().sinks.iter().any(|sink| sink.kind == SinkKind::Thread));
    run(tool.as_ref(), plan.clone(), &call).await.unwrap();
    let shared = world.files.shared.lock().unwrap().clone();
    assert_eq!((shared.len(), &shared[0].0, shared[0].1.name.as_str()), (1, &call.thread, "Plan"));
    assert!(matches!(tool.probe(&plan, &call).await, Probe::Unknown(_)), "nobody can tell");
    let mut asked = args;
    asked["format"] = json!("pdf");
    assert_eq!(tool.plan(asked, &call).await.unwrap_err().code, Code::InputInvalid);
}

#[tokio::test]
async fn a_document_leaves_as_a_pdf_or_as_what_was_asked_for() {
    let mut document = a_plan();
    document["mimeType"] = json!("application/vnd.google-apps.document");
    let (world, _) = drive_with(document).await;
    for (format, name, media_type) in [
        (Value::Null, "Plan.pdf", "application%2Fpdf"),
        (json!("markdown"), "Plan.md", "text%2Fmarkdown"),
        (json!("office"), "Plan.docx", "wordprocessingml"),
    ] {
        let args = json!({ "file": "https://drive.google.com/open?id=plan1", "format": format });
        done(&world, "drive.download", args).await;
        assert_eq!(world.files.shared.lock().unwrap().last().unwrap().1.name, name);
        let exports = world.seen().into_iter().rfind(|seen| seen.target.contains("/export?")).unwrap();
        assert!(exports.target.contains(media_type), "{}", exports.target);
    }
    let csv = json!({ "file": "https://drive.google.com/open?id=plan1", "format": "csv" });
    let refused = tool(&world, "drive.download").plan(csv, &a_call("k")).await.unwrap_err();
    assert_eq!(refused.code, Code::InputInvalid);
}

//! Drive, action by action: finding and reading. What changes something is in the files beside this one.

#[path = "drive/carrying.rs"]
mod carrying;
#[path = "drive/changing.rs"]
mod changing;
#[path = "drive/making.rs"]
mod making;
#[path = "drive/sharing.rs"]
mod sharing;

use sandbox::{FileSeed, SheetSeed, World};
use serde_json::{Value, json};

use crate::harness::{Acting, Action, a_read_weathers};

const SEEING: &[&str] = &["drive.metadata.readonly"];
const READING: &[&str] = &["drive.readonly"];

/// A file appears in somebody's drive; its id.
pub(crate) async fn put(acting: &Acting, seed: Value) -> String {
    acting.control().post("/google/files", seed).await["id"].as_str().unwrap().to_owned()
}

/// A text file of Ana's with a name of its own.
pub(crate) async fn a_note(acting: &Acting, stem: &str) -> (String, String) {
    let name = fresh(stem);
    (put(acting, json!({ "name": name, "owner": "ana", "text": "A note.\n" })).await, name)
}

/// A file as Ana sees it in her browser.
pub(crate) async fn file(acting: &Acting, id: &str) -> Value {
    acting.control().get(&format!("/google/file?person=ana&id={id}")).await
}

pub(crate) async fn files_named(acting: &Acting, name: &str) -> Vec<Value> {
    let files = acting.control().get("/google/files?person=ana").await;
    files["files"].as_array().unwrap().iter().filter(|file| file["name"] == name).cloned().collect()
}

/// The id of a file of the world.
pub(crate) async fn known(acting: &Acting, name: &str) -> String {
    files_named(acting, name).await[0]["id"].as_str().unwrap().to_owned()
}

pub(super) fn fresh(stem: &str) -> String {
    format!("{stem} {}", uuid::Uuid::new_v4().simple())
}

fn names(answer: &Value) -> Vec<&str> {
    answer["files"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_searched_by_plain_words_everywhere() {
    let acting = Acting::as_ana(SEEING).await;
    let act = acting.act("drive.search", json!({ "query": "windows harbour" })).await;
    let answer = act.answer().await;
    assert!(answer.is_fenced(), "{}", answer.words);
    let answer = answer.json();
    assert_eq!(names(&answer), ["house-rules.txt"], "in a shared drive, by what is in it");
    assert_eq!((&answer["shown"], &answer["next_page"]), (&json!(1), &Value::Null));
    assert_eq!(answer["files"][0]["in_shared_drive"], true);
    let lists = act.requests_to("drive.files.list").await;
    let list = &lists[0];
    assert_eq!(
        list.values("q"),
        ["(name contains 'windows harbour' or fullText contains 'windows harbour') and trashed = false"]
    );
    assert_eq!(list.values("corpora"), ["allDrives"]);
    assert_eq!(list.values("includeItemsFromAllDrives"), ["true"]);
    assert_eq!(list.values("supportsAllDrives"), ["true"]);
    assert_eq!((list.values("pageSize"), list.values("orderBy").len()), (vec!["20"], 0));
    assert!(list.values("fields")[0].contains("incompleteSearch"));
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_searched_by_every_filter_and_page_by_page() {
    let acting = Acting::as_ana(SEEING).await;
    let (_, stem) = a_note(&acting, "It's a \\ note").await;
    let mine = json!({
        "query": stem, "type": "text", "owner": "me", "modified_after": "2020-01-01T00:00:00Z",
        "modified_before": "2999-01-01T00:00:00+01:00",
    });
    let act = acting.act("drive.search", mine).await;
    assert_eq!(names(&act.answer().await.json()), [stem.as_str()]);
    let q = act.requests_to("drive.files.list").await[0].values("q")[0].to_owned();
    for part in [
        r"It\'s a \\ note",
        "mimeType contains 'text/'",
        "'me' in owners",
        "modifiedTime >= '2020-01-01T00:00:00Z'",
        "modifiedTime < '2998-12-31T23:00:00Z'",
    ] {
        assert!(q.contains(part), "{part}: {q}");
    }
    let first = acting.perform("drive.search", json!({ "limit": 2 })).await.json();
    assert_eq!((first["shown"].as_u64(), names(&first)[0]), (Some(2), stem.as_str()), "the newest first");
    let act = acting.act("drive.search", json!({ "limit": 2, "page": first["next_page"] })).await;
    let second = act.answer().await.json();
    assert!(names(&first).iter().all(|name| !names(&second).contains(name)));
    let list = &act.requests_to("drive.files.list").await[0];
    assert_eq!((list.values("orderBy"), list.values("pageSize")), (vec!["modifiedTime desc"], vec!["2"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn drives_own_language_and_the_bin_are_understood() {
    let acting = Acting::as_ana(SEEING).await;
    let query = "name contains 'Budget' and mimeType = 'application/vnd.google-apps.spreadsheet'";
    let found = acting.perform("drive.search", json!({ "query": query })).await.json();
    assert_eq!(names(&found), ["Budget Harbour Museum"]);
    let (id, name) = a_note(&acting, "Thrown away").await;
    acting.control().post("/google/file/change", json!({ "person": "ana", "id": id, "trashed": true })).await;
    let kept = acting.perform("drive.search", json!({ "query": name })).await.json();
    assert!(names(&kept).is_empty());
    let thrown = acting.perform("drive.search", json!({ "query": name, "trashed": true })).await.json();
    assert_eq!(names(&thrown), [name.as_str()]);
    let broken = acting.perform("drive.search", json!({ "query": "name contains 'x' and and" })).await;
    assert_eq!(broken.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_weathers() {
    let action = Action { tool: "drive.search", method: "drive.files.list", scopes: SEEING };
    a_read_weathers(action, async |_| json!({ "query": "sitemap" })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_lets_us_see_our_own_files_only_is_asked_for_more_when_it_is_needed() {
    let acting = Acting::as_ana(&["drive.file"]).await;
    let made = acting.perform("drive.upload", json!({ "name": "mine.txt", "content": "x" })).await.json();
    let found = acting.perform("drive.search", json!({ "query": "mine" })).await.json();
    assert_eq!(names(&found), ["mine.txt"]);
    assert!(found["remark"].as_str().unwrap().contains("I made myself"), "{found}");
    assert!(!acting.perform("drive.read", json!({ "file": made["id"] })).await.failed);
    let act = acting.act("drive.read", json!({ "file": "gift-ideas.txt" })).await;
    let crate::harness::Met::Offer(offer) = act.met().await else { panic!("more is not asked for") };
    let asked = acting.town.accept("ana", &offer).await;
    assert_eq!(asked, ["drive.readonly".to_owned()].into());
    assert!(act.goes_on().await.json()["text"].as_str().unwrap().contains("umbrella"));
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_are_listed_by_every_name_they_have() {
    let acting = Acting::as_ana(READING).await;
    let top = acting.perform("drive.list", json!({})).await.json();
    assert!(names(&top).contains(&"Clients") && names(&top).contains(&"Late payers: what to write"));
    assert_eq!(names(&top)[0], "Clients", "folders first");
    assert_eq!(top["shared_drives"][0]["name"], "Studio");
    let id = known(&acting, "Harbour Museum").await;
    for folder in [
        id.clone(),
        format!("https://drive.google.com/drive/folders/{id}?usp=sharing"),
        "Clients/Harbour Museum".to_owned(),
        "/My Drive/Clients/Harbour Museum/".to_owned(),
        "harbour museum".to_owned(),
    ] {
        let act = acting.act("drive.list", json!({ "folder": folder })).await;
        let listed = act.answer().await.json();
        assert!(names(&listed).contains(&"sitemap.txt"), "{folder}: {listed}");
        assert_eq!(listed["folder"]["id"], id.as_str());
        let lists = act.requests_to("drive.files.list").await;
        let last = lists.last().unwrap();
        assert_eq!(last.values("q"), [format!("'{id}' in parents and trashed = false")]);
        assert_eq!(last.values("orderBy"), ["folder,name_natural"]);
    }
    for folder in ["Studio", "Studio/Guides"] {
        let listed = acting.perform("drive.list", json!({ "folder": folder })).await.json();
        assert!(listed["shown"].as_u64().unwrap() > 0, "{folder}: {listed}");
    }
    let part = acting.perform("drive.list", json!({ "folder": id, "limit": 2 })).await.json();
    assert_eq!(part["shown"], 2);
    let rest = json!({ "folder": id, "limit": 200, "page": part["next_page"] });
    let rest = acting.perform("drive.list", rest).await.json();
    assert!(names(&part).iter().all(|name| !names(&rest).contains(name)));
    for wrong in ["Clients/Nobody", "sitemap.txt"] {
        let refused = acting.perform("drive.list", json!({ "folder": wrong })).await;
        assert_eq!(refused.code(), Some("not_found"), "{wrong}: {}", refused.words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_several_files_have_must_be_chosen_from() {
    let acting = Acting::as_ana(READING).await;
    let name = fresh("Twice");
    let mut ids = Vec::new();
    for text in ["one", "two"] {
        ids.push(put(&acting, json!({ "name": name, "owner": "ana", "text": text })).await);
    }
    let refused = acting.perform("drive.read", json!({ "file": name })).await;
    assert_eq!(refused.code(), Some("input_invalid"));
    assert!(ids.iter().all(|id| refused.words.contains(id)) && refused.is_fenced(), "{}", refused.words);
    let read = acting.perform("drive.read", json!({ "file": ids[1] })).await.json();
    assert_eq!(read["text"], "two");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listing_weathers() {
    let action = Action { tool: "drive.list", method: "drive.files.list", scopes: SEEING };
    a_read_weathers(action, async |_| json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_every_kind_are_read() {
    let acting = Acting::as_ana(READING).await;
    let rtf = put(
        &acting,
        json!({ "name": "offer.rtf", "owner": "ana", "kind": "application/rtf",
                "text": "{\\rtf1\\ansi Nine hundred euros.}" }),
    )
    .await;
    let html = put(
        &acting,
        json!({ "name": "page.html", "owner": "ana", "kind": "text/html", "text": "<p>Open at <b>ten</b></p>" }),
    )
    .await;
    let picture = json!({ "name": "p.png", "owner": "ana", "kind": "image/png", "text": "x" });
    let picture = put(&acting, picture).await;
    for (file, words, method) in [
        ("sitemap.txt", "Opening hours", "drive.files.get"),
        ("Relaunch: kick-off notes", "# Relaunch", "drive.files.export"),
        (&rtf, "Nine hundred euros.", "drive.files.get"),
        (&html, "ten", "drive.files.get"),
    ] {
        let act = acting.act("drive.read", json!({ "file": file })).await;
        let answer = act.answer().await;
        assert!(answer.is_fenced());
        let text = answer.json()["text"].as_str().unwrap().to_owned();
        assert!(text.contains(words), "{file}: {text}");
        assert!(!act.requests_to(method).await.is_empty());
    }
    let sheet = acting.perform("drive.read", json!({ "file": "Budget Harbour Museum" })).await.json();
    assert!(sheet["text"].as_str().unwrap().starts_with("Part,Planned,Spent,Left"), "{sheet}");
    assert!(sheet["remark"].as_str().unwrap().contains("sheets.read"), "{sheet}");
    let blank = acting.perform("drive.read", json!({ "file": picture })).await;
    assert_eq!(blank.code(), Some("not_available"));
    let folder = acting.perform("drive.read", json!({ "file": "Clients" })).await;
    assert_eq!(folder.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_file_is_read_in_parts_and_a_shortcut_leads_to_its_file() {
    let acting = Acting::as_ana(READING).await;
    let text = "äß".repeat(8_000);
    let id =
        put(&acting, json!({ "key": "long", "name": fresh("long"), "owner": "ana", "text": text })).await;
    let link = format!("https://drive.google.com/file/d/{id}/view");
    let first = acting.perform("drive.read", json!({ "file": link })).await.json();
    assert_eq!(first["text_shown"], "0-12000 of 16000");
    let from = first["continue_with"]["from_char"].clone();
    let rest = acting.perform("drive.read", json!({ "file": link, "from_char": from })).await.json();
    assert_eq!((&rest["text_shown"], &rest["continue_with"]), (&json!("12000-16000 of 16000"), &Value::Null));
    let beyond = acting.perform("drive.read", json!({ "file": link, "from_char": 16_001 })).await;
    assert_eq!(beyond.code(), Some("input_invalid"));
    let shortcut = json!({ "name": fresh("short"), "owner": "ana", "shortcut_to": "long" });
    let shortcut = put(&acting, shortcut).await;
    let behind = acting.perform("drive.read", json!({ "file": shortcut })).await.json();
    assert_eq!(behind["file"]["id"], id.as_str());
}

/// What Google says of more than 10 MB, which would take long to make up here.
fn too_large() -> Value {
    let message = "This file is too large to be exported.";
    let error = json!({ "domain": "global", "reason": "exportSizeLimitExceeded", "message": message });
    json!({ "status": { "code": 403, "body": { "error": { "code": 403, "message": message, "errors": [error] } } } })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_too_large_to_export_is_read_all_the_same() {
    let mut world = World::fernwood();
    let markdown = Some("Many words stand here. ".repeat(500));
    let modified = "1h".to_owned();
    let (name, owner) = ("Huge".to_owned(), "ana".to_owned());
    world.files.push(FileSeed { name, owner, markdown, modified, ..FileSeed::default() });
    let acting = Acting::of(world, "ana", READING).await;
    acting.fault_always("drive.files.export", &too_large()).await;
    let act = acting.act("drive.read", json!({ "file": "Huge" })).await;
    let read = act.answer().await.json();
    assert!(read["text"].as_str().unwrap().starts_with("Many words stand here."));
    assert!(read["remark"].as_str().unwrap().contains("too large"));
    assert_eq!(act.requests_to("docs.documents.get").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spreadsheet_too_large_to_export_is_prepared_and_read_all_the_same() {
    let mut world = World::fernwood();
    let rows: Vec<Vec<Value>> =
        (0..12_000).map(|row| vec![json!(row), json!("Many words stand here.")]).collect();
    let sheets = vec![SheetSeed { title: "All".to_owned(), rows }];
    let (name, owner, modified) = ("Wide".to_owned(), "ana".to_owned(), "1h".to_owned());
    world.files.push(FileSeed { name, owner, modified, sheets, ..FileSeed::default() });
    let acting = Acting::of(world, "ana", READING).await;
    acting.fault_always("drive.files.export", &too_large()).await;
    let act = acting.act("drive.read", json!({ "file": "Wide" })).await;
    let read = act.answer().await.json();
    assert!(read["text"].as_str().unwrap().starts_with("0,Many words"), "{read}");
    assert!(read["remark"].as_str().unwrap().contains("of 12000"), "{read}");
    assert_eq!(act.requests_to("drive.files.download").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_weathers() {
    let action = Action { tool: "drive.read", method: "drive.files.get", scopes: READING };
    a_read_weathers(action, async |acting| json!({ "file": known(acting, "sitemap.txt").await })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_can_open_a_file_is_listed() {
    let acting = Acting::as_ana(SEEING).await;
    let name = "Proposal: Harbour Museum website";
    let answer = acting.perform("drive.permissions", json!({ "file": name })).await.json();
    let people = answer["people"].as_array().unwrap();
    let who = |address: &str| people.iter().find(|one| one["who"] == address).cloned().unwrap_or_default();
    assert_eq!(who("ana@fernwood.example")["role"], "owner");
    let ines = who("ines.albrecht@harbourmuseum.example");
    assert_eq!((&ines["role"], &ines["inherited"]), (&json!("commenter"), &json!(false)));
    assert_eq!(who("ben@fernwood.example")["inherited"], true, "{answer}");
    assert_eq!(answer["shown"], answer["total"]);
    let shared = acting.perform("drive.permissions", json!({ "file": "house-rules.txt" })).await.json();
    assert!(shared["total"].as_u64().unwrap() >= 4, "those in the shared drive: {shared}");
    let foreign = acting.perform("drive.permissions", json!({ "file": "Quarter three in one page" })).await;
    assert_eq!(foreign.code(), Some("not_available"));
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_permissions_weathers() {
    let action = Action { tool: "drive.permissions", method: "drive.files.get", scopes: SEEING };
    a_read_weathers(action, async |acting| json!({ "file": known(acting, "sitemap.txt").await })).await;
}

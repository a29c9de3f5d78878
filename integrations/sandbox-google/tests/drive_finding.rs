//! `files.list`: the search language, the order, pages, and where is looked.

use super::drive::{DRIVE_FILE, encoded, house};
use super::*;

async fn names(house: &Caller, person: &str, query: &str) -> Vec<String> {
    let answer = house.drive(person, "GET", &format!("files?fields=files(name)&{query}"), None).await;
    assert_eq!(answer.code, 200, "{query}: {}", answer.text);
    let files = answer.body["files"].as_array().unwrap();
    files.iter().map(|file| file["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_search_language_finds_what_it_names() {
    let house = house();
    let plans = house.file_id("ana", "Plans");
    let in_plans = format!("'{plans}' in parents");
    let cases = [
        ("name = 'Meeting notes.txt'", 1),
        ("name = 'meeting NOTES.txt'", 1),
        ("name = 'Meeting'", 0),
        ("name contains 'meet'", 1),
        ("name contains 'eeting'", 0),
        (r"name = 'It\'s Ana\'s \\ plan.txt'", 1),
        ("fullText contains 'tickets'", 1),
        ("fullText contains 'ticket'", 0),
        ("fullText contains '\"tables and tickets\"'", 1),
        ("fullText contains '\"tickets and tables\"'", 0),
        ("mimeType = 'application/vnd.google-apps.folder'", 1),
        ("mimeType != 'application/vnd.google-apps.folder' and trashed = false", 6),
        ("mimeType contains 'text/'", 6),
        ("trashed = true", 1),
        ("trashed=false", 7),
        ("not trashed = false", 1),
        ("starred = true", 1),
        ("sharedWithMe", 2),
        ("sharedWithMe and name contains 'ben'", 1),
        ("'me' in owners", 6),
        ("'ben@house.example' in owners", 1),
        ("'tom@away.example' in owners", 1),
        ("'ben@house.example' in readers", 2),
        ("'ana@house.example' in writers", 7),
        (in_plans.as_str(), 2),
        ("'root' in parents and trashed = false", 3),
        ("name contains 'meeting' or name contains 'budget'", 2),
        ("(name contains 'meeting' or name contains 'budget') and not starred = true", 1),
        ("modifiedTime > '2020-01-01T00:00:00'", 8),
        ("modifiedTime < '2020-01-01'", 0),
        ("visibility = 'limited' and trashed = true", 1),
        ("", 8),
    ];
    for (query, count) in cases {
        let found = names(&house, "ana", &format!("q={}", encoded(query))).await;
        assert_eq!(found.len(), count, "{query}: {found:?}");
    }
    let day = jiff::Timestamp::now() - jiff::SignedDuration::from_hours(60);
    let recent = names(&house, "ana", &format!("q={}", encoded(&format!("modifiedTime >= '{day}'")))).await;
    assert_eq!(recent, ["It's Ana's \\ plan.txt", "budget_2026.csv"]);
}

#[tokio::test]
async fn a_query_or_an_order_that_makes_no_sense_is_refused() {
    let house = house();
    for query in
        ["budget", "name = 'Ana's'", "title = 'x'", "trashed = 'no'", "name contains", "(trashed = true"]
    {
        let answer = house.drive("ana", "GET", &format!("files?q={}", encoded(query)), None).await;
        assert_eq!(
            (answer.code, answer.reason(), answer.message()),
            (400, "invalid", "Invalid Value"),
            "{query}"
        );
        assert_eq!(answer.body["error"]["errors"][0]["location"], "q");
    }
    let order = house.drive("ana", "GET", "files?orderBy=size", None).await;
    assert_eq!((order.code, &order.body["error"]["errors"][0]["location"]), (400, &json!("orderBy")));
    let both = format!("files?orderBy=name&q={}", encoded("fullText contains 'tide'"));
    let both = house.drive("ana", "GET", &both, None).await;
    assert!(
        both.code == 403 && both.message().starts_with("Sorting is not supported for queries with fullText")
    );
    let nowhere = house.drive("ana", "GET", &format!("files?q={}", encoded("'x1' in parents")), None).await;
    assert_eq!((nowhere.code, nowhere.message()), (404, "File not found: ."));
}

#[tokio::test]
async fn files_come_in_the_order_that_is_asked_for() {
    let house = house();
    let q = format!("q={}", encoded("trashed = false"));
    let by_name = names(&house, "ana", &format!("{q}&orderBy=name")).await;
    let mut sorted = by_name.clone();
    sorted.sort_by_key(|name| name.to_lowercase());
    assert_eq!(by_name, sorted);
    let folders_first = names(&house, "ana", &format!("{q}&orderBy=folder,modifiedTime%20desc")).await;
    assert_eq!(folders_first[..2], ["Plans", "It's Ana's \\ plan.txt"]);
    let oldest = names(&house, "ana", &format!("{q}&orderBy=modifiedTime")).await;
    assert_eq!(oldest.first().map(String::as_str), Some("Plans"));
}

#[tokio::test]
async fn a_list_is_read_page_by_page_and_a_token_is_for_its_own_question() {
    let house = house();
    let first = house.drive("ana", "GET", "files?pageSize=5&orderBy=name", None).await;
    assert_eq!(first.body["files"].as_array().unwrap().len(), 5);
    assert_eq!(first.body["incompleteSearch"], false);
    let token = encoded(first.body["nextPageToken"].as_str().unwrap());
    let second =
        house.drive("ana", "GET", &format!("files?pageSize=5&orderBy=name&pageToken={token}"), None).await;
    assert_eq!(second.body["files"].as_array().unwrap().len(), 3);
    assert!(second.body.get("nextPageToken").is_none());
    for wrong in [format!("files?orderBy=folder&pageToken={token}"), "files?pageToken=x".to_owned()] {
        let answer = house.drive("ana", "GET", &wrong, None).await;
        assert_eq!((answer.code, &answer.body["error"]["errors"][0]["location"]), (400, &json!("pageToken")));
    }
    assert_eq!(house.drive("ana", "GET", "files?pageSize=1001", None).await.code, 400);
}

#[tokio::test]
async fn shared_drives_are_looked_into_only_by_those_who_say_so() {
    let house = house();
    let drives = house.drive("ana", "GET", "drives?fields=*", None).await;
    let studio = drives.body["drives"][0]["id"].as_str().unwrap().to_owned();
    assert!(!names(&house, "ana", "").await.contains(&"Shared rules.txt".to_owned()));
    let all = "supportsAllDrives=true&includeItemsFromAllDrives=true";
    assert!(names(&house, "ana", all).await.contains(&"Shared rules.txt".to_owned()));
    let inside = names(&house, "ben", &format!("{all}&corpora=drive&driveId={studio}&orderBy=name")).await;
    assert_eq!(inside, ["Guides", "Shared rules.txt"]);
    assert_eq!(names(&house, "ana", &format!("{all}&corpora=allDrives")).await.len(), 10);
    for wrong in [
        "includeItemsFromAllDrives=true".to_owned(),
        format!("{all}&corpora=drive"),
        format!("{all}&driveId={studio}"),
        "corpora=allDrives&supportsAllDrives=true".to_owned(),
    ] {
        assert_eq!(house.drive("ana", "GET", &format!("files?{wrong}"), None).await.code, 403, "{wrong}");
    }
    assert_eq!(house.drive("ana", "GET", "files?corpora=everything", None).await.code, 400);
    let foreign =
        house.drive("zoe", "GET", &format!("files?{all}&corpora=drive&driveId={studio}"), None).await;
    assert_eq!(
        (foreign.code, foreign.message()),
        (404, format!("Shared drive not found: {studio}").as_str())
    );
    assert!(house.drive("zoe", "GET", "drives", None).await.body["drives"].as_array().unwrap().is_empty());
    assert_eq!(house.drive("zoe", "GET", &format!("drives/{studio}"), None).await.code, 404);
    let named =
        async |query: &str| house.drive("ben", "GET", &format!("drives?q={}", encoded(query)), None).await;
    assert_eq!(named("name contains 'stu'").await.body["drives"].as_array().unwrap().len(), 1);
    assert_eq!(named("name = 'Other'").await.body["drives"].as_array().unwrap().len(), 0);
    assert_eq!(named("studio").await.code, 400);
    assert_eq!(house.drive("ben", "GET", &format!("drives/{studio}"), None).await.body["name"], "Studio");
}

#[tokio::test]
async fn the_narrow_scope_shows_only_what_the_app_has_made() {
    let house = house();
    let token = house.google.token_for("ana", &[DRIVE_FILE]).unwrap();
    let own = house.file_id("ana", "Meeting notes.txt");
    let hidden = house.with_token(&token, "GET", &format!("/drive/v3/files/{own}"), None).await;
    assert_eq!((hidden.code, hidden.message()), (404, format!("File not found: {own}.").as_str()));
    let made =
        house.with_token(&token, "POST", "/drive/v3/files", Some(json!({ "name": "By the app" }))).await;
    assert_eq!(made.code, 200, "{}", made.text);
    let listed = house.with_token(&token, "GET", "/drive/v3/files", None).await;
    assert_eq!(listed.body["files"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn what_only_a_link_opens_is_in_nobodys_list() {
    let house = house();
    let id = house.file_id("ben", "Linked.txt");
    assert!(names(&house, "zoe", "").await.is_empty());
    assert_eq!(house.metadata("zoe", &id, "name").await["name"], "Linked.txt");
}

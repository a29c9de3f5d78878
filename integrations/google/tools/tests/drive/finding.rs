//! What is said beside lists, and names that are not sure to be the only ones.

use super::*;

/// A Drive that gave up before it had looked everywhere.
async fn in_part() -> World {
    world(|seen, _| {
        if seen.is("GET", PLAN) {
            return ok(a_plan());
        }
        let mut file = a_plan();
        file["name"] = json!("Pl\u{200b}an\nB");
        ok(json!({ "files": [file], "incompleteSearch": true, "nextPageToken": "p2" }))
    })
    .await
}

#[tokio::test]
async fn an_incomplete_search_is_said_to_be() {
    let world = in_part().await;
    for (name, args) in
        [("drive.search", json!({ "query": "plan" })), ("drive.list", json!({})), ("sheets.list", json!({}))]
    {
        let (answer, done) = read(tool(&world, name).as_ref(), args).await.unwrap();
        assert!(answer["remark"].as_str().unwrap().contains("may be more"), "{name}: {answer}");
        let files = answer.get("files").or_else(|| answer.get("spreadsheets")).unwrap();
        assert_eq!((&files[0]["name"], &answer["next_page"]), (&json!("Plan B"), &json!("p2")));
        assert_eq!(done.answer.label.readers, Readers::Only(["ana@example.com".to_owned()].into()));
    }
}

#[tokio::test]
async fn whoever_shows_us_our_own_files_alone_is_told_that_a_list_is_not_all() {
    let world = World::answering(|_, _| ok(json!({ "files": [a_plan()] }))).await;
    let mut grant = a_grant(Duration::from_hours(1));
    grant.scopes = [DRIVE_FILE.0.to_owned()].into();
    world.google.book.keep(grant).await.unwrap();
    for name in ["drive.search", "drive.list", "sheets.list"] {
        let (answer, _) = read(tool(&world, name).as_ref(), json!({})).await.unwrap();
        assert!(answer["remark"].as_str().unwrap().contains("I made myself"), "{name}: {answer}");
    }
}

#[tokio::test]
async fn the_only_one_of_a_name_is_not_taken_for_it_where_drive_did_not_look_everywhere() {
    let world = in_part().await;
    for file in ["Plan", "Clients/Plan"] {
        for (name, args) in [
            ("drive.trash", json!({ "file": file })),
            ("drive.rename", json!({ "file": file, "name": "x" })),
            ("drive.move", json!({ "file": file, "folder": "My Drive" })),
        ] {
            let refused = tool(&world, name).plan(args, &a_call("k")).await.unwrap_err();
            assert_eq!(refused.code, Code::InputInvalid, "{name} {file}");
            assert!(refused.words.contains("did not look everywhere"), "{}", refused.words);
            assert!(refused.quote.unwrap().contains("plan1"));
        }
    }
}

//! Writing: create, append, replace, edit.

use serde_json::{Value, json};

use super::{UPDATE, WRITING, by_hand, document, fresh, markdown_of, read, shared, told};
use crate::harness::{Acting, Action, Answer, a_write_weathers, all_text};

const PLAN: &str = "# Plan\n\nIntro.\n\n## Berths\n\nThree berths.\n\n- one\n- two\n\n### Detail\n\nDeep.\n\n## Crew\n\nNobody yet.";

async fn edit(acting: &Acting, id: &str, args: Value) -> Answer {
    let mut all = json!({ "document": id, "mode": "edit" });
    for (name, value) in args.as_object().unwrap() {
        all[name] = value.clone();
    }
    acting.perform("docs.edit", all).await
}

async fn text(acting: &Acting, id: &str) -> String {
    read(acting, id).await["text"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_is_made_from_markdown_in_a_folder() {
    let acting = Acting::as_ana(&["drive"]).await;
    let title = fresh("Minutes");
    let content = "# Minutes\n\n- **one**\n\n![a chart](https://x.example/?q=words)";
    let args = json!({ "title": title, "content": content, "folder": "Private" });
    let act = acting.act("docs.create", args).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains(&title) && shown.contains("Private") && shown.contains("**one**"), "{shown}");
    let answer = act.approved().await.json();
    let id = answer["id"].as_str().unwrap();
    assert!(answer["link"].as_str().unwrap().contains(id), "{answer}");
    assert!(answer["remark"].as_str().unwrap().contains("links"), "{answer}");
    let made = told(&acting, id).await;
    assert_eq!((&made["title"], &made["images"]), (&json!(title), &json!([])), "nothing is fetched");
    let markdown = made["markdown"].as_str().unwrap();
    assert!(markdown.contains("# Minutes") && markdown.contains("[a chart](https://x.example/?q=words)"));
    assert_eq!(act.requests_to("drive.files.create").await.len(), 1);
    let plain = json!({ "title": fresh("Empty") });
    assert!(!acting.perform("docs.create", plain).await.failed, "it may be empty, and at the top");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_addition_is_a_suggestion_unless_it_is_asked_for_otherwise() {
    let acting = Acting::as_ana(&WRITING).await;
    let id = document(&acting, PLAN).await;
    let act = acting.act("docs.append", json!({ "document": id, "content": "## More\n\nWords." })).await;
    let answer = act.answer().await.json();
    assert_eq!(answer["mode"], "suggest");
    assert!(answer["next"].as_str().unwrap().contains("Accept or reject"), "{answer}");
    assert_eq!(text(&acting, &id).await, PLAN, "the text is as it was");
    let asked = &act.requests_to(UPDATE).await[0];
    assert_eq!(asked.body["writeControl"]["writeMode"], "SUGGEST");
    assert!(asked.body["writeControl"]["requiredRevisionId"].is_string());
    for request in asked.body["requests"].as_array().unwrap() {
        assert!(request.to_string().contains("tabId"), "{request}");
    }
    let ids: Vec<&str> =
        answer["suggestions"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    let accepted = ids.iter().map(|id| json!({ "acceptSuggestion": { "suggestionId": id } })).collect();
    by_hand(&acting, "ana", &id, Value::Array(accepted)).await;
    assert_eq!(text(&acting, &id).await, format!("{PLAN}\n\n## More\n\nWords."));

    let args =
        json!({ "document": id, "content": "- [x] done ![x](https://x.example/x.png)", "mode": "edit" });
    let answer = acting.perform("docs.append", args).await.json();
    assert_eq!(answer["mode"], "edit");
    assert_eq!(answer["remarks"].as_array().unwrap().len(), 2, "{answer}");
    assert!(text(&acting, &id).await.ends_with("Words.\n\n- [ ] done [x](https://x.example/x.png)"));
    assert_eq!(told(&acting, &id).await["images"], json!([]));
    let empty = acting.perform("docs.append", json!({ "document": id, "content": " " })).await;
    assert_eq!(empty.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_added_at_the_end_is_one_suggestion_whatever_is_in_it() {
    let acting = Acting::as_ana(&WRITING).await;
    let list = "- one\n- two\n  1. deep\n  2. deeper\n- three";
    let all = format!("## More\n\n{list}\n\n> said\n\n| a | b |\n| --- | --- |\n| 1 | 2 |");
    for added in ["Words.", "## More", list, "- [ ] masts\n- [ ] sails", "```\ncode\n```", &all] {
        let id = document(&acting, "Before.").await;
        // The second goes where the first has left an empty line.
        for (more, wanted) in
            [(added, format!("Before.\n\n{added}")), ("1. Again", format!("Before.\n\n{added}\n\n1. Again"))]
        {
            let answer =
                acting.perform("docs.append", json!({ "document": id, "content": more })).await.json();
            let suggestions = &answer["suggestions"];
            assert_eq!(suggestions.as_array().unwrap().len(), 1, "{added}: {answer}");
            let decided = json!({ "document": id, "suggestions": suggestions, "decision": "accept" });
            acting.perform("docs.decide_suggestion", decided).await.json();
            assert_eq!(text(&acting, &id).await, wanted);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_read_is_countersigned_first_and_not_written_over_what_came_since() {
    let acting = Acting::as_ana(&WRITING).await;
    let id = shared(&acting, PLAN).await;
    let act = acting.act("docs.append", json!({ "document": id, "content": "A word to Ben." })).await;
    let shown = all_text(&act.card().await);
    for part in ["Ben Okafor", "A word to Ben.", "as a suggestion"] {
        assert!(shown.contains(part), "the card does not show {part}: {shown}");
    }
    acting
        .control()
        .post("/google/document/type", json!({ "person": "ben", "id": id, "text": "Mine." }))
        .await;
    let answer = act.approved().await;
    assert_eq!(answer.code(), Some("stale_write"), "{}", answer.words);
    let now = told(&acting, &id).await;
    assert_eq!(now["suggestions"], json!([]));
    assert!(!now["markdown"].as_str().unwrap().contains("A word"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_only_comment_suggests_nothing_over_what_came_since() {
    let acting = Acting::as_ana(&WRITING).await;
    let seed = json!({
        "name": fresh("Theirs"), "owner": "ben", "markdown": PLAN,
        "shared_with": [{ "person": "ana", "role": "commenter" }],
    });
    let id = acting.control().post("/google/files", seed).await["id"].as_str().unwrap().to_owned();
    let args =
        json!({ "document": id, "action": "insert", "heading": "Berths", "content": "Four, I think." });
    let act = acting.act("docs.edit", args.clone()).await;
    act.card().await;
    let typed = json!({ "person": "ben", "id": id, "text": "Mine." });
    acting.control().post("/google/document/type", typed).await;
    let answer = act.approved().await;
    assert_eq!(answer.code(), Some("stale_write"), "{}", answer.words);
    assert!(act.requests_to(UPDATE).await.is_empty(), "nothing is sent");
    let again = acting.act("docs.edit", args).await;
    assert_eq!(again.approved().await.json()["mode"], "suggest");
    assert_eq!(told(&acting, &id).await["suggestions"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn words_are_replaced_and_counted_and_none_is_a_failure() {
    let acting = Acting::as_ana(&WRITING).await;
    let id = document(&acting, "Berth one, **berth** two.\n\n| berth |\n| --- |\n| x 🚀 berth |").await;
    let args = json!({ "document": id, "find": "berth", "replace": "bunk" });
    let act = acting.act("docs.replace", args).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("3 times") && shown.contains("⟦berth⟧") && shown.contains("⟦bunk⟧"), "{shown}");
    let answer = act.approved().await.json();
    assert_eq!((&answer["replaced"], &answer["mode"]), (&json!(3), &json!("suggest")));
    assert!(text(&acting, &id).await.contains("**berth** two"), "only proposed");
    let asked = &act.requests_to(UPDATE).await[0].body["requests"][0]["replaceAllText"];
    assert_eq!(asked["containsText"], json!({ "text": "berth", "matchCase": true }));
    assert_eq!(asked["tabsCriteria"]["tabIds"].as_array().unwrap().len(), 1);

    let id = document(&acting, "Berth one, **berth** two.").await;
    let args =
        json!({ "document": id, "find": "berth", "replace": "bunk", "match_case": false, "mode": "edit" });
    assert_eq!(acting.perform("docs.replace", args).await.json()["replaced"], 2);
    assert_eq!(text(&acting, &id).await, "bunk one, **bunk** two.");
    let none = json!({ "document": id, "find": "Berth", "replace": "bunk" });
    let none = acting.perform("docs.replace", none).await;
    assert_eq!(none.code(), Some("not_found"), "{}", none.words);
    let same = json!({ "document": id, "find": "bunk", "replace": "bunk" });
    assert_eq!(acting.perform("docs.replace", same).await.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn with_several_tabs_one_must_say_which() {
    let acting = Acting::as_ana(&WRITING).await;
    let id = document(&acting, "old one").await;
    let tab = json!([{ "addDocumentTab": { "tabProperties": { "title": "Second" } } }]);
    let made = by_hand(&acting, "ana", &id, tab).await;
    let second = made["replies"][0]["addDocumentTab"]["tabProperties"]["tabId"].clone();
    let args = json!({ "document": id, "content": "old two", "tab": "Second", "mode": "edit" });
    acting.perform("docs.append", args).await.json();
    for (tool, args) in [
        ("docs.append", json!({ "document": id, "content": "x" })),
        ("docs.replace", json!({ "document": id, "find": "old", "replace": "new" })),
        ("docs.edit", json!({ "document": id, "action": "insert", "place": "end", "content": "x" })),
    ] {
        let refused = acting.perform(tool, args).await;
        assert_eq!(refused.code(), Some("input_invalid"), "{tool}");
        assert!(refused.words.contains("Second"), "the tabs are named: {}", refused.words);
    }
    let one = json!({ "document": id, "find": "old", "replace": "new", "tab": second, "mode": "edit" });
    assert_eq!(acting.perform("docs.replace", one).await.json()["replaced"], 1);
    let all = json!({ "document": id, "find": "o", "replace": "0", "all_tabs": true, "mode": "edit" });
    assert_eq!(acting.perform("docs.replace", all).await.json()["replaced"], 3);
    let text = text(&acting, &id).await;
    assert!(text.contains("0ld 0ne") && text.contains("new tw0"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_place_can_be_written_to() {
    let acting = Acting::as_ana(&WRITING).await;
    let table = "| a | b |\n| --- | --- |\n| **c** | 猫 |";
    for (args, after) in [
        (json!({ "place": "start" }), format!("NEW\n\n{PLAN}")),
        (json!({ "place": "end" }), format!("{PLAN}\n\nNEW")),
        (json!({ "place": "before", "heading": "Berths" }), PLAN.replace("## Berths", "NEW\n\n## Berths")),
        (json!({ "place": "after", "heading": "berths" }), PLAN.replace("## Berths", "## Berths\n\nNEW")),
        (json!({ "heading": "Berths" }), PLAN.replace("## Crew", "NEW\n\n## Crew")),
        (json!({ "heading": "Crew" }), format!("{PLAN}\n\nNEW")),
    ] {
        for new in ["Some *new* words.", table, &format!("1. one\n2. two\n   - deep\n\n{table}\n\n## End")] {
            let id = document(&acting, PLAN).await;
            let mut args = args.clone();
            args["action"] = "insert".into();
            args["content"] = new.into();
            let answer = edit(&acting, &id, args.clone()).await;
            assert!(!answer.failed, "{args}: {}", answer.words);
            assert_eq!(text(&acting, &id).await, after.replace("NEW", new), "{args}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_section_is_replaced_or_deleted() {
    let acting = Acting::as_ana(&WRITING).await;
    let berths = "Three berths.\n\n- one\n- two\n\n### Detail\n\nDeep.";
    let table = "| a |\n| --- |\n| b |";
    for (args, after) in [
        (
            json!({ "action": "replace", "heading": "Berths", "content": "Four." }),
            PLAN.replace(berths, "Four."),
        ),
        (json!({ "action": "replace", "heading": "Berths", "content": table }), PLAN.replace(berths, table)),
        (
            json!({ "action": "replace", "heading": "Crew", "content": "Ana." }),
            PLAN.replace("Nobody yet.", "Ana."),
        ),
        (
            json!({ "action": "replace", "heading": "Crew", "content": table }),
            PLAN.replace("Nobody yet.", table),
        ),
        (
            json!({ "action": "replace", "heading": "Detail", "heading_too": true, "content": "- three" }),
            PLAN.replace("- two\n\n### Detail\n\nDeep.", "- two\n- three"),
        ),
        (json!({ "action": "delete", "heading": "Berths" }), PLAN.replace(&format!("{berths}\n\n"), "")),
        (
            json!({ "action": "delete", "heading": "Berths", "heading_too": true }),
            PLAN.replace(&format!("## Berths\n\n{berths}\n\n"), ""),
        ),
        (
            json!({ "action": "delete", "heading": "Crew", "heading_too": true }),
            PLAN.replace("\n\n## Crew\n\nNobody yet.", ""),
        ),
    ] {
        let id = document(&acting, PLAN).await;
        let answer = edit(&acting, &id, args.clone()).await;
        assert!(!answer.failed, "{args}: {}", answer.words);
        assert_eq!(text(&acting, &id).await, after, "{args}");

        // The same as a suggestion, which changes nothing until it is accepted.
        let id = document(&acting, PLAN).await;
        let mut proposed = args.clone();
        proposed["mode"] = "suggest".into();
        let answer = edit(&acting, &id, proposed).await.json();
        assert_eq!(text(&acting, &id).await, PLAN, "{args}");
        let decided = json!({ "document": id, "suggestions": answer["suggestions"], "decision": "accept" });
        acting.perform("docs.decide_suggestion", decided).await.json();
        assert_eq!(text(&acting, &id).await, after, "{args}, accepted");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_that_is_not_clear_is_refused() {
    let acting = Acting::as_ana(&WRITING).await;
    let id = document(&acting, "## Same\n\na\n\n## Same\n\nb\n\n## Empty").await;
    for (args, code) in [
        (json!({ "action": "insert", "heading": "Other", "content": "x" }), "not_found"),
        (json!({ "action": "insert", "heading": "Same", "content": "x" }), "input_invalid"),
        (json!({ "action": "insert", "heading": "Same", "which": 3, "content": "x" }), "input_invalid"),
        (json!({ "action": "insert", "content": "x" }), "input_invalid"),
        (json!({ "action": "replace", "heading": "Same", "which": 1 }), "input_invalid"),
        (json!({ "action": "delete", "heading": "Empty" }), "input_invalid"),
        (json!({ "action": "delete", "heading": "Empty", "content": "x" }), "input_invalid"),
    ] {
        let answer = edit(&acting, &id, args.clone()).await;
        assert_eq!(answer.code(), Some(code), "{args}: {}", answer.words);
    }
    let second = json!({ "document": id, "mode": "edit", "action": "replace", "heading": "Same", "which": 2,
                         "content": "c" });
    let act = acting.act("docs.edit", second).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("“Same” (2 of 2)"), "{shown}");
    assert!(!act.approved().await.failed);
    assert_eq!(text(&acting, &id).await, "## Same\n\na\n\n## Same\n\nc\n\n## Empty");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_takes_on_nothing_of_its_neighbours() {
    let acting = Acting::as_ana(&WRITING).await;
    for before in ["- **an entry**", "## ~~A heading~~", "> *a quotation*", "```\ncode\n```"] {
        let id = document(&acting, before).await;
        let args =
            json!({ "document": id, "content": "Plain words.\n\n- own entry\n\nAgain.", "mode": "edit" });
        acting.perform("docs.append", args).await.json();
        assert_eq!(text(&acting, &id).await, format!("{before}\n\nPlain words.\n\n- own entry\n\nAgain."));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_weathers() {
    let words = async |acting: &Acting, given: &Value| {
        let markdown = markdown_of(acting, given["document"].as_str().unwrap()).await;
        markdown.matches(given["content"].as_str().unwrap()).count()
    };
    let append = Action { tool: "docs.append", method: UPDATE, scopes: &WRITING };
    let given = async |acting: &Acting| {
        let id = document(acting, PLAN).await;
        json!({ "document": id, "content": fresh("Added"), "mode": "edit" })
    };
    a_write_weathers(append, given, words).await;
    let insert = Action { tool: "docs.edit", method: UPDATE, scopes: &WRITING };
    let given = async |acting: &Acting| {
        let id = document(acting, PLAN).await;
        json!({ "document": id, "content": fresh("Added"), "action": "replace", "heading": "Berths" })
    };
    let proposed = async |acting: &Acting, given: &Value| {
        let document = told(acting, given["document"].as_str().unwrap()).await;
        let suggestions = document["suggestions"].as_array().unwrap().clone();
        let has =
            |one: &&Value| one["summary"].as_str().unwrap().contains(given["content"].as_str().unwrap());
        suggestions.iter().filter(has).count()
    };
    a_write_weathers(insert, given, proposed).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_replacement_and_every_new_document_weathers() {
    let replace = Action { tool: "docs.replace", method: UPDATE, scopes: &WRITING };
    let given = async |acting: &Acting| {
        let id = document(acting, PLAN).await;
        json!({ "document": id, "find": "Nobody", "replace": fresh("Somebody"), "mode": "edit" })
    };
    let replaced = async |acting: &Acting, given: &Value| {
        let markdown = markdown_of(acting, given["document"].as_str().unwrap()).await;
        markdown.matches(given["replace"].as_str().unwrap()).count()
    };
    a_write_weathers(replace, given, replaced).await;
    let create = Action { tool: "docs.create", method: "drive.files.create", scopes: &["drive.file"] };
    let given = async |_: &Acting| json!({ "title": fresh("New"), "content": "# New" });
    let made = async |acting: &Acting, given: &Value| {
        let files =
            acting.control().get("/google/files?person=ana").await["files"].as_array().unwrap().clone();
        files.iter().filter(|file| file["name"] == given["title"]).count()
    };
    a_write_weathers(create, given, made).await;
}

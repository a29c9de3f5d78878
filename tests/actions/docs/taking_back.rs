//! What was done to a document, undone by its button; never over what somebody wrote since.

use serde_json::json;

use super::{WRITING, document, markdown_of, shared, told};
use crate::harness::Acting;

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_or_suggested_is_undone_by_its_button() {
    let acting = Acting::as_ana(&WRITING).await;
    let before = "# Plan\n\nThree berths.\n\n## Crew\n\nNobody yet.";
    for mode in ["edit", "suggest"] {
        for (tool, more) in [
            ("docs.append", json!({ "content": "## More\n\n- **words**" })),
            (
                "docs.edit",
                json!({ "action": "insert", "place": "after", "heading": "Plan", "content": "First." }),
            ),
        ] {
            let id = document(&acting, before).await;
            let as_it_was = markdown_of(&acting, &id).await;
            let mut args = more;
            args["document"] = json!(id);
            args["mode"] = json!(mode);
            let act = acting.act(tool, args).await;
            let answer = act.approved().await;
            assert!(!answer.failed, "{tool}: {}", answer.words);
            let proposed = told(&acting, &id).await["suggestions"].as_array().unwrap().len();
            assert_eq!(proposed > 0, mode == "suggest", "{tool}");
            assert_eq!(markdown_of(&acting, &id).await != as_it_was, mode == "edit", "{tool}");
            let line = act.taken_back().await;
            assert!(line.contains("*Undone*"), "{tool}: {line}");
            let now = told(&acting, &id).await;
            assert_eq!((&now["markdown"], &now["suggestions"]), (&json!(as_it_was), &json!([])), "{tool}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_wrote_since_is_left_alone() {
    let acting = Acting::as_ana(&WRITING).await;
    let id = shared(&acting, "Three berths.").await;
    let act = acting.act("docs.append", json!({ "document": id, "content": "Words.", "mode": "edit" })).await;
    act.approved().await.json();
    let typed = json!({ "person": "ben", "id": id, "text": "Mine." });
    acting.control().post("/google/document/type", typed).await;
    let now = markdown_of(&acting, &id).await;
    let line = act.taken_back().await;
    assert!(line.contains("*Not undone*") && line.contains("changed in the meantime"), "{line}");
    assert_eq!(markdown_of(&acting, &id).await, now);
}

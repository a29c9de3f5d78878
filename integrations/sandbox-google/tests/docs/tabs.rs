//! Tabs: each with an index space of its own.

use super::*;

async fn tab(caller: &Caller, id: &str, properties: Value) -> String {
    let answer = caller.edit(id, json!([{ "addDocumentTab": { "tabProperties": properties } }])).await;
    let made = &answer["replies"][0]["addDocumentTab"]["tabProperties"];
    made["tabId"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_location_without_a_tab_means_the_first() {
    let caller = Caller::new();
    let id = caller.saying("first").await;
    let second = tab(&caller, &id, json!({ "title": "Notes", "iconEmoji": "📌" })).await;
    let there = json!({ "insertText": { "location": { "index": 1, "tabId": second }, "text": "second" } });
    let end = json!({ "insertText": { "endOfSegmentLocation": { "tabId": second }, "text": "!" } });
    caller.edit(&id, json!([there, insertion(1, "the "), end])).await;
    let old = caller.document(&id, "").await;
    assert_eq!(text(&old["body"]), "the first\n");
    assert_eq!(old.get("tabs"), None);
    let new = caller.document(&id, "?includeTabsContent=true").await;
    assert_eq!(new.get("body"), None);
    assert_eq!(new["tabs"][0]["tabProperties"], json!({ "tabId": "t.0", "title": "Tab 1", "index": 0 }));
    assert_eq!(text(&new["tabs"][0]["documentTab"]["body"]), "the first\n");
    assert_eq!(new["tabs"][1]["tabProperties"]["iconEmoji"], "📌");
    assert_eq!(text(&new["tabs"][1]["documentTab"]["body"]), "second!\n");
}

#[tokio::test]
async fn replacing_goes_through_all_tabs_unless_some_are_named() {
    let caller = Caller::new();
    let id = caller.saying("x").await;
    let second = tab(&caller, &id, json!({})).await;
    caller
        .edit(&id, json!([{ "insertText": { "location": { "index": 1, "tabId": second }, "text": "xx" } }]))
        .await;
    let all = |criteria: Value| {
        json!([{ "replaceAllText": {
            "containsText": { "text": "x" }, "replaceText": "y", "tabsCriteria": criteria,
        } }])
    };
    let answer = caller.edit(&id, all(json!({ "tabIds": ["t.0"] }))).await;
    assert_eq!(answer["replies"][0]["replaceAllText"]["occurrencesChanged"], 1);
    let answer = caller.edit(&id, all(json!({}))).await;
    assert_eq!(answer["replies"][0]["replaceAllText"]["occurrencesChanged"], 2);
}

#[tokio::test]
async fn tabs_nest_move_and_go() {
    let caller = Caller::new();
    let id = caller.saying("").await;
    let child = tab(&caller, &id, json!({ "parentTabId": "t.0" })).await;
    let grandchild = tab(&caller, &id, json!({ "parentTabId": child, "title": "deep" })).await;
    let too_deep = json!({ "addDocumentTab": { "tabProperties": { "parentTabId": grandchild } } });
    assert_eq!(caller.refused(&id, too_deep).await, "Tabs can be nested no more than 3 levels deep.");
    let update = json!({ "updateDocumentTabProperties": {
        "tabProperties": { "tabId": grandchild, "title": "up", "index": 0 }, "fields": "title,index,parentTabId",
    } });
    caller.edit(&id, json!([update])).await;
    let document = caller.document(&id, "?includeTabsContent=true").await;
    assert_eq!(document["tabs"][0]["tabProperties"]["title"], "up");
    assert_eq!(document["tabs"][1]["childTabs"][0]["tabProperties"]["nestingLevel"], 1);
    assert_eq!(document["tabs"][1]["childTabs"][0]["tabProperties"]["parentTabId"], "t.0");
    caller.edit(&id, json!([{ "deleteTab": { "tabId": "t.0" } }])).await;
    let document = caller.document(&id, "?includeTabsContent=true").await;
    assert_eq!(document["tabs"].as_array().unwrap().len(), 1);
    let last = json!({ "deleteTab": { "tabId": grandchild } });
    assert_eq!(caller.refused(&id, last).await, "Cannot delete the last remaining tab of the document.");
    let nowhere = json!({ "deleteTab": { "tabId": child } });
    assert_eq!(caller.refused(&id, nowhere).await, format!("Tab with ID {child} was not found."));
    let far = json!({ "addDocumentTab": { "tabProperties": { "index": 9 } } });
    assert_eq!(caller.refused(&id, far).await, "The tab index 9 must be at most 1.");
    let wrong = json!({ "updateDocumentTabProperties": {
        "tabProperties": { "tabId": grandchild }, "fields": "nestingLevel",
    } });
    assert_eq!(caller.refused(&id, wrong).await, "Invalid field mask: nestingLevel.");
}

#[tokio::test]
async fn a_document_style_is_kept() {
    let caller = Caller::new();
    let id = caller.saying("").await;
    let wide = json!({ "updateDocumentStyle": {
        "documentStyle": { "marginLeft": { "magnitude": 10, "unit": "PT" } }, "fields": "marginLeft",
    } });
    caller.edit(&id, json!([wide])).await;
    let style = caller.document(&id, "").await["documentStyle"].clone();
    assert_eq!(
        (&style["marginLeft"]["magnitude"], &style["marginTop"]["magnitude"]),
        (&json!(10), &json!(72))
    );
}

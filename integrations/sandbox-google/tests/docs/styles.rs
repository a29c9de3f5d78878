//! Looks: text, paragraphs, lists, named ranges.

use super::*;

fn styled(start: usize, end: usize, style: &Value, fields: &str) -> Value {
    json!({ "updateTextStyle": {
        "range": { "startIndex": start, "endIndex": end }, "textStyle": style, "fields": fields,
    } })
}

fn named(start: usize, end: usize, style: &str) -> Value {
    json!({ "updateParagraphStyle": {
        "range": { "startIndex": start, "endIndex": end },
        "paragraphStyle": { "namedStyleType": style }, "fields": "namedStyleType",
    } })
}

fn bullets(start: usize, end: usize, preset: &str) -> Value {
    json!({ "createParagraphBullets": {
        "range": { "startIndex": start, "endIndex": end }, "bulletPreset": preset,
    } })
}

#[tokio::test]
async fn a_style_makes_runs_and_what_is_written_next_to_it_looks_the_same() {
    let caller = Caller::new();
    let id = caller.saying("plain bold plain").await;
    caller.edit(&id, json!([styled(7, 11, &json!({ "bold": true }), "bold"), insertion(11, "er")])).await;
    let body = caller.document(&id, "").await["body"].clone();
    let runs = &paragraphs(&body)[0]["elements"];
    assert_eq!(runs[1]["textRun"]["content"], "bolder");
    assert_eq!(runs[1]["textRun"]["textStyle"], json!({ "bold": true }));
    assert_eq!((&runs[1]["startIndex"], &runs[1]["endIndex"]), (&json!(7), &json!(13)));
    assert_eq!(runs[2]["textRun"]["textStyle"], json!({}));
    caller.edit(&id, json!([styled(1, 13, &json!({}), "bold")])).await;
    let body = caller.document(&id, "").await["body"].clone();
    assert_eq!(paragraphs(&body)[0]["elements"].as_array().unwrap().len(), 1);
    let nothing = styled(1, 3, &json!({ "bold": true }), "");
    assert_eq!(
        caller.refused(&id, nothing).await,
        "At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)"
    );
    let unknown = styled(1, 3, &json!({ "bold": true }), "bald");
    assert_eq!(caller.refused(&id, unknown).await, "Invalid field mask: bald.");
}

#[tokio::test]
async fn text_after_a_link_is_not_linked() {
    let caller = Caller::new();
    let id = caller.saying("see").await;
    let link = styled(1, 4, &json!({ "link": { "url": "https://a.example" } }), "link");
    caller.edit(&id, json!([link, insertion(4, " it"), insertion(2, "-")])).await;
    let body = caller.document(&id, "").await["body"].clone();
    let runs = &paragraphs(&body)[0]["elements"];
    assert_eq!(runs[0]["textRun"]["content"], "s-ee");
    assert_eq!(runs[0]["textRun"]["textStyle"]["underline"], true);
    assert_eq!(runs[1]["textRun"]["content"], " it\n");
    assert_eq!(runs[1]["textRun"]["textStyle"], json!({}));
}

#[tokio::test]
async fn headings_get_an_id_each() {
    let caller = Caller::new();
    let id = caller.saying("one\ntwo").await;
    caller.edit(&id, json!([named(1, 2, "HEADING_1"), insertion(3, "\n")])).await;
    let body = caller.document(&id, "").await["body"].clone();
    let shown = paragraphs(&body);
    let heading = |at: usize| shown[at]["paragraphStyle"]["headingId"].as_str().unwrap_or_default();
    assert_eq!(shown[0]["paragraphStyle"]["namedStyleType"], "HEADING_1");
    assert_eq!(shown[1]["paragraphStyle"]["namedStyleType"], "HEADING_1");
    assert!(!heading(0).is_empty() && !heading(1).is_empty() && heading(0) != heading(1));
    assert_eq!(shown[2]["paragraphStyle"]["namedStyleType"], "NORMAL_TEXT");
    // Joined, the first one's style stands.
    caller.edit(&id, json!([deletion(5, 6)])).await;
    let body = caller.document(&id, "").await["body"].clone();
    assert_eq!(paragraphs(&body)[1]["paragraphStyle"]["namedStyleType"], "HEADING_1");
    caller.edit(&id, json!([named(1, 9, "NORMAL_TEXT")])).await;
    let body = caller.document(&id, "").await["body"].clone();
    assert_eq!(paragraphs(&body)[0]["paragraphStyle"].get("headingId"), None);
}

#[tokio::test]
async fn bullets_eat_the_tabs_before_the_text() {
    let caller = Caller::new();
    let id = caller.saying("a\n\tb\n\t\tc\nd").await;
    caller.edit(&id, json!([bullets(1, 8, "NUMBERED_DECIMAL_ALPHA_ROMAN")])).await;
    let document = caller.document(&id, "").await;
    assert_eq!(text(&document["body"]), "a\nb\nc\nd\n");
    let shown = paragraphs(&document["body"]);
    let list = shown[0]["bullet"]["listId"].as_str().unwrap();
    let levels: Vec<u64> =
        shown[..3].iter().map(|one| one["bullet"]["nestingLevel"].as_u64().unwrap_or_default()).collect();
    assert_eq!(levels, [0, 1, 2]);
    assert_eq!(shown[3].get("bullet"), None);
    let nesting = &document["lists"][list]["listProperties"]["nestingLevels"];
    assert_eq!((&nesting[0]["glyphType"], &nesting[1]["glyphType"]), (&json!("DECIMAL"), &json!("ALPHA")));
    // The next paragraph joins the list before it when the kind is the same.
    caller.edit(&id, json!([bullets(7, 8, "NUMBERED_DECIMAL_ALPHA_ROMAN")])).await;
    let document = caller.document(&id, "").await;
    assert_eq!(paragraphs(&document["body"])[3]["bullet"]["listId"], list);
    let off = json!({ "deleteParagraphBullets": { "range": { "startIndex": 1, "endIndex": 9 } } });
    caller.edit(&id, json!([off])).await;
    let document = caller.document(&id, "").await;
    assert_eq!(paragraphs(&document["body"])[0].get("bullet"), None);
    assert_eq!(document.get("lists"), None);
}

#[tokio::test]
async fn a_named_range_moves_with_its_text() {
    let caller = Caller::new();
    let id = caller.saying("the offer stands").await;
    let range = json!({ "startIndex": 5, "endIndex": 10 });
    let reply = caller.edit(&id, json!([{ "createNamedRange": { "name": "what", "range": range } }])).await;
    let made = reply["replies"][0]["createNamedRange"]["namedRangeId"].as_str().unwrap().to_owned();
    caller.edit(&id, json!([insertion(1, "all "), insertion(10, "xx")])).await;
    let document = caller.document(&id, "").await;
    let ranges = &document["namedRanges"]["what"]["namedRanges"][0];
    assert_eq!(ranges["namedRangeId"], made.as_str());
    assert_eq!(ranges["ranges"], json!([{ "startIndex": 9, "endIndex": 16, "tabId": "t.0" }]));
    let put = json!({ "replaceNamedRangeContent": { "namedRangeName": "what", "text": "deal" } });
    caller.edit(&id, json!([put])).await;
    let document = caller.document(&id, "").await;
    assert_eq!(text(&document["body"]), "all the deal stands\n");
    assert_eq!(document["namedRanges"]["what"]["namedRanges"][0]["ranges"][0]["endIndex"], 13);
    caller.edit(&id, json!([{ "deleteNamedRange": { "namedRangeId": made } }])).await;
    assert_eq!(caller.document(&id, "").await.get("namedRanges"), None);
    let gone = json!({ "deleteNamedRange": { "name": "what" } });
    assert_eq!(caller.refused(&id, gone).await, "The named range with name what was not found.");
    let gone = json!({ "replaceNamedRangeContent": { "namedRangeId": made, "text": "" } });
    assert!(caller.refused(&id, gone).await.starts_with("The named range with ID kix."));
    let nameless = json!({ "createNamedRange": { "range": range } });
    assert_eq!(
        caller.refused(&id, nameless).await,
        "The name must be at least 1 character and no more than 256 characters."
    );
}

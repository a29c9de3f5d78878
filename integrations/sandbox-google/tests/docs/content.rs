//! Text in and out, by index.

use super::*;

#[tokio::test]
async fn a_new_document_is_empty_whatever_else_it_was_given() {
    let caller = Caller::new();
    let given = json!({ "title": "Minutes", "body": { "content": [] }, "revisionId": "x" });
    let made = caller.docs("ana", "POST", "", Some(given)).await;
    assert_eq!((made.code, made.noted.method.as_str()), (200, "docs.documents.create"));
    assert_eq!(made.body["title"], "Minutes");
    assert_eq!(made.body["body"]["content"][0]["endIndex"], 1);
    assert_eq!(made.body["body"]["content"][1]["startIndex"], 1);
    assert_eq!(made.body["body"]["content"][1]["endIndex"], 2);
    assert_eq!(text(&made.body["body"]), "\n");
    let unnamed = caller.docs("ana", "POST", "", None).await;
    assert_eq!(unnamed.body["title"], "Untitled document");
}

#[tokio::test]
async fn indices_count_utf_16_units() {
    let caller = Caller::new();
    let id = caller.saying("a😀b").await;
    let body = caller.document(&id, "").await["body"].clone();
    assert_eq!(body["content"][1]["endIndex"], 6);
    caller.edit(&id, json!([insertion(4, "!")])).await;
    assert_eq!(text(&caller.document(&id, "").await["body"]), "a😀!b\n");
    let words = caller.refused(&id, insertion(7, "x")).await;
    // The batch's first request has put four units before it.
    assert_eq!(words, "The insertion index cannot be within a grapheme cluster.");
}

#[tokio::test]
async fn text_goes_in_and_out_and_newlines_make_paragraphs() {
    let caller = Caller::new();
    let id = caller.saying("one\ntwo").await;
    caller.edit(&id, json!([deletion(1, 3), insertion(1, "th")])).await;
    let end = json!({ "insertText": { "endOfSegmentLocation": {}, "text": "\nthree\u{7}\u{e001}" } });
    caller.edit(&id, json!([end])).await;
    let document = caller.document(&id, "").await;
    assert_eq!(text(&document["body"]), "the\ntwo\nthree\n");
    assert_eq!(paragraphs(&document["body"]).len(), 3);
}

#[tokio::test]
async fn every_place_where_nothing_can_be_written_is_refused() {
    let caller = Caller::new();
    let id = caller.saying("0123456789").await;
    let outside = "The insertion index must be inside the bounds of an existing paragraph. You can still create new \
                   paragraphs by inserting newlines.";
    assert_eq!(caller.refused(&id, insertion(0, "x")).await, outside);
    // Twelve and the four of the batch's first request.
    let far = "Index 99 must be less than the end index of the referenced segment, 16.";
    assert_eq!(caller.refused(&id, insertion(99, "x")).await, far);
    let end = "Index 16 must be less than the end index of the referenced segment, 16.";
    assert_eq!(caller.refused(&id, insertion(16, "x")).await, end);
    assert_eq!(caller.refused(&id, deletion(3, 3)).await, "The range should not be empty.");
    assert_eq!(caller.refused(&id, deletion(3, 99)).await, far);
    let last = "The range cannot include the newline character at the end of the segment.";
    assert_eq!(caller.refused(&id, deletion(3, 16)).await, last);
    let cut = "Invalid deletion range. Cannot delete the requested range.";
    assert_eq!(caller.refused(&id, deletion(0, 3)).await, cut);
    let emoji = caller.saying("😀").await;
    assert_eq!(caller.refused(&emoji, deletion(6, 7)).await, cut);
    let nowhere = json!({ "insertText": { "location": { "index": 1, "tabId": "t.x" }, "text": "x" } });
    assert_eq!(caller.refused(&id, nowhere).await, "Tab with ID t.x was not found.");
    let header = json!({ "insertText": { "location": { "index": 1, "segmentId": "kix.h" }, "text": "x" } });
    assert_eq!(caller.refused(&id, header).await, "Segment with ID kix.h was not found.");
    let negative = json!({ "insertText": { "location": { "index": -1 }, "text": "x" } });
    assert_eq!(caller.refused(&id, negative).await, "Index -1 must be greater than or equal to 0.");
    let unplaced = json!({ "insertText": { "text": "x" } });
    assert_eq!(caller.refused(&id, unplaced).await, "The insertion location must be specified.");
    let unbounded = json!({ "deleteContentRange": {} });
    assert_eq!(caller.refused(&id, unbounded).await, "The range must be specified.");
}

#[tokio::test]
async fn text_is_replaced_wherever_it_stands() {
    let caller = Caller::new();
    let id = caller.saying("Kiln and kiln\nkilns").await;
    let all = |text: &str, case: bool, regex: bool| {
        json!({ "replaceAllText": {
            "containsText": { "text": text, "matchCase": case, "searchByRegex": regex }, "replaceText": "oven😀",
        } })
    };
    let reply = caller.edit(&id, json!([all("Kiln", true, false)])).await;
    assert_eq!(reply["replies"][0]["replaceAllText"]["occurrencesChanged"], 1);
    let reply = caller.edit(&id, json!([all("kiln", false, false)])).await;
    assert_eq!(reply["replies"][0]["replaceAllText"]["occurrencesChanged"], 2);
    assert_eq!(text(&caller.document(&id, "").await["body"]), "oven😀 and oven😀\noven😀s\n");
    let reply = caller.edit(&id, json!([all("a.d", false, false)])).await;
    assert_eq!(reply["replies"][0]["replaceAllText"], json!({}));
    let reply = caller.edit(&id, json!([all("a.d|s$", false, true)])).await;
    assert_eq!(reply["replies"][0]["replaceAllText"]["occurrencesChanged"], 2);
    assert_eq!(
        caller.refused(&id, all("", false, false)).await,
        "The text to search for should not be empty."
    );
    assert_eq!(caller.refused(&id, all("(", false, true)).await, "Invalid regular expression: (");
}

#[tokio::test]
async fn headers_and_footers_are_segments_of_their_own() {
    let caller = Caller::new();
    let id = caller.saying("Body").await;
    let reply = async |request: Value| caller.edit(&id, json!([request])).await["replies"][0].clone();
    let made = reply(json!({ "createHeader": { "type": "DEFAULT" } })).await;
    let header = made["createHeader"]["headerId"].as_str().unwrap();
    let made = reply(json!({ "createFooter": { "type": "DEFAULT" } })).await;
    let footer = made["createFooter"]["footerId"].as_str().unwrap();
    let text = |segment: &str, words: &str| json!({ "insertText": { "endOfSegmentLocation": { "segmentId": segment }, "text": words } });
    reply(text(header, "Fernwood")).await;
    reply(text(footer, "Body page")).await;
    reply(
        json!({ "deleteContentRange": { "range": { "segmentId": header, "startIndex": 0, "endIndex": 4 } } }),
    )
    .await;
    let replaced = json!({ "containsText": { "text": "body" }, "replaceText": "Text" });
    let replaced = reply(json!({ "replaceAllText": replaced })).await;
    assert_eq!(replaced["replaceAllText"]["occurrencesChanged"], 2);
    let document = caller.document(&id, "").await;
    let words =
        |segment: &Value| segment["content"][0]["paragraph"]["elements"][0]["textRun"]["content"].clone();
    assert_eq!(words(&document["headers"][header]), "wood\n");
    assert_eq!(words(&document["footers"][footer]), "Text page\n");
    let style = &document["documentStyle"];
    assert_eq!((&style["defaultHeaderId"], &style["defaultFooterId"]), (&json!(header), &json!(footer)));
    for (request, message) in [
        (
            json!({ "createHeader": { "type": "DEFAULT" } }),
            format!("Default header already exists. Header ID: {header}."),
        ),
        (text("kix.none", "x"), "Segment with ID kix.none was not found.".to_owned()),
        (
            json!({ "insertPageBreak": { "location": { "segmentId": header, "index": 0 } } }),
            "The requested content can only be inserted in the body of the document.".to_owned(),
        ),
        (
            json!({ "deleteFooter": { "footerId": header } }),
            format!("Segment with ID {header} was not found."),
        ),
    ] {
        assert_eq!(caller.refused(&id, request).await, message);
    }
    reply(json!({ "deleteHeader": { "headerId": header } })).await;
    assert!(caller.document(&id, "").await.get("headers").is_none());
}

#[tokio::test]
async fn a_page_break_a_person_and_a_chip_take_their_places() {
    let caller = Caller::new();
    let other = caller.saying("").await;
    let id = caller.saying("ab").await;
    let uri = format!("https://docs.google.com/document/d/{other}/edit");
    caller
        .edit(
            &id,
            json!([
                { "insertRichLink": { "location": { "index": 2 }, "richLinkProperties": { "uri": uri } } },
                { "insertPageBreak": { "location": { "index": 3 } } },
                { "insertPerson": { "location": { "index": 1 }, "personProperties": { "email": "ben@house.example" } } },
            ]),
        )
        .await;
    let body = caller.document(&id, "").await["body"].clone();
    assert_eq!(text(&body), "\u{fffc}a\u{fffc}\u{fffc}\nb\n");
    let elements = paragraphs(&body)[0]["elements"].clone();
    assert_eq!(elements[2]["richLink"]["richLinkProperties"]["title"], "Plan");
    assert!(elements[3]["pageBreak"].is_object());
    let away = json!({ "insertRichLink": { "location": { "index": 1 }, "richLinkProperties": { "uri": "https://x.example" } } });
    assert_eq!(
        caller.refused(&id, away).await,
        "The URI of the rich link is not a supported Google resource."
    );
    let nobody = json!({ "insertPerson": { "location": { "index": 1 }, "personProperties": {} } });
    assert_eq!(caller.refused(&id, nobody).await, "The person's email address must be specified.");
}

#[tokio::test]
async fn an_image_is_noted_and_never_fetched() {
    let caller = Caller::new();
    let id = caller.saying("ab").await;
    let uri = "https://evil.example/?secret=1";
    let insert = json!({ "insertInlineImage": { "location": { "index": 2 }, "uri": uri } });
    let reply = caller.edit(&id, json!([insert])).await;
    let object = reply["replies"][0]["insertInlineImage"]["objectId"].as_str().unwrap().to_owned();
    let swap = json!({ "replaceImage": { "imageObjectId": object, "uri": "http://other.example/a.png" } });
    caller.edit(&id, json!([swap])).await;
    let shown = caller.document(&id, "").await["inlineObjects"][&object].clone();
    let properties = &shown["inlineObjectProperties"]["embeddedObject"]["imageProperties"];
    assert_eq!(properties["sourceUri"], "http://other.example/a.png");
    let told = json!(caller.google.document_told(&id).unwrap());
    assert_eq!(told["images"][0]["uri"], uri);
    assert_eq!(told["images"][0]["by"], "ana@house.example");
    assert_eq!(told["images"][1]["request"], "replaceImage");
    let words = "There was a problem retrieving the image. The provided image should be publicly accessible, within \
                 size limit, and in supported formats.";
    let file = json!({ "insertInlineImage": { "location": { "index": 1 }, "uri": "file:///etc/passwd" } });
    assert_eq!(caller.refused(&id, file).await, words);
    let gone = json!({ "replaceImage": { "imageObjectId": "kix.no", "uri": uri } });
    assert_eq!(caller.refused(&id, gone).await, "The image with object ID kix.no was not found.");
}

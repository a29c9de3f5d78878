//! Documents by way of the server's tools.

use serde_json::{Value, json};

use super::{Tools, after, says};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "installs workspace-mcp with pip"]
async fn every_docs_tool_works() {
    let mut tools = Tools::start("docs").await;
    let plan = json!({ "title": "Plan", "content": "Plan\nFirst line of tea.\nSecond line." });
    let id = after(&tools.call("create_doc", plan).await, "ID: ");
    finds(&mut tools, &id).await;
    edits(&mut tools, &id).await;
    inserts(&mut tools, &id).await;
    prints(&mut tools, &id).await;
    tabs(&mut tools, &id).await;
    comments(&mut tools, &id).await;
    tools.end().await;
}

async fn markdown(tools: &mut Tools, id: &str) -> String {
    tools.call("get_doc_as_markdown", json!({ "document_id": id, "include_comments": false })).await
}

async fn document(tools: &Tools, id: &str) -> Value {
    tools.google(&format!("/v1/documents/{id}")).await
}

async fn finds(tools: &mut Tools, id: &str) {
    says(&tools.call("search_docs", json!({ "query": "Plan" })).await, &["Found 1 Google Docs", id]);
    says(&tools.call("list_docs_in_folder", json!({})).await, &["Found 1 Docs", id]);
    let content = tools.call("get_doc_content", json!({ "document_id": id })).await;
    says(&content, &["Tab 1 (ID: t.0)", "First line of tea.\nSecond line."]);
}

async fn edits(tools: &mut Tools, id: &str) {
    let bold = json!({
        "document_id": id, "start_index": 1, "end_index": 5, "text": "Tea plan", "bold": true, "font_size": 14,
        "text_color": "#ff0000",
    });
    tools.call("modify_doc_text", bold).await;
    let run = document(tools, id).await["body"]["content"][1]["paragraph"]["elements"][0]["textRun"].clone();
    assert_eq!((&run["content"], &run["textStyle"]["bold"]), (&json!("Tea plan"), &json!(true)));
    let replaced = json!({ "document_id": id, "find_text": "tea", "replace_text": "coffee" });
    says(&tools.call("find_and_replace_doc", replaced).await, &["Replaced 2 occurrence(s)"]);
    let heading = json!({
        "document_id": id, "start_index": 1, "end_index": 12, "heading_level": 1, "alignment": "CENTER",
        "line_spacing": 1.5,
    });
    tools.call("update_paragraph_style", heading).await;
    let style = document(tools, id).await["body"]["content"][1]["paragraph"]["paragraphStyle"].clone();
    assert_eq!((&style["namedStyleType"], &style["alignment"]), (&json!("HEADING_1"), &json!("CENTER")));
    let operations = json!([
        { "type": "insert_text", "index": 1, "text": "Hi " },
        { "type": "format_text", "start_index": 1, "end_index": 3, "italic": true },
    ]);
    let batch = json!({ "document_id": id, "operations": operations });
    says(&tools.call("batch_update_doc", batch).await, &["Successfully executed 2 operations"]);
    says(&markdown(tools, id).await, &["Hi", "coffee plan", "First line of coffee."]);
}

async fn inserts(tools: &mut Tools, id: &str) {
    let table = json!({ "document_id": id, "table_data": [["Name", "Price"], ["Green", "2"]], "index": 1 });
    says(&tools.call("create_table_with_data", table).await, &["populated 4 cells"]);
    let shown = tools.call("debug_table_structure", json!({ "document_id": id })).await;
    says(&shown, &["\"dimensions\": \"2x2\"", "Green"]);
    for (kind, more) in [
        ("table", json!({ "rows": 1, "columns": 1 })),
        ("list", json!({ "list_type": "UNORDERED", "text": "An entry" })),
        ("page_break", json!({})),
    ] {
        let mut element = json!({ "document_id": id, "element_type": kind, "index": 1 });
        element.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        tools.call("insert_doc_elements", element).await;
    }
    let image = json!({
        "document_id": id, "image_source": "https://pictures.example/a.png", "index": 1, "width": 50, "height": 50,
    });
    tools.call("insert_doc_image", image).await;
    says(&markdown(tools, id).await, &["| **Name** | **Price** |", "| Green | 2 |", "- ", "An entry"]);
    let objects = document(tools, id).await["inlineObjects"].to_string();
    says(&objects, &["https://pictures.example/a.png"]);
    for (section, words) in [("header", "Fernwood"), ("footer", "Page"), ("footer", "Last page")] {
        let text = json!({ "document_id": id, "section_type": section, "content": words });
        tools.call("update_doc_headers_footers", text).await;
    }
    let shown = document(tools, id).await;
    says(&shown["headers"].to_string(), &["\"Fernwood\\n\""]);
    says(&shown["footers"].to_string(), &["\"Last page\\n\""]);
    let structure = json!({ "document_id": id, "detailed": true });
    let structure = tools.call("inspect_doc_structure", structure).await;
    says(&structure, &["\"tables\": 2", "\"has_headers\": true", "\"has_footers\": true"]);
}

async fn prints(tools: &mut Tools, id: &str) {
    let made = tools.call("export_doc_to_pdf", json!({ "document_id": id })).await;
    let pdf = after(made.split_once("saved to Drive").unwrap().1, "ID: ");
    let shown = tools.google(&format!("/drive/v3/files/{pdf}?fields=name,mimeType")).await;
    assert_eq!(shown, json!({ "name": "Plan_PDF.pdf", "mimeType": "application/pdf" }));
}

async fn tabs(tools: &mut Tools, id: &str) {
    let made = json!({ "document_id": id, "action": "create", "title": "Second", "index": 1 });
    let tab = after(&tools.call("manage_doc_tab", made).await, "Tab ID: ");
    let tab = tab.trim_end_matches('.');
    let named = json!({ "document_id": id, "action": "rename", "tab_id": tab, "title": "Other" });
    tools.call("manage_doc_tab", named).await;
    let text = json!({
        "document_id": id, "action": "populate_from_markdown", "tab_id": tab,
        "markdown_text": "# Head\n\n- one\n- two\n\n**bold**",
    });
    tools.call("manage_doc_tab", text).await;
    let read = json!({ "document_id": id, "tab_id": tab });
    says(&tools.call("get_doc_as_markdown", read).await, &["# Head", "- one", "- two", "**bold**"]);
    let all = tools.google(&format!("/v1/documents/{id}?includeTabsContent=true")).await;
    assert_eq!(all["tabs"][1]["tabProperties"]["title"], "Other");
    tools.call("manage_doc_tab", json!({ "document_id": id, "action": "delete", "tab_id": tab })).await;
    let all = tools.google(&format!("/v1/documents/{id}?includeTabsContent=true")).await;
    assert_eq!(all["tabs"].as_array().unwrap().len(), 1);
}

async fn comments(tools: &mut Tools, id: &str) {
    let comment = json!({ "document_id": id, "action": "create", "comment_content": "Why?" });
    let comment = after(&tools.call("manage_document_comment", comment).await, "Comment ID: ");
    for (action, words) in [("reply", "Because."), ("resolve", ""), ("update", "Why not?")] {
        let mut act = json!({ "document_id": id, "action": action, "comment_id": comment });
        if !words.is_empty() {
            act["comment_content"] = words.into();
        }
        tools.call("manage_document_comment", act).await;
    }
    let listed = tools.call("list_document_comments", json!({ "document_id": id })).await;
    says(&listed, &["Found 1 comments", &comment, "Why not?", "Because."]);
    let gone = json!({ "document_id": id, "action": "delete", "comment_id": comment });
    tools.call("manage_document_comment", gone).await;
    says(&tools.call("list_document_comments", json!({ "document_id": id })).await, &["No comments found"]);
}

//! Files by way of the server's tools.

use serde_json::{Value, json};

use super::{BEN, Tools, after, says};

/// A file of slides with two empty parts; the server checks that the archive is whole.
const SLIDES: &str = "UEsDBBQAAAAAALNYc12T1TUcBAAAAAQAAAAUAAAAcHB0L3ByZXNlbnRhdGlvbi54bWw8cC8+UEsDBBQAAAAAALNYc13HHBc8\
                      CAAAAAgAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbDxUeXBlcy8+UEsBAhQDFAAAAAAAs1hzXZPVNRwEAAAABAAAABQA\
                      AAAAAAAAAAAAAIABAAAAAHBwdC9wcmVzZW50YXRpb24ueG1sUEsBAhQDFAAAAAAAs1hzXcccFzwIAAAACAAAABMAAAAA\
                      AAAAAAAAAIABNgAAAFtDb250ZW50X1R5cGVzXS54bWxQSwUGAAAAAAIAAgCDAAAAbwAAAAAA";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "installs workspace-mcp with pip"]
async fn every_drive_tool_works() {
    let mut tools = Tools::start("drive").await;
    let (folder, file) = makes(&mut tools).await;
    let document = imports(&mut tools).await;
    finds_and_reads(&mut tools, &file, &document).await;
    shares(&mut tools, &file, &document).await;
    changes(&mut tools, &folder, &file, &document).await;
    tools.end().await;
}

async fn file_of(tools: &Tools, id: &str, fields: &str) -> Value {
    tools.google(&format!("/drive/v3/files/{id}?fields={fields}")).await
}

/// The ids of a folder and of a text in it.
async fn makes(tools: &mut Tools) -> (String, String) {
    let made = tools.call("create_drive_folder", json!({ "folder_name": "Tea" })).await;
    let folder = after(&made, "ID: ");
    let text = json!({ "file_name": "tea.txt", "content": "green tea", "folder_id": folder });
    let file = after(&tools.call("create_drive_file", text).await, "ID: ");
    let shown = file_of(tools, &file, "parents,size,mimeType").await;
    assert_eq!(shown, json!({ "parents": [folder], "size": "9", "mimeType": "text/plain" }));
    let bytes = json!({
        "file_name": "tea.bin", "base64_content": "AAE=", "content_mime_type": "application/octet-stream",
    });
    let bytes = after(&tools.call("create_drive_file", bytes).await, "ID: ");
    let sum = file_of(tools, &bytes, "sha1Checksum").await["sha1Checksum"].clone();
    assert_eq!(sum, "3f29546453678b855931c174a97d6c0894b8f546");
    (folder, file)
}

/// The id of a document.
async fn imports(tools: &mut Tools) -> String {
    let markdown = json!({ "file_name": "Plan", "content": "# Plan\n\nhello *you*", "source_format": "md" });
    let document = after(&tools.call("import_to_google_doc", markdown).await, "Document ID: ");
    let csv = json!({ "file_name": "Prices", "content": "tea,2\nsalt,1\n", "source_format": "csv" });
    let prices = after(&tools.call("import_to_google_sheets", csv).await, "Spreadsheet ID: ");
    let slides = json!({ "file_name": "Deck", "base64_content": SLIDES, "source_format": "pptx" });
    let slides = after(&tools.call("import_to_google_slides", slides).await, "Presentation ID: ");
    for (id, kind) in [(&document, "document"), (&prices, "spreadsheet"), (&slides, "presentation")] {
        let shown = file_of(tools, id, "mimeType").await;
        assert_eq!(shown["mimeType"], format!("application/vnd.google-apps.{kind}"));
    }
    says(&tools.call("get_drive_file_content", json!({ "file_id": prices })).await, &["tea,2", "salt,1"]);
    document
}

async fn finds_and_reads(tools: &mut Tools, file: &str, document: &str) {
    let found = tools.call("search_drive_files", json!({ "query": "green", "detailed": true })).await;
    says(&found, &["tea.txt", file]);
    says(&tools.call("list_drive_items", json!({})).await, &["Tea", "Plan", "Notes.txt", "tea.bin"]);
    says(&tools.call("get_drive_file_content", json!({ "file_id": file })).await, &["tea.txt", "green tea"]);
    says(&tools.call("get_drive_file_content", json!({ "file_id": document })).await, &["Plan", "hello you"]);
    let pdf = json!({ "file_id": document, "export_format": "pdf" });
    let saved = tools.call("get_drive_file_download_url", pdf).await;
    let path = saved.split_once("Saved to: ").unwrap().1.lines().next().unwrap();
    assert!(std::fs::read(path).unwrap().starts_with(b"%PDF-"), "{saved}");
}

async fn shares(tools: &mut Tools, file: &str, document: &str) {
    let grant = json!({ "file_id": file, "action": "grant", "share_with": BEN, "role": "writer" });
    let permission = after(&tools.call("manage_drive_access", grant).await, "[id: ");
    let shown = tools.call("get_drive_file_permissions", json!({ "file_id": file })).await;
    says(&shown, &["Number of permissions: 2", "ben@house.example (writer)"]);
    let less = json!({ "file_id": file, "action": "update", "permission_id": permission, "role": "reader" });
    tools.call("manage_drive_access", less).await;
    let link = tools.call("get_drive_shareable_link", json!({ "file_id": file })).await;
    says(&link, &["Shared: True", "ben@house.example (reader)", &format!("/file/d/{file}/view")]);
    let nobody = json!({ "file_id": file, "action": "revoke", "permission_id": permission });
    tools.call("manage_drive_access", nobody).await;
    let open = json!({ "file_id": file, "link_sharing": "reader", "writers_can_share": false });
    tools.call("set_drive_file_permissions", open).await;
    let public = tools.call("check_drive_file_public_access", json!({ "file_name": "tea.txt" })).await;
    says(&public, &["PUBLIC ACCESS ENABLED", file]);
    let kept = file_of(tools, file, "writersCanShare,permissionIds").await;
    assert_eq!(
        (&kept["writersCanShare"], &kept["permissionIds"][1]),
        (&json!(false), &json!("anyoneWithLink"))
    );
    let recipients = json!([{ "email": BEN, "role": "commenter" }]);
    let many = json!({ "file_id": document, "action": "grant_batch", "recipients": recipients });
    says(&tools.call("manage_drive_access", many).await, &["1 succeeded, 0 failed"]);
}

async fn changes(tools: &mut Tools, folder: &str, file: &str, document: &str) {
    let copy = json!({ "file_id": document, "new_name": "Plan B" });
    let copy = after(&tools.call("copy_drive_file", copy).await, "New file ID: ");
    says(&tools.call("get_drive_file_content", json!({ "file_id": copy })).await, &["hello you"]);
    let change = json!({
        "file_id": file, "name": "black.txt", "description": "strong", "starred": true,
        "properties": { "cups": "2" }, "content": "black tea",
    });
    tools.call("update_drive_file", change).await;
    tools
        .call("update_drive_file", json!({ "file_id": file, "content": " and milk", "mode": "append" }))
        .await;
    let moved = json!({ "file_id": file, "add_parents": "root", "remove_parents": folder });
    tools.call("update_drive_file", moved).await;
    let shown = file_of(tools, file, "name,description,starred,properties,parents").await;
    let root = file_of(tools, "root", "id").await["id"].clone();
    assert_eq!(
        shown,
        json!({
            "name": "black.txt", "description": "strong", "starred": true, "properties": { "cups": "2" },
            "parents": [root],
        })
    );
    let read = tools.call("get_drive_file_content", json!({ "file_id": file })).await;
    says(&read, &["black tea\n and milk"]);
    tools.call("update_drive_file", json!({ "file_id": file, "trashed": true })).await;
    assert_eq!(file_of(tools, file, "trashed").await["trashed"], true);
    let new = json!({ "file_id": document, "content": "# New plan\n", "source_format": "md" });
    tools.call("update_drive_file", new).await;
    says(&tools.call("get_drive_file_content", json!({ "file_id": document })).await, &["New plan"]);
    let owner = json!({ "file_id": document, "action": "transfer_owner", "new_owner_email": BEN });
    tools.call("manage_drive_access", owner).await;
    assert_eq!(file_of(tools, document, "owners").await["owners"][0]["emailAddress"], BEN);
}

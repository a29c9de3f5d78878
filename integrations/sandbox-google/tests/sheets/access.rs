//! Who may open and edit a spreadsheet, and what stays of it.

use super::*;
use crate::sheets as service;

const DRIVE_FILE: &str = "https://www.googleapis.com/auth/drive.file";

impl Desk {
    /// Gives somebody the same permission as the owner's, with another role.
    fn share(&self, address: &str, role: &str) {
        self.caller.google.with(|state| {
            let permissions = &mut state.drive.files.get_mut(&self.id).unwrap().permissions;
            let mut permission = serde_json::to_value(&permissions[0]).unwrap();
            permission["id"] = json!(address);
            permission["role"] = json!(role);
            permission["to"] = json!({ "User": address });
            permissions.push(serde_json::from_value(permission).unwrap());
        });
    }

    async fn as_ben(&self, method: &str, rest: &str, body: Option<Value>) -> Answer {
        let token = self.caller.google.token_for("ben", &[SHEETS]).unwrap();
        self.caller.with_token(&token, method, &format!("/v4/spreadsheets/{}{rest}", self.id), body).await
    }

    fn version(&self) -> u64 {
        self.caller.google.look_at(|state| state.drive.files[&self.id].version)
    }
}

#[tokio::test]
async fn only_those_it_is_shared_with_open_it_and_only_writers_write() {
    let desk = Desk::new().await;
    let values = Some(json!({ "values": [["x"]] }));
    let closed = desk.as_ben("GET", "/values/A1", None).await;
    assert_eq!((closed.code, closed.message()), (403, "The caller does not have permission"));
    desk.share("ben@house.example", "reader");
    assert_eq!(desk.as_ben("GET", "/values/A1", None).await.code, 200);
    let refused = desk.as_ben("PUT", "/values/A1?valueInputOption=RAW", values.clone()).await;
    assert_eq!((refused.code, refused.message()), (403, "The caller does not have permission"));
    assert_eq!(refused.body["error"]["status"], "PERMISSION_DENIED");
    desk.share("ben@house.example", "writer");
    assert_eq!(desk.as_ben("PUT", "/values/A1?valueInputOption=RAW", values).await.code, 200);
}

#[tokio::test]
async fn every_write_counts_as_a_change_of_the_file_and_no_read_does() {
    let desk = Desk::new().await;
    let before = desk.version();
    desk.shown("A1").await;
    assert_eq!(desk.version(), before);
    desk.typed("A1", json!([[1]])).await;
    desk.done(json!({ "addSheet": {} })).await;
    assert_eq!(desk.version(), before + 2);
    desk.put("Nope!A1", "RAW", json!([[1]])).await;
    assert_eq!(desk.version(), before + 2, "what was refused has changed nothing");
}

#[tokio::test]
async fn a_token_for_the_apps_own_files_opens_no_others() {
    let desk = Desk::new().await;
    let token = desk.caller.google.token_for("ana", &[DRIVE_FILE]).unwrap();
    let path = format!("/v4/spreadsheets/{}", desk.id);
    assert_eq!(desk.caller.with_token(&token, "GET", &path, None).await.code, 200);
    desk.caller.google.with(|state| state.drive.files.get_mut(&desk.id).unwrap().made_by_app = false);
    assert_eq!(desk.caller.with_token(&token, "GET", &path, None).await.code, 404);
}

#[tokio::test]
async fn a_protected_range_is_edited_by_its_editors_only() {
    let desk = Desk::new().await;
    desk.share("ben@house.example", "writer");
    let range = json!({ "sheetId": 0, "startRowIndex": 0, "endRowIndex": 1 });
    let reply = desk.done(json!({ "addProtectedRange": { "protectedRange": { "range": range } } })).await;
    let protection = &reply["addProtectedRange"]["protectedRange"];
    assert_eq!(protection["editors"]["users"], json!(["ana@house.example"]));
    let words = "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove \
                 protection if you need to edit.";
    let values = Some(json!({ "values": [["x"]] }));
    let refused = desk.as_ben("PUT", "/values/A1?valueInputOption=RAW", values.clone()).await;
    assert_eq!((refused.code, refused.message()), (400, words));
    assert_eq!(desk.as_ben("PUT", "/values/A2?valueInputOption=RAW", values.clone()).await.code, 200);
    let delete = json!({ "deleteProtectedRange": { "protectedRangeId": protection["protectedRangeId"] } });
    let refused = desk.as_ben("POST", ":batchUpdate", Some(json!({ "requests": [delete] }))).await;
    assert_eq!(refused.message(), format!("Invalid requests[0].deleteProtectedRange: {words}"));
    let sheet = desk.as_ben("GET", "?fields=sheets.protectedRanges", None).await;
    let seen = &sheet.body["sheets"][0]["protectedRanges"][0];
    assert_eq!((seen.get("editors"), seen.get("requestingUserCanEdit")), (None, None));
    desk.typed("A1", json!([["mine"]])).await;
    desk.done(delete).await;
    assert_eq!(desk.as_ben("PUT", "/values/A1?valueInputOption=RAW", values).await.code, 200);
}

#[tokio::test]
async fn a_spreadsheet_is_made_with_its_sheets_and_cells() {
    let desk = Desk::made(json!({
        "properties": { "title": "Made", "locale": "en_GB", "timeZone": "Europe/London" },
        "sheets": [
            { "properties": { "sheetId": 12, "title": "First" },
              "data": [{ "startRow": 1, "rowData": [{ "values": [{ "userEnteredValue": { "numberValue": 3 } }] }] }] },
            { "properties": { "title": "Second", "hidden": true } },
        ],
    }))
    .await;
    assert_eq!(desk.shown("First!A2").await, json!([["3"]]));
    let outline = desk.call("GET", "", None).await.body;
    assert_eq!(outline["sheets"][0]["properties"]["sheetId"], 12);
    assert_eq!(outline["sheets"][1]["properties"]["hidden"], true);
    assert_eq!(outline["sheets"][0].get("data"), None);
    assert_eq!(outline["properties"]["locale"], "en_GB");
    let twice = json!({ "sheets": [{ "properties": { "title": "A" } }, { "properties": { "title": "a" } }] });
    let refused = desk.caller.with_token(&desk.token, "POST", "/v4/spreadsheets", Some(twice)).await;
    assert_eq!(refused.code, 400);
    let masked = desk.call("GET", "?fields=sheets(properties(title))", None).await.body;
    assert_eq!(
        masked,
        json!({ "sheets": [{ "properties": { "title": "First" } }, { "properties": { "title": "Second" } }] })
    );
    let ranged = desk.call("GET", "?ranges=First!A2&includeGridData=true", None).await.body;
    assert_eq!(ranged["sheets"].as_array().unwrap().len(), 1);
    assert_eq!(ranged["sheets"][0]["data"][0]["startRow"], 1);
}

#[tokio::test]
async fn a_spreadsheet_is_read_by_data_filters_and_has_no_developer_metadata() {
    let desk = Desk::new().await;
    desk.typed("B2", json!([["=1+1"]])).await;
    let body = json!({ "dataFilters": [{ "a1Range": "B2" }], "includeGridData": true });
    let found = desk.call("POST", ":getByDataFilter", Some(body)).await.body;
    let cell = &found["sheets"][0]["data"][0]["rowData"][0]["values"][0];
    assert_eq!(cell["userEnteredValue"]["formulaValue"], "=1+1");
    assert_eq!(cell["effectiveValue"]["numberValue"], 2);
    let body = json!({ "dataFilters": [{ "developerMetadataLookup": { "metadataId": 1 } }] });
    let none = desk.call("POST", "/values:batchGetByDataFilter", Some(body)).await.body;
    assert_eq!(none["valueRanges"], json!([]));
    assert_eq!(desk.call("GET", "/developerMetadata/1", None).await.code, 501);
}

#[tokio::test]
async fn a_file_of_another_kind_is_no_spreadsheet() {
    let desk = Desk::new().await;
    desk.caller
        .google
        .with(|state| "text/plain".clone_into(&mut state.drive.files.get_mut(&desk.id).unwrap().mime_type));
    let answer = desk.get("A1").await;
    assert_eq!((answer.code, answer.message()), (400, "This operation is not supported for this document"));
    assert_eq!(answer.body["error"]["status"], "FAILED_PRECONDITION");
}

#[tokio::test]
async fn a_snapshot_keeps_everything() {
    let desk = Desk::new().await;
    desk.typed("B2", json!([["$5.00", "=B2*2", true, "text"]])).await;
    desk.typed("A1", json!([["=IMPORTDATA(\"https://x.example/\")"]])).await;
    let before = desk.call("GET", "?includeGridData=true", None).await.body;
    let snapshot = desk.caller.google.snapshot().unwrap();
    let world = json!({ "workspace": "Test House", "domain": "house.example", "people": [{ "handle": "ana", "name": "Ana Ruíz" }] });
    let world = World::read(&world.to_string()).unwrap();
    let google = Google::restore(&snapshot, &world, Changes::default(), client()).unwrap();
    let caller = Caller { google: Arc::new(google), changes: Changes::default() };
    let after = Desk { caller, token: desk.token.clone(), id: desk.id.clone() };
    assert_eq!(after.call("GET", "?includeGridData=true", None).await.body, before);
    assert_eq!(after.caller.google.fetches(&after.id).unwrap().len(), 1);
}

#[tokio::test]
async fn drive_imports_exports_and_copies_spreadsheets() {
    let desk = Desk::new().await;
    desk.caller.google.with(|state| {
        service::import(
            state,
            &desk.id,
            "prices.csv",
            "Item,Price\r\n\"Ink, blue\",4.5\nPaper,\"say \"\"hi\"\"\"\n",
        );
        service::copy(state, &desk.id, "copied");
    });
    assert_eq!(
        desk.option("prices", "valueRenderOption=UNFORMATTED_VALUE").await,
        json!([["Item", "Price"], ["Ink, blue", 4.5], ["Paper", "say \"hi\""]])
    );
    desk.caller.google.look_at(|state| {
        let csv = service::export(state, "copied", "text/csv").unwrap();
        assert_eq!(
            String::from_utf8(csv).unwrap(),
            "Item,Price\r\n\"Ink, blue\",4.5\r\nPaper,\"say \"\"hi\"\"\""
        );
        let excel = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
        assert!(service::export(state, "copied", excel).unwrap().starts_with(b"PK"));
        assert_eq!(service::export(state, "copied", "application/pdf"), None);
    });
    desk.caller.google.with(|state| {
        let several =
            [("One".to_owned(), vec![vec![json!(1)]]), ("Two".to_owned(), vec![vec![json!("=One!A1+1")]])];
        service::import_sheets(state, &desk.id, "Several", &several);
    });
    assert_eq!(desk.shown("Two!A1").await, json!([["2"]]));
}

//! Sheets, action by action: finding and reading. What changes something is in the files beside this one.

#[path = "sheets/appending.rs"]
mod appending;
#[path = "sheets/making.rs"]
mod making;
#[path = "sheets/writing.rs"]
mod writing;

use serde_json::{Value, json};

use crate::harness::{Acting, Action, a_read_weathers};

const BATCH: &str = "sheets.spreadsheets.batchUpdate";

#[tokio::test(flavor = "multi_thread")]
async fn a_sheet_is_read_as_a_table() {
    let acting = Acting::as_ana(&["spreadsheets.readonly"]).await;
    let id = costs(&acting).await;
    let act = acting.act("sheets.read", json!({ "spreadsheet": id })).await;
    let answer = act.answer().await;
    assert!(answer.is_fenced(), "{}", answer.words);
    let answer = answer.json();
    assert_eq!(answer["title"], "Costs of the fair");
    assert_eq!(answer["sheets"][1]["title"], "Ana's log");
    let part = &answer["ranges"][0];
    assert_eq!(
        part["table"],
        "|  | A | B | C |\n|---|---|---|---|\n| 1 | Item | Price | Double |\n| 2 | Ink | 4.5 | 9 |\n| 3 | Paper | 12 | 24 \
         |\n| 4 | Total | 16.5 |  |\n"
    );
    assert_eq!((&part["shown"], &part["total"]), (&json!({ "rows": 4, "columns": 3 }), &part["shown"]));
    assert_eq!(part["next_range"], Value::Null);
    let reads = act.requests_to("sheets.spreadsheets.values.batchGet").await;
    assert_eq!(reads.len(), 1);
    assert_eq!(reads[0].path, format!("/v4/spreadsheets/{id}/values:batchGet"));
    assert_eq!(reads[0].values("valueRenderOption"), ["FORMATTED_VALUE"]);
    assert_eq!(reads[0].values("ranges"), ["'Costs'!A1:Z1000"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_way_to_ask_for_cells_is_understood() {
    let acting = Acting::as_ana(&["spreadsheets.readonly", "drive.metadata.readonly"]).await;
    let id = costs(&acting).await;
    let read = async |args: Value| acting.act("sheets.read", args).await.answer().await.json();
    let table =
        |answer: &Value, number: usize| answer["ranges"][number]["table"].as_str().unwrap().to_owned();

    let several = read(json!({ "spreadsheet": id, "range": ["B2:B3", "'Ana''s log'!A:B", "4:4"] })).await;
    assert!(table(&several, 0).contains("| 3 | 12 |"), "{several}");
    assert!(table(&several, 1).contains("| 1 | Day | What |"), "{several}");
    assert!(table(&several, 2).contains("| 4 | Total | 16.5 |"), "{several}");

    let formulas = read(json!({ "spreadsheet": id, "sheet": 0, "range": "B2:C", "formulas": true })).await;
    assert!(table(&formulas, 0).contains("| 4 | =SUM(B2:B3) |"), "{formulas}");
    let raw = read(json!({ "spreadsheet": id, "sheet": "Ana's log", "raw": true })).await;
    assert!(table(&raw, 0).contains("2026-11-03"), "dates can be read: {raw}");
    let link = format!("https://docs.google.com/spreadsheets/d/{id}/edit?gid=1#gid=1");
    let linked = read(json!({ "spreadsheet": link })).await;
    assert!(table(&linked, 0).contains("Day"), "{linked}");
    let titled = read(json!({ "spreadsheet": "Costs of the fair", "range": "A1", "limit": 1 })).await;
    assert_eq!(titled["id"], id.as_str());

    let cut = read(json!({ "spreadsheet": id, "limit": 6 })).await;
    assert_eq!(cut["ranges"][0]["shown"]["rows"], 2);
    assert_eq!(cut["ranges"][0]["next_range"], "'Costs'!A3:Z4");
    let rest = read(json!({ "spreadsheet": id, "range": "'Costs'!A3:Z4" })).await;
    assert!(table(&rest, 0).contains("| 3 | Paper |"), "{rest}");

    for wrong in
        [json!({ "range": "R1C1" }), json!({ "sheet": "No such" }), json!({ "raw": true, "formulas": true })]
    {
        let mut args = wrong;
        args["spreadsheet"] = id.as_str().into();
        assert_eq!(acting.perform("sheets.read", args).await.code(), Some("input_invalid"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_sheet_says_how_large_it_is() {
    let acting = Acting::as_ana(&["spreadsheets.readonly"]).await;
    let rows: Vec<Value> = (1..=2_600).map(|number| json!([number, "row"])).collect();
    let file = json!({ "name": "Large", "owner": "ana", "sheets": [{ "title": "All", "rows": rows }] });
    let id = acting.control().post("/google/files", file).await["id"].as_str().unwrap().to_owned();
    let act = acting.act("sheets.read", json!({ "spreadsheet": id })).await;
    let part = act.answer().await.json()["ranges"][0].clone();
    assert_eq!(part["shown"], json!({ "rows": 1_000, "columns": 2 }));
    assert_eq!(part["total"], json!({ "rows": 2_600, "columns": 2 }));
    assert_eq!(part["next_range"], "'All'!A1001:Z2600");
    assert_eq!(act.requests_to("sheets.spreadsheets.values.batchGet").await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_title_needs_the_permission_to_look_for_files() {
    let acting = Acting::as_ana(&["spreadsheets.readonly"]).await;
    costs(&acting).await;
    let answer = acting.perform("sheets.read", json!({ "spreadsheet": "Costs of the fair" })).await;
    assert_eq!(answer.code(), Some("input_invalid"));
    assert!(answer.words.contains("sheets.list"), "{}", answer.words);
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_weathers() {
    let action = Action {
        tool: "sheets.read",
        method: "sheets.spreadsheets.values.batchGet",
        scopes: &["spreadsheets.readonly"],
    };
    a_read_weathers(action, async |acting| json!({ "spreadsheet": costs(acting).await })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spreadsheets_are_listed() {
    let acting = Acting::as_ana(&["drive.metadata.readonly"]).await;
    costs(&acting).await;
    let act = acting.act("sheets.list", json!({ "title": "Costs", "limit": 5 })).await;
    let answer = act.answer().await.json();
    assert_eq!(answer["spreadsheets"][0]["name"], "Costs of the fair");
    let lists = act.requests_to("drive.files.list").await;
    let query = lists[0].values("q")[0].to_owned();
    assert!(
        query.contains("application/vnd.google-apps.spreadsheet") && query.contains("name contains"),
        "{query}"
    );
    let all = acting.perform("sheets.list", json!({ "limit": 2 })).await.json();
    assert_eq!((&all["shown"], all["next_page"].is_string()), (&json!(2), true));
    let next = acting.perform("sheets.list", json!({ "limit": 2, "page": all["next_page"] })).await.json();
    assert_ne!(next["spreadsheets"][0]["id"], all["spreadsheets"][0]["id"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_weathers() {
    let action =
        Action { tool: "sheets.list", method: "drive.files.list", scopes: &["drive.metadata.readonly"] };
    a_read_weathers(action, async |_| json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shortcut_leads_to_its_spreadsheet() {
    let acting = Acting::as_ana(&["spreadsheets.readonly", "drive.metadata.readonly"]).await;
    let file = json!({ "key": "costs", "name": "Behind", "owner": "ana", "sheets": [{ "title": "All", "rows": [["x"]] }] });
    let id = acting.control().post("/google/files", file).await["id"].as_str().unwrap().to_owned();
    let shortcut = json!({ "name": "Short", "owner": "ana", "shortcut_to": "costs" });
    let shortcut = acting.control().post("/google/files", shortcut).await["id"].as_str().unwrap().to_owned();
    let link = format!("https://docs.google.com/spreadsheets/d/{shortcut}/edit");
    for named in [link, shortcut] {
        let read = acting.perform("sheets.read", json!({ "spreadsheet": named })).await.json();
        assert_eq!(read["id"], id.as_str());
    }
}

/// One sheet, as the sandbox knows it.
struct Sheet(Value);

impl Sheet {
    async fn of(acting: &Acting, id: &str, title: &str) -> Self {
        let title: String = url::form_urlencoded::byte_serialize(title.as_bytes()).collect();
        Self(acting.control().get(&format!("/google/sheet?id={id}&sheet={title}")).await)
    }

    /// The first one of the spreadsheet that the arguments name.
    async fn at(acting: &Acting, args: &Value) -> Self {
        let id = args["spreadsheet"].as_str().unwrap();
        Self(acting.control().get(&format!("/google/sheet?id={id}")).await)
    }

    fn cell(&self, name: &str) -> Option<&Value> {
        self.0["cells"].as_array().unwrap().iter().find(|cell| cell["cell"] == name)
    }

    fn value(&self, name: &str) -> Value {
        self.cell(name).map(|cell| cell["value"].clone()).unwrap_or_default()
    }

    fn formula(&self, name: &str) -> Option<String> {
        self.cell(name)?["formula"].as_str().map(str::to_owned)
    }

    fn count(&self, value: &str) -> usize {
        self.0["cells"].as_array().unwrap().iter().filter(|cell| cell["value"] == value).count()
    }
}

/// A spreadsheet that only Ana can open.
async fn costs(acting: &Acting) -> String {
    put(acting, json!([])).await
}

/// The same, which Ben can write to.
async fn shared(acting: &Acting) -> String {
    put(acting, json!([{ "person": "ben", "role": "writer" }])).await
}

async fn put(acting: &Acting, shared_with: Value) -> String {
    let costs = json!([
        ["Item", "Price", "Double"],
        ["Ink", 4.5, "=B2*2"],
        ["Paper", 12, "=B3*2"],
        ["Total", "=SUM(B2:B3)"]
    ]);
    let log = json!([["Day", "What"], ["2026-11-03", "bought ink"]]);
    let file = json!({
        "name": "Costs of the fair", "owner": "ana", "shared_with": shared_with,
        "sheets": [{ "title": "Costs", "rows": costs }, { "title": "Ana's log", "rows": log }],
    });
    acting.control().post("/google/files", file).await["id"].as_str().unwrap().to_owned()
}

//! Appending, which goes by tables and not by the range that is named.

use super::*;

impl Desk {
    async fn append(&self, range: &str, options: &str, values: Value) -> Answer {
        let path = format!("/values/{}:append?valueInputOption=USER_ENTERED{options}", encoded(range));
        let answer = self.call("POST", &path, Some(json!({ "values": values }))).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        answer
    }
}

/// Two tables, as in the guide: A1:C2 and B4:D6.
async fn two_tables() -> Desk {
    let desk = Desk::new().await;
    desk.typed(
        "A1",
        json!([["a", "b", "c"], [1, 2, 3], [], ["", "x", "y", "z"], ["", 1, 2, 3], ["", 4, 5, 6]]),
    )
    .await;
    desk
}

#[tokio::test]
async fn rows_go_below_the_last_table_that_the_range_touches() {
    for (range, table, row) in [
        ("Sheet1", Some("Sheet1!B4:D6"), "Sheet1!B7:C7"),
        ("C5:D5", Some("Sheet1!B4:D6"), "Sheet1!B7:C7"),
        ("B2:D4", Some("Sheet1!B4:D6"), "Sheet1!B7:C7"),
        ("A3:G10", Some("Sheet1!B4:D6"), "Sheet1!B7:C7"),
        ("A1", Some("Sheet1!A1:C2"), "Sheet1!A3:B3"),
        ("E4", None, "Sheet1!E4:F4"),
        ("A4", None, "Sheet1!A4:B4"),
    ] {
        let desk = two_tables().await;
        let answer = desk.append(range, "", json!([["n", 1]])).await;
        assert_eq!(answer.body["updates"]["updatedRange"], row, "{range}");
        assert_eq!(answer.body.get("tableRange").and_then(Value::as_str), table, "{range}");
    }
}

#[tokio::test]
async fn appended_rows_overwrite_or_push_down_what_stands_there() {
    let desk = two_tables().await;
    desk.append("A1", "", json!([["n"], ["m"]])).await;
    assert_eq!(desk.shown("A3:B4").await, json!([["n"], ["m", "x"]]));
    let desk = two_tables().await;
    desk.typed("F1", json!([["=SUM(B4:B6)", "=A1"]])).await;
    desk.append("A1:C2", "&insertDataOption=INSERT_ROWS", json!([["n"], ["m"]])).await;
    assert_eq!(desk.shown("A3:B6").await, json!([["n"], ["m"], [], ["", "x"]]));
    assert_eq!(desk.option("F1:G1", "valueRenderOption=FORMULA").await, json!([["=SUM(B6:B8)", "=A1"]]));
}

#[tokio::test]
async fn the_grid_grows_for_appended_rows() {
    let desk = Desk::made(
        json!({ "sheets": [{ "properties": { "gridProperties": { "rowCount": 2, "columnCount": 2 } } }] }),
    )
    .await;
    desk.append("A1", "", json!([["a"], ["b"]])).await;
    let answer = desk.append("A1", "&includeValuesInResponse=true", json!([["c", "d", "e"]])).await;
    assert_eq!(answer.body["updates"]["updatedRange"], "Sheet1!A3:C3");
    assert_eq!(answer.body["updates"]["updatedData"]["values"], json!([["c", "d", "e"]]));
    let grid = &desk.sheets().await[0]["properties"]["gridProperties"];
    assert_eq!((&grid["rowCount"], &grid["columnCount"]), (&json!(3), &json!(3)));
}

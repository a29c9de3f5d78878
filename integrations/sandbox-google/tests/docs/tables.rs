//! Tables: where their cells are, and what must stay whole.

use super::*;

fn table(index: usize, rows: usize, columns: usize) -> Value {
    json!({ "insertTable": { "location": { "index": index }, "rows": rows, "columns": columns } })
}

fn cell(start: usize, row: usize, column: usize) -> Value {
    json!({ "tableStartLocation": { "index": start }, "rowIndex": row, "columnIndex": column })
}

/// The starts of the contents of all cells of the first table, and its range.
fn geometry(document: &Value) -> (Vec<u64>, u64, u64) {
    let content = document["body"]["content"].as_array().unwrap();
    let element = content.iter().find(|element| element["table"].is_object()).unwrap();
    let rows = element["table"]["tableRows"].as_array().unwrap();
    let cells = rows.iter().flat_map(|row| row["tableCells"].as_array().unwrap());
    let starts = cells.map(|cell| cell["content"][0]["startIndex"].as_u64().unwrap()).collect();
    (starts, element["startIndex"].as_u64().unwrap(), element["endIndex"].as_u64().unwrap())
}

#[tokio::test]
async fn a_new_table_is_where_everybody_expects_it() {
    let caller = Caller::new();
    let id = caller.saying("").await;
    caller.edit(&id, json!([table(1, 2, 2)])).await;
    let document = caller.document(&id, "").await;
    assert_eq!(geometry(&document), (vec![5, 7, 10, 12], 2, 14));
    let wide = caller.saying("before").await;
    let end = json!({ "insertTable": { "endOfSegmentLocation": {}, "rows": 3, "columns": 4 } });
    caller.edit(&wide, json!([end])).await;
    let (starts, start, end) = geometry(&caller.document(&wide, "").await);
    let expected = (0..3).flat_map(|row| (0..4).map(move |column| 7 + 4 + row * 9 + 2 * column));
    assert_eq!((starts, start, end), (expected.collect(), 8, 8 + 2 + 3 * 9));
}

#[tokio::test]
async fn cells_are_filled_in_the_same_batch_from_the_last_to_the_first() {
    let caller = Caller::new();
    let id = caller.saying("").await;
    let fill = [(12, "D"), (10, "C"), (7, "B"), (5, "A")].map(|(index, text)| insertion(index, text));
    let requests: Vec<Value> = std::iter::once(table(1, 2, 2)).chain(fill).collect();
    caller.edit(&id, json!(requests)).await;
    assert_eq!(text(&caller.document(&id, "").await["body"]), "\nA\nB\nC\nD\n\n");
}

#[tokio::test]
async fn rows_and_columns_come_and_go() {
    let caller = Caller::new();
    let id = caller.saying("").await;
    caller.edit(&id, json!([table(1, 1, 1), insertion(5, "x")])).await;
    let row = json!({ "insertTableRow": { "tableCellLocation": cell(2, 0, 0), "insertBelow": true } });
    let column = json!({ "insertTableColumn": { "tableCellLocation": cell(2, 0, 0), "insertRight": false } });
    caller.edit(&id, json!([row, column])).await;
    let document = caller.document(&id, "").await;
    let shown = &document["body"]["content"][2]["table"];
    assert_eq!((&shown["rows"], &shown["columns"]), (&json!(2), &json!(2)));
    assert_eq!(text(&shown["tableRows"][0]["tableCells"][1]), "x\n");
    let away = json!([
        { "deleteTableRow": { "tableCellLocation": cell(2, 1, 0) } },
        { "deleteTableColumn": { "tableCellLocation": cell(2, 0, 0) } },
    ]);
    caller.edit(&id, away).await;
    assert_eq!(geometry(&caller.document(&id, "").await), (vec![5], 2, 8));
    let last = json!({ "deleteTableColumn": { "tableCellLocation": cell(2, 0, 0) } });
    caller.edit(&id, json!([last])).await;
    assert_eq!(text(&caller.document(&id, "").await["body"]), "\n\n");
}

#[tokio::test]
async fn a_table_is_deleted_whole_or_not_at_all() {
    let caller = Caller::new();
    let id = caller.saying("").await;
    caller.edit(&id, json!([table(1, 2, 2)])).await;
    let outside = "The insertion index must be inside the bounds of an existing paragraph. You can still create new \
                   paragraphs by inserting newlines.";
    let cut = "Invalid deletion range. Cannot delete the requested range.";
    // The first request of each of these batches puts four units before the table, which starts at 6 then.
    assert_eq!(caller.refused(&id, insertion(6, "x")).await, outside);
    assert_eq!(caller.refused(&id, insertion(8, "x")).await, outside);
    for (start, end) in [(6, 10), (9, 10), (9, 12), (5, 6), (12, 18), (7, 12)] {
        assert_eq!(caller.refused(&id, deletion(start, end)).await, cut, "{start}..{end}");
    }
    caller.edit(&id, json!([insertion(5, "ab"), deletion(5, 6)])).await;
    caller.edit(&id, json!([deletion(2, 15)])).await;
    assert_eq!(text(&caller.document(&id, "").await["body"]), "\n\n");
    let none = table(1, 0, 2);
    assert_eq!(caller.refused(&id, none).await, "The number of rows must be greater than 0.");
    let lost = json!({ "insertTableRow": { "tableCellLocation": cell(1, 0, 0) } });
    let words = "Invalid table start location. Must specify the start index of the table.";
    assert_eq!(caller.refused(&id, lost).await, words);
    caller.edit(&id, json!([table(1, 1, 1)])).await;
    let beyond = json!({ "deleteTableRow": { "tableCellLocation": cell(6, 3, 0) } });
    let words = "The table cell location (row 3, column 0) is outside of the table.";
    assert_eq!(caller.refused(&id, beyond).await, words);
}

/// Where two proposals about a shape cross, each cell would belong to both: nobody knows what Google makes of that.
#[tokio::test]
async fn a_shape_that_is_still_being_discussed_is_not_changed_further() {
    let caller = Caller::new();
    let id = caller.saying("").await;
    caller.edit(&id, json!([table(1, 2, 2)])).await;
    let row = json!({ "insertTableRow": { "tableCellLocation": cell(2, 0, 0), "insertBelow": true } });
    caller.suggest("ana", &id, json!([row])).await;
    let before = caller.document(&id, "").await;
    let column = json!({ "insertTableColumn": { "tableCellLocation": cell(2, 0, 0), "insertRight": true } });
    for request in [row, column] {
        let refused = caller.try_edit(&id, json!([request])).await;
        assert_eq!(refused.code, 501, "{}", refused.text);
        assert!(refused.message().starts_with("Changing the shape of a table while"), "{}", refused.text);
    }
    assert_eq!(caller.document(&id, "").await, before, "nothing is half done");
}

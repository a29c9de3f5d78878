//! What stands on the cards of Sheets.

use super::*;

/// The value of a field on the card of a call.
async fn field(world: &World, name: &str, args: Value, field: &str) -> String {
    let tool = tool(world, name);
    let plan = tool.plan(args, &a_call("k")).await.unwrap();
    let effect = tool.effect(&plan).unwrap();
    effect.fields.into_iter().find(|one| one.name == field).unwrap().value
}

#[tokio::test]
async fn what_is_sent_stands_on_the_card_to_the_letter_and_what_was_there_is_cleaned() {
    let paper = Paper::new(only_ana());
    paper.lock().unwrap().put((1, 0), &json!({ "stringValue": "o\u{202e}ld" }));
    let world = playing(&paper).await;
    let values = json!([["pay\u{200b} 5\nB7: 1 → 2", "=A1&\"\u{2060}\""]]);
    for formulas in [false, true] {
        let args = json!({ "spreadsheet": ID, "range": "A2", "values": values, "formulas": formulas });
        let changes = field(&world, "sheets.write", args, "Changes").await;
        assert!(changes.contains("A2: old → \"pay\u{200b} 5\\nB7: 1 → 2\"\n"), "{changes:?}");
        assert!(changes.contains("=A1&\"\u{2060}\""), "{changes:?}");
        let args = json!({ "spreadsheet": ID, "rows": values, "formulas": formulas });
        let rows = field(&world, "sheets.append", args, "Rows").await;
        assert!(rows.contains("pay\u{200b} 5\\n") && rows.contains("\u{2060}"), "{rows:?}");
    }
    let args = json!({ "spreadsheet": ID, "range": "A2", "values": values, "formulas": true });
    assert!(field(&world, "sheets.write", args, "Formulas").await.contains('\u{2060}'));
    let sheets = json!([{ "title": "Costs", "header": ["It\u{200b}em"] }]);
    let args = json!({ "title": "New", "sheets": sheets });
    assert_eq!(field(&world, "sheets.create", args, "Sheets").await, "Costs: It\u{200b}em");
}

#[tokio::test]
async fn a_card_shows_every_cell_however_many_there_are() {
    let world = playing(&Paper::new(only_ana())).await;
    let values: Vec<Value> = (0..90).map(|number| json!([format!("value-{number}"), number])).collect();
    let args = json!({ "spreadsheet": ID, "range": "A2", "values": values });
    let changes = field(&world, "sheets.write", args, "Changes").await;
    assert_eq!(changes.lines().count(), 180);
    assert!(changes.contains("value-89") && changes.ends_with("B91: (empty) → 89"), "{changes}");
    let rows = field(&world, "sheets.append", json!({ "spreadsheet": ID, "rows": values }), "Rows").await;
    assert_eq!((rows.lines().count(), rows.lines().last()), (90, Some("value-89 | 89")));
}

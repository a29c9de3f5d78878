//! Spreadsheets read, written and made to look.

use serde_json::{Map, Value, json};

use super::super::past::Past;
use super::super::turn::Asked;
use super::super::turn::Turn;
use super::super::wish::files::{Look, Part, Sheets};
use super::super::wish::named::File;
use super::files::locate;
use super::next::{Next, carry_out};

pub(super) fn pursue(turn: &Turn, sheets: &Sheets, past: &[Past<'_>]) -> Result<Next, Next> {
    let on = |tool: &'static str, spreadsheet: &File, args: Map<String, Value>| {
        let row = locate(turn, spreadsheet, past)?;
        let mut args = args;
        args.insert("spreadsheet".to_owned(), json!(row.id));
        Ok(carry_out(turn, Asked { tool, args: Value::Object(args) }, &row.name))
    };
    match sheets {
        Sheets::List => Ok(carry_out(turn, Asked { tool: "sheets.list", args: json!({}) }, "")),
        Sheets::Read { spreadsheet, part } => on("sheets.read", spreadsheet, place(part)),
        Sheets::Write { spreadsheet, part, value } => {
            let mut args = place(part);
            args.insert("values".to_owned(), json!([[cell(value)]]));
            if value.starts_with('=') {
                args.insert("formulas".to_owned(), json!(true));
            }
            on("sheets.write", spreadsheet, args)
        }
        Sheets::Append { spreadsheet, row } => {
            let row: Vec<Value> = row.iter().map(|value| cell(value)).collect();
            on("sheets.append", spreadsheet, Map::from_iter([("rows".to_owned(), json!([row]))]))
        }
        Sheets::Style { spreadsheet, part, look } => {
            let mut style = place(&Part { sheet: None, range: part.range.clone() });
            let word = match look {
                Look::Bold => "bold",
                Look::Italic => "italic",
                Look::Underline => "underline",
                Look::Strikethrough => "strikethrough",
            };
            style.insert(word.to_owned(), json!(true));
            let mut args = place(&Part { sheet: part.sheet.clone(), range: None });
            args.insert("changes".to_owned(), json!([{ "style": style }]));
            on("sheets.format", spreadsheet, args)
        }
        Sheets::Create { title, columns } => {
            let mut args = json!({ "title": title });
            if let (false, Some(args)) = (columns.is_empty(), args.as_object_mut()) {
                args.insert("sheets".to_owned(), json!([{ "title": "Sheet1", "header": columns }]));
            }
            Ok(carry_out(turn, Asked { tool: "sheets.create", args }, title))
        }
    }
}

fn place(part: &Part) -> Map<String, Value> {
    let named = [("sheet", &part.sheet), ("range", &part.range)];
    named.into_iter().filter_map(|(name, given)| Some((name.to_owned(), json!(given.as_ref()?)))).collect()
}

/// A number is a number; anything else is text.
fn cell(value: &str) -> Value {
    let number = serde_json::from_str::<Value>(value).ok().filter(Value::is_number);
    number.unwrap_or_else(|| json!(value))
}

//! A spreadsheet with one sheet, as far as the tools need one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::{BOOK, CHANGE, ID, WRITE};
use crate::sheets::a1::{Area, Block, Cells, Notation, Written};
use crate::testing::{Answer, Seen, ok};

/// One sheet `Ana's` with the id 0 and 6 columns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Paper {
    pub(super) cells: BTreeMap<(u32, u32), Value>,
    /// How numbers are written.
    pub(super) formats: BTreeMap<(u32, u32), Value>,
    pub(super) rows: u32,
    pub(super) bold: bool,
    pub(super) title: String,
    readers: Value,
}

impl Paper {
    pub(super) fn new(readers: Value) -> Arc<Mutex<Self>> {
        let cell = |row: u32, column: u32, value: Value| ((row, column), value);
        let cells = BTreeMap::from([
            cell(0, 0, json!({ "stringValue": "Item" })),
            cell(1, 0, json!({ "stringValue": "=no formula" })),
            cell(1, 1, json!({ "numberValue": 4.1 })),
            cell(2, 1, json!({ "formulaValue": "=B2*2" })),
            cell(2, 2, json!({ "boolValue": true })),
        ]);
        let (formats, title) = (BTreeMap::new(), "Ana's".to_owned());
        Arc::new(Mutex::new(Self { cells, formats, rows: 100, bold: false, title, readers }))
    }

    pub(super) fn answer(&mut self, seen: &Seen) -> Answer {
        let (path, query) = seen.target.split_once('?').unwrap_or((&seen.target, ""));
        let query: Vec<(String, String)> =
            url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let given = |name: &str| query.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value);
        let ranges = || query.iter().filter(|(known, _)| known == "ranges").map(|(_, range)| area(range));
        let body: Value = serde_json::from_str(&seen.body).unwrap_or_default();
        if path.starts_with("/drive/") {
            return ok(json!({ "id": ID, "name": "Budget", "permissions": self.readers,
                              "mimeType": "application/vnd.google-apps.spreadsheet" }));
        }
        if path == BOOK && given("fields").contains("spreadsheetId") {
            return ok(self.book());
        }
        if path == BOOK {
            let data: Vec<Value> = ranges().map(|area| self.data(area)).collect();
            return ok(json!({ "sheets": [{ "properties": { "sheetId": 0 }, "data": data }] }));
        }
        if path.ends_with("values:batchGet") {
            let found: Vec<Value> = ranges().map(|area| json!({ "values": self.values(area) })).collect();
            return ok(json!({ "valueRanges": found }));
        }
        if let Some(range) = path.strip_prefix(BOOK).and_then(|rest| rest.strip_prefix("/values/")) {
            let range = range.strip_suffix(":append").unwrap();
            let range = format!("range={range}");
            let (_, range) = url::form_urlencoded::parse(range.as_bytes()).next().unwrap();
            let typed = given("valueInputOption") == "USER_ENTERED";
            return ok(
                json!({ "updates": { "updatedRange": self.append(area(&range), &body["values"], typed) } }),
            );
        }
        if path == WRITE {
            let typed = body["valueInputOption"] == "USER_ENTERED";
            for part in body["data"].as_array().unwrap() {
                self.write(corner(area(part["range"].as_str().unwrap())), &part["values"], typed);
            }
        }
        if path == CHANGE {
            body["requests"].as_array().unwrap().iter().for_each(|request| self.change(request));
        }
        ok(json!({ "spreadsheetId": ID }))
    }

    fn book(&self) -> Value {
        let grid = json!({ "rowCount": self.rows, "columnCount": 6 });
        let properties = json!({ "sheetId": 0, "title": self.title, "gridProperties": grid });
        json!({ "spreadsheetId": ID, "spreadsheetUrl": "https://sheet", "properties": { "title": "Budget" },
                "sheets": [{ "properties": properties }] })
    }

    fn data(&self, area: Area) -> Value {
        let cell = |row: u32, column: u32| {
            let mut cell = json!({ "userEnteredFormat": { "textFormat": { "bold": self.bold } } });
            if let Some(value) = self.cells.get(&(row, column)) {
                cell["userEnteredValue"] = value.clone();
            }
            if let Some(format) = self.formats.get(&(row, column)) {
                cell["userEnteredFormat"]["numberFormat"] = format.clone();
            }
            cell
        };
        let row = |row: u32| {
            let columns = area.columns.start..area.columns.end.unwrap();
            json!({ "values": columns.map(|column| cell(row, column)).collect::<Vec<_>>() })
        };
        let rows: Vec<Value> = (area.rows.start..area.rows.end.unwrap()).map(row).collect();
        json!({ "startRow": area.rows.start, "startColumn": area.columns.start, "rowData": rows })
    }

    /// As many rows as hold something, with nothing true in them.
    fn values(&self, area: Area) -> Vec<Vec<Value>> {
        let (rows, columns) =
            (area.rows.start..area.rows.end.unwrap(), area.columns.start..area.columns.end.unwrap());
        let filled = self.cells.keys().filter(|(row, column)| rows.contains(row) && columns.contains(column));
        let last = filled.map(|(row, _)| row + 1).max().unwrap_or(rows.start);
        (rows.start..last).map(|_| vec![json!("x")]).collect()
    }

    /// Below the table that goes on from the range, or in the range where it is empty; rows are inserted.
    fn append(&mut self, area: Area, values: &Value, typed: bool) -> String {
        let columns = area.columns.start..area.columns.end.unwrap();
        let holds = |row: u32| self.cells.range((row, columns.start)..(row, columns.end)).next().is_some();
        let top = (area.rows.start..=self.rows).find(|row| !holds(*row)).unwrap();
        let given = values.as_array().unwrap();
        let count = u32::try_from(given.len()).unwrap();
        self.shift(top, |row| row + count);
        self.rows += count;
        self.write((top, columns.start), values, typed);
        let width = given.iter().map(|row| row.as_array().unwrap().len()).max().unwrap();
        let right = columns.start + u32::try_from(width).unwrap();
        let block = Block { top, left: columns.start, bottom: top + count, right };
        Written::block(&self.title, block).as_str().to_owned()
    }

    /// Everything from a row on goes to another one.
    fn shift(&mut self, from: u32, to: impl Fn(u32) -> u32) {
        for map in [&mut self.cells, &mut self.formats] {
            let below = map.split_off(&(from, 0));
            map.extend(below.into_iter().map(|((row, column), value)| ((to(row), column), value)));
        }
    }

    fn write(&mut self, (top, left): (u32, u32), values: &Value, typed: bool) {
        for (row, values) in (top..).zip(values.as_array().unwrap()) {
            for (column, value) in (left..).zip(values.as_array().unwrap()) {
                let entered = match value {
                    Value::Null => continue,
                    Value::String(text) if text.is_empty() => Value::Null,
                    Value::String(text) if typed && text.starts_with('=') => json!({ "formulaValue": text }),
                    Value::String(text) if typed && text.starts_with("2026-") => {
                        let date = || json!({ "type": "DATE", "pattern": "yyyy-mm-dd" });
                        self.formats.entry((row, column)).or_insert_with(date);
                        json!({ "numberValue": 46_331 })
                    }
                    Value::String(text) if typed && text.parse::<f64>().is_ok() => {
                        json!({ "numberValue": text.parse::<f64>().unwrap() })
                    }
                    Value::String(text) => json!({ "stringValue": text }),
                    number => json!({ "numberValue": number }),
                };
                self.put((row, column), &entered);
            }
        }
    }

    fn change(&mut self, request: &Value) {
        let number = |value: &Value| u32::try_from(value.as_u64().unwrap()).unwrap();
        let sets_values =
            |update: &&Value| update["fields"].as_str().unwrap().starts_with("userEnteredValue");
        if let Some(update) = request.get("updateCells").filter(sets_values) {
            let index = |name: &str| number(&update["range"][name]);
            let sets_formats = update["fields"].as_str().unwrap().contains("numberFormat");
            let corner = (index("startRowIndex"), index("startColumnIndex"));
            self.enter(corner, &update["rows"], sets_formats);
        }
        if let Some(append) = request.get("appendCells") {
            let below = self.cells.keys().map(|(row, _)| row + 1).max().unwrap_or(0);
            self.enter((below, 0), &append["rows"], false);
            let last = self.cells.keys().map(|(row, _)| row + 1).max().unwrap_or(0);
            self.rows = self.rows.max(last);
        }
        if let Some(more) = request.pointer("/appendDimension/length") {
            self.rows += number(more);
        }
        if let Some(range) = request.pointer("/deleteDimension/range") {
            let (from, to) = (number(&range["startIndex"]), number(&range["endIndex"]));
            self.cells.retain(|(row, _), _| !(from..to).contains(row));
            self.formats.retain(|(row, _), _| !(from..to).contains(row));
            self.shift(to, |row| row - (to - from));
            self.rows -= to - from;
        }
        let bold = [
            "/repeatCell/cell/userEnteredFormat/textFormat/bold",
            "/updateCells/rows/0/values/0/userEnteredFormat/textFormat/bold",
        ];
        if let Some(bold) = bold.iter().find_map(|at| request.pointer(at)) {
            self.bold = bold.as_bool().unwrap();
        }
        if let Some(title) = request.pointer("/updateSheetProperties/properties/title") {
            self.title = title.as_str().unwrap().to_owned();
        }
    }

    fn enter(&mut self, (top, left): (u32, u32), rows: &Value, sets_formats: bool) {
        for (row, values) in (top..).zip(rows.as_array().unwrap()) {
            for (column, cell) in (left..).zip(values["values"].as_array().unwrap()) {
                self.put((row, column), cell.get("userEnteredValue").unwrap_or(&Value::Null));
                if sets_formats {
                    match cell.pointer("/userEnteredFormat/numberFormat") {
                        Some(format) => self.formats.insert((row, column), format.clone()),
                        None => self.formats.remove(&(row, column)),
                    };
                }
            }
        }
    }

    pub(super) fn put(&mut self, at: (u32, u32), entered: &Value) {
        if entered.is_null() {
            self.cells.remove(&at)
        } else {
            self.cells.insert(at, entered.clone())
        };
    }
}

pub(super) fn area(range: &str) -> Area {
    let Cells::Area(area) = Notation::parse(range).unwrap().cells else { panic!("{range}") };
    area
}

fn corner(area: Area) -> (u32, u32) {
    (area.rows.start, area.columns.start)
}

//! Values that somebody wants in a sheet, checked before anything is done with them.

use kernel::Failure;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::Value;

/// A spreadsheet takes more, a person cannot countersign it.
const MOST_CELLS: usize = 10_000;
/// Google advises to send no more than 2 MB.
const LARGEST: usize = 1_900_000;
const LONGEST_CELL: usize = 50_000;

/// The schema of rows of cells.
pub(crate) fn cells(_: &mut SchemaGenerator) -> Schema {
    let cell = json_schema!({ "type": ["string", "number", "boolean", "null"] });
    json_schema!({ "type": "array", "items": { "type": "array", "items": cell } })
}

/// Rows of texts, numbers, truth values and nothings.
pub(crate) fn checked(rows: &[Vec<Value>]) -> Result<(), Failure> {
    if rows.iter().all(Vec::is_empty) {
        return Err(Failure::invalid(
            "There are no values. Give rows of cells, as in [[\"Ink\", 4], [\"Paper\", 12]].",
        ));
    }
    if rows.iter().map(Vec::len).sum::<usize>() > MOST_CELLS {
        return Err(Failure::invalid("These are more than 10,000 cells. Write them in several calls."));
    }
    for value in rows.iter().flatten() {
        match value {
            Value::Array(_) | Value::Object(_) => {
                return Err(Failure::invalid(
                    "A cell holds a text, a number, true or false, or null, and nothing else.",
                ));
            }
            Value::String(text) if text.chars().count() > LONGEST_CELL => {
                return Err(Failure::invalid(
                    "A cell holds 50,000 characters at most. Cut the text, or spread it over cells.",
                ));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    if rows.iter().flatten().map(|value| value.to_string().len()).sum::<usize>() > LARGEST {
        return Err(Failure::invalid("These are more than 2 MB. Write them in several calls."));
    }
    Ok(())
}

/// All rows as wide as the widest; what is added says to leave a cell as it is.
pub(crate) fn padded(mut rows: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    for row in &mut rows {
        row.resize(width, Value::Null);
    }
    rows
}

pub(crate) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use kernel::Code;
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_fits_into_cells_is_taken() {
        assert!(checked(&[vec![json!("a"), json!(1.5), json!(true), Value::Null, json!("")]]).is_ok());
        for bad in [
            vec![],
            vec![vec![]],
            vec![vec![json!({ "a": 1 })]],
            vec![vec![json!([1])]],
            vec![vec![json!("x".repeat(50_001))]],
            vec![vec![json!(1); 100]; 101],
            vec![vec![json!("x".repeat(40_000)); 50]],
        ] {
            assert_eq!(checked(&bad).unwrap_err().code, Code::InputInvalid);
        }
        assert_eq!(
            padded(vec![vec![json!(1)], vec![json!(2), json!(3)]]),
            [[json!(1), Value::Null], [json!(2), json!(3)]]
        );
    }
}

//! Functions that ask the network. Here they ask nobody: what they would fetch is noted.

use super::super::evaluate::{Formula, Outcome};
use crate::sheets::a1;
use crate::sheets::fetches::Fetch;
use crate::sheets::formula::Expression;
use crate::sheets::scalar::{Fault, Kind, Scalar};

/// Whether a formula may lead to an address.
pub(in super::super) fn may_fetch(formula: &str) -> bool {
    let formula = formula.to_ascii_uppercase();
    ["IMPORT", "IMAGE", "HYPERLINK"].iter().any(|name| formula.contains(name))
}

pub(super) fn fetch(formula: &Formula<'_, '_>, name: &str, arguments: &[Expression]) -> Outcome {
    let [address, ..] = arguments else { return Ok(Scalar::Empty) };
    let url = formula.text(address)?;
    note(formula, name, &url);
    match name {
        "IMAGE" => Ok(Scalar::Empty),
        "IMPORTRANGE" => Err(Fault::new(Kind::Reference, "You need to connect these sheets.")),
        _ => Err(Fault::new(Kind::NotAvailable, format!("Could not fetch url: {url}"))),
    }
}

pub(super) fn link(formula: &Formula<'_, '_>, name: &str, arguments: &[Expression]) -> Outcome {
    let [address, label @ ..] = arguments else { return Ok(Scalar::Empty) };
    let url = formula.text(address)?;
    note(formula, name, &url);
    label.first().map_or(Ok(Scalar::Text(url)), |label| formula.outcome(label))
}

fn note(formula: &Formula<'_, '_>, name: &str, url: &str) {
    let home = formula.home;
    let title = formula.calculation.book.sheet(home.sheet).map(|sheet| sheet.title.clone());
    formula.calculation.wishes.borrow_mut().push(Fetch {
        at: sandbox_world::now(),
        sheet: title.unwrap_or_default(),
        cell: a1::cell((home.row, home.column)),
        function: name.to_owned(),
        url: url.to_owned(),
    });
}

//! Whether what is in a cell came from what was given. What is typed in becomes something else on the way: a number, a
//! date, a formula; only some of that can be told beforehand.

use serde_json::Value;

use super::cells::{Entered, same};
use super::formula;
use super::input::Input;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    No,
    /// Google may have made this of it.
    Perhaps,
    Surely,
}

pub(super) fn fit(given: &Value, now: Option<&Entered>, input: Input) -> Fit {
    let Some(text) = given.as_str().filter(|_| input == Input::AsTyped) else {
        return surely(same(now, Entered::of(given).as_ref()));
    };
    let Some(now) = now else { return surely(text.is_empty()) };
    if text.is_empty() {
        return Fit::No;
    }
    match now {
        Entered::Text(now) if now == text || text.strip_prefix('\'') == Some(now) => Fit::Surely,
        Entered::Text(now) => perhaps(now.trim() == text.trim()),
        Entered::Formula(now) => match formula::of(given, input) {
            Some(typed) if is_same_formula(typed, now) => Fit::Surely,
            typed => perhaps(typed.is_some()),
        },
        Entered::Number(now) => match number(text) {
            Some(number) => surely(same(Some(&Entered::Number(number)), Some(&Entered::Number(*now)))),
            // A date, a sum of money, or a number of another language.
            None => perhaps(text.contains(|letter: char| letter.is_numeric())),
        },
        Entered::Truth(now) => match text.trim().to_ascii_lowercase().as_str() {
            "true" => surely(*now),
            "false" => surely(!now),
            _ => perhaps(text.chars().all(char::is_alphabetic)),
        },
        Entered::Error(_) => Fit::Perhaps,
    }
}

fn surely(is_so: bool) -> Fit {
    if is_so { Fit::Surely } else { Fit::No }
}

fn perhaps(is_so: bool) -> Fit {
    if is_so { Fit::Perhaps } else { Fit::No }
}

/// A number that is one wherever the spreadsheet is at home.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let (digits, divisor) = match text.strip_suffix('%') {
        Some(digits) => (digits.trim_end(), 100.0),
        None => (text, 1.0),
    };
    let is_plain = digits.bytes().all(|letter| letter.is_ascii_digit() || b".+-eE".contains(&letter));
    digits.parse::<f64>().ok().filter(|_| is_plain).map(|number| number / divisor)
}

/// Google writes functions and columns in capitals, and a formula that began with a sign with a `=` before it.
fn is_same_formula(typed: &str, now: &str) -> bool {
    let typed = typed.trim();
    let typed = if typed.starts_with('=') { typed.to_owned() } else { format!("={typed}") };
    in_capitals(&typed) == in_capitals(now.trim())
}

/// All but the texts in it.
fn in_capitals(formula: &str) -> String {
    let mut is_text = false;
    let capital = |letter: char| {
        is_text ^= letter == '"';
        if is_text { letter } else { letter.to_ascii_uppercase() }
    };
    formula.chars().map(capital).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_typed_is_recognised_only_where_it_can_be_told() {
        let number = Entered::Number;
        let formula = |text: &str| Entered::Formula(text.to_owned());
        for (typed, now, fits) in [
            ("5", number(5.0), Fit::Surely),
            ("5", number(7.0), Fit::No),
            ("-1.5e3", number(-1500.0), Fit::Surely),
            ("12%", number(0.12), Fit::Surely),
            ("2026-11-05", number(46_331.0), Fit::Perhaps),
            ("1,234", number(1234.0), Fit::Perhaps),
            ("ink", number(3.0), Fit::No),
            ("true", Entered::Truth(true), Fit::Surely),
            ("true", Entered::Truth(false), Fit::No),
            ("wahr", Entered::Truth(true), Fit::Perhaps),
            ("=sum(a1:a9)&\"x\"", formula("=SUM(A1:A9)&\"x\""), Fit::Surely),
            ("=sum(a1:a9)&\"x\"", formula("=SUM(A1:A9)&\"X\""), Fit::Perhaps),
            ("+A1", formula("=+A1"), Fit::Surely),
            ("=A1", formula("=B1"), Fit::Perhaps),
            ("5", formula("=B1"), Fit::No),
            ("ink", Entered::Text("ink".to_owned()), Fit::Surely),
            ("'5", Entered::Text("5".to_owned()), Fit::Surely),
            ("ink", Entered::Text("toner".to_owned()), Fit::No),
            ("", number(0.0), Fit::No),
        ] {
            assert_eq!(fit(&json!(typed), Some(&now), Input::AsTyped), fits, "{typed} and {now:?}");
        }
        assert_eq!(fit(&json!(""), None, Input::AsTyped), Fit::Surely);
        assert_eq!(fit(&json!("x"), None, Input::AsTyped), Fit::No);
        assert_eq!(fit(&json!("5"), Some(&number(5.0)), Input::AsGiven), Fit::No);
        assert_eq!(fit(&json!(5), Some(&number(5.0)), Input::AsGiven), Fit::Surely);
    }
}

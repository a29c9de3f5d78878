//! What somebody types into a cell, understood as Sheets does: numbers, amounts of money, percentages, dates, formulas.

mod day;

use serde_json::{Value, json};

use super::customs::Customs;
use super::grid::Entered;

const CURRENCIES: [&str; 5] = ["$", "€", "£", "¥", "₹"];

/// A typed value, and the number format it brings with it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Typed {
    pub(super) value: Entered,
    pub(super) format: Option<Value>,
}

/// Reads what was typed.
pub(super) fn typed(text: &str, customs: Customs) -> Typed {
    if let Some(kept) = text.strip_prefix('\'') {
        return plain(Entered::Text(kept.to_owned()));
    }
    if text.starts_with('=') && text.len() > 1 {
        return plain(Entered::Formula(text.to_owned()));
    }
    let trimmed = text.trim();
    match trimmed.to_ascii_uppercase().as_str() {
        "TRUE" => return plain(Entered::Bool(true)),
        "FALSE" => return plain(Entered::Bool(false)),
        _ => {}
    }
    let understood = amount(trimmed, customs).or_else(|| day::read(trimmed, customs));
    understood.map_or_else(
        || plain(Entered::Text(text.to_owned())),
        |(number, format)| Typed { value: Entered::Number(number), format },
    )
}

/// The number a text stands for in arithmetic; nothing for words.
pub(super) fn number(text: &str, customs: Customs) -> Option<f64> {
    let text = text.trim();
    amount(text, customs).or_else(|| day::read(text, customs)).map(|(number, _)| number)
}

fn plain(value: Entered) -> Typed {
    Typed { value, format: None }
}

/// `-1,234.50`, `1.5e3`, `10%`, `$5`, `5 €`.
fn amount(text: &str, customs: Customs) -> Option<(f64, Option<Value>)> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (currency, rest) = currency(rest);
    let (percent, rest) = match rest.strip_suffix('%') {
        Some(rest) if currency.is_none() => (true, rest.trim_end()),
        Some(_) => return None,
        None => (false, rest),
    };
    let (number, decimals) = digits(rest, customs)?;
    let number = if negative { -number } else { number };
    let tail = if decimals == 0 { "" } else { ".00" };
    let format = match (currency, percent) {
        (Some((sign, Side::Before)), _) => {
            Some(json!({ "type": "CURRENCY", "pattern": format!("\"{sign}\"#,##0{tail}") }))
        }
        (Some((sign, Side::After)), _) => {
            Some(json!({ "type": "CURRENCY", "pattern": format!("#,##0{tail}\\ \"{sign}\"") }))
        }
        (None, true) => Some(json!({ "type": "PERCENT", "pattern": format!("0{tail}%") })),
        (None, false) if rest.contains(customs.group) => {
            Some(json!({ "type": "NUMBER", "pattern": format!("#,##0{tail}") }))
        }
        (None, false) => None,
    };
    Some((if percent { number / 100.0 } else { number }, format))
}

/// Where the sign of the currency stands.
enum Side {
    Before,
    After,
}

fn currency(text: &str) -> (Option<(&'static str, Side)>, &str) {
    for sign in CURRENCIES {
        if let Some(rest) = text.strip_prefix(sign) {
            return (Some((sign, Side::Before)), rest.trim_start());
        }
        if let Some(rest) = text.strip_suffix(sign) {
            return (Some((sign, Side::After)), rest.trim_end());
        }
    }
    (None, text)
}

/// Digits with groups, a decimal point and an exponent, and how many decimals there are.
fn digits(text: &str, customs: Customs) -> Option<(f64, usize)> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.parse::<i32>().ok()?)),
        None => (text, None),
    };
    let (whole, decimals) = mantissa.split_once(customs.decimal).unwrap_or((mantissa, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let groups: Vec<&str> = whole.split(customs.group).collect();
    let grouped = groups.iter().skip(1).all(|group| group.len() == 3)
        && (groups.len() == 1 || groups.first().is_some_and(|group| (1..=3).contains(&group.len())));
    let digits = groups.concat();
    if !grouped || !all_digits(&digits) || !all_digits(decimals) || digits.len() + decimals.len() == 0 {
        return None;
    }
    let number: f64 = format!("{digits}.{decimals}0e{}", exponent.unwrap_or(0)).parse().ok()?;
    number.is_finite().then_some((number, decimals.len()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> (Entered, Option<String>) {
        let typed = typed(text, Customs::of("en_US"));
        let pattern = typed.format.map(|format| format["pattern"].as_str().unwrap().to_owned());
        (typed.value, pattern)
    }

    fn number(number: f64, pattern: &str) -> (Entered, Option<String>) {
        (Entered::Number(number), Some(pattern.to_owned()).filter(|pattern| !pattern.is_empty()))
    }

    #[test]
    fn numbers_money_and_percentages_are_understood() {
        assert_eq!(read("42"), number(42.0, ""));
        assert_eq!(read(" -1.5e3 "), number(-1500.0, ""));
        assert_eq!(read("1,234.50"), number(1234.5, "#,##0.00"));
        assert_eq!(read("$1,200"), number(1200.0, "\"$\"#,##0"));
        assert_eq!(read("12.5 €"), number(12.5, "#,##0.00\\ \"€\""));
        assert_eq!(read("10%"), number(0.1, "0%"));
        let german = typed("1.234,5", Customs::of("de_DE"));
        assert_eq!(german.value, Entered::Number(1234.5));
    }

    #[test]
    fn dates_and_times_become_serial_numbers() {
        assert_eq!(read("2026-01-05"), number(46027.0, "yyyy-mm-dd"));
        assert_eq!(read("1/5/2026"), number(46027.0, "m/d/yyyy"));
        assert_eq!(read("Jan 5, 2026"), number(46027.0, "mmm d, yyyy"));
        assert_eq!(read("5 January 2026"), number(46027.0, "d mmmm yyyy"));
        assert_eq!(read("2026-01-05 12:00"), number(46027.5, "yyyy-mm-dd h:mm"));
        assert_eq!(read("6:00 PM"), number(0.75, "h:mm am/pm"));
        assert_eq!(typed("5.1.2026", Customs::of("de_DE")).value, Entered::Number(46027.0));
        assert_eq!(read("13/5/2026").0, Entered::Text("13/5/2026".to_owned()));
    }

    #[test]
    fn words_stay_words_and_an_apostrophe_keeps_anything_so() {
        for text in ["hello", "1,23", "12-", "0x10", "1 2", "$", "%", "", "=", "2026-13-01", "1.2.3"] {
            assert_eq!(read(text), (Entered::Text(text.to_owned()), None), "{text}");
        }
        assert_eq!(read("'=1+1").0, Entered::Text("=1+1".to_owned()));
        assert_eq!(read("=1+1").0, Entered::Formula("=1+1".to_owned()));
        assert_eq!(read("true").0, Entered::Bool(true));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in "[0-9a-zA-Z$€%.,:/ +-]{0,16}") {
            let _ = typed(&text, Customs::of("en_US"));
        }
    }
}

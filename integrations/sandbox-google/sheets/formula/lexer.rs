//! The words of a formula, and where in its text they stand.

use std::ops::Range;

use super::reference::Reference;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(f64),
    Text(String),
    /// A function, a named range, `TRUE` or `FALSE`.
    Name(String),
    Reference(Reference),
    /// An error written out, e.g. `#REF!`.
    Error(String),
    /// `+ - * / ^ & = <> < > <= >= %`.
    Sign(&'static str),
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    Comma,
    Semicolon,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    pub(super) token: Token,
    pub(super) at: Range<usize>,
}

const SIGNS: [&str; 13] = ["<>", "<=", ">=", "+", "-", "*", "/", "^", "&", "=", "<", ">", "%"];
const ERRORS: [&str; 8] = ["#DIV/0!", "#REF!", "#NAME?", "#VALUE!", "#N/A", "#NUM!", "#NULL!", "#ERROR!"];

/// The words of what stands after the `=`; nothing where something is no word of a formula.
pub(super) fn words(text: &str) -> Option<Vec<Word>> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            at += blank;
            continue;
        }
        let (token, length) = word(rest)?;
        words.push(Word { token, at: at..at + length });
        at += length;
    }
    Some(words)
}

fn word(rest: &str) -> Option<(Token, usize)> {
    if let Some((reference, length)) = Reference::read(rest) {
        return Some((Token::Reference(reference), length));
    }
    let first = rest.chars().next()?;
    match first {
        '"' => text(rest),
        '(' => Some((Token::Open, 1)),
        ')' => Some((Token::Close, 1)),
        '{' => Some((Token::OpenBrace, 1)),
        '}' => Some((Token::CloseBrace, 1)),
        ',' => Some((Token::Comma, 1)),
        ';' => Some((Token::Semicolon, 1)),
        '#' => {
            let upper = rest.to_ascii_uppercase();
            let error = ERRORS.iter().find(|error| upper.starts_with(**error))?;
            Some((Token::Error((*error).to_owned()), error.len()))
        }
        '0'..='9' | '.' => number(rest),
        _ if first.is_alphabetic() || first == '_' => {
            let end = rest.find(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == '.'));
            let name = rest.get(..end.unwrap_or(rest.len()))?;
            Some((Token::Name(name.to_owned()), name.len()))
        }
        _ => SIGNS.iter().find(|sign| rest.starts_with(**sign)).map(|sign| (Token::Sign(sign), sign.len())),
    }
}

/// `"…"` with `""` for a quotation mark.
fn text(rest: &str) -> Option<(Token, usize)> {
    let inner = rest.get(1..)?;
    let mut from = 0;
    loop {
        let at = from + inner.get(from..)?.find('"')?;
        if inner.get(at + 1..)?.starts_with('"') {
            from = at + 2;
            continue;
        }
        return Some((Token::Text(inner.get(..at)?.replace("\"\"", "\"")), at + 2));
    }
}

fn number(rest: &str) -> Option<(Token, usize)> {
    let digits =
        |from: usize| rest.get(from..).unwrap_or_default().bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(0);
    if rest.get(end..)?.starts_with('.') {
        end += 1 + digits(end + 1);
    }
    if rest.get(end..)?.starts_with(['e', 'E']) {
        let sign = usize::from(rest.get(end + 1..)?.starts_with(['+', '-']));
        let more = digits(end + 1 + sign);
        if more > 0 {
            end += 1 + sign + more;
        }
    }
    Some((Token::Number(rest.get(..end)?.parse().ok()?), end))
}

//! Selectors: how much they weigh, and those of browsers that are not known here.

use cssparser::{ParseError, Parser, ParserInput, Token};
use scraper::Selector;

use crate::style::SHEET;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Understood {
    Whole(String),
    /// Without what is not known here: for more elements than are meant.
    InPart(String),
    /// It is for no element as it stands there.
    ForNone,
}

/// What is nobody's state until something is done, or no element at all.
const NEVER: [&str; 22] = [
    "active",
    "after",
    "autofill",
    "backdrop",
    "before",
    "focus",
    "focus-visible",
    "focus-within",
    "fullscreen",
    "hover",
    "marker",
    "placeholder",
    "selection",
    "target",
    "visited",
    "-webkit-autofill",
    "-moz-selection",
    "-ms-input-placeholder",
    "-moz-placeholder",
    "-webkit-scrollbar",
    "-moz-focus-inner",
    "cue",
];

/// Longer ones, with more brackets than this, are in no letter, and whoever reads them goes as deep as they do.
const LONGEST: usize = 20_000;
const MOST_BRACKETS: usize = 50;

pub(crate) fn understood(selector: &str) -> Understood {
    if selector.len() > LONGEST || selector.matches('(').count() > MOST_BRACKETS {
        return Understood::InPart("*".to_owned());
    }
    if Selector::parse(selector).is_ok() {
        return Understood::Whole(selector.to_owned());
    }
    let mut input = ParserInput::new(selector);
    let mut parser = Parser::new(&mut input);
    let (mut kept, mut is_whole) = (String::new(), true);
    loop {
        let start = parser.position();
        let Ok(token) = parser.next_including_whitespace() else { break };
        if *token != Token::Colon {
            kept.push_str(parser.slice_from(start));
            // What is in brackets comes with them.
            if kept.ends_with(['[', '(']) {
                kept.push_str(&bracketed(&mut parser));
            }
            continue;
        }
        // Some have two colons.
        parser.try_parse(Parser::expect_colon).ok();
        let (name, is_function) = match parser.next_including_whitespace() {
            Ok(Token::Ident(name)) => (name.to_ascii_lowercase(), false),
            Ok(Token::Function(name)) => (name.to_ascii_lowercase(), true),
            Ok(_) => return Understood::ForNone,
            Err(_) => break,
        };
        if is_function {
            bracketed(&mut parser);
        }
        match name.as_str() {
            "link" | "any-link" => kept.push_str("[href]"),
            _ if NEVER.contains(&name.as_str())
                || (name.starts_with("-webkit-") && !name.starts_with("-webkit-any")) =>
            {
                return Understood::ForNone;
            }
            "root" | "first-child" | "last-child" | "only-child" | "empty" | "first-of-type"
            | "last-of-type" => {
                kept.push(':');
                kept.push_str(&name);
            }
            _ => is_whole = false,
        }
    }
    let kept = kept.trim();
    let kept = if kept.is_empty() || kept.ends_with(['>', '+', '~']) {
        format!("{kept} *")
    } else {
        kept.to_owned()
    };
    if Selector::parse(&kept).is_err() {
        Understood::ForNone
    } else if is_whole {
        Understood::Whole(kept)
    } else {
        Understood::InPart(kept)
    }
}

fn bracketed(parser: &mut Parser<'_, '_>) -> String {
    let read = parser.parse_nested_block(|parser| -> Result<String, ParseError<'_, ()>> {
        let start = parser.position();
        while parser.next().is_ok() {}
        Ok(parser.slice_from(start).to_owned())
    });
    read.unwrap_or_default() + "]"
}

/// An id weighs more than classes, those more than names; beyond that, what comes later weighs more.
pub(crate) fn weight(selector: &str, place: usize) -> u64 {
    let mut input = ParserInput::new(selector);
    let [ids, classes, names] = marks(&mut Parser::new(&mut input), 0);
    let place = u64::try_from(place).unwrap_or(u64::MAX).min((1 << 24) - 1 - SHEET);
    SHEET + (ids.min(255) << 40) + (classes.min(255) << 32) + (names.min(255) << 24) + place
}

fn marks(parser: &mut Parser<'_, '_>, depth: usize) -> [u64; 3] {
    let mut found = [0; 3];
    let mut last = Token::Comma;
    while let Ok(token) = parser.next_including_whitespace().cloned() {
        let one = match (&last, &token) {
            (_, Token::IDHash(_) | Token::Hash(_)) => [1, 0, 0],
            (Token::Delim('.') | Token::Colon, Token::Ident(_)) | (_, Token::SquareBracketBlock) => [0, 1, 0],
            (_, Token::Ident(_)) => [0, 0, 1],
            (Token::Colon, Token::Function(name)) if depth < 10 => match name.to_ascii_lowercase().as_str() {
                "is" | "not" | "has" | "-webkit-any" | "-moz-any" | "matches" => {
                    let inside =
                        parser.parse_nested_block(|parser| -> Result<[u64; 3], ParseError<'_, ()>> {
                            Ok(heaviest(parser, depth + 1))
                        });
                    inside.unwrap_or_default()
                }
                "where" => [0; 3],
                _ => [0, 1, 0],
            },
            _ => [0; 3],
        };
        for (sum, more) in found.iter_mut().zip(one) {
            *sum += more;
        }
        last = token;
    }
    found
}

/// Of several in a list.
fn heaviest(parser: &mut Parser<'_, '_>, depth: usize) -> [u64; 3] {
    let all = parser
        .parse_comma_separated(|parser| -> Result<[u64; 3], ParseError<'_, ()>> { Ok(marks(parser, depth)) });
    all.unwrap_or_default().into_iter().max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::INLINE;

    #[test]
    fn an_id_outweighs_classes_and_a_later_rule_an_earlier_one() {
        assert!(weight("#a", 0) > weight("td.b.c.d.e", 4095));
        assert!(weight("td.b", 0) > weight(".a", 1));
        assert!(weight(".b", 1) > weight(".a", 0));
        assert!(weight(":not(#a)", 0) > weight("td.b", 1));
        assert!(weight(":is(.a, p) b", 0) < weight(".a.b", 0));
        assert_eq!(weight(":where(#a)", 0), weight("*", 0));
        assert!(weight("#a #b #c #d #e", usize::MAX) < INLINE);
    }

    #[test]
    fn what_is_not_known_here_is_for_more_than_is_meant() {
        let whole = |one: &str| Understood::Whole(one.to_owned());
        assert_eq!(understood("td > .a:first-child"), whole("td > .a:first-child"));
        assert_eq!(understood("a:link"), whole("a[href]"));
        assert_eq!(understood("p:lang(en) b"), Understood::InPart("p b".into()));
        assert_eq!(understood("[data-x]:dir(rtl)"), Understood::InPart("[data-x]".into()));
        assert_eq!(understood("p::first-line"), Understood::InPart("p".into()));
        assert_eq!(understood("p:not(:hover)"), Understood::InPart("p".into()));
        assert_eq!(understood("a:hover"), Understood::ForNone);
        assert_eq!(understood("p::before"), Understood::ForNone);
        assert_eq!(understood("%%"), Understood::ForNone);
    }
}

//! Pieces of CSS as text: in their plainest spelling, and parted.

use cssparser::{BasicParseError, ParseError, Parser, ParserInput, Token};

/// Brackets in brackets in a value; and rules in rules.
pub(crate) const DEEPEST: usize = 40;

/// No value of a letter is longer; of one that is, the beginning is kept.
pub(crate) const LONGEST: usize = 1_000;

/// In small letters, without comments and escapes.
pub(crate) fn plain(css: &str) -> String {
    let mut input = ParserInput::new(css);
    let mut written = String::new();
    write(&mut Parser::new(&mut input), &mut written, 0);
    written.trim().to_owned()
}

/// The parts of a value or of a list of selectors, as they are written. What is in brackets stays together.
pub(crate) fn parted(css: &str, by: char) -> Vec<&str> {
    let mut input = ParserInput::new(css);
    let mut parser = Parser::new(&mut input);
    let (mut parts, mut from) = (Vec::new(), 0);
    loop {
        let length = match parser.next_including_whitespace() {
            Ok(Token::Comma) if by == ',' => 1,
            Ok(Token::Delim('/')) if by == '/' => 1,
            Ok(Token::WhiteSpace(space)) if by == ' ' => space.len(),
            Ok(_) => continue,
            Err(_) => break,
        };
        // Only now whatever is in brackets before it has been passed.
        let after = parser.position().byte_index();
        parts.push(css.get(from..after.saturating_sub(length)).unwrap_or_default().trim());
        from = after;
    }
    parts.push(css.get(from..).unwrap_or_default().trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Every token in its plainest spelling.
pub(crate) fn write(parser: &mut Parser<'_, '_>, written: &mut String, depth: usize) {
    while written.len() < LONGEST {
        let token = match parser.next_including_whitespace() {
            Ok(token) => token.clone(),
            Err(BasicParseError { .. }) => return,
        };
        let closing = match &token {
            Token::WhiteSpace(_) => {
                if !written.ends_with([' ', '(']) {
                    written.push(' ');
                }
                continue;
            }
            Token::Ident(word) if word.starts_with("--") => {
                written.push_str(word);
                continue;
            }
            Token::Ident(word) => {
                written.push_str(&word.to_ascii_lowercase());
                continue;
            }
            Token::QuotedString(_) => {
                written.push_str("\"\"");
                continue;
            }
            Token::UnquotedUrl(_) => {
                written.push_str("url()");
                continue;
            }
            Token::Function(name) => {
                written.push_str(&name.to_ascii_lowercase());
                written.push('(');
                ')'
            }
            Token::ParenthesisBlock => {
                written.push('(');
                ')'
            }
            other => {
                written.push_str(&cssparser::ToCss::to_css_string(other).to_ascii_lowercase());
                continue;
            }
        };
        if depth < DEEPEST {
            let read = parser.parse_nested_block(|parser| -> Result<(), ParseError<'_, ()>> {
                write(parser, written, depth + 1);
                Ok(())
            });
            // Whatever is wrong in brackets ends with them.
            read.ok();
        }
        while written.ends_with(' ') {
            written.pop();
        }
        written.push(closing);
    }
}

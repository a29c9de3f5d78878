//! Cuts a query into words, quoted texts and signs.

use crate::drive::search::term::{Compared, Nonsense};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A field, an operator, `true`, `false`.
    Word(String),
    /// What stood in quotes.
    Text(String),
    Compared(Compared),
    Open,
    Close,
    OpenBrace,
    CloseBrace,
}

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Nonsense> {
    let mut letters = text.chars().peekable();
    let mut tokens = Vec::new();
    while let Some(letter) = letters.next() {
        let token = match letter {
            space if space.is_whitespace() => continue,
            '(' => Token::Open,
            ')' => Token::Close,
            '{' => Token::OpenBrace,
            '}' => Token::CloseBrace,
            '=' => Token::Compared(Compared::Equal),
            '!' => letters.next_if_eq(&'=').map(|_| Token::Compared(Compared::Unequal)).ok_or(Nonsense)?,
            '<' | '>' => {
                let or_equal = letters.next_if_eq(&'=').is_some();
                Token::Compared(match (letter, or_equal) {
                    ('<', true) => Compared::LessOrEqual,
                    ('<', false) => Compared::Less,
                    (_, true) => Compared::GreaterOrEqual,
                    (_, false) => Compared::Greater,
                })
            }
            quote @ ('\'' | '"') => Token::Text(quoted(&mut letters, quote)?),
            first if first.is_ascii_alphanumeric() => {
                let mut word = String::from(first);
                while let Some(letter) = letters.next_if(char::is_ascii_alphanumeric) {
                    word.push(letter);
                }
                Token::Word(word)
            }
            _ => return Err(Nonsense),
        };
        tokens.push(token);
    }
    Ok(tokens)
}

/// Text up to its closing quote; a backslash takes the meaning from a quote or a backslash.
fn quoted(letters: &mut impl Iterator<Item = char>, quote: char) -> Result<String, Nonsense> {
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some(escaped @ ('\'' | '"' | '\\')) => text.push(escaped),
                _ => return Err(Nonsense),
            },
            end if end == quote => return Ok(text),
            other => text.push(other),
        }
    }
    Err(Nonsense)
}

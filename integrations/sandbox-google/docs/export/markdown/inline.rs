//! The words of a paragraph in Markdown: marks nest, stand at words and not at spaces, and links hold what they link.

use crate::docs::paper::{Ink, Mark, Piece};

pub(super) fn write(pieces: &[Piece]) -> String {
    let linked = pieces.chunk_by(|one, next| one.link == next.link);
    let written = linked.map(|pieces| match pieces.first().and_then(|piece| piece.link.as_ref()) {
        Some(uri) => format!("[{}]({})", words(pieces), destination(uri)),
        None => words(pieces),
    });
    written.collect()
}

/// A stretch of text as it stands in the source, and the marks around it.
struct Token {
    text: String,
    is_space: bool,
    marks: Vec<Mark>,
}

fn words(pieces: &[Piece]) -> String {
    let mut tokens: Vec<Token> = pieces.iter().flat_map(tokens).collect();
    let marks: Vec<Vec<Mark>> = tokens.iter().map(|token| token.marks.clone()).collect();
    // A space has only the marks that go on across it.
    for (at, token) in tokens.iter_mut().enumerate().filter(|(_, token)| token.is_space) {
        let beside = |at: Option<usize>| at.and_then(|at| marks.get(at)).cloned().unwrap_or_default();
        let (before, after) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
        token.marks.retain(|mark| before.contains(mark) && after.contains(mark));
    }
    let mut out = String::new();
    let mut open: Vec<Mark> = Vec::new();
    for token in &tokens {
        let kept = open.iter().take_while(|mark| token.marks.contains(mark)).count();
        open.drain(kept..).rev().for_each(|mark| out.push_str(sign(mark)));
        // The outermost first, and none before a space, where it would be no mark.
        for mark in token.marks.iter().rev() {
            if !token.is_space && !open.contains(mark) {
                out.push_str(sign(*mark));
                open.push(*mark);
            }
        }
        out.push_str(&token.text);
    }
    open.into_iter().rev().for_each(|mark| out.push_str(sign(mark)));
    out
}

/// A piece, with the spaces at its ends apart from its words.
fn tokens(piece: &Piece) -> Vec<Token> {
    let token = |text: String, is_space: bool| Token { text, is_space, marks: piece.marks.clone() };
    match &piece.ink {
        Ink::Text(text) if piece.marks.contains(&Mark::Code) => vec![token(code(text), false)],
        Ink::Text(text) => {
            let words = text.trim();
            let start = text.len() - text.trim_start().len();
            let (before, rest) = text.split_at(start);
            let after = rest.get(words.len()..).unwrap_or_default();
            let tokens = [(before, true), (words, false), (after, true)];
            let tokens = tokens.into_iter().filter(|(text, _)| !text.is_empty());
            tokens.map(|(text, is_space)| token(broken(&escaped(text)), is_space)).collect()
        }
        Ink::Image(uri) => vec![token(format!("![]({})", destination(uri)), false)],
        Ink::Chip { title, uri } => vec![token(format!("[{}]({})", escaped(title), destination(uri)), false)],
        Ink::Rule | Ink::PageBreak => Vec::new(),
    }
}

fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Struck => "~~",
        Mark::Italic => "*",
        Mark::Bold => "**",
        // The code is written with its own quotes, and Markdown cannot underline.
        Mark::Code | Mark::Underlined => "",
    }
}

fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

fn broken(text: &str) -> String {
    text.replace('\u{b}', "  \n")
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for one in text.chars() {
        if matches!(one, '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '~' | '|') {
            out.push('\\');
        }
        out.push(one);
    }
    out
}

/// An address with nothing in it that ends it early.
fn destination(uri: &str) -> String {
    uri.replace(' ', "%20").replace('(', "%28").replace(')', "%29")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(text: &str, marks: &[Mark]) -> Piece {
        Piece { ink: Ink::Text(text.to_owned()), marks: marks.to_vec(), ..Piece::default() }
    }

    #[test]
    fn marks_nest_and_stand_at_words() {
        let pieces = [
            piece("plain ", &[]),
            piece("bold ", &[Mark::Bold]),
            piece("both", &[Mark::Italic, Mark::Bold]),
            piece(" slanted ", &[Mark::Italic]),
            piece("on", &[]),
        ];
        assert_eq!(write(&pieces), "plain **bold *both*** *slanted* on");
    }

    #[test]
    fn a_link_is_one_link_however_its_words_look() {
        let link = |text: &str, marks: &[Mark]| Piece {
            link: Some("https://a.example/x (1)".to_owned()),
            ..piece(text, marks)
        };
        let pieces = [link("the ", &[]), link("offer", &[Mark::Bold]), piece("*", &[])];
        assert_eq!(write(&pieces), "[the **offer**](https://a.example/x%20%281%29)\\*");
    }
}

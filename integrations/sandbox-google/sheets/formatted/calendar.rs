//! Dates and times by their pattern.

use std::fmt::Write as _;

use jiff::civil::DateTime;

/// One piece of a pattern: a letter that repeats, or what is written as it is.
enum Piece {
    Letter(char, usize),
    Half,
    Written(String),
}

pub(super) fn show(moment: DateTime, pattern: &str) -> String {
    let pieces = pieces(pattern);
    let twelve = pieces.iter().any(|piece| matches!(piece, Piece::Half));
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Written(text) => out.push_str(text),
            Piece::Half => out.push_str(if moment.hour() < 12 { "AM" } else { "PM" }),
            Piece::Letter(letter, count) => {
                let letter = if *letter == 'm' && is_minute(&pieces, at) { 'n' } else { *letter };
                out.push_str(&part(moment, letter, *count, twelve));
            }
        }
    }
    out
}

/// An `m` next to hours or seconds is minutes.
fn is_minute(pieces: &[Piece], at: usize) -> bool {
    let letter = |piece: &Piece| match piece {
        Piece::Letter(letter, _) => Some(*letter),
        Piece::Half | Piece::Written(_) => None,
    };
    let before = pieces.iter().take(at).rev().find_map(letter);
    let after = pieces.iter().skip(at + 1).find_map(letter);
    before == Some('h') || after == Some('s')
}

fn part(moment: DateTime, letter: char, count: usize, twelve: bool) -> String {
    let mut out = String::new();
    let hour = if twelve { (moment.hour() + 11) % 12 + 1 } else { moment.hour() };
    let written = match (letter, count) {
        ('y', 3..) => write!(out, "{:04}", moment.year()),
        ('y', _) => write!(out, "{:02}", moment.year().rem_euclid(100)),
        ('m', 1) => write!(out, "{}", moment.month()),
        ('m', 2) => write!(out, "{:02}", moment.month()),
        ('m', 3) => write!(out, "{}", moment.strftime("%b")),
        ('m', _) => write!(out, "{}", moment.strftime("%B")),
        ('d', 1) => write!(out, "{}", moment.day()),
        ('d', 2) => write!(out, "{:02}", moment.day()),
        ('d', 3) => write!(out, "{}", moment.strftime("%a")),
        ('d', _) => write!(out, "{}", moment.strftime("%A")),
        ('h', 1) => write!(out, "{hour}"),
        ('h', _) => write!(out, "{hour:02}"),
        ('n', 1) => write!(out, "{}", moment.minute()),
        ('n', _) => write!(out, "{:02}", moment.minute()),
        ('s', 1) => write!(out, "{}", moment.second()),
        _ => write!(out, "{:02}", moment.second()),
    };
    // A String takes everything that is written to it.
    if written.is_ok() { out } else { String::new() }
}

fn pieces(pattern: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let lower = rest.to_ascii_lowercase();
        let length = if lower.starts_with("am/pm") {
            pieces.push(Piece::Half);
            5
        } else if "ymdhs".contains(first.to_ascii_lowercase()) {
            let letter = first.to_ascii_lowercase();
            let count = lower.chars().take_while(|next| *next == letter).count();
            pieces.push(Piece::Letter(letter, count));
            count
        } else if first == '"' {
            let inner = rest.get(1..).unwrap_or_default();
            let end = inner.find('"').unwrap_or(inner.len());
            pieces.push(Piece::Written(inner.get(..end).unwrap_or_default().to_owned()));
            (end + 2).min(rest.len())
        } else if first == '\\' {
            let next: String = rest.chars().skip(1).take(1).collect();
            let length = 1 + next.len();
            pieces.push(Piece::Written(next));
            length
        } else {
            pieces.push(Piece::Written(first.to_string()));
            first.len_utf8()
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    pieces
}

//! Addresses in what a model says. One that nobody wrote before may carry away what the model has read, as soon as
//! somebody follows it; so it is shown, and cannot be pressed.

use std::collections::HashSet;
use std::sync::OnceLock;

use kernel::{CallEntry, CardEntry, Entry, MessageEntry, Outcome, Record, Reply, ReplyEntry};

/// Letters that end an address wherever they stand.
const ENDS: [char; 10] = ['<', '>', '"', '\'', '`', '|', '\\', '{', '}', '^'];
/// Letters that belong to the sentence when they stand at the end of an address.
const TRAILING: [char; 11] = ['.', ',', ';', ':', '!', '?', '*', '_', '~', '…', '\u{200b}'];

/// Cannot be seen, and keeps two letters apart.
const JOINER: char = '\u{2060}';

/// The addresses that people and sources have written, letter by letter. They are looked for once somebody asks: most
/// answers have none.
#[derive(Default)]
pub(crate) struct Known<'a> {
    journal: &'a [Record],
    written: OnceLock<HashSet<String>>,
}

impl<'a> Known<'a> {
    pub(crate) fn of(journal: &'a [Record]) -> Self {
        Self { journal, written: OnceLock::new() }
    }

    fn holds(&self, address: &str) -> bool {
        self.written.get_or_init(|| written(self.journal)).contains(address)
    }
}

/// What the model said itself does not count, nor what it was answered when something failed, which repeats it; nor an
/// address that it wrote into a call before anybody else did, wherever that comes back from, with whatever was added.
fn written(journal: &[Record]) -> HashSet<String> {
    let mut written = HashSet::new();
    let mut said: Vec<String> = Vec::new();
    for record in journal {
        let is_result = matches!(
            &record.entry,
            Entry::Call(
                CallEntry::Answered { outcome: Outcome::Done, .. }
                    | CallEntry::Resolved { outcome: Outcome::Done, .. }
            ) | Entry::Card(CardEntry::Undone { outcome: Outcome::Done, .. })
        );
        let is_source = matches!(
            &record.entry,
            Entry::Message(
                MessageEntry::Asked { .. }
                    | MessageEntry::Revised { .. }
                    | MessageEntry::Recalled { .. }
                    | MessageEntry::Attached(_)
                    | MessageEntry::Looked { .. }
            ) | Entry::Card(CardEntry::PersonAnswered { .. })
        );
        if let Entry::Reply(ReplyEntry::Said { reply, read, .. }) = &record.entry {
            // What was found by whoever answers is named by whoever found it.
            written.extend(read.sources.iter().flat_map(|source| addresses(&source.what)).map(str::to_owned));
            let calls =
                serde_json::from_str::<Reply>(reply.words()).map(|reply| reply.calls).unwrap_or_default();
            let chosen: Vec<String> = calls.iter().map(|call| call.args.to_string()).collect();
            let own = chosen.iter().flat_map(|args| addresses(args)).map(str::to_owned);
            said.extend(own.filter(|address| !written.contains(address)));
        }
        if is_result || is_source {
            let echoes =
                |address: &str| is_result && said.iter().any(|said| address.starts_with(said.as_str()));
            let bodies = record.entry.bodies();
            let found = bodies.into_iter().flat_map(|body| addresses(body.words()));
            written.extend(found.filter(|address| !echoes(address)).map(str::to_owned));
        }
    }
    written
}

/// The text with every address that is not known as inert code.
pub(crate) fn tamed(text: &str, known: &Known<'_>) -> String {
    let mut taming = Taming::new(known);
    let mut tame = taming.take(text);
    tame.push_str(&taming.finish());
    tame
}

/// The same for a text that comes piece by piece. What is given out is never taken back by what comes later.
pub(crate) struct Taming<'a> {
    known: &'a Known<'a>,
    /// The sign that ends the fence we are in.
    fence: Option<String>,
    /// The line that is not whole yet, and how much of it was given out.
    line: String,
    given: usize,
}

impl<'a> Taming<'a> {
    pub(crate) fn new(known: &'a Known<'a>) -> Self {
        Self { known, fence: None, line: String::new(), given: 0 }
    }

    pub(crate) fn take(&mut self, piece: &str) -> String {
        let mut out = String::new();
        for part in piece.split_inclusive('\n') {
            self.line.push_str(part);
            if part.ends_with('\n') {
                out.push_str(&self.finish());
            }
        }
        if !self.line.is_empty() && self.fence.is_none() && !may_be_fence(&self.line) {
            let tame = tame_line(&self.line, self.known, End::Open);
            out.push_str(tame.get(self.given..).unwrap_or_default());
            self.given = tame.len();
        }
        out
    }

    /// The rest of the line.
    pub(crate) fn finish(&mut self) -> String {
        let line = std::mem::take(&mut self.line);
        let given = std::mem::take(&mut self.given);
        let sign = fence_sign(&line);
        let tame = match (&self.fence, sign) {
            (Some(opened), Some(sign)) if sign.starts_with(opened.as_str()) => {
                self.fence = None;
                line
            }
            (Some(_), _) => line,
            (None, Some(sign)) => {
                self.fence = Some(sign);
                line
            }
            (None, None) => tame_line(&line, self.known, End::Whole),
        };
        tame.get(given..).unwrap_or_default().to_owned()
    }
}

/// Whether more of a line may come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Whole,
    Open,
}

fn fence_sign(line: &str) -> Option<String> {
    let line = line.trim_start();
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let length = line.chars().take_while(|letter| *letter == sign).count();
    let rest: String = line.chars().skip(length).collect();
    (length >= 3 && !(sign == '`' && rest.contains('`'))).then(|| sign.to_string().repeat(length))
}

fn may_be_fence(line: &str) -> bool {
    matches!(line.trim_start().chars().next(), None | Some('`' | '~'))
}

/// One line outside of a fence. Of one that is still open, as much as nothing that comes later can change.
fn tame_line(line: &str, known: &Known<'_>, end: End) -> String {
    let mut out = String::new();
    let mut rest = line;
    let mut before = ' ';
    // Of an open line, its last word may become an address yet.
    let last_word = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    while let Some(letter) = rest.chars().next() {
        let at = line.len() - rest.len();
        if end == End::Open && at >= last_word {
            break;
        }
        let taken = match letter {
            '`' => code(rest, end),
            '[' => link(rest, known, end),
            '!' if rest.starts_with("![") => image(rest, known, end),
            _ if !before.is_alphanumeric() => match address(rest) {
                Some(found) if end == End::Open && found.len() == rest.len() => Taken::Unfinished,
                Some(found) if known.holds(found) => Taken::As(found.len(), found.to_owned()),
                Some(found) => Taken::As(found.len(), inert(found)),
                None => Taken::Not,
            },
            _ => Taken::Not,
        };
        let length = match taken {
            Taken::As(length, words) => {
                out.push_str(&words);
                length
            }
            Taken::Not => {
                out.push(letter);
                letter.len_utf8()
            }
            Taken::Unfinished => break,
        };
        let (past, next) = rest.split_at(length);
        before = past.chars().next_back().unwrap_or(' ');
        rest = next;
    }
    out
}

enum Taken {
    /// So many bytes, in these words.
    As(usize, String),
    /// The letter is nothing but itself.
    Not,
    /// What it is depends on what comes.
    Unfinished,
}

/// Code is inert already.
fn code(text: &str, end: End) -> Taken {
    let run = text.chars().take_while(|letter| *letter == '`').count();
    let mut after = run;
    while let Some(found) = text.get(after..).and_then(|rest| rest.find('`')) {
        let start = after + found;
        let closing =
            text.get(start..).unwrap_or_default().chars().take_while(|letter| *letter == '`').count();
        after = start + closing;
        if closing == run && (end == End::Whole || after < text.len()) {
            return Taken::As(after, text.get(..after).unwrap_or_default().to_owned());
        }
    }
    match end {
        End::Whole => Taken::As(run, "`".repeat(run)),
        End::Open => Taken::Unfinished,
    }
}

/// `[label](target)`; a label that is no link is nothing special.
fn link(text: &str, known: &Known<'_>, end: End) -> Taken {
    let unfinished = || if end == End::Open { Taken::Unfinished } else { Taken::Not };
    let Some(label) = enclosed(text, '[', ']') else { return unfinished() };
    let after = label.len() + 2;
    match text.get(after..).and_then(|rest| rest.chars().next()) {
        None => return unfinished(),
        Some('(') => {}
        Some(_) => return Taken::Not,
    }
    let Some(target) = text.get(after..).and_then(|rest| enclosed(rest, '(', ')')) else {
        return unfinished();
    };
    let length = after + target.len() + 2;
    // The whole of it is pressed, blanks included, whatever a reader takes for its end.
    let address = target.trim_matches(['<', '>', ' ']);
    if known.holds(address) {
        return Taken::As(length, text.get(..length).unwrap_or_default().to_owned());
    }
    let label = tame_line(label, known, End::Whole);
    let shown = if address.is_empty() { label } else { format!("{label} ({})", inert(address)) };
    Taken::As(length, shown)
}

/// What would be a picture is what its link is; what is left of one that cannot be pressed needs no mark of a picture.
fn image(text: &str, known: &Known<'_>, end: End) -> Taken {
    match link(text.get(1..).unwrap_or_default(), known, end) {
        Taken::As(length, words) if !words.starts_with('[') => Taken::As(length + 1, words),
        Taken::As(..) | Taken::Not => Taken::Not,
        Taken::Unfinished => Taken::Unfinished,
    }
}

/// What stands between a sign at the beginning and the one that closes it.
fn enclosed(text: &str, opens: char, closes: char) -> Option<&str> {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        if letter == opens {
            depth += 1;
        } else if letter == closes {
            depth -= 1;
            if depth == 0 {
                return text.get(1..at);
            }
        }
    }
    None
}

/// As code; and where a stray sign earlier in the text turns code into words, it is no address all the same.
fn inert(address: &str) -> String {
    let (head, tail) = match (address.split_once(':'), address.split_once('.')) {
        (Some((scheme, rest)), _) => (format!("{scheme}:"), rest.to_owned()),
        (None, Some((www, rest))) => (www.to_owned(), format!(".{rest}")),
        (None, None) => (String::new(), address.to_owned()),
    };
    format!("`{head}{JOINER}{tail}`")
}

pub(crate) fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.char_indices().filter(|(at, _)| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        before.is_none_or(|before| !before.is_alphanumeric())
    });
    starts.filter_map(|(at, _)| address(text.get(at..)?))
}

/// The address that a text begins with.
fn address(text: &str) -> Option<&str> {
    let scheme = text.find(|letter: char| !(letter.is_ascii_alphanumeric() || "+-.".contains(letter)))?;
    let head = text.get(..scheme)?;
    let behind = text.get(scheme..)?;
    let is_one = (behind.starts_with("://") && head.starts_with(|letter: char| letter.is_ascii_alphabetic()))
        || (behind.starts_with(':') && head.eq_ignore_ascii_case("mailto"))
        || head.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("www.") && scheme > 4);
    is_one.then(|| trimmed(text.get(..length(text)).unwrap_or_default()))
}

/// Up to a space or a sign that no address holds; a bracket that was not opened in it closes something else.
fn length(text: &str) -> usize {
    let mut open = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' => open += 1,
            ')' | ']' if open == 0 => return at,
            ')' | ']' => open -= 1,
            letter if letter.is_whitespace() || letter.is_control() || ENDS.contains(&letter) => return at,
            _ => {}
        }
    }
    text.len()
}

fn trimmed(address: &str) -> &str {
    address.trim_end_matches(TRAILING)
}

#[cfg(test)]
mod tests;

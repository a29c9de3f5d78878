//! Mails, whole and in short.

use super::super::answers::Mail;
use super::super::clock::Clock;
use super::super::wish::Detail;
use super::wording::{shortened, titled};

/// How much of a mail is repeated in one answer.
const SHOWN: usize = 3_000;
const SENTENCES: usize = 2;
const SENTENCES_LENGTH: usize = 280;

/// Whether several mails are all that were meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    All,
    /// The newest of so many.
    Newest {
        of: String,
    },
}

pub(crate) fn mails(mails: &[&Mail], part: &Part, clock: &Clock) -> String {
    let told = mails.iter().map(|one| mail(one, clock)).collect::<Vec<_>>().join("\n\n———\n\n");
    match part {
        Part::All => told,
        Part::Newest { of } => format!("{told}\n\n———\n\nThese are the newest {} of {of}.", mails.len()),
    }
}

fn mail(mail: &Mail, clock: &Clock) -> String {
    let mut lines = vec![
        format!("“{}”", titled(&mail.subject)),
        format!("From {}, {}", mail.from.introduced(), clock.told(&mail.date)),
    ];
    let to = mail.to.names();
    let cc = mail.cc.names();
    if !to.is_empty() {
        lines.push(if cc.is_empty() { format!("To {to}") } else { format!("To {to}, copy to {cc}") });
    }
    lines.push(String::new());
    lines.push(cut(mail.body.trim()));
    if !mail.attachments.is_empty() {
        lines.push(format!("\nAttached: {}", attached(mail)));
    }
    if mail.continue_with.is_some() {
        let shown = mail.body_shown.as_deref().unwrap_or("part of it");
        lines.push(format!("\nThis is {shown}; say “read on” for the rest."));
    }
    if mail.hidden_removed > 0 {
        lines.push("\nThis mail had hidden text in it, which I left out.".to_owned());
    }
    lines.join("\n")
}

pub(crate) fn detail(detail: Detail, mail: &Mail, clock: &Clock) -> String {
    let subject = titled(&mail.subject);
    match detail {
        Detail::Sender => format!("“{subject}” is from {}.", mail.from.introduced()),
        Detail::Recipients if mail.cc.names().is_empty() => {
            format!("“{subject}” went to {}.", mail.to.introduced())
        }
        Detail::Recipients => {
            format!("“{subject}” went to {}, with a copy to {}.", mail.to.introduced(), mail.cc.introduced())
        }
        Detail::Moment => format!("“{subject}” is of {}.", clock.told(&mail.date)),
        Detail::Attachments if mail.attachments.is_empty() => format!("“{subject}” has no attachments."),
        Detail::Attachments => format!("Attached to “{subject}”: {}.", attached(mail)),
    }
}

fn attached(mail: &Mail) -> String {
    let named = mail.attachments.iter().map(|file| format!("{} ({})", file.name, file.kind));
    named.collect::<Vec<_>>().join(", ")
}

fn cut(body: &str) -> String {
    if body.is_empty() {
        return "(The mail has no text.)".to_owned();
    }
    if body.chars().count() <= SHOWN {
        return body.to_owned();
    }
    let beginning: String = body.chars().take(SHOWN).collect();
    format!("{beginning}…\n(I show the first {SHOWN} characters; the whole mail is in your mailbox.)")
}

/// Who said what, oldest first, in their own first sentences.
pub(crate) fn summary(mails: &[&Mail], part: &Part, clock: &Clock) -> String {
    let one_thread = mails.windows(2).all(|pair| matches!(pair, [one, other] if one.thread == other.thread));
    let lines = mails.iter().rev().map(|mail| {
        let gist = gist(&mail.body);
        let attached = match mail.attachments.len() {
            0 => String::new(),
            1 => " (1 attachment)".to_owned(),
            several => format!(" ({several} attachments)"),
        };
        let subject = if one_thread { String::new() } else { format!(" on “{}”", titled(&mail.subject)) };
        format!("• {}{subject}, {}: {gist}{attached}", mail.from.names(), clock.told(&mail.date))
    });
    let lines = lines.collect::<Vec<_>>().join("\n");
    let counted = match part {
        Part::All => format!("{} mails", mails.len()),
        Part::Newest { of } => format!("the newest {} of {of} mails", mails.len()),
    };
    match mails {
        [only] => format!("“{}” in short:\n{lines}", titled(&only.subject)),
        [newest, ..] if one_thread => {
            format!("“{}” in short, {counted}, oldest first:\n{lines}", titled(&newest.subject))
        }
        _ => format!("In short, {counted}, oldest first:\n{lines}"),
    }
}

/// The first sentences that are the writer's own: no greeting, no quotation.
fn gist(body: &str) -> String {
    let own = body
        .lines()
        .map(str::trim)
        .take_while(|line| !begins_a_quotation(line))
        .filter(|line| !line.is_empty() && !line.starts_with('>') && !is_greeting(line));
    let own = own.collect::<Vec<_>>().join(" ");
    let end = own
        .char_indices()
        .filter(|(place, letter)| {
            matches!(letter, '.' | '!' | '?' | '。')
                && own
                    .get(place + letter.len_utf8()..)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
        .nth(SENTENCES - 1)
        .map_or(own.len(), |(place, letter)| place + letter.len_utf8());
    let gist = shortened(own.get(..end).unwrap_or(&own), SENTENCES_LENGTH);
    if gist.is_empty() { "(no text)".to_owned() } else { gist }
}

fn begins_a_quotation(line: &str) -> bool {
    line.starts_with("-----") || (line.starts_with("On ") && line.ends_with("wrote:"))
}

fn is_greeting(line: &str) -> bool {
    line.ends_with(',') && line.split_whitespace().count() <= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gist_is_the_writers_own_first_sentences() {
        let body = "Hi Ana,\n\nThe budget is v1.2 now. Please look at it! There is more.\n\nOn Monday Ana wrote:\n> old";
        assert_eq!(gist(body), "The budget is v1.2 now. Please look at it!");
        assert_eq!(gist("> quoted\n"), "(no text)");
        assert!(gist(&"word ".repeat(500)).chars().count() <= SENTENCES_LENGTH + 1);
    }
}

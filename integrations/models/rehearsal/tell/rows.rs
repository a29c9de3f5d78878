//! Lists of mail.

use super::super::answers::{Found, Row};
use super::super::wish::{Search, When};
use super::{shortened, titled};

const SNIPPET: usize = 120;

pub(crate) fn list(search: &Search, found: &Found) -> String {
    if found.messages.is_empty() {
        return nothing(search);
    }
    let shown = found.messages.len();
    let lines: Vec<String> =
        found.messages.iter().enumerate().map(|(place, row)| line(place + 1, row)).collect();
    let counted = if shown == 1 { "1 mail".to_owned() } else { format!("{shown} mails") };
    let rest = match (&found.next_page, found.total_estimate) {
        (Some(_), Some(total)) => format!("\nThere are about {total} in all; say “more” for the next."),
        (Some(_), None) => "\nThere are more; say “more” for the next.".to_owned(),
        (None, _) => String::new(),
    };
    format!("{counted} {}, newest first:\n{}{rest}", described(search), lines.join("\n"))
}

fn line(number: usize, row: &Row) -> String {
    let unread = if row.unread { " (unread)" } else { "" };
    let snippet = shortened(&row.snippet, SNIPPET);
    let snippet = if snippet.is_empty() { snippet } else { format!("\n    {snippet}") };
    format!("{number}. “{}” from {}, {}{unread}{snippet}", titled(&row.subject), row.from.names(), row.date)
}

pub(crate) fn nothing(search: &Search) -> String {
    format!("I found no mail {}.", described(search))
}

/// Who wrote, the busiest first.
pub(crate) fn senders(search: &Search, found: &Found) -> String {
    let mut senders: Vec<(String, usize, &str)> = Vec::new();
    for row in &found.messages {
        let from = row.from.words();
        match senders.iter_mut().find(|(known, ..)| *known == from) {
            Some((_, count, _)) => *count += 1,
            None => senders.push((from, 1, titled(&row.subject))),
        }
    }
    if senders.is_empty() {
        return format!("Nobody: I found no mail {}.", described(search));
    }
    senders.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
    let lines: Vec<String> = senders
        .iter()
        .map(|(from, count, subject)| match count {
            1 => format!("• {from}: “{subject}”"),
            _ => format!("• {from}: {count} mails, the newest “{subject}”"),
        })
        .collect();
    let rest = if found.next_page.is_some() { "\nThere is more mail than I looked at." } else { "" };
    format!("Mail {} came from:\n{}{rest}", described(search), lines.join("\n"))
}

/// `from Ben about “the budget”, unread, of this week`.
fn described(search: &Search) -> String {
    let mut parts = Vec::new();
    parts.extend(search.from.iter().map(|name| format!("from {name}")));
    parts.extend(search.to.iter().map(|name| format!("to {name}")));
    parts.extend(search.about.iter().map(|about| format!("about “{about}”")));
    if search.traits.unread {
        parts.push("that you haven't read".to_owned());
    }
    if search.traits.attachments {
        parts.push("with attachments".to_owned());
    }
    if search.traits.sent && search.to.is_none() {
        parts.push("that you sent".to_owned());
    }
    parts.extend(search.when.map(stretch));
    if parts.is_empty() { "in your inbox".to_owned() } else { parts.join(" ") }
}

fn stretch(when: When) -> String {
    match when {
        When::Today => "of today".to_owned(),
        When::Yesterday => "of yesterday".to_owned(),
        When::ThisWeek => "of this week".to_owned(),
        When::LastWeek => "of last week".to_owned(),
        When::ThisMonth => "of this month".to_owned(),
        When::LastMonth => "of last month".to_owned(),
        When::Days(days) => format!("of the last {days} days"),
    }
}

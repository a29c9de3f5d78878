//! Lists of mail.

use super::super::answers::{Found, Row};
use super::super::clock::Clock;
use super::super::wish::{Search, When};
use super::wording::{shortened, titled};

const SNIPPET: usize = 120;

/// Whether a list is a beginning or goes on with one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    First,
    Next,
}

pub(crate) fn list(search: &Search, found: &Found, (page, clock): (Page, &Clock)) -> String {
    if found.messages.is_empty() {
        return match page {
            Page::First => nothing(search),
            Page::Next => super::wording::NOTHING_MORE.to_owned(),
        };
    }
    let shown = found.messages.len();
    let lines = found.messages.iter().enumerate().map(|(place, row)| line(place + 1, row, (search, clock)));
    let lines = lines.collect::<Vec<_>>().join("\n");
    let counted = match (page, &found.next_page, found.beyond_shown()) {
        (Page::First, Some(_), Some(total)) => {
            format!("The newest {shown} of about {}", mails(search, total))
        }
        (Page::First, Some(_), None) => format!("The newest {}", mails(search, shown)),
        (Page::First, None, _) if shown == 1 => mails(search, 1),
        (Page::First, None, _) => format!("{}, newest first", mails(search, shown)),
        (Page::Next, ..) => format!("The next {}", mails(search, shown)),
    };
    let rest = if found.next_page.is_some() { "\n\nSay “more” for the next." } else { "" };
    format!("{counted}:\n{lines}{rest}")
}

fn line(number: usize, row: &Row, (search, clock): (&Search, &Clock)) -> String {
    let unread = if row.unread { " (unread)" } else { "" };
    let snippet = shortened(&row.snippet, SNIPPET);
    let snippet = if snippet.is_empty() { snippet } else { format!(" — {snippet}") };
    let who = if search.is_of_sent_mail() {
        format!("to {}", row.to.names())
    } else {
        format!("from {}", row.from.names())
    };
    format!("{number}. “{}” {who}, {}{unread}{snippet}", titled(&row.subject), clock.told(&row.date))
}

pub(crate) fn nothing(search: &Search) -> String {
    format!("I found no {}.", named(search, "mail"))
}

pub(crate) fn count(search: &Search, found: &Found) -> String {
    let shown = found.messages.len();
    match (&found.next_page, found.beyond_shown()) {
        _ if shown == 0 => format!("None: there is no {}.", named(search, "mail")),
        (None, _) => format!("I count {}. Say “list them” to see them.", mails(search, shown)),
        (Some(_), Some(total)) => {
            format!("There are about {}. Say “list them” to see the newest.", mails(search, total))
        }
        (Some(_), None) => {
            format!("There are more than {}. Say “list them” to see the newest.", mails(search, shown))
        }
    }
}

/// When somebody last wrote.
pub(crate) fn last_time(search: &Search, found: &Found, clock: &Clock) -> String {
    let Some(newest) = found.messages.first() else { return nothing(search) };
    let (subject, moment) = (titled(&newest.subject), clock.told(&newest.date));
    if search.is_of_sent_mail() {
        return format!("You last wrote to {} on {moment}: “{subject}”.", newest.to.names());
    }
    format!("{} last wrote on {moment}: “{subject}”.", newest.from.names())
}

/// Who wrote, the busiest first.
pub(crate) fn senders(search: &Search, found: &Found) -> String {
    let mut senders: Vec<(String, usize, &str)> = Vec::new();
    for row in &found.messages {
        let from = row.from.names();
        match senders.iter_mut().find(|(known, ..)| *known == from) {
            Some((_, count, _)) => *count += 1,
            None => senders.push((from, 1, titled(&row.subject))),
        }
    }
    if senders.is_empty() {
        return format!("Nobody: I found no {}.", named(search, "mail"));
    }
    senders.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
    let lines: Vec<String> = senders
        .iter()
        .map(|(from, count, subject)| match count {
            1 => format!("• {from}: “{subject}”"),
            _ => format!("• {from}: {count} mails, the newest “{subject}”"),
        })
        .collect();
    let looked_at = found.messages.len();
    let rest = match (&found.next_page, found.beyond_shown()) {
        (None, _) => String::new(),
        (Some(_), Some(total)) => format!("\nI looked at the newest {looked_at} of about {total}."),
        (Some(_), None) => format!("\nI looked at the newest {looked_at} only; there are more."),
    };
    format!("Who wrote {}:\n{}{rest}", named(search, "mail"), lines.join("\n"))
}

/// `1 unread mail from Ben`, `10 mails from this week`.
fn mails(search: &Search, count: usize) -> String {
    format!("{count} {}", named(search, if count == 1 { "mail" } else { "mails" }))
}

/// `unread mail from Ben about “the budget” with attachments from this week`.
fn named(search: &Search, noun: &str) -> String {
    let mut parts = Vec::new();
    if search.traits.unread {
        parts.push("unread".to_owned());
    }
    if search.traits.sent {
        parts.push("sent".to_owned());
    }
    parts.push(noun.to_owned());
    parts.extend(search.from.iter().map(|name| format!("from {name}")));
    parts.extend(search.to.iter().map(|name| format!("to {name}")));
    parts.extend(search.with.iter().map(|name| format!("from or to {name}")));
    parts.extend(search.about.iter().map(|about| format!("about “{about}”")));
    parts.extend(search.operators.iter().map(|operators| format!("for `{operators}`")));
    if search.traits.attachments {
        parts.push("with attachments".to_owned());
    }
    parts.extend(search.when.map(stretch));
    if parts.len() == 1 {
        parts.push("in your inbox".to_owned());
    }
    parts.join(" ")
}

fn stretch(when: When) -> String {
    match when {
        When::Today => "from today".to_owned(),
        When::Yesterday => "from yesterday".to_owned(),
        When::On(weekday) => format!("from {weekday:?}"),
        When::Since(weekday) => format!("since {weekday:?}"),
        When::ThisWeek => "from this week".to_owned(),
        When::LastWeek => "from last week".to_owned(),
        When::ThisMonth => "from this month".to_owned(),
        When::LastMonth => "from last month".to_owned(),
        When::Days(1) => "from the last day".to_owned(),
        When::Days(days) => format!("from the last {days} days"),
    }
}

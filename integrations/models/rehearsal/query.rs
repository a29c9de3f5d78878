//! A search in the mailbox's own language.

use jiff::ToSpan;
use jiff::civil::Date;

use super::wish::{Search, When};

/// Words that say nothing about a subject.
const EMPTY: &[&str] = &[
    "the", "a", "an", "of", "for", "and", "or", "my", "our", "your", "their", "to", "in", "on", "at", "with",
    "about", "re",
];

pub(crate) fn query(search: &Search, today: Option<Date>) -> String {
    let mut parts: Vec<String> = Vec::new();
    let named = |operator: &str, name: &str| {
        words(name).into_iter().map(|word| format!("{operator}:{word}")).collect::<Vec<_>>()
    };
    parts.extend(search.from.iter().flat_map(|name| named("from", name)));
    parts.extend(search.to.iter().flat_map(|name| named("to", name)));
    parts.extend(search.about.iter().flat_map(|about| telling(about)));
    if search.traits.unread {
        parts.push("is:unread".to_owned());
    }
    if search.traits.attachments {
        parts.push("has:attachment".to_owned());
    }
    let placed = if search.traits.sent {
        Some("in:sent")
    } else {
        (search.from.is_none() && search.to.is_none() && search.about.is_none()).then_some("in:inbox")
    };
    parts.extend(placed.map(str::to_owned));
    parts.extend(search.when.map(|when| stretch(when, today)));
    parts.join(" ")
}

/// Every character that means something to the mailbox is dropped: a name can search, and do nothing else.
fn words(text: &str) -> Vec<String> {
    let kept =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '@' | '.' | '_' | '-' | '+' | '\'');
    text.split(|letter| !kept(letter))
        .map(|word| word.trim_matches(['-', '.', '+', '\'', '_']).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

fn telling(about: &str) -> Vec<String> {
    let all = words(about);
    let telling: Vec<_> = all.iter().filter(|word| !EMPTY.contains(&word.as_str())).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

fn stretch(when: When, today: Option<Date>) -> String {
    today.and_then(|today| dates(when, today)).unwrap_or_else(|| ages(when))
}

fn dates(when: When, today: Date) -> Option<String> {
    let monday = today.checked_sub(i64::from(today.weekday().to_monday_zero_offset()).days()).ok()?;
    let month = today.first_of_month();
    let (after, before) = match when {
        When::Today => (today, None),
        When::Yesterday => (today.yesterday().ok()?, Some(today)),
        When::ThisWeek => (monday, None),
        When::LastWeek => (monday.checked_sub(7.days()).ok()?, Some(monday)),
        When::ThisMonth => (month, None),
        When::LastMonth => (month.checked_sub(1.month()).ok()?, Some(month)),
        When::Days(_) => return None,
    };
    let before = before.map(|day| format!(" before:{}", day.strftime("%Y/%m/%d"))).unwrap_or_default();
    Some(format!("after:{}{before}", after.strftime("%Y/%m/%d")))
}

/// Where we do not know what day it is for the person.
fn ages(when: When) -> String {
    match when {
        When::Today => "newer_than:1d".to_owned(),
        When::Yesterday => "newer_than:2d".to_owned(),
        When::ThisWeek => "newer_than:7d".to_owned(),
        When::LastWeek => "newer_than:14d older_than:7d".to_owned(),
        When::ThisMonth => "newer_than:31d".to_owned(),
        When::LastMonth => "newer_than:62d older_than:31d".to_owned(),
        When::Days(days) => format!("newer_than:{days}d"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sunday() -> Option<Date> {
        "2026-11-15".parse().ok()
    }

    #[test]
    fn a_search_becomes_operators() {
        let search = Search { about: Some("the Budget: Q3".to_owned()), ..Search::from("Ben Adler") };
        assert_eq!(query(&search, None), "from:ben from:adler budget q3");
        assert_eq!(query(&Search::default(), None), "in:inbox");
    }

    #[test]
    fn no_word_becomes_an_operator() {
        let search =
            Search { about: Some("x is:unread -in:sent OR (from:y)".to_owned()), ..Search::default() };
        assert_eq!(query(&search, None), "x is unread sent from y");
    }

    #[test]
    fn days_are_counted_where_the_person_is() {
        let when = |when| query(&Search { when: Some(when), ..Search::from("ben") }, sunday());
        assert_eq!(when(When::Today), "from:ben after:2026/11/15");
        assert_eq!(when(When::Yesterday), "from:ben after:2026/11/14 before:2026/11/15");
        assert_eq!(when(When::ThisWeek), "from:ben after:2026/11/09");
        assert_eq!(when(When::LastWeek), "from:ben after:2026/11/02 before:2026/11/09");
        assert_eq!(when(When::LastMonth), "from:ben after:2026/10/01 before:2026/11/01");
        assert_eq!(when(When::Days(3)), "from:ben newer_than:3d");
    }
}

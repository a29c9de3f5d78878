//! A question of ours that is still open, and how the next words answer it.

use super::super::answers::Somebody;
use super::super::understand::{address, command, moment, people, understand};
use super::super::wish::calendar::{Calendar, Meeting, Moment};
use super::super::wish::filing::{Choice, Filing};
use super::super::wish::named::Named;
use super::super::wish::{Answer, Letter, Place, Recipient, Search, Which, Wish};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    /// What the mail shall say.
    Body,
    /// Whom it shall go to.
    Recipients,
    /// Which of several people of this name.
    Person { name: String, candidates: Vec<Somebody> },
    /// Which mail.
    Mail,
    /// Which of several files or events, by their ids and titles.
    Choice { of: Named, candidates: Vec<(String, String)> },
    /// When the meeting shall be.
    Time,
}

impl Open {
    /// The wish we asked about, completed by these words; nothing if they are about something else.
    pub(crate) fn taken_up(&self, wish: &Wish, words: &str) -> Option<Wish> {
        match self {
            Self::Body => with_body(wish, words),
            Self::Recipients => match wish {
                Wish::Send(letter) if command(words).is_none() => {
                    Some(Wish::Send(Letter { to: people(words)?, ..letter.clone() }))
                }
                _ => None,
            },
            Self::Person { name, candidates } => with_person(wish, name, &chosen(words, candidates)?),
            Self::Mail => match (wish, understand(words)) {
                (Wish::Reply(answer), Wish::Read(which @ Which::Nth(_))) => {
                    Some(Wish::Reply(Answer { which, ..answer.clone() }))
                }
                (Wish::Summarise(_), Wish::Read(which @ Which::Nth(_))) => Some(Wish::Summarise(which)),
                (Wish::Filing(Filing::With { act, .. }), Wish::Read(which @ Which::Nth(_))) => {
                    Some(Wish::Filing(Filing::With { which, choice: Choice::Counted, act: act.clone() }))
                }
                _ => None,
            },
            Self::Choice { of, candidates } => {
                let titles: Vec<&str> = candidates.iter().map(|(_, title)| title.as_str()).collect();
                let (id, _) = candidates.get(picked(words, &titles)?)?;
                let mut wish = wish.clone();
                for named in wish.names().into_iter().filter(|named| *named == of) {
                    *named = Named::Chosen(id.clone());
                }
                Some(wish)
            }
            Self::Time => with_time(wish, words),
        }
    }
}

/// After "what shall it say?" anything is the mail's text, unless it is plainly something else.
fn with_body(wish: &Wish, words: &str) -> Option<Wish> {
    let taken_back = matches!(
        words.trim().trim_end_matches(['.', '!']).to_lowercase().as_str(),
        "no" | "never mind" | "nevermind" | "cancel" | "stop" | "nothing"
    );
    let another =
        command(words).is_some_and(|wish| !matches!(wish, Wish::Greet | Wish::Thank | Wish::Reply(_)));
    if taken_back || another || words.trim().is_empty() {
        return None;
    }
    let told =
        ["say ", "saying ", "say: ", "that "].iter().find_map(|start| words.trim().strip_prefix(start));
    let body = Some(told.unwrap_or(words).trim().to_owned());
    match wish {
        Wish::Reply(answer) => Some(Wish::Reply(Answer { body, ..answer.clone() })),
        Wish::Send(letter) => Some(Wish::Send(Letter { body, ..letter.clone() })),
        _ => None,
    }
}

fn chosen(words: &str, candidates: &[Somebody]) -> Option<String> {
    if let Some(address) = words.split_whitespace().find_map(address) {
        return Some(address);
    }
    let full: Vec<String> = candidates.iter().map(Somebody::introduced).collect();
    let place = picked(words, &full.iter().map(String::as_str).collect::<Vec<_>>())?;
    candidates.get(place).map(|somebody| somebody.address.clone())
}

/// Which of these was answered with: its number, or words that only it has.
fn picked(words: &str, candidates: &[&str]) -> Option<usize> {
    if let Wish::Read(Which::Nth(place)) = understand(words) {
        let place = match place {
            Place::Newest => 0,
            Place::Number(number) => usize::try_from(number).ok()?.checked_sub(1)?,
            Place::Last => candidates.len().checked_sub(1)?,
        };
        return (place < candidates.len()).then_some(place);
    }
    let said = words.trim().trim_end_matches(['.', '!']).to_lowercase();
    let mut named = candidates.iter().enumerate().filter(|(_, candidate)| {
        let full = candidate.to_lowercase();
        !said.is_empty() && said.split_whitespace().all(|word| full.contains(word))
    });
    match (named.next(), named.next()) {
        (Some((place, _)), None) => Some(place),
        _ => None,
    }
}

/// What was known of the time stays, and what is said now is added.
fn with_time(wish: &Wish, words: &str) -> Option<Wish> {
    let Wish::Calendar(Calendar::Book(meeting)) = wish else { return None };
    let given = moment(words)?;
    let when = Moment {
        days: given.days.or(meeting.when.days),
        time: given.time.or(meeting.when.time),
        until: given.until.or(meeting.when.until),
    };
    Some(Wish::Calendar(Calendar::Book(Meeting { when, ..meeting.clone() })))
}

fn with_person(wish: &Wish, name: &str, address: &str) -> Option<Wish> {
    match wish {
        Wish::Reply(answer @ Answer { which: Which::Found { search, place, count }, .. }) => {
            let search = Search { from: Some(address.to_owned()), ..search.clone() };
            let which = Which::Found { search, place: *place, count: *count };
            Some(Wish::Reply(Answer { which, ..answer.clone() }))
        }
        wish => {
            let mut wish = wish.clone();
            let people = wish.people();
            if people.is_empty() {
                return None;
            }
            for person in people {
                match person {
                    Recipient::Name(given) if given == name => {
                        *person = Recipient::Address(address.to_owned());
                    }
                    Recipient::Oneself if name.is_empty() => *person = Recipient::Address(address.to_owned()),
                    Recipient::Name(_) | Recipient::Oneself | Recipient::Address(_) => {}
                }
            }
            Some(wish)
        }
    }
}

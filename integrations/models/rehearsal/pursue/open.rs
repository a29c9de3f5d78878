//! A question of ours that is still open, and how the next words answer it.

use super::super::answers::Somebody;
use super::super::understand::{address, command, people, understand};
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
                _ => None,
            },
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
    if let Wish::Read(Which::Nth(place)) = understand(words) {
        let candidate = match place {
            Place::Newest => candidates.first(),
            Place::Number(number) => candidates.get(usize::try_from(number).ok()?.checked_sub(1)?),
            Place::Last => candidates.last(),
        };
        return candidate.map(|somebody| somebody.address.clone());
    }
    let said = words.trim().trim_end_matches(['.', '!']).to_lowercase();
    let mut named = candidates.iter().filter(|somebody| {
        let full = format!("{} {}", somebody.name, somebody.address).to_lowercase();
        !said.is_empty() && said.split_whitespace().all(|word| full.contains(word))
    });
    match (named.next(), named.next()) {
        (Some(only), None) => Some(only.address.clone()),
        _ => None,
    }
}

fn with_person(wish: &Wish, name: &str, address: &str) -> Option<Wish> {
    match wish {
        Wish::Reply(answer @ Answer { which: Which::Found { search, place, count }, .. }) => {
            let search = Search { from: Some(address.to_owned()), ..search.clone() };
            let which = Which::Found { search, place: *place, count: *count };
            Some(Wish::Reply(Answer { which, ..answer.clone() }))
        }
        Wish::Send(letter) => {
            let settle = |people: &[Recipient]| {
                let settled = people.iter().map(|one| match one {
                    Recipient::Name(given) if given == name => Recipient::Address(address.to_owned()),
                    Recipient::Oneself if name.is_empty() => Recipient::Address(address.to_owned()),
                    other => other.clone(),
                });
                settled.collect()
            };
            Some(Wish::Send(Letter { to: settle(&letter.to), cc: settle(&letter.cc), ..letter.clone() }))
        }
        _ => None,
    }
}

//! A phrase that names mail: `the unread ones from Ben about the budget this week`.

use super::time;
use super::words::{Words, number};
use crate::rehearsal::wish::{Place, Search, When, Which};

/// What a phrase says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Phrase {
    pub(crate) search: Search,
    pub(crate) place: Option<Place>,
    pub(crate) count: Option<u32>,
    /// Something in it is a word for mail.
    pub(crate) names_mail: bool,
    pub(crate) plural: bool,
    /// Words that belong to no part of it.
    pub(crate) bare: Vec<String>,
}

/// The part of the search that words belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Head,
    From,
    To,
    With,
    About,
}

/// What bare words stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bare {
    Person,
    Subject,
}

const MAIL: &[&str] = &[
    "mail",
    "email",
    "e-mail",
    "message",
    "inbox",
    "mailbox",
    "letter",
    "conversation",
    "thread",
    "anything",
    "something",
    "everything",
    "one",
    "newsletter",
];
const MAILS: &[&str] =
    &["mails", "emails", "e-mails", "messages", "letters", "conversations", "threads", "ones", "newsletters"];
const FILLING: &[&str] = &[
    "the", "a", "an", "my", "any", "all", "some", "me", "of", "in", "i", "have", "got", "do", "is", "are",
    "there", "that", "which", "were", "was", "and", "did", "get", "received", "has", "been", "you", "just",
    "only", "at", "still", "i've", "came", "come", "arrived", "us", "so", "far", "out", "what", "who",
    "most", "for", "it's", "these", "those", "this", "through", "over", "written", "up", "it", "came",
    "wrote", "mailed", "emailed", "else", "our", "into", "whole", "please", "yet", "receive", "count", ":",
    "where", "talks", "says", "writes",
];
const ATTACHED: &[&str] =
    &["attachment", "attachments", "attached", "file", "files", "pdf", "pdfs", "document", "documents"];
const ORDINALS: &[&str] =
    &["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

impl Phrase {
    pub(crate) fn of(words: Words<'_>) -> Self {
        let mut phrase = Self::default();
        let (mut part, mut at) = (Part::Head, 0);
        let mut slot: Vec<usize> = Vec::new();
        while at < words.words.len() {
            // "The lunch on Friday" is one subject.
            let when = time::when(words, at)
                .filter(|(when, _)| part != Part::About || !matches!(when, When::On(_) | When::Since(_)));
            if let Some((when, length)) = when {
                phrase.close(part, words, &slot);
                phrase.search.when = Some(when);
                (part, at) = (Part::Head, at + length);
                slot.clear();
                continue;
            }
            if let Some(length) = attachments(words, at) {
                phrase.close(part, words, &slot);
                phrase.search.traits.attachments = true;
                (part, at) = (Part::Head, at + length);
                slot.clear();
                continue;
            }
            if let Some(next) = marker(words.plain(at), part) {
                phrase.close(part, words, &slot);
                (part, at) = (next, at + 1);
                slot.clear();
                continue;
            }
            match part {
                Part::Head => phrase.head(words, at),
                Part::From | Part::To | Part::With | Part::About => slot.push(at),
            }
            at += 1;
        }
        phrase.close(part, words, &slot);
        phrase
    }

    /// As a search, if it surely is one, or if bare words may be taken for what is sought.
    pub(crate) fn search(mut self, bare: Bare) -> Search {
        let words = self.bare.join(" ");
        if !words.is_empty() {
            match bare {
                Bare::Person if self.search.from.is_none() => self.search.from = Some(words),
                Bare::Person | Bare::Subject => {
                    let about =
                        self.search.about.take().map_or(words.clone(), |about| format!("{words} {about}"));
                    self.search.about = Some(about);
                }
            }
        }
        self.search
    }

    /// Whether it names mail by more than a word that could be anything.
    pub(crate) fn is_about_mail(&self) -> bool {
        self.names_mail || (self.bare.is_empty() && self.search != Search::default())
    }

    /// Whether it could be any mail at all.
    pub(crate) fn is_vague(&self) -> bool {
        self.place.is_none()
            && self.count.is_none()
            && self.bare.is_empty()
            && self.search == Search::default()
    }

    pub(crate) fn which(self, bare: Bare) -> Which {
        let (place, count) = (self.place, self.count);
        let traits = &self.search.traits;
        let plural = self.plural || (place.is_none() && (self.search.when.is_some() || traits.unread));
        let lone_number = count.filter(|_| place.is_none() && !self.names_mail && self.bare.is_empty());
        let search = self.search(bare);
        if let (Some(number), true) = (lone_number, search == Search::default()) {
            return Which::Nth(Place::Number(number));
        }
        match place {
            Some(Place::Newest) | None => {
                let count = count.unwrap_or(if plural { 3 } else { 1 });
                Which::Found { search, place: Place::Newest, count: count.clamp(1, 5) }
            }
            Some(place) if search == Search::default() && count.is_none() => Which::Nth(place),
            Some(place) => Which::Found { search, place, count: 1 },
        }
    }

    fn head(&mut self, words: Words<'_>, at: usize) {
        let plain = words.plain(at);
        let next = words.plain(at + 1);
        if let Some(number) = ordinal(plain) {
            self.place = Some(Place::Number(number));
        } else if matches!(plain, "number" | "no" | "nr") && number(next).is_some() {
            self.place = number(next).map(Place::Number);
        } else if let Some(number) = number(plain).filter(|_| plain != "one") {
            if !matches!(self.place, Some(Place::Number(_))) {
                self.count = Some(number);
            }
        } else if matches!(plain, "latest" | "newest" | "recent") {
            self.place.get_or_insert(Place::Newest);
        } else if plain == "last" {
            // "the last one" is the last line of the list; "the last mail" is the newest.
            self.place = Some(if next == "one" { Place::Last } else { Place::Newest });
        } else if matches!(plain, "oldest" | "earliest") {
            self.place = Some(Place::Last);
        } else if matches!(plain, "unread" | "new" | "unseen" | "unanswered") {
            self.search.traits.unread = true;
            self.names_mail |= plain == "unread";
        } else if plain == "sent" || plain == "send" {
            self.search.traits.sent |= !matches!(next, "by" | "me" | "from");
        } else if ATTACHED.contains(&plain) {
            self.search.traits.attachments = true;
        } else if MAIL.contains(&plain) {
            self.names_mail = true;
            self.plural |= plain == "everything";
        } else if MAILS.contains(&plain) {
            (self.names_mail, self.plural) = (true, true);
        } else if let Some(owner) =
            plain.strip_suffix("'s").filter(|_| !matches!(plain, "what's" | "who's" | "there's"))
        {
            self.bare.push(original(words, at).chars().take(owner.chars().count()).collect());
            self.search.from = Some(self.bare.drain(..).collect::<Vec<_>>().join(" "));
        } else if !FILLING.contains(&plain) {
            self.bare.push(original(words, at));
        }
    }

    fn close(&mut self, part: Part, words: Words<'_>, slot: &[usize]) {
        let (Some(first), Some(last)) = (slot.first(), slot.last()) else { return };
        let value = words.part(*first..last + 1).trimmed().to_owned();
        let value = value.strip_suffix("'s").or(value.strip_suffix("’s")).unwrap_or(&value).to_owned();
        let person = without_article(&value).to_owned();
        match part {
            Part::Head => {}
            Part::From => self.search.from = Some(person),
            Part::With => self.search.with = Some(person),
            Part::To if value == "me" => {}
            Part::To => (self.search.to, self.search.traits.sent) = (Some(person), true),
            Part::About => self.search.about = Some(value),
        }
    }
}

/// "The plumber" signs as plumber.
pub(crate) fn without_article(name: &str) -> &str {
    match name.split_once(' ') {
        Some((first, rest)) if matches!(first.to_lowercase().as_str(), "the" | "a" | "an" | "my" | "our") => {
            rest
        }
        _ => name,
    }
}

/// A number somebody says alone: `2`, `#2`, `second`.
pub(crate) fn ordinal(plain: &str) -> Option<u32> {
    let counted = ["st", "nd", "rd", "th"].iter().find_map(|end| plain.strip_suffix(end)?.parse().ok());
    let hash = || plain.strip_prefix('#')?.parse().ok();
    let named =
        || ORDINALS.iter().position(|name| *name == plain).and_then(|place| u32::try_from(place + 1).ok());
    counted.or_else(hash).or_else(named).filter(|number| *number > 0)
}

fn original(words: Words<'_>, at: usize) -> String {
    words.part(at..at + 1).trimmed().to_owned()
}

/// Where a word begins another part. Within a subject only the clearest ones do: "the trip to Rome" is one subject.
fn marker(plain: &str, part: Part) -> Option<Part> {
    match plain {
        "from" => Some(Part::From),
        "about" | "regarding" | "concerning" | "mentioning" => Some(Part::About),
        "by" if part != Part::About => Some(Part::From),
        "to" if part != Part::About => Some(Part::To),
        "with" if part == Part::Head => Some(Part::With),
        "on" | "re" | "titled" | "called" | "mention" | "mentions" | "containing" | "contain" | "subject"
            if part != Part::About =>
        {
            Some(Part::About)
        }
        _ => None,
    }
}

fn attachments(words: Words<'_>, at: usize) -> Option<usize> {
    if !matches!(words.plain(at), "with" | "has" | "have" | "having" | "containing" | "including" | "contain")
    {
        return None;
    }
    let filling = (1..4)
        .take_while(|step| matches!(words.plain(at + step), "a" | "an" | "any" | "some" | "pdf"))
        .count();
    ATTACHED
        .contains(&words.plain(at + 1 + filling))
        .then_some(2 + filling)
        .or((words.plain(at + filling) == "pdf" && filling > 0).then_some(1 + filling))
}

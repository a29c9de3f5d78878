//! Why something is asked about, in words for the person: which rule, which argument, which source.

use kernel::{Deed, Label, Readers, Sink, Source, Target, Term, TermKind};

use crate::guard::tracker::ExfiltrationPattern;

/// One thing that speaks against doing it without a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Objection {
    pub(crate) rule: Rule,
    /// JSON pointer to the argument; empty where it is about the whole call.
    pub(crate) pointer: String,
    /// For the card. Strangers' words in it are cut short; the card shows them as plain text.
    pub(crate) words: String,
}

/// The rules, by what they ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Every destination was named.
    Destination,
    /// What is changed was named.
    Object,
    /// What goes away was named with a verb that says so.
    Destruction,
    /// Days, times and rights are those that were written.
    Terms,
    /// No link, address or file that was not written or named.
    Text,
    /// Content goes only to those who could read it.
    Readers,
    /// Words for others are not a stranger's.
    Author,
    /// It was asked for as often as it is done.
    Once,
    /// Nobody can tell what it does.
    Unknown,
}

impl Rule {
    /// As it stands in the audit.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Destination => "destination",
            Self::Object => "object",
            Self::Destruction => "destruction",
            Self::Terms => "terms",
            Self::Text => "text",
            Self::Readers => "readers",
            Self::Author => "author",
            Self::Once => "once",
            Self::Unknown => "unknown",
        }
    }
}

/// Where the requester spoke of something that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spoken {
    /// In this request, and not for this.
    Here,
    /// Only in an earlier message of the thread: it endorses nothing, but it was named.
    Earlier,
    Nowhere,
}

const LONGEST: usize = 60;

/// Names the sources of a context, where nobody can tell which of them matters.
fn read(context: &Label) -> String {
    let Some(first) = context.sources.first() else { return "something that was read".to_owned() };
    match context.sources.len() {
        1 => cut(&first.what),
        several => format!("{} or {} more", cut(&first.what), several - 1),
    }
}

pub(super) fn cut(words: &str) -> String {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST { line } else { line.chars().take(LONGEST).chain(['…']).collect() }
}

impl Objection {
    fn new(rule: Rule, pointer: &str, words: String) -> Self {
        Self { rule, pointer: pointer.to_owned(), words }
    }

    /// Together with what was done before, it is what attacks are made of.
    pub(crate) fn completes(pattern: &ExfiltrationPattern) -> Self {
        Self::new(Rule::Text, "", pattern.words.clone())
    }

    pub(super) fn unknown() -> Self {
        Self::new(Rule::Unknown, "", "It is not known what this changes and for whom.".to_owned())
    }

    pub(super) fn nobody_named(sink: &Sink, spoken: Spoken) -> Self {
        let words = match (sink.value.as_str(), spoken) {
            (Sink::ANYONE, _) => "Anyone with the link could open it.".to_owned(),
            (value, Spoken::Earlier) => {
                format!("You named {} in an earlier message, and not in this one.", cut(value))
            }
            (value, Spoken::Here | Spoken::Nowhere) => {
                format!("{} is nobody you named for this.", cut(value))
            }
        };
        Self::new(Rule::Destination, &sink.pointer, words)
    }

    pub(super) fn looks_alike(sink: &Sink, words: String) -> Self {
        Self::new(Rule::Destination, &sink.pointer, words)
    }

    pub(super) fn not_own_words(sink: &Sink, spoken: Spoken) -> Self {
        let words = match spoken {
            Spoken::Earlier => {
                "You wrote the words that the people of this would get in an earlier message, and not in this one."
            }
            Spoken::Here | Spoken::Nowhere => {
                "You did not write the words that the people of this would get."
            }
        };
        Self::new(Rule::Destination, &sink.pointer, words.to_owned())
    }

    pub(super) fn not_named(target: &Target, deed: Deed, spoken: Spoken) -> Self {
        let name = target.names.first().map_or_else(|| "it".to_owned(), |name| format!("“{}”", cut(name)));
        // A part of it can go away, or somebody's access to it.
        let then = match deed {
            Deed::Hide => ", and you may overlook it afterwards",
            Deed::Destroy => ", and this takes something away",
            _ => "",
        };
        let words = match spoken {
            Spoken::Here if deed == Deed::Destroy => {
                format!("You spoke of {name}, and did not ask for anything to be taken away.")
            }
            Spoken::Here => format!("You spoke of {name}, and did not ask for this to be done with it."),
            Spoken::Earlier => format!("You named {name} in an earlier message, not in this one{then}."),
            Spoken::Nowhere => format!("You did not name {name}{then}."),
        };
        let rule = if deed.is_destructive() { Rule::Destruction } else { Rule::Object };
        Self::new(rule, &target.pointer, words)
    }

    pub(super) fn not_the_terms(term: &Term, spoken: Spoken) -> Self {
        let what = match &term.what {
            TermKind::Span(span) => {
                format!("this time: {} to {}", span.from.replace('T', " "), span.to.replace('T', " "))
            }
            TermKind::Repeats(rule) => format!("that it repeats ({})", cut(rule)),
            TermKind::Role(role) => format!("that this is to be: {}", cut(role.word())),
            TermKind::Loses(what) => format!("that this goes away: {}", cut(what)),
        };
        let words = match spoken {
            Spoken::Earlier => format!("You wrote in an earlier message, and not in this one, {what}."),
            Spoken::Here | Spoken::Nowhere => format!("You did not write {what}."),
        };
        let rule = if matches!(term.what, TermKind::Loses(_)) { Rule::Destruction } else { Rule::Terms };
        Self::new(rule, &term.pointer, words)
    }

    pub(super) fn meant_for_others(sink: &Sink, name: &str) -> Self {
        let words = format!("In this request you named “{}”, but not for {}.", cut(name), cut(&sink.value));
        Self::new(Rule::Destination, &sink.pointer, words)
    }

    pub(super) fn strange_address(sink: &Sink, address: &str, spoken: Spoken) -> Self {
        let wrote = match spoken {
            Spoken::Earlier => "you wrote in an earlier message, and not in this one",
            Spoken::Here | Spoken::Nowhere => "you did not write",
        };
        Self::new(
            Rule::Text,
            &sink.pointer,
            format!("Others would read an address that {wrote}: {}", cut(address)),
        )
    }

    pub(super) fn fetches(sink: &Sink) -> Self {
        let words =
            format!("It would fetch something by itself, which can carry words out: {}", cut(&sink.value));
        Self::new(Rule::Text, &sink.pointer, words)
    }

    pub(super) fn not_named_file(sink: &Sink, spoken: Spoken) -> Self {
        let name = cut(&sink.value);
        let words = match spoken {
            Spoken::Here => format!("You named the file “{name}”, and did not ask to send it along."),
            Spoken::Earlier => format!("You named the file “{name}” in an earlier message, not in this one."),
            Spoken::Nowhere => format!("You did not name the file “{name}”."),
        };
        Self::new(Rule::Text, &sink.pointer, words)
    }

    pub(super) fn cannot_read(sink: &Sink, source: &Source, all: usize) -> Self {
        let more = if all > 1 { format!(" and {} more", all - 1) } else { String::new() };
        let (who, what) = (cut(&sink.value), format!("{}{more}", cut(&source.what)));
        let words = if source.readers == Readers::default() {
            format!("It is not known whether {who} can read {what}, which this may be made of.")
        } else {
            format!("{who} cannot read {what}, which this may be made of.")
        };
        Self::new(Rule::Readers, &sink.pointer, words)
    }

    pub(super) fn told_outside(sink: &Sink, words: &Sink, context: &Label, spoken: Spoken) -> Self {
        let wrote = match spoken {
            Spoken::Earlier => "You wrote this in an earlier message, and not in this one",
            Spoken::Here | Spoken::Nowhere => "You did not write this",
        };
        let told = format!(
            "{wrote}: “{}”. {} would be told it, and it may be made of {}.",
            cut(&words.value),
            cut(&sink.value),
            read(context)
        );
        Self::new(Rule::Readers, &words.pointer, told)
    }

    pub(super) fn cannot_read_something(sink: &Sink) -> Self {
        let words = format!("{} may not be able to read what this is made of.", cut(&sink.value));
        Self::new(Rule::Readers, &sink.pointer, words)
    }

    pub(super) fn may_be_a_strangers(sink: &Sink, context: &Label) -> Self {
        let words =
            format!("Words in your name may be made of what somebody else wrote ({}).", read(context));
        Self::new(Rule::Author, &sink.pointer, words)
    }

    pub(super) fn alarmed(context: &Label) -> Self {
        let words = format!("Something that was read tries to give utterances ({}).", read(context));
        Self::new(Rule::Author, "", words)
    }

    pub(super) fn again() -> Self {
        Self::new(Rule::Once, "", "This is one more than you asked for.".to_owned())
    }
}

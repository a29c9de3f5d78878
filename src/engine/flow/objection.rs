//! Why something is asked about, in words for the person: which rule, which argument, which source.

use kernel::{Deed, Label, Sink, Source, Target, Term, TermKind};

use crate::tracker::Pattern;

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

const LONGEST: usize = 60;

fn cut(words: &str) -> String {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST { line } else { line.chars().take(LONGEST).chain(['…']).collect() }
}

impl Objection {
    fn new(rule: Rule, pointer: &str, words: String) -> Self {
        Self { rule, pointer: pointer.to_owned(), words }
    }

    /// Together with what was done before, it is what attacks are made of.
    pub(crate) fn completes(pattern: &Pattern) -> Self {
        Self::new(Rule::Text, "", pattern.words.clone())
    }

    pub(super) fn unknown() -> Self {
        Self::new(Rule::Unknown, "", "It is not known what this changes and for whom.".to_owned())
    }

    pub(super) fn nobody_named(sink: &Sink) -> Self {
        let words = match sink.value.as_str() {
            Sink::ANYONE => "Anyone with the link could open it.".to_owned(),
            value => format!("{} is nobody you named for this.", cut(value)),
        };
        Self::new(Rule::Destination, &sink.pointer, words)
    }

    pub(super) fn looks_alike(sink: &Sink, words: String) -> Self {
        Self::new(Rule::Destination, &sink.pointer, words)
    }

    pub(super) fn not_own_words(sink: &Sink) -> Self {
        let words = "You did not write the words that the people of this would get.".to_owned();
        Self::new(Rule::Destination, &sink.pointer, words)
    }

    pub(super) fn not_named(target: &Target, deed: Deed, spoken_of: bool) -> Self {
        let name = target.names.first().map_or_else(|| "it".to_owned(), |name| format!("“{}”", cut(name)));
        let (rule, words) = match (deed.is_destructive(), spoken_of) {
            (true, true) => (Rule::Destruction, format!("You spoke of {name}, and not of taking it away.")),
            (true, false) => {
                (Rule::Destruction, format!("You did not name {name}, and it would be taken away."))
            }
            (false, true) => {
                (Rule::Object, format!("You spoke of {name}, and did not ask for this to be done with it."))
            }
            (false, false) => (Rule::Object, format!("You did not name {name}.")),
        };
        Self::new(rule, &target.pointer, words)
    }

    pub(super) fn not_the_terms(term: &Term) -> Self {
        let words = match &term.what {
            TermKind::Span(span) => format!(
                "You did not write this time: {} to {}.",
                span.from.replace('T', " "),
                span.to.replace('T', " ")
            ),
            TermKind::Repeats(rule) => format!("You did not write that it repeats ({}).", cut(rule)),
            TermKind::Role(role) => format!("You did not write that they may be {}.", cut(role)),
            TermKind::Loses(what) => format!("You did not write that this goes away: {}.", cut(what)),
        };
        let rule = if matches!(term.what, TermKind::Loses(_)) { Rule::Destruction } else { Rule::Terms };
        Self::new(rule, &term.pointer, words)
    }

    pub(super) fn meant_for_others(sink: &Sink, name: &str) -> Self {
        let words = format!("You did not name “{}” for {}.", cut(name), cut(&sink.value));
        Self::new(Rule::Destination, &sink.pointer, words)
    }

    pub(super) fn strange_address(sink: &Sink, address: &str) -> Self {
        let words = format!("Others would read an address that you did not write: {}", cut(address));
        Self::new(Rule::Text, &sink.pointer, words)
    }

    pub(super) fn fetches(sink: &Sink) -> Self {
        let words =
            format!("It would fetch something by itself, which can carry words out: {}", cut(&sink.value));
        Self::new(Rule::Text, &sink.pointer, words)
    }

    pub(super) fn not_named_file(sink: &Sink) -> Self {
        Self::new(Rule::Text, &sink.pointer, format!("You did not name the file “{}”.", cut(&sink.value)))
    }

    pub(super) fn cannot_read(sink: &Sink, source: &Source, all: usize) -> Self {
        let more = if all > 1 { format!(" and {} more", all - 1) } else { String::new() };
        let words = format!(
            "{} cannot read {}{more}, which this may be made of.",
            cut(&sink.value),
            cut(&source.what)
        );
        Self::new(Rule::Readers, &sink.pointer, words)
    }

    pub(super) fn told_outside(sink: &Sink, words: &Sink, context: &Label) -> Self {
        let source = context
            .sources
            .first()
            .map_or_else(|| "something that was read".to_owned(), |source| cut(&source.what));
        let words_told = cut(&words.value);
        let told = format!(
            "You did not write “{words_told}”, which {} would be told; it may be made of {source}.",
            cut(&sink.value)
        );
        Self::new(Rule::Readers, &words.pointer, told)
    }

    pub(super) fn cannot_read_something(sink: &Sink) -> Self {
        let words = format!("{} may not be able to read what this is made of.", cut(&sink.value));
        Self::new(Rule::Readers, &sink.pointer, words)
    }

    pub(super) fn may_be_a_strangers(sink: &Sink, context: &Label) -> Self {
        let source =
            context.sources.first().map_or_else(|| "something".to_owned(), |source| cut(&source.what));
        let words = format!("Words in your name may be made of what somebody else wrote ({source}).");
        Self::new(Rule::Author, &sink.pointer, words)
    }

    pub(super) fn alarmed(context: &Label) -> Self {
        let source =
            context.sources.first().map_or_else(|| "something".to_owned(), |source| cut(&source.what));
        let words =
            format!("Something that was read tries to give orders ({source}, or what was read beside it).");
        Self::new(Rule::Author, "", words)
    }

    pub(super) fn again() -> Self {
        Self::new(Rule::Once, "", "This is one more than you asked for.".to_owned())
    }
}

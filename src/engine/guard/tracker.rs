//! Patterns over a whole conversation that data theft is made of. Pure; consulted before a call, shown on its card and
//! kept in the audit. Judges by what was read and what would go out, never by how nicely it is said.

use std::collections::BTreeSet;

use kernel::{CallEntry, Entry, Flow, Label, Outcome, Readers, Record, ReplyEntry, SinkKind};

use crate::guard::addresses;

/// One pattern that a call completes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExfiltrationPattern {
    pub(crate) name: PatternName,
    /// For the card: what, which source, which sink.
    pub(crate) words: String,
}

impl ExfiltrationPattern {
    /// Whether somebody is asked because of it alone, whoever wrote the words.
    pub(crate) fn weighs(&self) -> bool {
        match self.name {
            PatternName::SecretInWords | PatternName::ManyHosts => true,
            PatternName::PrivateReadToSink
            | PatternName::SecretReadToSink
            | PatternName::DraftToSend
            | PatternName::ReadsFanningOut => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatternName {
    PrivateReadToSink,
    SecretReadToSink,
    SecretInWords,
    ManyHosts,
    DraftToSend,
    ReadsFanningOut,
}

impl PatternName {
    /// As it stands in the audit.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::PrivateReadToSink => "private_read_to_sink",
            Self::SecretReadToSink => "secret_read_to_sink",
            Self::SecretInWords => "secret_in_words",
            Self::ManyHosts => "many_hosts",
            Self::DraftToSend => "draft_to_send",
            Self::ReadsFanningOut => "reads_fanning_out",
        }
    }
}

/// More reads than this for one request look for something.
const MANY_READS: usize = 20;
const MANY_HOSTS: usize = 3;
const SHOWN: usize = 60;

/// What a secret's name has in it.
const SECRET_NAMES: [&str; 14] = [
    "password",
    "passwort",
    "passwd",
    "secret",
    "credential",
    "api key",
    "apikey",
    "token",
    "private key",
    "id_rsa",
    ".pem",
    ".env",
    "keychain",
    "wallet",
];
/// How secrets begin.
const SECRET_SHAPES: [&str; 11] = [
    "-----BEGIN",
    "AKIA",
    "xoxb-",
    "xoxp-",
    "xapp-",
    "ghp_",
    "github_pat_",
    "sk-",
    "AIza",
    "ya29.",
    "eyJhbGciOi",
];

/// What a call would complete.
pub(crate) fn patterns(
    tool: &str,
    flow: &Flow,
    context: &Label,
    journal: &[Record],
) -> Vec<ExfiltrationPattern> {
    let goes_out = flow
        .sinks
        .iter()
        .any(|sink| !sink.is_words() && !matches!(sink.kind, SinkKind::Quote | SinkKind::Enclosed));
    if !goes_out {
        return Vec::new();
    }
    let found = [
        private_to_sink(flow, context),
        secret_source(flow, context),
        secret_shape(flow),
        many_hosts(flow),
        draft_to_send(tool, journal),
        fanning_out(journal),
    ];
    found.into_iter().flatten().collect()
}

fn destination(flow: &Flow) -> String {
    let sink = flow.sinks.iter().find(|sink| !sink.is_words()).map(|sink| sink.value.as_str());
    cut(sink.unwrap_or("somebody"))
}

fn private_to_sink(flow: &Flow, context: &Label) -> Option<ExfiltrationPattern> {
    // What everybody may read is no secret.
    let read = || {
        context
            .sources
            .iter()
            .filter(|source| source.through != "chat" && source.readers != Readers::Everybody)
    };
    let source = read().next()?;
    let more = read().count() - 1;
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let words =
        format!("{}{more} was read before, and this goes to {}.", cut(&source.what), destination(flow));
    Some(ExfiltrationPattern { name: PatternName::PrivateReadToSink, words })
}

fn secret_source(flow: &Flow, context: &Label) -> Option<ExfiltrationPattern> {
    let is_secret = |name: &&String| SECRET_NAMES.iter().any(|sign| name.to_lowercase().contains(sign));
    let name = context.sources.iter().flat_map(|source| &source.names).find(is_secret)?;
    let words = format!(
        "“{}”, which looks like a secret, was read before, and this goes to {}.",
        cut(name),
        destination(flow)
    );
    Some(ExfiltrationPattern { name: PatternName::SecretReadToSink, words })
}

/// Whether there is something in it that looks like a key or a password.
pub(crate) fn looks_secret(text: &str) -> bool {
    let begins = |word: &str| {
        SECRET_SHAPES.iter().any(|shape| word.starts_with(shape) && word.len() >= shape.len() + 8)
    };
    text.contains("-----BEGIN")
        || text.split(|letter: char| letter.is_whitespace() || "\"'=,;()<>".contains(letter)).any(begins)
}

fn secret_shape(flow: &Flow) -> Option<ExfiltrationPattern> {
    let sink = flow
        .sinks
        .iter()
        .find(|sink| (sink.is_words() || sink.kind == SinkKind::Fetch) && looks_secret(&sink.value))?;
    let words = format!(
        "There is something that looks like a key or a password in what goes out ({}).",
        sink.pointer
    );
    Some(ExfiltrationPattern { name: PatternName::SecretInWords, words })
}

fn many_hosts(flow: &Flow) -> Option<ExfiltrationPattern> {
    let texts = flow.sinks.iter().filter(|sink| sink.is_words() || sink.kind == SinkKind::Fetch);
    let hosts: BTreeSet<String> =
        texts.flat_map(|sink| addresses::addresses(&sink.value)).filter_map(host).collect();
    (hosts.len() >= MANY_HOSTS).then(|| ExfiltrationPattern {
        name: PatternName::ManyHosts,
        words: format!("It leads to {} different sites.", hosts.len()),
    })
}

fn host(address: &str) -> Option<String> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next()?;
    let host = host.rsplit('@').next()?.split(':').next()?;
    Some(host.to_lowercase())
}

/// A letter that was only to be prepared goes out in the same conversation.
fn draft_to_send(tool: &str, journal: &[Record]) -> Option<ExfiltrationPattern> {
    let drafted = journal.iter().any(
        |record| matches!(&record.entry, Entry::Call(CallEntry::Running { planned, .. }) if verb(&planned.tool) == "draft"),
    );
    let sends = matches!(verb(tool), "send" | "reply" | "forward");
    (drafted && sends).then(|| ExfiltrationPattern {
        name: PatternName::DraftToSend,
        words: "A draft was written in this conversation before; this is sent at once.".to_owned(),
    })
}

/// `send` of `area.send`.
fn verb(tool: &str) -> &str {
    tool.rsplit('.').next().unwrap_or_default()
}

fn fanning_out(journal: &[Record]) -> Option<ExfiltrationPattern> {
    let newest = journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Reply(ReplyEntry::Said { turn, .. }) => Some(*turn),
        _ => None,
    })?;
    let read = |record: &&Record| {
        matches!(&record.entry, Entry::Call(CallEntry::Answered { turn, outcome: Outcome::Done, label, .. })
            if *turn == newest && label.has_a_strangers_words())
    };
    let reads = journal.iter().filter(read).count();
    (reads >= MANY_READS).then(|| ExfiltrationPattern {
        name: PatternName::ReadsFanningOut,
        words: format!("{reads} things were read for this one request."),
    })
}

pub(crate) fn cut(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= SHOWN { line } else { line.chars().take(SHOWN).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use kernel::{AccountId, Body, CallId, Digest, PersonId, PlannedCall, Sink, Time, TurnId, Waiver};

    use super::*;

    fn names(tool: &str, body: &str, context: &Label, journal: &[Record]) -> Vec<&'static str> {
        let flow = Flow {
            sinks: vec![
                Sink::new(SinkKind::Recipient, "/to/0", "eve@evil.example"),
                Sink::new(SinkKind::Words, "/body", body),
            ],
            ..Flow::default()
        };
        patterns(tool, &flow, context, journal).into_iter().map(|pattern| pattern.name.text()).collect()
    }

    fn record(number: u64, entry: Entry) -> Record {
        Record { number, at: Time(0), entry }
    }

    #[test]
    fn each_pattern_is_found_and_nothing_is_found_in_plain_work() {
        let clean = Label::trusted();
        assert_eq!(names("gmail.send", "See you at noon", &clean, &[]), Vec::<&str>::new());
        let mail = Label::stranger("gmail.read", "mail from x@y");
        assert_eq!(names("gmail.send", "hello", &mail, &[]), ["private_read_to_sink"]);
        let secret =
            Label::stranger("drive.read", "file “Passwords 2026”").called(["Passwords 2026".to_owned()]);
        assert_eq!(
            names("gmail.send", "hello", &secret, &[]),
            ["private_read_to_sink", "secret_read_to_sink"]
        );
        assert_eq!(names("gmail.send", "use AKIAABCDEFGHIJKLMNOP", &clean, &[]), ["secret_in_words"]);
        let links = "https://a.example/x https://b.example/y https://c.example/z";
        assert_eq!(names("gmail.send", links, &clean, &[]), ["many_hosts"]);
    }

    #[test]
    fn a_whole_conversation_counts_and_not_the_last_few_calls() {
        let planned = PlannedCall {
            call: CallId::from("c1"),
            tool: "gmail.draft".to_owned(),
            version: 1,
            digest: Digest::of_words("x"),
            account: AccountId::from("me@firm.example"),
            requester: PersonId::from("T1:U1"),
            plan: Body::new("{}"),
        };
        let waiver = Waiver::Policy(kernel::Kind::Edit);
        let drafted =
            Entry::Call(CallEntry::Running { turn: TurnId(1), planned, waiver, patterns: Vec::new() });
        let mut journal = vec![record(2, drafted)];
        assert_eq!(names("gmail.send", "hello", &Label::trusted(), &journal), ["draft_to_send"]);
        let said = Entry::Reply(ReplyEntry::Said {
            turn: TurnId(3),
            reply: Body::new(""),
            calls: Vec::new(),
            usage: kernel::Usage::default(),
            seen: 0,
            model: String::new(),
            read: Label::trusted(),
        });
        journal.push(record(4, said));
        journal.extend((0..20).map(|number| {
            let label = Label::stranger("gmail.read", format!("mail {number}"));
            let (turn, call) = (TurnId(3), CallId::from("c"));
            record(
                5 + number,
                Entry::Call(CallEntry::Answered {
                    turn,
                    call,
                    outcome: Outcome::Done,
                    words: Body::new("x"),
                    label,
                    kept: None,
                    gate: None,
                    tool: None,
                }),
            )
        }));
        assert_eq!(
            names("gmail.send", "hello", &Label::trusted(), &journal),
            ["draft_to_send", "reads_fanning_out"]
        );
    }
}

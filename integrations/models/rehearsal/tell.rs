//! From results to words. Everything about mail in here was read in a result.

mod failed;
mod mail;
mod rows;

use super::answers::{Sent, Somebody};
use super::wish::Beyond;

pub(crate) use failed::failure;
pub(crate) use mail::{mail, summary};
pub(crate) use rows::{list, nothing, senders};

pub(crate) const WELCOME: &str = "You're welcome. Anything else about your mail?";
pub(crate) const NOTHING_MORE: &str = "There is nothing more to show. Ask for a list or a mail first.";
pub(crate) const WHICH_OF_THESE: &str = "Which one do you mean? Say, for example, “the second one”.";
pub(crate) const WHICH_MAIL: &str =
    "Which mail do you mean? Ask me to find it first, for example “mail from Ben”.";
pub(crate) const WHAT_SHALL_IT_SAY: &str = "What shall the mail say?";
pub(crate) const WHOM_TO: &str = "Whom shall it go to? A name from your mail or an address will do.";
pub(crate) const ONLY_THE_LAST: &str =
    "(Several messages came at once; I took up the last. Please say the others again.)";

const EXAMPLES: &str = "\
• what's new? · unread mail · mail from this week · mail with attachments
• mail from Ben · find mail about the budget · who wrote about the budget?
• read the latest from Ben · read the second one · summarise the thread about the budget
• reply to Ben's mail about the budget saying Looks good
• send a mail to ben@example.com about lunch saying Shall we meet at 12?";

pub(crate) fn greeting() -> String {
    format!("Hello! Ask me about your mail, for example:\n{EXAMPLES}")
}

pub(crate) fn help() -> String {
    format!(
        "I search and read your mail, sum it up, and write mails and replies. Before anything is sent you see all of it \
         on a card and decide. For example:\n{EXAMPLES}"
    )
}

pub(crate) fn unknown() -> String {
    format!(
        "I don't understand that. I'm the rehearsal model and know these kinds of requests only:\n{EXAMPLES}\n\
         A real model understands anything: set `ANTHROPIC_API_KEY` and restart."
    )
}

pub(crate) fn cannot(beyond: Beyond) -> String {
    let what = match beyond {
        Beyond::Forwarding => "I can't forward mail. I can read it to you, reply to it, or write a new mail.",
        Beyond::Drafts => {
            "I can't keep drafts. Ask me to send it: you'll see the whole mail on a card and decide before it leaves."
        }
        Beyond::Tidying => "I can't delete, move or mark mail. I can find, read and answer it.",
        Beyond::OtherThings => {
            "I can only do mail: find it, read it, sum it up, answer it, and write new ones."
        }
    };
    format!("{what} For example:\n{EXAMPLES}")
}

pub(crate) fn not_offered(tool: &str) -> String {
    format!(
        "I would need `{tool}` for that, and it isn't available here. Ask whoever runs this to connect Google."
    )
}

pub(crate) fn unreadable(tool: &str) -> String {
    format!("`{tool}` answered something I can't read, so I can't tell you about it. Please try again.")
}

pub(crate) fn sent(sent: &Sent) -> String {
    let to = sent.to.words();
    match (sent.left, to.is_empty()) {
        (false, _) => "I can't tell whether it was sent. Please look into your Sent folder.".to_owned(),
        (true, true) => format!("Sent: “{}”.", titled(&sent.subject)),
        (true, false) => format!("Sent to {to}: “{}”.", titled(&sent.subject)),
    }
}

/// What happened while nobody was asking.
pub(crate) fn news(sentence: &str, done: Option<&Sent>) -> String {
    match done {
        Some(done) => format!("{sentence} {}", sent(done)),
        None => sentence.to_owned(),
    }
}

pub(crate) fn no_such_line(lines: usize) -> String {
    match lines {
        0 => "The list was empty. Ask for another one first.".to_owned(),
        1 => "There is only one on the list; say “the first one”.".to_owned(),
        _ => format!("There are only {lines} on the list; say a number from 1 to {lines}."),
    }
}

pub(crate) fn which_person(name: &str, candidates: &[Somebody]) -> String {
    let name = if name.is_empty() { "person" } else { name };
    let lines: Vec<String> = candidates
        .iter()
        .enumerate()
        .map(|(number, somebody)| format!("{}. {}", number + 1, introduced(somebody)))
        .collect();
    format!("Which {name} do you mean?\n{}\nSay the number or the address.", lines.join("\n"))
}

pub(crate) fn nobody_called(name: &str) -> String {
    if name.is_empty() {
        return "I can't find your own address in your sent mail. Which address shall it go to?".to_owned();
    }
    format!("I found nobody called {name} in your mail. Which address shall it go to?")
}

fn introduced(somebody: &Somebody) -> String {
    if somebody.name == somebody.address {
        somebody.address.clone()
    } else {
        format!("{} <{}>", somebody.name, somebody.address)
    }
}

fn titled(subject: &str) -> &str {
    let subject = subject.trim();
    if subject.is_empty() { "(no subject)" } else { subject }
}

/// One line of at most so many characters.
fn shortened(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let cut: String = line.chars().take(most).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole);
    format!("{whole}…")
}

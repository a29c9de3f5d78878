//! From results to words. Everything about mail in here was read in a result.

mod failed;
mod mail;
mod rows;

use super::INTRODUCTION;
use super::answers::{Sent, Somebody};
use super::event::Happened;
use super::wish::Beyond;

pub(crate) use failed::failure;
pub(crate) use mail::{Part, detail, mails, summary};
pub(crate) use rows::{Page, count, last_time, list, nothing, senders};

pub(crate) const WELCOME: &str = "You're welcome. Anything else about your mail?";
pub(crate) const NOTHING_MORE: &str = "There is nothing more to show. Ask for a list or a mail first.";
pub(crate) const WHICH_OF_THESE: &str = "Which one do you mean? Say, for example, “the second one”.";
pub(crate) const WHICH_MAIL: &str =
    "Which mail do you mean? Ask me to find it first, for example “mail from NAME”.";
pub(crate) const WHAT_SHALL_IT_SAY: &str = "What shall the mail say?";
pub(crate) const WHOM_TO: &str = "Whom shall it go to? A name from your mail or an address will do.";
pub(crate) const PRESS: &str = "Press Approve or Deny on the card above; words don't count.";
pub(crate) const NOTHING_TO_REPEAT: &str = "There is nothing I could do again. Tell me what you want.";
pub(crate) const ONLY_THE_LAST: &str =
    "(Several messages came at once; I took up the last. Please say the others again.)";

const EXAMPLES: &str = "\
• what's new? · mail from NAME · find mail about SUBJECT
• read the first one · summarise it
• reply to it saying WORDS · send a mail to NAME saying WORDS";

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
    format!("I don't understand that. Try, for example:\n{EXAMPLES}\n\n{INTRODUCTION}")
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
    let to = sent.to.names();
    match (sent.left, to.is_empty()) {
        (false, _) => "I can't tell whether it was sent. Please look into your Sent folder.".to_owned(),
        (true, true) => format!("Sent: “{}”.", titled(&sent.subject)),
        (true, false) => format!("Sent to {to}: “{}”.", titled(&sent.subject)),
    }
}

/// What became of a card while nobody was asking.
pub(crate) fn news(happened: Happened, tool: &str, sent: Option<&Sent>) -> String {
    let mail = if tool == "gmail.reply" { "reply" } else { "mail" };
    let to = sent.map(|sent| sent.to.names()).filter(|to| !to.is_empty());
    let to = to.map(|to| format!(" to {to}")).unwrap_or_default();
    match happened {
        Happened::Done => format!("Your {mail}{to} was sent."),
        Happened::Uncertain => {
            format!("I can't tell whether your {mail} was sent. Please look into your Sent folder.")
        }
        Happened::Failed => format!("You approved your {mail}, but it could not be sent. Ask for it again."),
        Happened::Denied => failed::DENIED.to_owned(),
        Happened::Expired => failed::EXPIRED.to_owned(),
        Happened::TakenBack => failed::TAKEN_BACK.to_owned(),
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
        .map(|(number, somebody)| format!("{}. {}", number + 1, somebody.introduced()))
        .collect();
    format!("Which {name} do you mean?\n{}\nSay the number or the address.", lines.join("\n"))
}

pub(crate) fn nobody_called(name: &str) -> String {
    if name.is_empty() {
        return "I can't find your own address in your sent mail. Which address shall it go to?".to_owned();
    }
    format!("I found nobody called {name} in your mail. Which address shall it go to?")
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

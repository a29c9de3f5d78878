//! From results to words. Everything about mail in here was read in a result.

pub(crate) mod attached;
pub(crate) mod calendar;
mod deeds;
mod failed;
pub(crate) mod files;
mod mail;
pub(crate) mod mailbox;
mod rows;
mod table;
mod wording;

use super::INTRODUCTION;
use super::answers::{Outcome, Sent, Somebody};
use super::clock::Clock;
use super::event::Happened;
use super::turn::Step;
use super::wish::Beyond;

use failed::Undone;
use wording::titled;

pub(crate) use failed::failure;
pub(crate) use mail::{Part, detail, mails, summary};
pub(crate) use rows::{Page, count, last_time, list, nothing, senders};
pub(crate) use wording::NOTHING_MORE;

pub(crate) const WELCOME: &str = "You're welcome. Anything else?";
pub(crate) const WHICH_OF_THESE: &str = "Which one do you mean? Say, for example, “the second one”.";
pub(crate) const WHICH_MAIL: &str =
    "Which mail do you mean? Ask me to find it first, for example “mail from NAME”.";
pub(crate) const WHAT_SHALL_IT_SAY: &str = "What shall the mail say?";
pub(crate) const WHOM_TO: &str = "Whom shall it go to? A name from your mail or an address will do.";
pub(crate) const WHICH_FILE: &str =
    "Which file do you mean? Say its name, for example “read the document NAME”, or ask me to find it first.";
pub(crate) const WHICH_EVENT: &str =
    "Which event do you mean? Say its title, or ask “what's on my calendar this week?” first.";
/// How each of our questions ends, so that they are known from what we only repeat.
const QUESTIONS: [&str; 4] = [" do you mean?", " shall it go to?", " shall the mail say?", " shall it be?"];
pub(crate) const AT_WHAT_TIME: &str = "When shall it be? Say, for example, “tomorrow at 10”.";
pub(crate) const NOTHING_ATTACHED: &str =
    "Nothing is attached to your message. Attach a file to it and say “upload this file”.";
pub(crate) const PRESS: &str = "Press Approve or Deny on the card above; words don't count.";
pub(crate) const NOTHING_TO_REPEAT: &str = "There is nothing I could do again. Tell me what you want.";
pub(crate) const ONLY_THE_LAST: &str =
    "(Several messages came at once; I took up the last. Please say the others again.)";

const EXAMPLES: &str = "\
• Mail: what's new? · mail from NAME · read the first one · summarise it · reply to it saying WORDS · archive it · \
forward it to NAME · what labels do I have?
• Calendar: what's on my calendar this week? · when are NAME and I free on Thursday? · book 30 minutes with NAME tomorrow \
at 10 about TOPIC · move TITLE to 3pm · accept the invitation to TITLE
• Drive: find files about TOPIC · what's in the NAME folder? · who can see NAME? · share NAME with PERSON as editor
• Docs: read the document NAME · create a document called NAME that says WORDS · append WORDS to the document NAME · \
replace WORDS with WORDS in NAME
• Sheets: show me the sheet NAME · read A1:C5 of NAME · set B2 of NAME to 40 · append a row A, B, C to NAME
• And: ask me which day suits: Thursday, Friday or Monday · ask me which day: Thu or Fri, and which time: 10 or 14 · use TOOL of SERVER with {JSON}";

pub(crate) fn greeting() -> String {
    format!("Hello! Ask me about your mail, your calendar or your files, for example:\n{EXAMPLES}")
}

pub(crate) fn help() -> String {
    format!(
        "I work in your mail, your calendar, your files, documents and spreadsheets. Before anything reaches somebody \
         else you see all of it on a card and decide. For example:\n{EXAMPLES}"
    )
}

pub(crate) fn unknown() -> String {
    format!("I don't understand that. Try, for example:\n{EXAMPLES}\n\n{INTRODUCTION}")
}

pub(crate) fn cannot(beyond: Beyond) -> String {
    let what = match beyond {
        Beyond::Tidying => {
            "I can't snooze, block or unsubscribe. I can archive mail, label it, mark it as read, and put it into the \
             trash."
        }
        Beyond::OtherThings => {
            "I can't do that. I work in mail, calendar, files, documents and spreadsheets."
        }
    };
    format!("{what} For example:\n{EXAMPLES}")
}

/// What the person said when they were asked.
pub(crate) fn answered(step: &Step) -> String {
    match step.outcome() {
        Outcome::Told(answer) => match answer.get("answer").and_then(serde_json::Value::as_str) {
            Some(words) if !words.is_empty() => format!("Your answer: {words}"),
            _ => "You gave no answer.".to_owned(),
        },
        _ => unreadable(&step.tool),
    }
}

/// What a tool answered. `about` is the title of what it was asked about.
pub(crate) fn answer(step: &Step, about: &str, clock: &Clock) -> String {
    let told = match (step.outcome(), step.tool.split('.').next()) {
        (Outcome::Sent(done), _) => Some(sent(done)),
        (_, Some("calendar")) => calendar::answer(step, about, clock),
        (_, Some("gmail")) => mailbox::answer(step, clock),
        (_, Some("drive" | "docs" | "sheets")) => files::answer(step, about, clock),
        _ => None,
    };
    told.unwrap_or_else(|| unreadable(&step.tool))
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
pub(crate) fn news(happened: &Happened, tool: &str, sent: Option<&Sent>) -> String {
    let undone = if deeds::sends_mail(tool) { Undone::Sent } else { Undone::Changed };
    match (happened, undone) {
        (Happened::Done, Undone::Sent) => {
            let to = sent.map(|sent| sent.to.names()).filter(|to| !to.is_empty());
            let to = to.map(|to| format!(" to {to}")).unwrap_or_default();
            format!("Your {}{to} was sent.", mail(tool))
        }
        (Happened::Uncertain, Undone::Sent) => {
            format!("I can't tell whether your {} was sent. Please look into your Sent folder.", mail(tool))
        }
        (Happened::Failed, Undone::Sent) => {
            format!("You approved your {}, but it could not be sent. Ask for it again.", mail(tool))
        }
        (Happened::Done, Undone::Changed) => format!("{}.", deeds::done(tool)),
        (Happened::Uncertain, Undone::Changed) => {
            "I can't tell whether what you approved was done. Please look for yourself.".to_owned()
        }
        (Happened::Failed, Undone::Changed) => {
            "You approved it, but it could not be done. Ask for it again.".to_owned()
        }
        (Happened::Denied(reason), _) => undone.denied(reason.as_deref()),
        (Happened::Expired, _) => undone.expired(),
        (Happened::TakenBack, _) => undone.taken_back(),
    }
}

fn mail(tool: &str) -> &'static str {
    match tool {
        "gmail.reply" => "reply",
        _ => "mail",
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

/// Whether it may ask something back.
pub(crate) fn asks(words: &str) -> bool {
    QUESTIONS.iter().any(|question| words.contains(question))
}

//! Labels, attachments, whole conversations, drafts, and mail that was put in order.

use super::super::answers::Attachment;
use super::super::answers::mailbox::{Attachments, Drafted, Filed, Labels, Thread};
use super::super::clock::Clock;
use super::super::turn::Step;
use super::files;
use super::wording::{counted, titled};

/// How much of each mail of a conversation is repeated.
const SHOWN: usize = 1_500;

/// Nothing where the answer is not one we can read.
pub(super) fn answer(step: &Step, clock: &Clock) -> Option<String> {
    Some(match step.tool.as_str() {
        "gmail.labels" => labels(&step.read()?),
        "gmail.attachments" => attachments(&step.read()?),
        "gmail.thread" => thread(&step.read()?, clock),
        "gmail.draft" => drafted(&step.read()?),
        tool => filed(tool, step, &step.read()?),
    })
}

fn labels(found: &Labels) -> String {
    let own: Vec<String> = found
        .labels
        .iter()
        .filter(|label| label.own)
        .map(|label| {
            let unread = match label.unread_conversations {
                0 => String::new(),
                unread => format!(", {unread} unread"),
            };
            let count = usize::try_from(label.conversations).unwrap_or(usize::MAX);
            format!("• {} ({}{unread})", label.name, counted(count, "conversation"))
        })
        .collect();
    if own.is_empty() {
        return "You have no labels of your own.".to_owned();
    }
    format!("Your labels:\n{}", own.join("\n"))
}

fn attachments(found: &Attachments) -> String {
    if !found.name.is_empty() {
        let remark = found.remark.as_ref().map(|remark| format!("\n({remark})")).unwrap_or_default();
        let rest = match &found.continue_with {
            Some(_) => format!("\n\nThis is {}; say “read on” for the rest.", found.text_shown),
            None => String::new(),
        };
        return format!(
            "“{}”\n```\n{}\n```{remark}{rest}",
            found.name,
            files::cut(&found.text).replace("```", "'''")
        );
    }
    if found.files.is_empty() {
        return "Nothing is attached to it.".to_owned();
    }
    let line = |file: &Attachment| format!("• {} ({})", file.name, file.kind);
    let lines: Vec<String> = found.files.iter().map(line).collect();
    format!("Attached:\n{}\nSay “read the attachment”, or name the file.", lines.join("\n"))
}

pub(crate) fn which_attachment(files: &[Attachment]) -> String {
    if files.is_empty() {
        return "Nothing is attached to it.".to_owned();
    }
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    format!(
        "There are several: {}. Say, for example, “read {} from it”.",
        names.join(", "),
        names.first().unwrap_or(&"")
    )
}

fn thread(found: &Thread, clock: &Clock) -> String {
    let told = found.messages.iter().map(|message| {
        let body: String = message.body.trim().chars().take(SHOWN).collect();
        let cut = if message.body.trim().chars().count() > SHOWN { "…" } else { "" };
        let files: Vec<&str> = message.attachments.iter().map(|file| file.name.as_str()).collect();
        let files =
            if files.is_empty() { String::new() } else { format!("\nAttached: {}", files.join(", ")) };
        let draft = message.labels.iter().any(|label| label.eq_ignore_ascii_case("draft"));
        let draft = if draft { " (a draft, not sent)" } else { "" };
        format!("{}, {}{draft}:\n{body}{cut}{files}", message.from.names(), clock.told(&message.date))
    });
    let shown = found.messages.len();
    let heading =
        format!("“{}”, {}, oldest first", titled(&found.subject), counted(found.total.max(shown), "mail"));
    let rest = if found.continue_with.is_some() { "\n\nSay “more” for the rest." } else { "" };
    format!("{heading}:\n\n{}{rest}", told.collect::<Vec<_>>().join("\n\n———\n\n"))
}

fn drafted(draft: &Drafted) -> String {
    let to = draft.to.names();
    format!("Kept as a draft to {to}: “{}”. Nothing was sent. {}", titled(&draft.subject), draft.link)
}

fn filed(tool: &str, step: &Step, filed: &Filed) -> String {
    let labels = |name: &str| {
        let given = step.args.get(name).and_then(|labels| labels.as_array());
        let names = given.into_iter().flatten().filter_map(|label| label.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    let unread = step.args.get("unread").is_some();
    let done = match tool {
        "gmail.archive" => "Archived".to_owned(),
        "gmail.trash" => "In the trash now".to_owned(),
        "gmail.mark_read" if unread => "Marked as unread".to_owned(),
        "gmail.mark_read" => "Marked as read".to_owned(),
        "gmail.label" if step.args.get("add").is_some() => format!("Labelled {}", labels("add")),
        "gmail.label" => format!("No longer labelled {}", labels("remove")),
        other => format!("`{other}` is done"),
    };
    format!("{done}: {}", filed.what)
}

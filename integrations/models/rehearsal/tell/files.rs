//! Files, their texts, who can open them, and what became of them.

use super::super::answers::files::{CommentList, Done, File, FileList, Permissions, Reading, SuggestionList};
use super::super::clock::Clock;
use super::super::turn::Step;
use super::super::wish::named::Kind;
use super::table;
use super::wording::{counted, shortened};

/// How much of a text is repeated in one answer.
const SHOWN: usize = 3_000;

/// Nothing where the answer is not one we can read.
pub(super) fn answer(step: &Step, about: &str, clock: &Clock) -> Option<String> {
    Some(match step.tool.as_str() {
        "drive.search" => found(&step.read()?, about, clock),
        "drive.list" | "sheets.list" => list(&step.read()?, about, clock),
        "drive.read" | "docs.read" => text(&step.read()?),
        "drive.permissions" => permissions(&step.read()?),
        "docs.comments" => comments(&step.read()?, clock),
        "docs.suggestions" => suggestions(&step.read()?, clock),
        "sheets.read" => table::cells(&step.read()?),
        tool => done(tool, &step.read()?, about),
    })
}

fn found(files: &FileList, about: &str, clock: &Clock) -> String {
    let about = if about.is_empty() { String::new() } else { format!(" about “{about}”") };
    if files.files.is_empty() {
        return format!("I found no files{about}.");
    }
    let heading = format!("{}{about}", counted(files.files.len(), "file"));
    format!("{heading}:\n{}{}", numbered(&files.files, clock), more(files))
}

fn list(files: &FileList, folder: &str, clock: &Clock) -> String {
    let drives: Vec<&str> = files.shared_drives.iter().map(|drive| drive.name.as_str()).collect();
    let drives =
        if drives.is_empty() { String::new() } else { format!("\n\nShared drives: {}.", drives.join(", ")) };
    let inside = if folder.is_empty() { String::new() } else { format!(" in “{folder}”") };
    if files.files.is_empty() {
        return format!("There are no files{inside}.{drives}");
    }
    let heading = format!("{}{inside}", counted(files.files.len(), "file"));
    format!("{heading}:\n{}{}{drives}", numbered(&files.files, clock), more(files))
}

fn more(files: &FileList) -> &'static str {
    if files.next_page.is_some() { "\n\nSay “more” for the next." } else { "" }
}

fn numbered(files: &[File], clock: &Clock) -> String {
    let line = |(place, file): (usize, &File)| {
        let link = if file.link.is_empty() { String::new() } else { format!(" — {}", file.link) };
        format!("{}. “{}” ({}, {}){link}", place + 1, file.name, file.kind, clock.told(&file.modified))
    };
    files.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

pub(crate) fn which(files: &[File], clock: &Clock) -> String {
    format!("Which file do you mean?\n{}\nSay the number.", numbered(files, clock))
}

pub(crate) fn none_called(words: &str, kind: Option<Kind>) -> String {
    let noun = kind.map_or("file", Kind::word);
    format!("I found no {noun} called “{words}”. Ask “find files about {words}” to look inside files too.")
}

fn text(text: &Reading) -> String {
    let mut lines = vec![format!("“{}” — {}\n", text.file.name, text.file.link)];
    lines.extend(text.remark.iter().map(|remark| format!("({remark})\n")));
    lines.push(cut(&text.text));
    if text.continue_with.is_some() {
        lines.push(format!("\nThis is {}; say “read on” for the rest.", text.text_shown));
    }
    if text.hidden_removed > 0 {
        lines.push("\nThere was hidden text in it, which I left out.".to_owned());
    }
    lines.join("\n")
}

pub(super) fn cut(text: &str) -> String {
    let text = text.trim();
    if text.is_empty() {
        return "(There is no text in it.)".to_owned();
    }
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    let beginning: String = text.chars().take(SHOWN).collect();
    format!("{beginning}…\n\n(I show the first {SHOWN} characters.)")
}

fn permissions(found: &Permissions) -> String {
    let line = |one: &super::super::answers::files::Permission| {
        let name = one.name.as_ref().filter(|name| **name != one.who);
        let who = name.map_or_else(|| one.who.clone(), |name| format!("{name} ({})", one.who));
        let inherited = if one.inherited { ", by its folder" } else { "" };
        format!("• {who}: {}{inherited}", role(&one.role))
    };
    let lines: Vec<String> = found.people.iter().map(line).collect();
    format!("Who can open “{}”:\n{}", found.file.name, lines.join("\n"))
}

fn role(role: &str) -> &str {
    match role {
        "owner" => "owns it",
        "organizer" | "fileOrganizer" => "runs its shared drive",
        "writer" => "can edit",
        "commenter" => "can comment",
        "reader" => "can read",
        other => other,
    }
}

fn comments(found: &CommentList, clock: &Clock) -> String {
    if found.comments.is_empty() {
        return format!("There are no open comments on “{}”.", found.file.name);
    }
    let told = found.comments.iter().map(|comment| {
        let about = shortened(&comment.about, 80);
        let replies = comment.replies.iter().map(|reply| format!("\n   ↳ {}: {}", reply.author, reply.words));
        format!(
            "• {} on “{about}”, {}: {}{}",
            comment.author,
            clock.told(&comment.when),
            comment.words,
            replies.collect::<String>()
        )
    });
    let heading = counted(found.total.max(found.comments.len()), "open comment");
    format!("{heading} on “{}”:\n{}", found.file.name, told.collect::<Vec<_>>().join("\n"))
}

fn suggestions(found: &SuggestionList, clock: &Clock) -> String {
    if found.suggestions.is_empty() {
        return no_suggestions(&found.file.name);
    }
    let told = found
        .suggestions
        .iter()
        .map(|one| format!("• {}, {}: {}", one.author, clock.told(&one.when), shortened(&one.change, 200)));
    let heading = counted(found.total.max(found.suggestions.len()), "open suggestion");
    format!("{heading} in “{}”:\n{}", found.file.name, told.collect::<Vec<_>>().join("\n"))
}

pub(crate) fn no_suggestions(document: &str) -> String {
    format!("There are no open suggestions in “{document}”.")
}

fn done(tool: &str, done: &Done, about: &str) -> String {
    let title = if about.is_empty() { done.name.as_str() } else { about };
    let title = if title.is_empty() { "It".to_owned() } else { format!("“{title}”") };
    let suggested = done.mode == "suggest";
    let what = match tool {
        "drive.share" => format!("{title} is shared with {}, who {}", done.with, role(&done.role)),
        "drive.unshare" => format!("{title} is no longer shared with {}", done.with),
        "drive.rename" => format!("{title} is now called “{}”", done.name),
        "drive.copy" => format!("There is a copy of {title} now"),
        "drive.move" => format!("{title} is in its new folder"),
        "drive.trash" => format!("{title} is in the bin"),
        "drive.download" => format!("Here is {title}"),
        "drive.upload" => format!("“{}” is in your Drive", done.name),
        "docs.create" | "drive.create_doc" => format!("The document “{}” is there", done.name),
        "docs.append" | "docs.edit" if suggested => {
            format!("Suggested in {title}; accept or reject it there")
        }
        "docs.append" | "docs.edit" => format!("Written into {title}"),
        "docs.replace" => {
            let places = counted(done.replaced.unwrap_or_default(), "place");
            if suggested {
                format!("Suggested in {places} of {title}; accept or reject it there")
            } else {
                format!("Replaced in {places} of {title}")
            }
        }
        "docs.comment" => format!("Commented on {title}"),
        "docs.decide_suggestion" => format!("The suggestions in {title} are decided"),
        "sheets.write" => format!("{} of {title} written", counted(done.cells, "cell")),
        "sheets.append" => match &done.range {
            Some(range) => format!("Added to {title}, at {range}"),
            None => format!("Added to {title}"),
        },
        "sheets.format" => format!("{title} looks as you wished"),
        "sheets.create" => format!("The spreadsheet “{}” is there", done.name),
        other => format!("`{other}` is done"),
    };
    let link = if done.link.is_empty() { String::new() } else { format!(": {}", done.link) };
    let lines =
        std::iter::once(format!("{what}{link}")).chain(done.remark.clone()).chain(done.remarks.clone());
    lines.collect::<Vec<_>>().join("\n")
}

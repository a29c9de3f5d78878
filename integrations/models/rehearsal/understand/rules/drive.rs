//! Files: finding, reading, sharing, and keeping them in order.

use super::rule::Rule;
use crate::rehearsal::understand::file::{Called, is_noun, kind_of};
use crate::rehearsal::understand::pattern::Gaps;
use crate::rehearsal::understand::recipients::recipients;
use crate::rehearsal::understand::words::Words;
use crate::rehearsal::wish::Wish;
use crate::rehearsal::wish::files::{Drive, Format, Role, Sharer};
use crate::rehearsal::wish::named::{File, Kind};

pub(super) const RULES: &[Rule] = &[
    Rule {
        wordings: &[
            "who can|could|may|has see|open|read|edit|access|view|comment [access|to|on] {file}",
            "who has access to {file}",
            "who is|are {file} shared with",
            "with whom is {file} shared",
            "[show|list] [me] [the] permissions of|on|for {file}",
        ],
        wish: |gaps| Some(Wish::Drive(Drive::WhoCanOpen(file(gaps)?))),
    },
    Rule {
        wordings: &["stop sharing {file} with {with}", "unshare {file} with|from {with}"],
        wish: |gaps| Some(Wish::Drive(Drive::Unshare { file: file(gaps)?, with: sharer(gaps)? })),
    },
    Rule {
        wordings: &[
            "share {file} with {with} as [an|a] {role}",
            "share {file} with {with} to {role}",
            "give {with} {role} access to {file}",
            "let {with} {role} [the] file|document|doc|spreadsheet|sheet|folder {file}",
            "share {file} with {with}",
            "give {with} access to {file}",
        ],
        wish: |gaps| {
            let role = gaps.get("role").map_or(Some(Role::Reader), role)?;
            Some(Wish::Drive(Drive::Share { file: file(gaps)?, with: sharer(gaps)?, role }))
        },
    },
    Rule {
        wordings: &["rename {file} to|as|: {name}", "change the name of {file} to {name}"],
        wish: |gaps| Some(Wish::Drive(Drive::Rename { file: file(gaps)?, name: text(gaps, "name")? })),
    },
    Rule {
        wordings: &[
            "copy|duplicate {file} as|called {name}",
            "make|create a copy of {file} called|named|as {name}",
            "duplicate {file}",
            "copy {file}",
            "make|create a copy of {file}",
        ],
        wish: |gaps| Some(Wish::Drive(Drive::Copy { file: file(gaps)?, name: text(gaps, "name") })),
    },
    Rule { wordings: &["move|put {file} to|into|in {folder}"], wish: moved },
    Rule {
        wordings: &["trash|delete|bin|remove {file}", "throw away {file}", "get rid of {file}"],
        wish: |gaps| Some(Wish::Drive(Drive::Trash(Called::surely(gaps.get("file")?)?))),
    },
    Rule {
        wordings: &[
            "upload|save|put|store {what} to|into|in|on {folder}",
            "upload|save|store {what}",
            "upload",
        ],
        wish: upload,
    },
    Rule {
        wordings: &[
            "make|create|write|upload a [new] [text] file called|named {name} [that|which] says|contains|saying|with|containing|: {content}",
            "make|create|write|upload a [new] [text] file {name} that|which says|contains {content}",
            "make|create|write|upload a [new] [text] file {name} saying|with|containing|: {content}",
        ],
        wish: |gaps| {
            let content = gaps.get("content")?.quoted().to_owned();
            Some(Wish::Drive(Drive::Write { name: text(gaps, "name")?, content }))
        },
    },
    Rule {
        wordings: &[
            "download|fetch [me] {file} as [a|an] {format}",
            "send|give|get [me] {file} as [a|an] {format}",
            "download {file}",
        ],
        wish: |gaps| {
            let format = gaps.get("format").map(format);
            let format = format.map_or(Some(None), |format| format.map(Some))?;
            Some(Wish::Drive(Drive::Fetch { file: file(gaps)?, format }))
        },
    },
    Rule {
        wordings: &["send|give|get|fetch|post me|us|here {file}", "post {file} here"],
        wish: |gaps| {
            let file = Called::surely(gaps.get("file")?)?;
            Some(Wish::Drive(Drive::Fetch { file, format: None }))
        },
    },
    Rule {
        wordings: &[
            "what's|what [is|are] [the] [files|documents] in|inside|on my drive",
            "what's|what [is] in|on my google drive",
            "[show|list|open] [me] my [google] drive",
        ],
        wish: |_| Some(Wish::Drive(Drive::Folder(None))),
    },
    Rule {
        wordings: &[
            "what's|what [is|are] [the] [files|documents] in|inside|under {file}",
            "[list|show] [me] [the|all] files|documents|content|contents in|of|inside {file}",
            "what does {file} say|contain",
            "read|open|show|view|display|see|get|list|summarise|summarize [me] {file}",
        ],
        wish: |gaps| {
            let words = gaps.get("file")?;
            // Several are listed, not read.
            if words.words.iter().any(|word| is_plural(&word.plain)) {
                return None;
            }
            let file = Called::surely(words)?;
            Some(Wish::Drive(match file.kind {
                Some(Kind::Folder) => Drive::Folder(Some(file)),
                Some(Kind::Document | Kind::Spreadsheet | Kind::Presentation) | None => Drive::Read(file),
            }))
        },
    },
    Rule {
        wordings: &[
            "search|look [in|through|on] [my|the|google] [google] drive for {words}",
            "search [for] {words} in|on my [google] drive",
            "find|look [for] {words} in|on [my] [google] drive",
        ],
        wish: |gaps| {
            let words = gaps.get("words")?;
            Some(find(words).unwrap_or_else(|| found(words.trimmed(), None)))
        },
    },
    Rule {
        wordings: &[
            "find|search|look|show|list|get|give|see [for|up|me] {what}",
            "what|which {what} do i have",
        ],
        wish: |gaps| find(gaps.get("what")?),
    },
    Rule {
        wordings: &[
            "what|which files|documents|docs|folders|presentations are|do|have {what}",
            "what|which files|documents|docs|folders|presentations about|on|with|mention|for {words}",
            "[are] [there] any files|documents|docs|folders about|on|for {words}",
        ],
        wish: |gaps| {
            let words = gaps.get("what").or_else(|| gaps.get("words"))?;
            let skipped = words.words.iter().take_while(|word| {
                matches!(word.plain.as_str(), "there" | "about" | "on" | "i" | "have" | "we" | "for" | "with")
            });
            let rest = words.part(skipped.count()..words.words.len());
            (!rest.words.iter().any(|word| word.plain == "it")).then(|| found(rest.trimmed(), None))
        },
    },
];

fn is_plural(plain: &str) -> bool {
    is_noun(plain) && plain.ends_with('s') && plain != "slides"
}

fn file(gaps: &Gaps<'_>) -> Option<File> {
    Some(Called::of(gaps.get("file")?)?.file)
}

fn text(gaps: &Gaps<'_>, gap: &str) -> Option<String> {
    gaps.get(gap).map(|words| words.trimmed().to_owned()).filter(|text| !text.is_empty())
}

fn sharer(gaps: &Gaps<'_>) -> Option<Sharer> {
    let words = gaps.get("with")?;
    if matches!(
        words.trimmed().to_lowercase().as_str(),
        "anyone" | "everyone" | "everybody" | "the world" | "anybody"
    ) || words.trimmed().to_lowercase().starts_with("anyone with")
    {
        return Some(Sharer::Anyone);
    }
    match recipients(words)?.0.as_slice() {
        [one] => Some(Sharer::Person(one.clone())),
        _ => None,
    }
}

fn role(words: Words<'_>) -> Option<Role> {
    Some(match words.plain(0) {
        "editor" | "writer" | "edit" | "editing" | "write" | "edit:" => Role::Writer,
        "commenter" | "comment" | "commenting" => Role::Commenter,
        "reader" | "viewer" | "read" | "view" | "reading" | "viewing" | "see" | "open" | "look" => {
            Role::Reader
        }
        _ => return None,
    })
}

fn format(words: Words<'_>) -> Option<Format> {
    Some(match words.plain(0) {
        "pdf" => Format::Pdf,
        "word" | "excel" | "docx" | "xlsx" | "office" | "powerpoint" | "pptx" => Format::Office,
        "markdown" | "md" => Format::Markdown,
        "text" | "txt" | "plain" => Format::Text,
        "csv" => Format::Csv,
        _ => return None,
    })
}

/// Into a folder by that word, or to the top of the drive; anything else is moved by somebody else.
fn moved(gaps: &Gaps<'_>) -> Option<Wish> {
    let words = gaps.get("folder")?;
    let target = Called::of(words)?;
    let file = Called::of(gaps.get("file")?)?;
    let into_folder = target.file.kind == Some(Kind::Folder);
    (into_folder || file.is_sure)
        .then(|| Wish::Drive(Drive::Move { file: file.file, folder: target.file.or_of(Kind::Folder) }))
}

/// What is attached, said in whatever way: the message shows which file it is.
fn upload(gaps: &Gaps<'_>) -> Option<Wish> {
    let pointed = |words: Words<'_>| {
        words.words.iter().all(|word| {
            is_noun(&word.plain)
                || matches!(
                    word.plain.as_str(),
                    "this"
                        | "that"
                        | "it"
                        | "the"
                        | "attached"
                        | "attachment"
                        | "these"
                        | "them"
                        | "my"
                        | "picture"
                        | "image"
                )
        })
    };
    if gaps.get("what").is_some_and(|what| !pointed(what)) {
        return None;
    }
    let is_drive = |words: &Words<'_>| words.words.iter().any(|word| word.plain == "drive");
    let folder = gaps.get("folder").filter(|words| !is_drive(words));
    let folder = match folder {
        Some(words) => Some(Called::of(words)?.file.or_of(Kind::Folder)),
        None => None,
    };
    Some(Wish::Drive(Drive::Upload { folder }))
}

/// `files about the budget`, `the budget spreadsheets`, `recent documents`, `files named notes`.
fn find(words: Words<'_>) -> Option<Wish> {
    let noun = words.words.iter().position(|word| is_noun(&word.plain))?;
    Called::of(words)?;
    let kind = words.words.iter().find_map(|word| kind_of(&word.plain));
    let before = words.part(0..noun);
    let mut after = words.part(noun + 1..words.words.len());
    while matches!(
        after.plain(0),
        "about"
            | "on"
            | "called"
            | "named"
            | "titled"
            | "with"
            | "containing"
            | "mentioning"
            | "for"
            | "that"
            | "mention"
            | "regarding"
            | "in"
            | "my"
            | "drive"
            | ":"
    ) {
        after = after.part(1..after.words.len());
    }
    let telling = |words: Words<'_>| {
        let told = (0..words.words.len()).filter(|at| {
            !matches!(
                words.plain(*at),
                "the"
                    | "my"
                    | "all"
                    | "any"
                    | "a"
                    | "an"
                    | "some"
                    | "recent"
                    | "latest"
                    | "last"
                    | "newest"
                    | "google"
                    | "me"
                    | "our"
                    | "do"
                    | "i"
                    | "have"
            )
        });
        told.map(|at| words.part(at..at + 1).trimmed()).collect::<Vec<_>>().join(" ")
    };
    let parts: Vec<String> =
        [telling(before), telling(after)].into_iter().filter(|part| !part.is_empty()).collect();
    Some(found(&parts.join(" "), kind))
}

fn found(words: &str, kind: Option<Kind>) -> Wish {
    Wish::Drive(Drive::Find { words: words.to_owned(), kind })
}

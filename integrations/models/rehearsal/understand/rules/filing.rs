//! Mail put in order, passed on, drafted; what is attached to it, and whole conversations.

use super::rule::{Rule, named, saying};
use crate::rehearsal::understand::pattern::Gaps;
use crate::rehearsal::understand::phrase::{Bare, Phrase};
use crate::rehearsal::understand::recipients::recipients;
use crate::rehearsal::understand::words::Words;
use crate::rehearsal::wish::filing::{Act, Choice, Filing};
use crate::rehearsal::wish::{Which, Wish};

use super::writing::{answer, letter};
use crate::rehearsal::wish::Hearers;

pub(super) const RULES: &[Rule] = &[
    Rule {
        wordings: &[
            "what|which labels do i have",
            "what|which labels are there",
            "[show|list] [me] [all] [my|the] labels",
        ],
        wish: |_| Some(Wish::Filing(Filing::Labels)),
    },
    Rule {
        wordings: saying!(
            "draft|prepare [me] [a|an] reply|answer|response to {which}",
            "write|make|create|save [me] a draft [of] [a] reply|answer|response to {which}"
        ),
        wish: |gaps| Some(Wish::Filing(Filing::DraftReply(answer(gaps, Hearers::Sender)))),
    },
    Rule {
        wordings: saying!(
            "draft|prepare [me] [a|an] [new|quick|short] email|mail|message|note to {to} about|regarding {subject}",
            "write|make|create|save [me] a draft [email|mail] to {to} about|regarding {subject}",
            "draft|prepare [me] [a|an] [new|quick|short] email|mail|message|note to {to}",
            "write|make|create|save [me] a draft [email|mail] to {to}"
        ),
        wish: |gaps| Some(Wish::Filing(Filing::DraftLetter(letter(gaps)?))),
    },
    Rule {
        wordings: &["archive {which}", "move|put {which} to|into [the] archive"],
        wish: |gaps| with(gaps, Act::Archive),
    },
    Rule {
        wordings: &["mark {which} as|: unread", "mark {which} unread"],
        wish: |gaps| with(gaps, Act::MarkUnread),
    },
    Rule {
        wordings: &["mark {which} as|: read", "mark {which} read"],
        wish: |gaps| with(gaps, Act::MarkRead),
    },
    Rule {
        wordings: &["star|flag {which}", "put|add a star on|to {which}"],
        wish: |gaps| with(gaps, Act::PutLabel("STARRED".to_owned())),
    },
    Rule {
        wordings: &["unstar|unflag {which}", "remove|take the star from|off {which}"],
        wish: |gaps| with(gaps, Act::TakeLabel("STARRED".to_owned())),
    },
    Rule {
        wordings: &[
            "remove|take [off] the label {label} from|off {which}",
            "remove|take [off] the {label} label from|off {which}",
            "unlabel {which} as|from {label}",
        ],
        wish: |gaps| with(gaps, Act::TakeLabel(label(gaps)?)),
    },
    Rule {
        wordings: &[
            "label|tag|file {which} as|with|under {label}",
            "put|add the label {label} on|to {which}",
            "put|add the {label} label on|to {which}",
        ],
        wish: |gaps| with(gaps, Act::PutLabel(label(gaps)?)),
    },
    Rule {
        wordings: &[
            "forward|fwd {which} [on] to {to} [and] saying|say|with|: [the] [note|words|message] [:] {note}",
            "forward|fwd {which} [on] to {to}",
            "send|pass {which} on to {to}",
        ],
        wish: |gaps| {
            let (to, _) = recipients(gaps.get("to")?)?;
            let note = gaps.get("note").map(|words| words.quoted().to_owned());
            with(gaps, Act::Forward { to, note })
        },
    },
    Rule {
        wordings: &[
            "what's|what [is] attached to {which}",
            "[show|list] [me] [the] attachments of|on|in|to|from {which}",
            "what|which attachments does|has {which} have|got|come [with]",
        ],
        wish: |gaps| {
            let pointed = matches!(gaps.get("which")?.plain(0), "it" | "that" | "this");
            (!pointed).then(|| with(gaps, Act::ListAttachments))?
        },
    },
    Rule {
        wordings: &[
            "read|open|show|see [me] [the] attachment|attachments|file of|on|in|to|from {which}",
            "read|open|show|see [me] [the] attachment|attachments",
            "what's|what [is] in the attachment of|on|in|to|from {which}",
            "what's|what [is] in the attachment",
            "what does the attachment say",
        ],
        wish: |gaps| Some(attachment(gaps, None)),
    },
    Rule {
        wordings: &["read|open|show [me] [the] [attachment] {file} from|in|of|attached [to] {which}"],
        wish: |gaps| {
            let file = gaps.get("file")?;
            let is_name = file.words.len() == 1 && file.plain(0).contains('.');
            is_name.then(|| attachment(gaps, Some(file.trimmed().to_owned())))
        },
    },
    Rule {
        wordings: &[
            "read|show|open|get [me] the whole|entire|full|complete thread|conversation {which}",
            "read|show|open|get [me] the whole|entire|full|complete thread|conversation",
            "read|show|open [me] all of the thread|conversation {which}",
        ],
        wish: |gaps| {
            let which = gaps.get("which").map_or(Which::It, |words| named(words, Bare::Person));
            Some(Wish::Filing(Filing::With { which, choice: Choice::Counted, act: Act::Thread }))
        },
    },
    Rule {
        wordings: &[
            "delete|trash|bin|remove {which}",
            "throw away {which}",
            "get rid of {which}",
            "move|put {which} to|into|in the trash|bin",
        ],
        wish: |gaps| with(gaps, Act::Trash),
    },
];

fn with(gaps: &Gaps<'_>, act: Act) -> Option<Wish> {
    let words = gaps.get("which")?;
    let (which, choice) = meant(words);
    Some(Wish::Filing(Filing::With { which, choice, act }))
}

fn attachment(gaps: &Gaps<'_>, file: Option<String>) -> Wish {
    let (which, choice) = gaps.get("which").map_or((Which::It, Choice::Counted), meant);
    Wish::Filing(Filing::With { which, choice, act: Act::ReadAttachment(file) })
}

/// Which mail, and whether it was told apart from others that fit.
fn meant(words: Words<'_>) -> (Which, Choice) {
    let phrase = Phrase::of(words);
    let choice = if phrase.place.is_some() { Choice::Counted } else { Choice::Ask };
    let which = if phrase.is_vague() && !phrase.plural { Which::It } else { named(words, Bare::Subject) };
    (which, choice)
}

fn label(gaps: &Gaps<'_>) -> Option<String> {
    gaps.get("label").map(|words| words.trimmed().to_owned())
}

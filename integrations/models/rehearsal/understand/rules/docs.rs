//! Documents: made, added to, changed, commented on.

use super::rule::Rule;
use crate::rehearsal::understand::file::Called;
use crate::rehearsal::understand::pattern::Gaps;
use crate::rehearsal::wish::Wish;
use crate::rehearsal::wish::files::{Decision, Docs, Mode};
use crate::rehearsal::wish::named::{File, Kind};

pub(super) const RULES: &[Rule] = &[
    Rule {
        wordings: &[
            "create|make|write|start|open [me] a|an|the [new] [google] document|doc called|named|titled {title} that|which says|reads|contains [:] {content}",
            "create|make|write|start|open [me] a|an|the [new] [google] document|doc called|named|titled {title} saying|with|containing|: [the] [text|content|words] [:] {content}",
            "create|make|write|start|open [me] a|an|the [new] [google] document|doc called|named|titled {title}",
            "create|make|start [me] a|an [new] [google] document|doc {title} that|which says|reads|contains [:] {content}",
            "create|make|start [me] a|an [new] [google] document|doc {title} saying|with|: [the] [text|content] [:] {content}",
        ],
        wish: |gaps| {
            let content = gaps.get("content").map(|words| words.quoted().to_owned()).unwrap_or_default();
            Some(Wish::Docs(Docs::Create { title: gaps.get("title")?.trimmed().to_owned(), content }))
        },
    },
    Rule {
        wordings: &[
            "add|insert|write|put {content} under|below|to [the] heading|section {heading} in|of [the] doc|document {document}",
            "add|insert|write|put {content} under|below [the] [heading|section] {heading} in|of [the] doc|document {document}",
            "add|insert|write|put {content} under|below [the] [heading|section] {heading} in|of {document} doc|document",
        ],
        wish: |gaps| {
            let heading = gaps.get("heading")?.trimmed().to_owned();
            Some(Wish::Docs(Docs::AddUnder {
                document: document(gaps)?,
                heading,
                content: quoted(gaps, "content")?,
            }))
        },
    },
    Rule {
        wordings: &[
            "append|add|insert|write {content} to|into [the] [end|bottom] [of] [the|my] doc|document {document} directly",
            "append|add|insert|write {content} to|into [the] [end|bottom] [of] {document} doc|document directly",
        ],
        wish: |gaps| append(gaps, Mode::Edit),
    },
    Rule {
        wordings: &[
            "append|add|insert|write {content} to|into|in|at [the] [end|bottom] [of] [the|my] doc|document {document}",
            "append|add|insert|write {content} to|into [the] [end|bottom] [of] {document} doc|document",
            "append to [the] doc|document {document} : {content}",
            "append {content} to {document}",
        ],
        wish: |gaps| append(gaps, Mode::Suggest),
    },
    Rule {
        wordings: &["replace|change {find} with|by|to {replace} in|throughout {document} directly"],
        wish: |gaps| replace(gaps, Mode::Edit),
    },
    Rule {
        wordings: &["replace {find} with|by {replace} in|throughout {document}"],
        wish: |gaps| replace(gaps, Mode::Suggest),
    },
    Rule {
        wordings: &[
            "comment {words} on|about {about} in|of {document}",
            "comment on {about} in|of {document} saying|that|: {words}",
            "add|write|leave|make a comment on|to|about {about} in|of {document} saying|that|: {words}",
        ],
        wish: |gaps| {
            let about = gaps.get("about")?.quoted().to_owned();
            Some(Wish::Docs(Docs::Comment {
                document: document(gaps)?,
                about,
                words: quoted(gaps, "words")?,
            }))
        },
    },
    Rule {
        wordings: &[
            "what do|does the comments|comment in|on {document} say",
            "what|which comments are [there] in|on {document}",
            "[show|list|read|see|get] [me] [the|all] comments in|on|of {document}",
            "[are] [there] any comments in|on {document}",
        ],
        wish: |gaps| Some(Wish::Docs(Docs::Comments(document(gaps)?))),
    },
    Rule {
        wordings: &["accept [all] [the] suggestions|suggestion|changes in|on|of {document}"],
        wish: |gaps| Some(Wish::Docs(Docs::Decide { document: document(gaps)?, decision: Decision::Accept })),
    },
    Rule {
        wordings: &["reject|decline [all] [the] suggestions|suggestion|changes in|on|of {document}"],
        wish: |gaps| Some(Wish::Docs(Docs::Decide { document: document(gaps)?, decision: Decision::Reject })),
    },
    Rule {
        wordings: &[
            "what|which suggestions are [there] in|on {document}",
            "[show|list|read|see|get] [me] [the|all] suggestions in|on|of {document}",
            "[are] [there] any suggestions in|on {document}",
        ],
        wish: |gaps| Some(Wish::Docs(Docs::Suggestions(document(gaps)?))),
    },
];

fn document(gaps: &Gaps<'_>) -> Option<File> {
    let called = Called::of(gaps.get("document")?)?.file.or_of(Kind::Document);
    (called.kind == Some(Kind::Document)).then_some(called)
}

fn quoted(gaps: &Gaps<'_>, gap: &str) -> Option<String> {
    gaps.get(gap).map(|words| words.quoted().to_owned())
}

fn append(gaps: &Gaps<'_>, mode: Mode) -> Option<Wish> {
    let content = gaps.get("content")?;
    // Rows are for spreadsheets.
    let is_row = content.words.iter().take(3).any(|word| matches!(word.plain.as_str(), "row" | "rows"));
    let document = document(gaps)?;
    (!is_row).then(|| Wish::Docs(Docs::Append { document, content: content.quoted().to_owned(), mode }))
}

fn replace(gaps: &Gaps<'_>, mode: Mode) -> Option<Wish> {
    let (find, replace) = (quoted(gaps, "find")?, quoted(gaps, "replace")?);
    Some(Wish::Docs(Docs::Replace { document: document(gaps)?, find, replace, mode }))
}

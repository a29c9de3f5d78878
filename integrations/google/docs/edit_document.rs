//! A change of a document, known down to every request, and made only to the revision it was planned for.

pub(crate) mod answer;
pub(crate) mod undo;

use kernel::{ChangeState, Code, Effect, Failure, Hearer, Reversible, Sink, SinkKind, Target, Unmade};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::basis::Basis;
use super::document::{Document, Tab};
use super::mode::Mode;
use super::opened::Opened;
use super::trace::{Sight, Trace};
use super::{Docs, Updated, View};
use crate::api::Trouble;
use crate::drive::subject::stale;
use crate::drive::{Subject, reader_sinks};
use crate::gmail::visible_line;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Change {
    pub(crate) file: Subject,
    account: String,
    /// The title of the tab, if there are several.
    tab: Option<String>,
    pub(crate) mode: Mode,
    basis: Basis,
    requests: Vec<Value>,
    trace: Trace,
}

/// What is to be written, where, and how it will be recognised.
pub(crate) struct Draft<'a> {
    pub(crate) tab: Option<&'a Tab>,
    pub(crate) mode: Mode,
    pub(crate) guard: Guard,
    pub(crate) requests: Vec<Value>,
    pub(crate) trace: Trace,
}

/// To which document a change may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guard {
    /// To the one that was looked at, and no later one.
    Unchanged,
    /// To any: what it is about has an id of its own.
    Any,
}

/// How a change came out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    /// The revision that came of it, where Docs said so.
    pub(crate) revision: Option<String>,
    pub(crate) suggestions: Vec<String>,
    pub(crate) replies: Vec<Value>,
}

impl Change {
    pub(crate) fn planned(opened: &Opened, account: &str, draft: Draft<'_>) -> Result<Self, Failure> {
        let several = opened.document.all_tabs().len() > 1;
        let title = |tab: &Tab| visible_line(&tab.properties.title);
        Ok(Self {
            file: Subject::of(&opened.file)?,
            account: account.to_owned(),
            tab: draft.tab.filter(|_| several).map(title),
            mode: draft.mode,
            basis: match draft.guard {
                Guard::Unchanged => Basis::of(&opened.document),
                Guard::Any => Basis::Any,
            },
            requests: draft.requests,
            trace: draft.trace,
        })
    }

    /// What every card of a change says.
    pub(crate) fn describe(&self, effect: Effect) -> Effect {
        let effect = self.file.describe(effect);
        let effect = match &self.tab {
            Some(tab) => effect.field("Tab", tab),
            None => effect,
        };
        effect.field("How", self.mode.shown())
    }

    /// Whoever can open the document reads what is written in it. `pointer` is where this stands in the plan, `words`
    /// what they read and where that stands.
    pub(crate) fn target(&self, pointer: &str) -> Target {
        self.file.target(pointer, &self.account)
    }

    pub(crate) fn sinks(&self, pointer: &str, words: &[(&str, &str)]) -> Vec<Sink> {
        let readers = format!("{pointer}/file/readers");
        let mut sinks = reader_sinks(&readers, self.file.readers.as_deref(), &self.account);
        if !sinks.is_empty() {
            sinks.extend(words.iter().map(|(pointer, value)| Sink::new(SinkKind::Words, *pointer, *value)));
        }
        sinks
    }

    fn forbidden(&self) -> String {
        let may = match self.mode {
            Mode::Suggest => "You may only read this document. Ask its owner to let you comment or edit.",
            Mode::Edit => {
                "You may not change this document. Suggest it instead, or ask its owner to let you edit."
            }
        };
        may.to_owned()
    }

    async fn read(&self, docs: &Docs) -> Result<Document, Trouble> {
        docs.document(&self.file.handle, View::Everything).await
    }
}

impl Reversible for Change {
    type Site = Docs;
    type Seen = Document;
    type Made = Made;

    /// Docs checks a revision; the text of a document is compared here.
    fn is_guarded(&self) -> bool {
        !matches!(self.basis, Basis::Text(_))
    }

    async fn look(&self, docs: &Docs) -> Result<Document, Failure> {
        Ok(self.read(docs).await?)
    }

    fn check(&self, now: &Document) -> Result<(), Failure> {
        if self.basis.fits(now) { Ok(()) } else { Err(changed_since()) }
    }

    fn stands(&self, now: Document) -> ChangeState<Made> {
        match self.trace.seen_in(&now) {
            Sight::Done => ChangeState::After(Made { revision: now.revision_id, ..Made::default() }),
            Sight::NotDone => ChangeState::Before,
            // What is bound to a revision cannot be made later on without our asking again either.
            Sight::Unseen if self.basis.revision().is_some() => ChangeState::Before,
            Sight::Unseen | Sight::Otherwise => ChangeState::Neither,
        }
    }

    async fn send(&self, docs: &Docs, _now: Option<Document>) -> Result<Made, Unmade> {
        match docs.update(&self.file.handle, &self.requests, self.mode, self.basis.revision()).await {
            Ok(updated) => Ok(Made::of(updated)),
            // Docs answers to a revision that is not the latest as it does to a request it does not understand.
            Err(Trouble::Refused(failure)) if failure.code == Code::InputInvalid => {
                let stale = self.read(docs).await.is_ok_and(|now| !self.basis.fits(&now));
                Err(Unmade::Refused(if stale { changed_since() } else { failure }))
            }
            Err(Trouble::Refused(failure))
                if (failure.code, failure.heard_by) == (Code::NotAvailable, Hearer::Person) =>
            {
                Err(Unmade::Refused(Failure { words: self.forbidden(), ..failure }))
            }
            Err(trouble) => Err(trouble.into()),
        }
    }

    fn unknown(&self) -> String {
        format!(
            "It is not known whether the document was changed. Look at {} before asking again.",
            self.file.link
        )
    }
}

impl Made {
    fn of(updated: Updated) -> Self {
        Self {
            suggestions: updated.created(),
            revision: updated.write_control.required_revision_id,
            replies: updated.replies,
        }
    }
}

pub(crate) fn changed_since() -> Failure {
    stale("Somebody has changed the document since this was planned.")
}

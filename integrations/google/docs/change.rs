//! A change of a document, known down to every request, and made only to the revision it was planned for.

use kernel::{Code, Effect, Failure, Hearer, Probe, Sink, SinkKind, Target};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::basis::Basis;
use super::document::{Document, Tab};
use super::mode::Mode;
use super::opened::Opened;
use super::trace::{Sight, Trace};
use super::{Docs, Updated, View};
use crate::api::Trouble;
use crate::drive::subject::{Subject, reader_sinks, stale};
use crate::gmail::hygiene::visible_line;

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
            sinks.extend(words.iter().map(|(pointer, value)| Sink {
                pointer: (*pointer).to_owned(),
                kind: SinkKind::Words,
                value: (*value).to_owned(),
            }));
        }
        sinks
    }

    pub(crate) async fn make(&self, docs: &Docs) -> Result<Made, Failure> {
        if matches!(self.basis, Basis::Text(_)) && !self.basis.fits(&self.read(docs).await?) {
            return Err(changed_since());
        }
        match docs.update(&self.file.handle, &self.requests, self.mode, self.basis.revision()).await {
            Ok(updated) => Ok(Made::of(updated)),
            Err(Trouble::Lost(failure)) => match self.look(docs).await {
                Found::Made(made) => Ok(made),
                Found::NotMade => Err(failure),
                Found::Unknown => Err(Failure::person(Code::Timeout, self.unknown())),
            },
            // Docs answers to a revision that is not the latest as it does to a request it does not understand.
            Err(Trouble::Refused(failure)) if failure.code == Code::InputInvalid => {
                let stale = self.read(docs).await.is_ok_and(|now| !self.basis.fits(&now));
                Err(if stale { changed_since() } else { failure })
            }
            Err(Trouble::Refused(failure))
                if (failure.code, failure.heard_by) == (Code::NotAvailable, Hearer::Person) =>
            {
                Err(Failure { words: self.forbidden(), ..failure })
            }
            Err(trouble) => Err(trouble.into()),
        }
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

    pub(crate) async fn probe(&self, docs: &Docs, done: impl FnOnce(Made) -> Probe) -> Probe {
        match self.look(docs).await {
            Found::Made(made) => done(made),
            Found::NotMade => Probe::DidNot,
            Found::Unknown => Probe::Unknown(self.unknown()),
        }
    }

    async fn look(&self, docs: &Docs) -> Found {
        let Ok(document) = self.read(docs).await else { return Found::Unknown };
        match self.trace.seen_in(&document) {
            Sight::Done => Found::Made(Made { revision: document.revision_id, ..Made::default() }),
            Sight::NotDone => Found::NotMade,
            // What is bound to a revision cannot be made later on without our asking again either.
            Sight::Unseen if self.basis.revision().is_some() => Found::NotMade,
            Sight::Unseen | Sight::Otherwise => Found::Unknown,
        }
    }

    async fn read(&self, docs: &Docs) -> Result<Document, Trouble> {
        docs.document(&self.file.handle, View::Everything).await
    }

    fn unknown(&self) -> String {
        format!(
            "It is not known whether the document was changed. Look at {} before asking again.",
            self.file.link
        )
    }
}

enum Found {
    Made(Made),
    NotMade,
    Unknown,
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

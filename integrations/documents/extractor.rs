//! The product's side: one child per document, a few at a time. Parses nothing itself.

use std::{io, sync::Arc};

use kernel::Failure;
use kernel::ports::{Document, Documents, Extract, Soon};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::failure::{self, Ended};
use crate::kind::Claim;
use crate::limits::Limits;
use crate::process::{Process, Program, Said};
use crate::protocol::{Announcement, Confined, Orders, Reply, Strength};
use crate::{child, frame};

/// Takes the text out of documents, each in a process of its own.
pub struct Extractor {
    program: Program,
    limits: Limits,
    places: Semaphore,
}

impl Extractor {
    pub fn new(program: Program, limits: Limits) -> Self {
        let places = Semaphore::new(limits.children.max(1));
        Self { program, limits, places }
    }

    /// Starts a child and says what it could give up on this machine.
    pub async fn confined(&self) -> Result<Confined, Failure> {
        let nothing = Document { name: String::new(), media_type: None, bytes: Arc::default() };
        self.ask(&nothing, None).await.map(|(reply, _)| reply.confined)
    }

    async fn extract(&self, document: &Document) -> Result<Extract, Failure> {
        if document.bytes.len() as u64 > self.limits.input {
            return Err(failure::too_large(self.limits.input));
        }
        let claim = Claim::new(&document.name, document.media_type.as_deref());
        let (reply, text) = self.ask(document, claim).await?;
        tracing::debug!(confined = ?reply.confined, outcome = ?reply.outcome, "a document was read");
        if reply.confined.calls != Strength::Full {
            tracing::warn!(confined = ?reply.confined, "documents are read with weaker confinement than they could be");
        }
        let read = reply.outcome.map_err(failure::unreadable)?;
        let remark = claim.and_then(|claim| claim.remark(read.kind));
        let pages::Visible { words, removed } = pages::visible(&text);
        let hidden = read.hidden.saturating_add(removed);
        Ok(Extract { text: words, parts: read.parts, cut: read.cut, hidden, remark })
    }

    async fn ask(&self, document: &Document, claim: Option<Claim>) -> Result<(Reply, String), Failure> {
        let _place = self.places.acquire().await.map_err(failure::not_started)?;
        let letter = self.letter(document, claim).map_err(failure::not_started)?;
        let mut process = Process::start(&self.program).map_err(failure::not_started)?;
        let longest = frame::longest(self.limits.output);
        let said = match timeout(self.limits.wall, process.converse(&letter, &document.bytes, longest)).await
        {
            Ok(said) => said,
            Err(_) => Ok(Said::Nothing),
        };
        process.end().await;
        match said.map_err(failure::not_started)? {
            Said::Nothing => Err(failure::ended(&Ended::TooSlow, self.limits.wall)),
            Said::TooMuch => Err(failure::ended(&Ended::Babbling, self.limits.wall)),
            Said::All { output, complaints, status } => {
                let ended = if status.success() {
                    match self.understand(&output) {
                        Ok(understood) => return Ok(understood),
                        Err(_) => Ended::Babbling,
                    }
                } else if status.code() == Some(child::UNCONFINED) {
                    Ended::Unconfined
                } else {
                    Ended::of(status, &complaints)
                };
                tracing::info!(%status, ?complaints, "a document could not be read");
                Err(failure::ended(&ended, self.limits.wall))
            }
        }
    }

    /// Everything before the document's own bytes.
    fn letter(&self, document: &Document, claim: Option<Claim>) -> io::Result<Vec<u8>> {
        let mut letter = frame::head(&Orders { limits: self.limits.clone() }, 0)?;
        letter.extend(frame::head(&Announcement { claim }, document.bytes.len())?);
        Ok(letter)
    }

    /// Whatever read the document may have been taken over by it, so its reply is believed no more than the document.
    fn understand(&self, mut output: &[u8]) -> io::Result<(Reply, String)> {
        let (reply, text) = frame::read(&mut output, self.limits.output)?;
        if !output.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "more than one reply"));
        }
        let text =
            String::from_utf8(text).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        Ok((reply, text))
    }
}

impl Documents for Extractor {
    fn text<'a>(&'a self, document: &'a Document) -> Soon<'a, Result<Extract, Failure>> {
        Box::pin(self.extract(document))
    }
}

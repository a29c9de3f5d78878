//! Reading the files of a message, once.

use std::collections::HashSet;
use std::pin::pin;
use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::future::{Either, select};
use futures_util::stream;
use kernel::ports::{Document, Extract, Holds, Opened, Soon, StoreError};
use kernel::{
    Attached, Attachment, Content, Entry, Failure, Message, MessageEntry, MessageRef, PersonId, SharedFile,
    Time, TurnId, WordForm,
};
use tracing::warn;

use crate::base::within;
use crate::prompt::attachments::{self, Kind};
use crate::thread::{files_taken_out, withdrawn_messages};
use crate::worker::{AskModel, StepContext, Trouble};

/// Files of one message that are fetched at the same time.
const AT_ONCE: usize = 2;

/// A message whose files have not been read.
pub(crate) struct Unread<'a> {
    turn: TurnId,
    message: &'a MessageRef,
    from: &'a PersonId,
    files: &'a [SharedFile],
}

/// The next one of the turn, if there is one.
pub(crate) fn unread<'a>(ctx: &StepContext<'a>) -> Option<Unread<'a>> {
    let turn = ctx.progress.turn.as_ref()?;
    let withdrawn = withdrawn_messages(ctx.journal);
    let read = ctx.journal.iter().filter_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Attached(attached)) => Some(&attached.message),
        _ => None,
    });
    let read: HashSet<&MessageRef> = read.collect();
    let cards = ctx.progress.cards.iter().filter(|card| card.turn == turn.id);
    let answers: Vec<TurnId> = cards.filter_map(|card| card.reply).collect();
    let unread = |message: &'a MessageRef, from: &'a PersonId, files: &'a [SharedFile]| {
        let wanted = !files.is_empty() && !read.contains(message) && !withdrawn.contains(message);
        wanted.then_some(Unread { turn: turn.id, message, from, files })
    };
    ctx.journal.iter().find_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Asked { message, from, files, .. })
            if turn.messages.contains(message) || answers.contains(&TurnId(record.number)) =>
        {
            unread(message, from, files)
        }
        // What the thread or the question is about.
        Entry::Message(MessageEntry::Recalled { turn: of, messages, .. }) if *of == turn.id => {
            messages.iter().find_map(|one| unread(&one.message, &one.from, &one.files))
        }
        _ => None,
    })
}

impl AskModel<'_> {
    pub(crate) async fn open_files(&self, unread: Unread<'_>) -> Result<(), Trouble> {
        let taken_out = files_taken_out(self.ctx.journal);
        let mut files = unread.files.to_vec();
        files.retain(|file| !taken_out.contains(&(unread.message, &file.id)));
        let reading = self.read_all(&files);
        let broken_off =
            select(select(self.ctx.stop.pulled(), self.ctx.changed.pulled()), self.ctx.closing.pulled());
        // Whatever broke it off is in the journal, or the next process reads them anew.
        let Either::Left((files, _)) = select(pin!(reading), pin!(broken_off)).await else {
            return Ok(());
        };
        let (message, from) = (unread.message.clone(), unread.from.clone());
        let alarm = attachments::alarm_of(&files);
        let attached = Attached { turn: unread.turn, message, from, files, alarm };
        Ok(self.ctx.append(vec![Entry::Message(MessageEntry::Attached(attached))]).await?)
    }

    /// The same with the bytes of what can be seen.
    pub(crate) async fn with_pictures(&self, mut messages: Vec<Message>) -> Result<Vec<Message>, StoreError> {
        for message in &mut messages {
            let Message::Pictures(pictures) = message else { continue };
            for picture in pictures {
                picture.bytes =
                    self.ctx.engine.ports.journal.fetch(&self.ctx.lane.thread, &picture.bytes).await?;
            }
        }
        Ok(messages)
    }

    async fn read_all(&self, files: &[SharedFile]) -> Vec<Attachment> {
        let deadline = self.ctx.engine.ports.clock.now().plus(self.ctx.engine.limits.call);
        let (first, rest) = files.split_at_checked(attachments::MOST).unwrap_or((files, &[]));
        let reading =
            first.iter().map(|file| -> Soon<'_, Attachment> { Box::pin(self.read_within(file, deadline)) });
        let reading: Vec<_> = reading.collect();
        let mut read: Vec<Attachment> = stream::iter(reading).buffered(AT_ONCE).collect().await;
        read.extend(rest.iter().map(|file| as_named(file, attachments::too_many())));
        attachments::fit(&mut read, self.ctx.engine.results(&self.ctx.lane.thread));
        read
    }

    async fn read_within(&self, file: &SharedFile, deadline: Time) -> Attachment {
        if file.size > attachments::LARGEST as u64 {
            return as_named(file, attachments::too_large());
        }
        let late = || as_named(file, attachments::left_out("it took too long to read. Attach it again."));
        within(self.read(file), &*self.ctx.engine.ports.clock, deadline).await.unwrap_or_else(late)
    }

    async fn read(&self, file: &SharedFile) -> Attachment {
        let Opened { file, holds } = self.ctx.engine.ports.attachments.open(file, attachments::LARGEST).await;
        let content = match holds {
            Ok(Holds::Bytes(bytes)) => self.content(&file, &bytes).await,
            Ok(Holds::Speech(words)) => Ok(attachments::text(words, WordForm::Spoken, None)),
            Err(failure) => Err(failure),
        };
        let content = content.unwrap_or_else(|failure| {
            warn!(thread = %self.ctx.lane.thread, file = %file.id, %failure, "a file could not be read");
            attachments::left_out(failure.words)
        });
        Attachment { file, content }
    }

    async fn content(&self, file: &SharedFile, bytes: &[u8]) -> Result<Content, Failure> {
        let document = || Document {
            name: file.name.clone(),
            media_type: Some(file.media_type.clone()),
            bytes: Arc::from(bytes),
        };
        let ports = &self.ctx.engine.ports;
        match attachments::kind_of(file, bytes) {
            Kind::Picture(content) => Ok(content),
            Kind::Video => {
                Ok(attachments::left_out("videos are not read. Attach what is said in it as text."))
            }
            Kind::Recording => {
                let words = ports.transcriber.transcribe(&document()).await?;
                Ok(attachments::text(words, WordForm::Spoken, None))
            }
            Kind::Document => {
                let extract = ports.documents.text(&document()).await?;
                let remark = remark(&extract);
                Ok(attachments::text(extract.text, WordForm::Written, remark))
            }
        }
    }
}

fn as_named(file: &SharedFile, content: Content) -> Attachment {
    Attachment { file: file.clone(), content }
}

fn remark(extract: &Extract) -> Option<String> {
    let hidden =
        (extract.hidden > 0).then(|| format!("{} things nobody would see were taken out.", extract.hidden));
    let cut = extract.cut.then(|| "Its end is left out: there is too much of it.".to_owned());
    let remarks: Vec<String> = extract.remark.iter().cloned().chain(hidden).chain(cut).collect();
    (!remarks.is_empty()).then(|| remarks.join(" "))
}

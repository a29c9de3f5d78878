//! The place where people are.

use std::sync::Arc;
use std::time::Duration;

use crate::ports::{Draft, Soon};
use crate::{ChannelId, FileId, Form, MessageRef, Opening, Person, PersonId, ThreadId, View};

pub trait Chat: Send + Sync {
    fn post<'a>(&'a self, post: &'a Post) -> Soon<'a, Result<MessageRef, ChatError>>;
    fn update<'a>(&'a self, message: &'a MessageRef, view: &'a View) -> Soon<'a, Result<(), ChatError>>;
    /// Takes a message of ours out of its thread, with all that goes with it. Removing what is not there is no error.
    fn remove<'a>(&'a self, thread: &'a ThreadId, message: &'a MessageRef)
    -> Soon<'a, Result<(), ChatError>>;
    /// Takes away all that goes with a message of ours, its further pages and its files, and leaves the message itself.
    fn strip<'a>(&'a self, thread: &'a ThreadId, message: &'a MessageRef) -> Soon<'a, Result<(), ChatError>>;
    /// Shown to one person only, in the thread; gone when they reload.
    fn whisper<'a>(
        &'a self,
        thread: &'a ThreadId,
        to: &'a PersonId,
        view: &'a View,
    ) -> Soon<'a, Result<(), ChatError>>;
    /// Shown to one person only, in a channel; in a direct message where we cannot write there.
    fn whisper_in<'a>(
        &'a self,
        channel: &'a ChannelId,
        to: &'a PersonId,
        view: &'a View,
    ) -> Soon<'a, Result<(), ChatError>>;
    /// Opens a form before somebody who has just pressed a button; if that stood in a form, in its place. The answer is an [`Inbound`](crate::Inbound).
    fn ask<'a>(&'a self, opening: &'a Opening, form: &'a Form) -> Soon<'a, Result<(), ChatError>>;
    /// A direct message.
    fn tell<'a>(&'a self, to: &'a PersonId, view: &'a View) -> Soon<'a, Result<MessageRef, ChatError>>;
    /// The same, once.
    fn tell_once<'a>(&'a self, telling: &'a Telling) -> Soon<'a, Result<MessageRef, ChatError>>;
    /// What an earlier attempt at this post has left in the thread.
    fn posted<'a>(&'a self, post: &'a Post) -> Soon<'a, Result<Option<MessageRef>, ChatError>>;
    /// What people see us doing, and what a thread is called that has no title yet. Best effort: a status that cannot
    /// be shown is no failure.
    fn show_status<'a>(&'a self, thread: &'a ThreadId, status: Status, title: &'a str) -> Soon<'a, ()>;
    /// Gives a thread another title; one without any has none to lose.
    fn retitle<'a>(&'a self, thread: &'a ThreadId, title: &'a str) -> Soon<'a, Result<(), ChatError>>;
    /// A message for somebody that will be written before everybody's eyes; nothing stands there before it grows.
    fn draft(&self, thread: &ThreadId, reader: &PersonId) -> Box<dyn Draft>;
    /// Posts in place of what was begun of it. If it may have been posted, more may have been begun than is named.
    fn complete<'a>(
        &'a self,
        post: &'a Post,
        begun: &'a [MessageRef],
    ) -> Soon<'a, Result<MessageRef, ChatError>>;
    /// Takes away what was begun in a thread and will not be completed, named or not.
    fn withdraw<'a>(
        &'a self,
        thread: &'a ThreadId,
        begun: &'a [MessageRef],
    ) -> Soon<'a, Result<(), ChatError>>;
    /// Who can read along in a thread.
    fn kind(&self, thread: &ThreadId) -> ThreadKind;
    /// Where a thread is.
    fn channel(&self, thread: &ThreadId) -> Option<ChannelId>;
}

/// Who can read along in a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadKind {
    /// One person and we.
    Direct,
    /// Others too, or it cannot be told.
    Shared,
}

/// A message to put into a thread, once.
#[derive(Clone, Debug, PartialEq)]
pub struct Post {
    pub thread: ThreadId,
    /// The same for every attempt at this message.
    pub key: String,
    pub view: View,
    /// An earlier attempt may have got through: look for the key before posting.
    pub maybe_posted: bool,
}

/// A direct message to somebody, once.
#[derive(Clone, Debug, PartialEq)]
pub struct Telling {
    pub to: PersonId,
    /// The same for every attempt at this message.
    pub key: String,
    pub view: View,
    /// An earlier attempt may have got through: look for the key before posting.
    pub maybe_posted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Working,
    /// Something waits for a person.
    Waiting,
    Idle,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChatError {
    /// Tried several times; try again later.
    #[error("the chat is not reachable: {words}")]
    Unavailable { words: String, retry_after: Option<Duration> },
    /// The message or the place is gone, or we may not write there. Trying again does not help.
    #[error("the chat refused: {0}")]
    Refused(String),
}

/// Files in the chat.
pub trait Files: Send + Sync {
    /// The content of a file somebody put into the chat, of at most so many bytes.
    fn fetch<'a>(&'a self, file: &'a FileId, at_most: usize) -> Soon<'a, Result<Vec<u8>, ChatError>>;
    /// Puts a file into a thread.
    fn share<'a>(&'a self, thread: &'a ThreadId, file: &'a NewFile) -> Soon<'a, Result<(), ChatError>>;
}

/// A file to put into a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    pub name: String,
    pub media_type: String,
    pub content: Vec<u8>,
}

/// Who people are.
pub trait Directory: Send + Sync {
    fn person<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>>;
    /// The same, as it was no longer ago than a minute.
    fn person_lately<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>>;
    /// The same, as it is at this moment: nothing that was remembered counts.
    fn person_now<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>>;
    /// Everybody in the workspace of a thread, as they were not long ago.
    fn everybody<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<Arc<[Person]>, ChatError>>;
    /// Whether somebody is, at this moment, among those who can read a thread.
    fn is_present<'a>(&'a self, id: &'a PersonId, thread: &'a ThreadId) -> Soon<'a, Result<bool, ChatError>>;
    /// Who can, at this moment, read a thread.
    fn audience<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<Audience, ChatError>>;
    /// Looks up beforehand what [`Directory::audience`] will need and may know from before.
    fn acquaint<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<(), ChatError>>;
}

/// Who reads what is put into a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Whoever asks there, and nobody else.
    Requester,
    /// Members of the company only.
    Members,
    /// Guests or people of other companies too, or it cannot be told.
    Outsiders,
}

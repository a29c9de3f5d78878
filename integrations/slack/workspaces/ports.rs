//! What is to be done in Slack goes to the workspace it names.

use std::sync::Arc;

use kernel::ports::{
    Attachments, Audience, Chat, ChatError, Directory, Draft, Files, Growth, History, NewFile, Opened,
    Places, Post, Recalled, Soon, Status, Stretch, Telling, ThreadKind,
};
use kernel::{
    ChannelId, FileId, Form, Home, MessageRef, Opening, Person, PersonId, Reach, SharedFile, ThreadId, View,
};

use super::{Workspace, Workspaces};
use crate::SlackError;
use crate::chat::{channel, in_words, kind};
use crate::names::{Channel, Place, User, out_of_workspace};

type Found = Result<Arc<Workspace>, SlackError>;

impl Workspaces {
    fn at(&self, team: &str) -> Found {
        self.get(team).ok_or_else(|| SlackError::NotInstalled(team.to_owned()))
    }

    fn of_thread(&self, thread: &ThreadId) -> Found {
        let place = Place::of_thread(thread).ok_or_else(|| SlackError::NoSuchName(thread.to_string()))?;
        self.at(&place.team)
    }

    fn of_message(&self, message: &MessageRef) -> Found {
        let place = Place::of_message(message).ok_or_else(|| SlackError::NoSuchName(message.to_string()))?;
        self.at(&place.team)
    }

    fn of_person(&self, person: &PersonId) -> Found {
        let user = User::of(person).ok_or_else(|| SlackError::NoSuchName(person.to_string()))?;
        self.at(&user.team)
    }

    fn of_channel(&self, channel: &ChannelId) -> Found {
        let place = Channel::of(channel).ok_or_else(|| SlackError::NoSuchName(channel.to_string()))?;
        self.at(&place.team)
    }

    /// What was written down when there was one workspace only does not name it.
    fn of_name<'a>(&self, name: &'a str) -> Result<(Arc<Workspace>, &'a str), SlackError> {
        let (team, id) = out_of_workspace(name);
        let workspace = match team {
            Some(team) => self.at(team)?,
            None => self.only().ok_or_else(|| SlackError::NoSuchName(name.to_owned()))?,
        };
        Ok((workspace, id))
    }
}

impl Chat for Workspaces {
    fn post<'a>(&'a self, post: &'a Post) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(async move { self.of_thread(&post.thread)?.chat.post(post).await })
    }

    fn update<'a>(&'a self, message: &'a MessageRef, view: &'a View) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { self.of_message(message)?.chat.update(message, view).await })
    }

    fn remove<'a>(
        &'a self,
        thread: &'a ThreadId,
        message: &'a MessageRef,
    ) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { self.of_thread(thread)?.chat.remove(thread, message).await })
    }

    fn strip<'a>(&'a self, thread: &'a ThreadId, message: &'a MessageRef) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { self.of_thread(thread)?.chat.strip(thread, message).await })
    }

    fn whisper<'a>(
        &'a self,
        thread: &'a ThreadId,
        to: &'a PersonId,
        view: &'a View,
    ) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { self.of_thread(thread)?.chat.whisper(thread, to, view).await })
    }

    fn whisper_in<'a>(
        &'a self,
        channel: &'a ChannelId,
        to: &'a PersonId,
        view: &'a View,
    ) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { self.of_channel(channel)?.chat.whisper_in(channel, to, view).await })
    }

    fn ask<'a>(&'a self, opening: &'a Opening, form: &'a Form) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move {
            let (workspace, trigger) = self.of_name(&opening.0)?;
            workspace.chat.ask(&Opening::from(trigger), form).await
        })
    }

    fn tell<'a>(&'a self, to: &'a PersonId, view: &'a View) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(async move { self.of_person(to)?.chat.tell(to, view).await })
    }

    fn tell_once<'a>(&'a self, telling: &'a Telling) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(async move { self.of_person(&telling.to)?.chat.tell_once(telling).await })
    }

    fn posted<'a>(&'a self, post: &'a Post) -> Soon<'a, Result<Option<MessageRef>, ChatError>> {
        Box::pin(async move { self.of_thread(&post.thread)?.chat.posted(post).await })
    }

    fn retitle<'a>(&'a self, thread: &'a ThreadId, title: &'a str) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { self.of_thread(thread)?.chat.retitle(thread, title).await })
    }

    fn show_status<'a>(&'a self, thread: &'a ThreadId, status: Status, title: &'a str) -> Soon<'a, ()> {
        Box::pin(async move {
            match self.of_thread(thread) {
                Ok(workspace) => workspace.chat.show_status(thread, status, title).await,
                Err(error) => tracing::debug!(%error, "a status could not be shown"),
            }
        })
    }

    fn draft(&self, thread: &ThreadId, reader: &PersonId) -> Box<dyn Draft> {
        match self.of_thread(thread) {
            Ok(workspace) => workspace.chat.draft(thread, reader),
            Err(error) => Box::new(Nowhere(error)),
        }
    }

    fn complete<'a>(
        &'a self,
        post: &'a Post,
        begun: &'a [MessageRef],
    ) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(async move { self.of_thread(&post.thread)?.chat.complete(post, begun).await })
    }

    fn withdraw<'a>(
        &'a self,
        thread: &'a ThreadId,
        begun: &'a [MessageRef],
    ) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { self.of_thread(thread)?.chat.withdraw(thread, begun).await })
    }

    fn kind(&self, thread: &ThreadId) -> ThreadKind {
        kind(thread)
    }

    fn channel(&self, thread: &ThreadId) -> Option<ChannelId> {
        channel(thread)
    }
}

/// What is written nowhere.
struct Nowhere(SlackError);

impl Draft for Nowhere {
    fn grow<'a>(&'a mut self, _: &'a Growth) -> Soon<'a, Result<Option<MessageRef>, ChatError>> {
        Box::pin(async move { Err(self.0.clone().into()) })
    }
}

impl Directory for Workspaces {
    fn person<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        Box::pin(async move { self.of_person(id)?.directory.person(id).await })
    }

    fn person_lately<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        Box::pin(async move { self.of_person(id)?.directory.person_lately(id).await })
    }

    fn person_now<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        Box::pin(async move { self.of_person(id)?.directory.person_now(id).await })
    }

    fn is_present<'a>(&'a self, id: &'a PersonId, thread: &'a ThreadId) -> Soon<'a, Result<bool, ChatError>> {
        Box::pin(async move { self.of_thread(thread)?.directory.is_present(id, thread).await })
    }

    fn everybody<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<Arc<[Person]>, ChatError>> {
        Box::pin(async move { self.of_thread(thread)?.directory.everybody(thread).await })
    }

    fn acquaint<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { self.of_thread(thread)?.directory.acquaint(thread).await })
    }

    fn audience<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<Audience, ChatError>> {
        Box::pin(async move { self.of_thread(thread)?.directory.audience(thread).await })
    }
}

impl History for Workspaces {
    fn has_before(&self, thread: &ThreadId, message: &MessageRef) -> bool {
        self.of_thread(thread).is_ok_and(|workspace| workspace.chat.has_before(thread, message))
    }

    fn recall<'a>(&'a self, stretch: &'a Stretch) -> Soon<'a, Recalled> {
        Box::pin(async move {
            match self.of_thread(&stretch.thread) {
                Ok(workspace) => workspace.chat.recall(stretch).await,
                Err(error) => {
                    tracing::warn!(%error, "a thread cannot be read");
                    Recalled { messages: Vec::new(), reach: Reach::BrokenOff }
                }
            }
        })
    }
}

impl Places for Workspaces {
    fn publish<'a>(&'a self, to: &'a PersonId, home: &'a Home) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { self.of_person(to)?.chat.publish(to, home).await })
    }

    fn suggest<'a>(&'a self, channel: &'a ChannelId) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { self.of_channel(channel)?.chat.suggest(channel).await })
    }

    fn link<'a>(
        &'a self,
        thread: &'a ThreadId,
        message: &'a MessageRef,
    ) -> Soon<'a, Result<String, ChatError>> {
        Box::pin(async move { self.of_message(message)?.chat.link(thread, message).await })
    }

    fn name<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<String, ChatError>> {
        Box::pin(async move { self.of_thread(thread)?.chat.name(thread).await })
    }
}

impl Attachments for Workspaces {
    fn open<'a>(&'a self, file: &'a SharedFile, at_most: usize) -> Soon<'a, Opened> {
        Box::pin(async move {
            match self.of_name(&file.id.0) {
                Ok((workspace, id)) => {
                    let named = SharedFile { id: FileId::from(id), ..file.clone() };
                    let opened = workspace.chat.open(&named, at_most).await;
                    Opened { file: SharedFile { id: file.id.clone(), ..opened.file }, ..opened }
                }
                Err(error) => Opened { file: file.clone(), holds: Err(in_words(&error)) },
            }
        })
    }
}

impl Files for Workspaces {
    fn fetch<'a>(&'a self, file: &'a FileId, at_most: usize) -> Soon<'a, Result<Vec<u8>, ChatError>> {
        Box::pin(async move {
            let (workspace, id) = self.of_name(&file.0)?;
            workspace.chat.fetch(&FileId::from(id), at_most).await
        })
    }

    fn share<'a>(&'a self, thread: &'a ThreadId, file: &'a NewFile) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { self.of_thread(thread)?.chat.share(thread, file).await })
    }
}

//! Chat, directory, grants and model, as a story needs them. Each call can be the last one of a life.

use std::future::pending;
use std::sync::Arc;

use kernel::ports::{
    Account, Acquaintances, Attachments, Audience, Chat, ChatError, ConsentOffer, Contact, Directory,
    Document, Documents, Draft, Extract, Grants, Growth, History, InboundHealth, InboundState, Lack,
    Listener, Model, ModelError, Opened, Places, Post, Recalled, SignIn, Soon, Status, Stretch, Telling,
    ThreadKind, Transcriber,
};
use kernel::{
    AccountId, Call, ChannelId, Code, ConsentId, Failure, Form, Home, Message, MessageRef, Opening, Person,
    PersonId, Reach, Reply, Request, SharedFile, Standing, ThreadId, View,
};

use super::world::World;

/// One face of the world, whichever port it is seen through.
pub struct Outside(pub Arc<World>);

fn away() -> ChatError {
    ChatError::Unavailable { words: "away".to_owned(), retry_after: None }
}

impl Outside {
    /// Puts something before people, once for each key.
    async fn puts(&self, key: &str, view: &View, look_first: bool) -> Result<MessageRef, ChatError> {
        let world = &self.0;
        world.passes().await;
        if world.fails(2) {
            return Err(away());
        }
        let message = {
            let mut state = world.state();
            let before = state.posted.get(key).filter(|_| look_first).cloned();
            before.unwrap_or_else(|| {
                let message = state.message();
                state.posted.insert(key.to_owned(), message.clone());
                let thread = key.split('/').next().unwrap_or_default();
                state.shows(&ThreadId(thread.to_owned()), &message, view);
                message
            })
        };
        world.passes().await;
        // It stands there, and nobody hears so.
        if world.fails(2) { Err(away()) } else { Ok(message) }
    }

    async fn whispers(&self, to: &PersonId) -> Result<(), ChatError> {
        *self.0.state().whispers.entry(to.clone()).or_default() += 1;
        self.0.passes().await;
        if self.0.fails(2) { Err(away()) } else { Ok(()) }
    }

    async fn looks_up(&self, id: &PersonId) -> Result<Person, ChatError> {
        self.0.passes().await;
        let standing = self.0.state().standing.get(id).copied();
        let standing = standing.ok_or_else(|| ChatError::Refused("nobody".to_owned()))?;
        Ok(Person {
            id: id.clone(),
            name: id.0.clone(),
            workspace: "Firm".to_owned(),
            address: Some(format!("{id}@firm.example")),
            zone: None,
            standing,
        })
    }
}

impl Chat for Outside {
    fn post<'a>(&'a self, post: &'a Post) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(self.puts(&post.key, &post.view, post.maybe_posted))
    }

    fn update<'a>(&'a self, message: &'a MessageRef, view: &'a View) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move {
            self.0.passes().await;
            if self.0.fails(2) {
                return Err(away());
            }
            let mut state = self.0.state();
            let seen = state.seen.values().find(|seen| seen.message == *message);
            if let Some(thread) = seen.map(|seen| seen.thread.clone()) {
                state.shows(&thread, message, view);
            }
            Ok(())
        })
    }

    fn remove<'a>(&'a self, _: &'a ThreadId, _: &'a MessageRef) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async {
            self.0.passes().await;
            Ok(())
        })
    }

    fn strip<'a>(&'a self, thread: &'a ThreadId, message: &'a MessageRef) -> Soon<'a, Result<(), ChatError>> {
        self.remove(thread, message)
    }

    fn whisper<'a>(
        &'a self,
        _: &'a ThreadId,
        to: &'a PersonId,
        _: &'a View,
    ) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(self.whispers(to))
    }

    fn whisper_in<'a>(
        &'a self,
        _: &'a ChannelId,
        to: &'a PersonId,
        _: &'a View,
    ) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(self.whispers(to))
    }

    fn ask<'a>(&'a self, _: &'a Opening, _: &'a Form) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async {
            self.0.passes().await;
            Ok(())
        })
    }

    fn tell<'a>(&'a self, to: &'a PersonId, _: &'a View) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(async move {
            self.whispers(to).await?;
            Ok(self.0.state().message())
        })
    }

    fn tell_once<'a>(&'a self, telling: &'a Telling) -> Soon<'a, Result<MessageRef, ChatError>> {
        Box::pin(self.puts(&telling.key, &telling.view, telling.maybe_posted))
    }

    fn posted<'a>(&'a self, post: &'a Post) -> Soon<'a, Result<Option<MessageRef>, ChatError>> {
        Box::pin(async move {
            self.0.passes().await;
            Ok(self.0.state().posted.get(&post.key).cloned())
        })
    }

    fn show_status<'a>(&'a self, _: &'a ThreadId, _: Status, _: &'a str) -> Soon<'a, ()> {
        Box::pin(async {})
    }

    fn retitle<'a>(&'a self, _: &'a ThreadId, _: &'a str) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async { Ok(()) })
    }

    fn draft(&self, _: &ThreadId, _: &PersonId) -> Box<dyn Draft> {
        Box::new(Nothing)
    }

    fn complete<'a>(
        &'a self,
        post: &'a Post,
        _: &'a [MessageRef],
    ) -> Soon<'a, Result<MessageRef, ChatError>> {
        self.post(post)
    }

    fn withdraw<'a>(&'a self, _: &'a ThreadId, _: &'a [MessageRef]) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async {
            self.0.passes().await;
            Ok(())
        })
    }

    fn kind(&self, _: &ThreadId) -> ThreadKind {
        ThreadKind::Shared
    }

    fn channel(&self, _: &ThreadId) -> Option<ChannelId> {
        Some(ChannelId::from("room"))
    }
}

/// Nothing can be written before people's eyes here.
struct Nothing;

impl Draft for Nothing {
    fn grow<'a>(&'a mut self, _: &'a Growth) -> Soon<'a, Result<Option<MessageRef>, ChatError>> {
        Box::pin(async { Err(ChatError::Refused("not here".to_owned())) })
    }
}

impl Directory for Outside {
    fn person<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        Box::pin(self.looks_up(id))
    }

    fn person_lately<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        Box::pin(self.looks_up(id))
    }

    fn person_now<'a>(&'a self, id: &'a PersonId) -> Soon<'a, Result<Person, ChatError>> {
        Box::pin(self.looks_up(id))
    }

    fn everybody<'a>(&'a self, _: &'a ThreadId) -> Soon<'a, Result<Arc<[Person]>, ChatError>> {
        Box::pin(async {
            let mut found = Vec::new();
            for (id, _) in people() {
                found.push(self.looks_up(&id).await?);
            }
            Ok(found.into())
        })
    }

    fn is_present<'a>(&'a self, _: &'a PersonId, _: &'a ThreadId) -> Soon<'a, Result<bool, ChatError>> {
        Box::pin(async { Ok(true) })
    }

    fn audience<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<Audience, ChatError>> {
        Box::pin(async move {
            self.0.passes().await;
            let outsiders = self.0.state().outsiders.get(thread).copied().unwrap_or_default();
            Ok(if outsiders { Audience::Outsiders } else { Audience::Members })
        })
    }

    fn acquaint<'a>(&'a self, _: &'a ThreadId) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async { Ok(()) })
    }
}

impl History for Outside {
    fn has_before(&self, _: &ThreadId, _: &MessageRef) -> bool {
        false
    }

    fn recall<'a>(&'a self, _: &'a Stretch) -> Soon<'a, Recalled> {
        Box::pin(async { Recalled { messages: Vec::new(), reach: Reach::Whole } })
    }
}

pub fn account_of(person: &PersonId) -> AccountId {
    AccountId(format!("{person}@firm.example"))
}

impl Grants for Outside {
    fn provider(&self) -> &'static str {
        "Dispatcher"
    }

    fn organisation(&self, _: &AccountId) -> Option<String> {
        Some("firm.example".to_owned())
    }

    fn for_call<'a>(&'a self, person: &'a Person, _: &'a [Vec<String>]) -> Soon<'a, Result<AccountId, Lack>> {
        Box::pin(async move {
            self.0.passes().await;
            Ok(account_of(&person.id))
        })
    }

    fn offer<'a>(&'a self, _: &'a ConsentOffer) -> Soon<'a, Result<SignIn, Failure>> {
        Box::pin(async { Err(Failure::person(Code::NotAvailable, "Not here.")) })
    }

    fn pasted<'a>(&'a self, _: &'a PersonId, _: &'a ConsentId, _: &'a str) -> Soon<'a, Result<(), Failure>> {
        Box::pin(async { Ok(()) })
    }

    fn cancel<'a>(&'a self, _: &'a PersonId, _: &'a ConsentId) -> Soon<'a, Result<(), Failure>> {
        Box::pin(async { Ok(()) })
    }

    fn accounts<'a>(&'a self, person: &'a Person) -> Soon<'a, Result<Vec<Account>, Failure>> {
        Box::pin(async move {
            self.0.passes().await;
            let id = account_of(&person.id);
            Ok(vec![Account {
                id,
                preferred: true,
                own: true,
                connected: kernel::Time(0),
                allows: Vec::new(),
                trouble: None,
            }])
        })
    }

    fn prefer<'a>(&'a self, _: &'a PersonId, _: &'a AccountId) -> Soon<'a, Result<(), Failure>> {
        Box::pin(async { Ok(()) })
    }

    fn disconnect<'a>(&'a self, _: &'a PersonId, _: &'a AccountId) -> Soon<'a, Result<(), Failure>> {
        Box::pin(async { Ok(()) })
    }
}

impl Acquaintances for Outside {
    fn written_to<'a>(&'a self, _: &'a Call, _: &'a [String]) -> Soon<'a, Vec<Contact>> {
        Box::pin(async {
            self.0.passes().await;
            Vec::new()
        })
    }
}

impl Model for Outside {
    fn name(&self) -> &'static str {
        "obedient"
    }

    /// Does what the newest order says that it finds, round by round, and then says that it did.
    fn reply<'a>(
        &'a self,
        request: &'a Request,
        _: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        Box::pin(async move {
            self.0.passes().await;
            self.0.takes_time().await;
            if self.0.fails(2) {
                return Err(ModelError::Unusable("it has no mind to".to_owned()));
            }
            let calls = match order(&request.messages) {
                Some((order, round)) => {
                    let state = self.0.state();
                    state.orders.get(order).and_then(|rounds| rounds.get(round)).cloned().unwrap_or_default()
                }
                None => Vec::new(),
            };
            self.0.passes().await;
            let text = if calls.is_empty() { "So it is.".to_owned() } else { String::new() };
            Ok(Reply::of(text, calls))
        })
    }
}

/// The newest order in a conversation, and how many rounds were made of it.
fn order(messages: &[Message]) -> Option<(usize, usize)> {
    let (place, order) = messages.iter().enumerate().rev().find_map(|(place, message)| match message {
        Message::User(words) => {
            let (_, rest) = words.rsplit_once("order#")?;
            let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
            Some((place, number.parse().ok()?))
        }
        _ => None,
    })?;
    let rounds = messages.iter().skip(place).filter(|message| matches!(message, Message::Assistant { .. }));
    Some((order, rounds.count()))
}

impl Places for Outside {
    fn publish<'a>(&'a self, _: &'a PersonId, _: &'a Home) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async { Ok(()) })
    }

    fn suggest<'a>(&'a self, _: &'a ChannelId) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async { Ok(()) })
    }

    fn link<'a>(&'a self, _: &'a ThreadId, _: &'a MessageRef) -> Soon<'a, Result<String, ChatError>> {
        Box::pin(async { Err(ChatError::Refused("not here".to_owned())) })
    }

    fn name<'a>(&'a self, _: &'a ThreadId) -> Soon<'a, Result<String, ChatError>> {
        Box::pin(async { Ok("#room".to_owned()) })
    }
}

impl Attachments for Outside {
    fn open<'a>(&'a self, file: &'a SharedFile, _: usize) -> Soon<'a, Opened> {
        let holds = Err(Failure::person(Code::NotAvailable, "Not here."));
        Box::pin(async move { Opened { file: file.clone(), holds } })
    }
}

impl Documents for Outside {
    fn text<'a>(&'a self, _: &'a Document) -> Soon<'a, Result<Extract, Failure>> {
        Box::pin(async { Err(Failure::person(Code::NotAvailable, "Not here.")) })
    }
}

impl Transcriber for Outside {
    fn transcribe<'a>(&'a self, _: &'a Document) -> Soon<'a, Result<String, Failure>> {
        Box::pin(async { Err(Failure::person(Code::NotAvailable, "Not here.")) })
    }
}

impl InboundHealth for Outside {
    fn state(&self) -> InboundState {
        InboundState::Connected
    }

    fn changed_from(&self, _: InboundState) -> Soon<'_, InboundState> {
        Box::pin(pending())
    }
}

/// Everybody there is.
pub fn people() -> [(PersonId, Standing); 4] {
    [
        (PersonId::from("ana"), Standing::Member),
        (PersonId::from("ben"), Standing::Member),
        (PersonId::from("gus"), Standing::Guest),
        (PersonId::from("eve"), Standing::External),
    ]
}

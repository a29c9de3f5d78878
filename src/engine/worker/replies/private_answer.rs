//! What outsiders must not read goes to the requester alone.

use std::time::Duration;

use kernel::ports::{Audience, ChatError, Post, Telling};
use kernel::{
    Body, Code, Ending, Entry, Failure, Item, MessageRef, Part, PersonId, PlaceEntry, ReplyEntry, Sink, View,
    Withheld,
};
use tracing::{debug, warn};

use crate::base::within;
use crate::home::link;
use crate::thread::{ReplyProgress, Turn};
use crate::view::speech;
use crate::view::{Drawn, Place, drawn, place_of_reply, reaches_the_thread};
use crate::worker::replies::answer;
use crate::worker::{Replies, StepContext, Trouble};

/// How long anything waits to hear who reads along.
const FOR_READERS: Duration = Duration::from_secs(5);

impl Replies<'_> {
    /// Where the answer of a turn may stand. Nobody is looked up for an answer that anybody may read.
    pub(crate) async fn place_of_reply(&self, turn: &Turn) -> Place {
        match drawn(self.ctx.journal, turn.id) {
            Drawn::Nothing => Place::Thread,
            drawn @ (Drawn::Earlier | Drawn::Now) => {
                place_of_reply(self.ctx.audience().await, drawn, self.ctx.engine.private_results)
            }
        }
    }

    /// While the model thinks, it is looked up who would read what it may say.
    pub(crate) async fn get_to_know_readers(&self, turn: &Turn) {
        if drawn(self.ctx.journal, turn.id) == Drawn::Nothing {
            return;
        }
        if let Err(error) = self.ctx.engine.ports.directory.acquaint(&self.ctx.lane.thread).await {
            debug!(thread = %self.ctx.lane.thread, %error, "it is not known beforehand who reads here");
        }
    }

    /// Whose account an answer comes from, and how it is taken out again.
    pub(crate) async fn whose(&self, turn: &Turn) -> String {
        let ports = &self.ctx.engine.ports;
        let looked_up = ports.directory.person(&turn.requester).await;
        let name = looked_up.map_or_else(
            |_| "the account of whoever asked".to_owned(),
            |person| format!("{}\u{2019}s {} account", person.name, ports.grants.provider()),
        );
        let way_out = if turn.did_nothing() { " Delete the question, and I take this away." } else { "" };
        format!("From {name}.{way_out}")
    }

    /// Tells the requester what the turn ends with. The thread is told of it afterwards.
    pub(crate) async fn tell_apart(&self, withheld: Withheld) -> Result<(), Trouble> {
        let Some(turn) = &self.ctx.progress.turn else { return Ok(()) };
        let ReplyProgress::Final(reply) = &turn.reply else { return Ok(()) };
        let way = match turn.request() {
            Some(request) => link(self.ctx.engine, &self.ctx.lane.thread, request, "Open the thread").await,
            None => None,
        };
        let asked = Item::new(match withheld {
            Withheld::FromOutsiders => speech::GO_ON_WHERE_OUTSIDERS_READ,
            Withheld::UntilAgreed => speech::GO_ON_WHERE_OTHERS_READ,
        });
        let view =
            answer(turn, reply, self.ctx.journal).with(Part::Item(Box::new(Item { link: way, ..asked })));
        let name = format!("reply/{}", turn.id.0);
        match self.ctx.engine.ports.chat.tell_once(&self.ctx.a_telling(&name, view, &turn.requester)).await {
            Ok(message) => {
                let told = Entry::Place(PlaceEntry::AnsweredApart {
                    turn: turn.id,
                    message: Some(message),
                    withheld,
                });
                let offer = match withheld {
                    Withheld::FromOutsiders => None,
                    Withheld::UntilAgreed => Some(self.offer_to_share(turn, reply).await),
                };
                Ok(self.ctx.append([told].into_iter().chain(offer).collect()).await?)
            }
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
            Err(ChatError::Refused(why)) => {
                warn!(thread = %self.ctx.lane.thread, why, "an answer cannot be told its requester");
                let words = Body::new(match withheld {
                    Withheld::FromOutsiders => speech::NOWHERE_TO_ANSWER,
                    Withheld::UntilAgreed => speech::NOBODY_TO_AGREE,
                });
                let ending = Ending::Failed(format!("the chat refused a direct message: {why}"));
                Ok(self
                    .ctx
                    .append(vec![Entry::Reply(ReplyEntry::Silent { turn: turn.id, words, ending })])
                    .await?)
            }
        }
    }

    /// What stands in the thread in place of what was told: where the requester finds it. Nobody else can open that.
    pub(crate) async fn pointer(&self, told: &MessageRef, withheld: Withheld) -> View {
        self.pointing(told, speech::pointer(withheld), "Open the answer").await
    }

    pub(crate) async fn pointing(&self, told: &MessageRef, words: &str, way: &str) -> View {
        let link = link(self.ctx.engine, &self.ctx.lane.thread, told, way).await;
        View { parts: vec![Part::Item(Box::new(Item { link, ..Item::new(words) }))] }
    }
}

impl StepContext<'_> {
    /// What an earlier attempt has left in the thread, if there may have been one.
    pub(crate) async fn stands(&self, post: &Post) -> Result<Option<MessageRef>, ChatError> {
        if post.maybe_posted { self.engine.ports.chat.posted(post).await } else { Ok(None) }
    }

    /// Nothing of an account is put into a thread that outsiders read.
    pub(crate) async fn check_readers(&self, sinks: &[Sink]) -> Result<(), Failure> {
        if !reaches_the_thread(sinks) {
            return Ok(());
        }
        match self.audience().await {
            Audience::Requester | Audience::Members => Ok(()),
            Audience::Outsiders => Err(Failure::person(Code::Denied, speech::NOT_INTO_THE_THREAD)),
        }
    }

    /// Who reads the thread now. What cannot be looked up in time counts against us.
    pub(crate) async fn audience(&self) -> Audience {
        let ports = &self.engine.ports;
        let deadline = ports.clock.now().plus(FOR_READERS);
        match within(ports.directory.audience(&self.lane.thread), &*ports.clock, deadline).await {
            Some(Ok(audience)) => audience,
            Some(Err(error)) => {
                warn!(thread = %self.lane.thread, %error, "it cannot be told who reads here");
                Audience::Outsiders
            }
            None => {
                warn!(thread = %self.lane.thread, "it takes too long to tell who reads here");
                Audience::Outsiders
            }
        }
    }

    pub(crate) fn a_telling(&self, name: &str, view: View, to: &PersonId) -> Telling {
        let Post { key, view, maybe_posted, .. } = self.a_post(name, view);
        Telling { to: to.clone(), key, view, maybe_posted }
    }
}

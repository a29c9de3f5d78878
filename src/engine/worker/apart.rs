//! What outsiders must not read goes to the requester alone.

use kernel::ports::{Audience, ChatError, Post, Telling};
use kernel::{Body, Code, Ending, Entry, Failure, Item, MessageRef, Part, PersonId, Sink, View};
use tracing::warn;

use super::showing::answer;
use super::{Moment, Trouble, Worker};
use crate::audience::{Drawn, Room, drawn, reaches_the_thread, room};
use crate::holdings::link;
use crate::progress::{ReplyProgress, Turn};
use crate::speech;

impl Worker {
    /// Where the answer of a turn may stand. Nobody is looked up for an answer that anybody may read.
    pub(super) async fn room_for_reply(&self, turn: &Turn, moment: &Moment<'_>) -> Room {
        match drawn(moment.journal, turn.id) {
            Drawn::Nothing => Room::Thread,
            drawn @ (Drawn::Earlier | Drawn::Now) => room(self.audience().await, drawn),
        }
    }

    /// Whose account an answer comes from, and how it is taken out again.
    pub(super) async fn whose(&self, turn: &Turn) -> String {
        let ports = &self.desk.ports;
        let looked_up = ports.directory.person(&turn.requester).await;
        let name = looked_up.map_or_else(
            |_| "the account of whoever asked".to_owned(),
            |person| format!("{}\u{2019}s {} account", person.name, ports.grants.provider()),
        );
        let way_out = if turn.did_nothing() { " Delete the question, and I take this away." } else { "" };
        format!("From {name}.{way_out}")
    }

    /// Tells the requester what the turn ends with. The thread is told of it afterwards.
    pub(super) async fn tell_apart(&self, moment: &Moment<'_>) -> Result<(), Trouble> {
        let Some(turn) = &moment.progress.turn else { return Ok(()) };
        let ReplyProgress::Final(reply) = &turn.reply else { return Ok(()) };
        let way = match turn.request() {
            Some(request) => link(&self.desk, request, "Open the thread").await,
            None => None,
        };
        let asked = Item::new("You asked this where people outside the company can read along.");
        let view = answer(turn, reply).with(Part::Item(Box::new(Item { link: way, ..asked })));
        let name = format!("reply/{}", turn.id.0);
        match self.desk.ports.chat.tell_once(&self.a_telling(&name, view, &turn.requester)).await {
            Ok(message) => {
                let told = Entry::AnsweredApart { turn: turn.id, message: Some(message) };
                Ok(self.append(vec![told]).await?)
            }
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
            Err(ChatError::Refused(why)) => {
                warn!(thread = %self.lane.thread, why, "an answer cannot be told its requester");
                let words = Body::new(speech::NOWHERE_TO_ANSWER);
                let ending = Ending::Failed(format!("the chat refused a direct message: {why}"));
                Ok(self.append(vec![Entry::Silent { turn: turn.id, words, ending }]).await?)
            }
        }
    }

    /// A card says what was read in an account and what would be done there: no outsider sees one.
    pub(super) async fn put_card(
        &self,
        name: &str,
        view: View,
        requester: &PersonId,
    ) -> Result<MessageRef, ChatError> {
        let chat = &self.desk.ports.chat;
        match self.audience().await {
            Audience::Requester | Audience::Members => chat.post(&self.a_post(name, view)).await,
            Audience::Outsiders => {
                let message = chat.tell_once(&self.a_telling(name, view, requester)).await?;
                let pointer = View::plain(speech::ASKED_APART);
                if let Err(error) = chat.whisper(&self.lane.thread, requester, &pointer).await {
                    warn!(thread = %self.lane.thread, %error, "somebody could not be told where their card is");
                }
                Ok(message)
            }
        }
    }

    /// Nothing of an account is put into a thread that outsiders read.
    pub(super) async fn check_readers(&self, sinks: &[Sink]) -> Result<(), Failure> {
        if !reaches_the_thread(sinks) {
            return Ok(());
        }
        match self.audience().await {
            Audience::Requester | Audience::Members => Ok(()),
            Audience::Outsiders => Err(Failure::person(Code::Denied, speech::NOT_INTO_THE_THREAD)),
        }
    }

    /// Who reads the thread now. What cannot be looked up counts against us.
    async fn audience(&self) -> Audience {
        match self.desk.ports.directory.audience(&self.lane.thread).await {
            Ok(audience) => audience,
            Err(error) => {
                warn!(thread = %self.lane.thread, %error, "it cannot be told who reads here");
                Audience::Outsiders
            }
        }
    }

    fn a_telling(&self, name: &str, view: View, to: &PersonId) -> Telling {
        let Post { key, view, maybe_posted, .. } = self.a_post(name, view);
        Telling { to: to.clone(), key, view, maybe_posted }
    }
}

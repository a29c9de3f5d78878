//! Asking the model.

pub(crate) mod compaction;
pub(crate) mod read_files;
pub(crate) mod recall;
pub(crate) mod spending;
pub(crate) mod viewing;

use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::{Either, join_all, select};
use kernel::ports::{ChatError, ModelError, Quiet};
use kernel::{
    Body, CallId, Ended, Ending, Entry, Label, Mention, Person, PersonId, Reply, ReplyEntry, Request,
    SaidCall, ToolCall, TurnId,
};
use tracing::warn;
use uuid::Uuid;

use crate::base::{Race, beside, race, within};
use crate::guard::Known;
use crate::guard::scan;
use crate::prompt::speakers;
use crate::prompt::{Audience, Conversation, conversation, mentioned, overheard, with_names};
use crate::thread::Turn;
use crate::tools::unwrapped;
use crate::view::may_be_seen_early;
use crate::view::speech;
use crate::worker::{StepContext, Trouble};

/// How long an answer waits for the names of those who were only read about.
const FOR_NAMES: Duration = Duration::from_secs(3);

/// Asks the model for its next reply, with everything that is put before it.
pub(crate) struct AskModel<'a> {
    pub(crate) ctx: &'a StepContext<'a>,
}

impl AskModel<'_> {
    pub(crate) async fn ask_model(&self) -> Result<(), Trouble> {
        let Some(turn) = &self.ctx.progress.turn else { return Ok(()) };
        let ports = &self.ctx.engine.ports;
        let deadline = ports.clock.now().plus(self.ctx.engine.limits.time);
        // In a box: it is handed on a few times.
        let words = Box::pin(self.next_words(turn));
        let replies = self.ctx.replies();
        let working = beside(words, replies.get_to_know_readers(turn));
        let working = race(working, &self.ctx.stop, &*ports.clock, deadline);
        let raced = match select(pin!(working), self.ctx.changed.pulled()).await {
            Either::Left((raced, _)) => Some(raced),
            Either::Right(_) => None,
        };
        if matches!(raced, None | Some(Race::Stopped | Race::Late)) && self.ctx.live_draft.is_doubtful().await
        {
            self.ctx.doubtful.store(true, Ordering::Relaxed);
        }
        let said = match raced {
            // How the request reads now is in the journal; so is the stop. The next step will see it.
            None | Some(Race::Stopped) => Ok(Vec::new()),
            Some(Race::Late) => {
                let ending = Ending::Limit("the time for one turn".to_owned());
                let words = Body::new(speech::giving_up(&ending, turn, &turn.done));
                Ok(vec![Entry::Reply(ReplyEntry::Silent { turn: turn.id, words, ending })])
            }
            Some(Race::Finished(said)) => said,
        };
        let mut entries = self.spent_in_vain(turn);
        let trouble = said.map(|said| entries.extend(said)).err();
        if !entries.is_empty() {
            self.ctx.append(entries).await?;
        }
        trouble.map_or(Ok(()), Err)
    }

    /// What the turn says next; nothing if the thread or its files had to be read before, which is written down.
    async fn next_words(&self, turn: &Turn) -> Result<Vec<Entry>, Trouble> {
        let people = self.ctx.people().await?;
        if let Some(words) = turned_away(people.get(&turn.requester)) {
            let (words, ending) = (Body::new(words), Ending::Failed("not a member".to_owned()));
            return Ok(vec![Entry::Reply(ReplyEntry::Silent { turn: turn.id, words, ending })]);
        }
        if let Some(stretch) =
            recall::wanted(self.ctx, &self.ctx.lane.thread, &*self.ctx.engine.ports.history)
        {
            self.recall(&stretch).await?;
            return Ok(Vec::new());
        }
        if let Some(unread) = read_files::unread(self.ctx) {
            self.open_files(unread).await?;
            return Ok(Vec::new());
        }
        if let Some(item) = self.unnoted_item(turn) {
            self.note_viewed_item(&item, turn).await?;
            return Ok(Vec::new());
        }
        if let Some(used_up) = self.used_up(turn, people.get(&turn.requester)).await? {
            return Ok(vec![used_up]);
        }
        let audience = Audience { turn: turn.id, requester: &turn.requester, people: &people };
        let agent = self.ctx.engine.tools.agent(&self.ctx.lane.thread);
        let view = self.ctx.engine.tools.view(&agent);
        let Conversation { messages, outgrown } =
            conversation(self.ctx.journal, self.ctx.progress, &audience, self.room(&view));
        if let Some(outgrown) = outgrown
            && self.compact(outgrown, turn).await?
        {
            return Ok(Vec::new());
        }
        let request = Request {
            system: view.system(),
            tools: view.shown(),
            messages: self.with_pictures(messages).await?,
            max_tokens: self.ctx.engine.longest_reply(),
            tier: self.ctx.engine.tools.tier(&agent),
        };
        Ok(match self.ctx.replies().in_sight(turn, self.reply(&request)).await? {
            Ok(reply) => {
                let seen = self.ctx.journal.last().map_or(0, |record| record.number);
                let spent = self.spent(turn, &reply);
                spent.into_iter().chain([said(turn.id, reply, seen)]).collect()
            }
            Err(ModelError::Unusable(why)) if self.shorten(turn, &audience, &view).await? => {
                warn!(thread = %self.ctx.lane.thread, why, "the conversation is told in fewer words");
                Vec::new()
            }
            Err(error) => {
                warn!(thread = %self.ctx.lane.thread, %error, "no reply from the model");
                let words = Body::new(speech::model_trouble(&error));
                vec![Entry::Reply(ReplyEntry::Silent {
                    turn: turn.id,
                    words,
                    ending: Ending::Failed(error.to_string()),
                })]
            }
        })
    }

    /// The model's reply, in the live draft as it comes where it may be.
    async fn reply(&self, request: &Request) -> Result<Reply, ModelError> {
        let (model, chat) = (&self.ctx.engine.ports.model, &self.ctx.engine.ports.chat);
        if !may_be_seen_early(self.ctx.journal, chat.kind(&self.ctx.lane.thread)) {
            return model.reply(request, &mut self.ctx.tally.beside(&mut Quiet)).await;
        }
        let known = Known::of(self.ctx.journal);
        let mut ear = self.ctx.live_draft.progress_feed.listen(&known);
        match model.reply(request, &mut self.ctx.tally.beside(&mut ear)).await {
            // What was seen of it is replaced by the whole, so another try need not go on where this one broke off.
            Err(ModelError::Unavailable { .. }) if self.ctx.live_draft.progress_feed.has_heard() => {
                model.reply(request, &mut self.ctx.tally.beside(&mut Quiet)).await
            }
            reply => reply,
        }
    }
}

impl StepContext<'_> {
    /// Everybody who spoke in the thread. Somebody who cannot be looked up stays "somebody".
    async fn people(&self) -> Result<HashMap<PersonId, Person>, Trouble> {
        let mut people = HashMap::new();
        for id in speakers(self.journal) {
            match self.engine.ports.directory.person(&id).await {
                Ok(person) => drop(people.insert(id, person)),
                Err(ChatError::Refused(_)) => {}
                Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
            }
        }
        let mut others = overheard(self.journal);
        others.extend(mentioned(self.journal));
        others.sort();
        others.dedup();
        others.retain(|id| !people.contains_key(id));
        people.extend(self.acquaintances(others).await);
        Ok(people)
    }

    /// What somebody wrote, with the names of those it names.
    pub(crate) async fn named(&self, words: &Body, mentions: &[Mention]) -> Body {
        let people = mentions.iter().map(|mention| mention.person.clone()).collect();
        with_names(words, mentions, &self.acquaintances(people).await)
    }

    /// Those who are only read about hold nobody up.
    async fn acquaintances(&self, ids: Vec<PersonId>) -> HashMap<PersonId, Person> {
        let ports = &self.engine.ports;
        let deadline = ports.clock.now().plus(FOR_NAMES);
        let look_up = |id| within(ports.directory.person(id), &*ports.clock, deadline);
        let looked_up = join_all(ids.iter().map(look_up)).await;
        ids.iter().cloned().zip(looked_up).filter_map(|(id, person)| Some((id, person?.ok()?))).collect()
    }
}

/// Who may not ask at all. Whoever the directory does not know is nobody.
fn turned_away(person: Option<&Person>) -> Option<&'static str> {
    match person {
        Some(person) if person.standing.may_ask() => None,
        Some(_) => Some("Only full members of this workspace can ask me. Ask a member to ask for you."),
        None => Some("I cannot look up who you are, so I do nothing. Ask again in a minute."),
    }
}

fn said(turn: TurnId, mut reply: Reply, seen: u64) -> Entry {
    let made: Vec<Vec<ToolCall>> = std::mem::take(&mut reply.calls).into_iter().map(made_of).collect();
    if let Some(kept) = &mut reply.kept {
        let ids = |calls: &Vec<ToolCall>| calls.iter().map(|call| call.id.clone()).collect();
        kept.calls = made.iter().map(ids).collect();
    }
    reply.calls = made.into_iter().flatten().collect();
    if reply.calls.is_empty() {
        let note = match reply.ended {
            Ended::Complete if reply.text.trim().is_empty() => "I have nothing to say to that.",
            Ended::Complete => "",
            Ended::Length => {
                "\n\n_(My answer was cut off here because it became too long. Ask me to go on.)_"
            }
            Ended::Refused => "\n\nThe language model declined to answer this.",
        };
        reply.text.push_str(note);
    }
    let calls =
        reply.calls.iter().map(|call| SaidCall { id: call.id.clone(), tool: call.tool.clone() }).collect();
    let (usage, model) = (reply.usage, std::mem::take(&mut reply.model));
    let read = scanned(std::mem::replace(&mut reply.read, Label::trusted()));
    let reply = Body::new(serde_json::json!(reply).to_string());
    Entry::Reply(ReplyEntry::Said { turn, calls, usage, reply, seen, model, read })
}

/// The calls that one call of the model stands for, under ids of ours.
fn made_of(call: ToolCall) -> Vec<ToolCall> {
    let named = |call: ToolCall| {
        let id = CallId(format!("{}-{}", plain(&call.id.0), Uuid::new_v4().simple()));
        ToolCall { id, ..call }
    };
    unwrapped(call).into_iter().map(named).collect()
}

/// What a model read by itself never passed us; of what it came from, the names did.
pub(crate) fn scanned(mut read: Label) -> Label {
    let named = read.sources.iter().flat_map(|source| source.names.iter().chain([&source.what]));
    let loudest = named.map(|name| scan(name).level).max().unwrap_or_default();
    read.alarm = read.alarm.max(loudest);
    read
}

/// Models repeat their ids, and ours must be unique in the thread: what they called it is only a beginning.
fn plain(id: &str) -> String {
    id.chars().filter(char::is_ascii_alphanumeric).take(16).collect()
}

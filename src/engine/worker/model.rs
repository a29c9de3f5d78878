//! Asking the model.

use std::collections::HashMap;

use futures_util::future::join;
use kernel::ports::{ChatError, Quiet, Status};
use kernel::{Body, CallId, Ended, Ending, Entry, Person, PersonId, Reply, Request, SaidCall, TurnId};
use tracing::warn;
use uuid::Uuid;

use super::{Moment, Trouble, Worker};
use crate::context::{Audience, conversation, speakers};
use crate::interrupt::{Race, race};
use crate::speech;

impl Worker {
    pub(super) async fn ask_model(&self, moment: &Moment<'_>) -> Result<(), Trouble> {
        let Some(turn) = &moment.progress.turn else { return Ok(()) };
        let people = self.people(moment).await?;
        let audience = Audience { turn: turn.id, requester: &turn.requester, people: &people };
        let request = Request {
            system: self.desk.system.clone(),
            tools: self.desk.toolbox.definitions(),
            messages: conversation(moment.journal, &audience, self.desk.limits.conversation),
            max_tokens: self.desk.limits.reply_tokens,
        };
        let ports = &self.desk.ports;
        let deadline = ports.clock.now().plus(self.desk.limits.time);
        let mut quiet = Quiet;
        let reply = ports.model.reply(&request, &mut quiet);
        // Both at once: people see that something happens, and nothing waits for their seeing it.
        let working = join(self.show_status(Status::Working, moment.journal), reply);
        let entry = match race(working, &moment.stop, &*ports.clock, deadline).await {
            // The stop is in the journal; the next step will see it.
            Race::Stopped => return Ok(()),
            Race::Late => {
                let what = "the time for one turn".to_owned();
                let ending = Ending::Limit(what);
                let words = Body::new(speech::giving_up(&ending, turn));
                Entry::Silent { turn: turn.id, words, ending }
            }
            Race::Finished(((), Ok(reply))) => said(turn.id, reply),
            Race::Finished(((), Err(error))) => {
                warn!(thread = %self.lane.thread, %error, "no reply from the model");
                let words = Body::new(speech::model_trouble(&error));
                Entry::Silent { turn: turn.id, words, ending: Ending::Failed(error.to_string()) }
            }
        };
        Ok(self.append(vec![entry]).await?)
    }

    /// Everybody who spoke in the thread. Somebody who cannot be looked up stays "somebody".
    async fn people(&self, moment: &Moment<'_>) -> Result<HashMap<PersonId, Person>, Trouble> {
        let mut people = HashMap::new();
        for id in speakers(moment.journal) {
            match self.desk.ports.directory.person(&id).await {
                Ok(person) => drop(people.insert(id, person)),
                Err(ChatError::Refused(_)) => {}
                Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
            }
        }
        Ok(people)
    }
}

fn said(turn: TurnId, mut reply: Reply) -> Entry {
    for call in &mut reply.calls {
        call.id = CallId(format!("{}-{}", plain(&call.id.0), Uuid::new_v4().simple()));
    }
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
    let usage = reply.usage;
    Entry::Said { turn, calls, usage, reply: Body::new(serde_json::json!(reply).to_string()) }
}

/// Models repeat their ids, and ours must be unique in the thread: what they called it is only a beginning.
fn plain(id: &str) -> String {
    id.chars().filter(char::is_ascii_alphanumeric).take(16).collect()
}

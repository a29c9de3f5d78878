//! `gmail.reply`

use std::time::Duration;

use super::prelude::*;
use crate::api::Id;
use crate::gmail::compose::listed;
use crate::gmail::{
    Answering, Audience, Mail, Mailbox, Parent, Quoting, Recognised, Seen, Sender, Sent, Signed, Sources,
    Wanted, Wish, Words, deliver, enclosed, find_out,
};
use crate::scopes::{READ_MAIL, SEND_MAIL};

/// Answers a message from the user's own Gmail account, in the same conversation.
///
/// Use it only when the user asked for an answer to be sent. Recipients and subject come from the message answered.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reply {
    /// The `id` of the message answered, from gmail.search or gmail.read.
    id: String,
    /// Plain text, without the text that is answered.
    body: String,
    /// Whether everybody who got the message gets the answer, not only its sender.
    #[serde(default)]
    all: bool,
    /// Whether the message answered is quoted under the answer.
    #[serde(default = "yes")]
    quote: bool,
    /// Files that go along.
    #[serde(default)]
    files: Vec<Wanted>,
    /// One of the user's own addresses, if not the usual one.
    #[serde(default)]
    from: Option<String>,
    /// Whether the user's own signature is put under it.
    #[serde(default = "yes")]
    signature: bool,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    mail: Mail,
    /// The id of the message answered.
    answered: String,
    /// The same in words a person recognises it by.
    described: String,
    #[serde(default)]
    about: Recognised,
    /// The conversation as it was when the answer was written.
    seen: Seen,
}

impl ActionTool for Reply {
    type Plan = Plan;

    const SPEC: Spec = Spec::commit("gmail.reply")
        .version(4)
        .deed(Deed::Send)
        .aka(&["google_gmail:reply"])
        .needs(&[SEND_MAIL, READ_MAIL]);

    fn also_needs(&self) -> &'static [&'static [Scope]] {
        Wanted::needs(&self.files)
    }

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let id = Id::parse("message", &self.id)?;
        let sources = Sources::of(google, call);
        let gmail = &sources.gmail;
        let wish = Wish { from: self.from.as_deref(), signed: Signed::of(self.signature) };
        let (from, own) = Sender::fetch(gmail, &call.account.0, wish).await?;
        let how = Answering {
            own: &own,
            audience: if self.all { Audience::Everybody } else { Audience::Sender },
            quoting: Quoting::of(self.quote),
            person: &call.requester,
        };
        let parent = Parent::fetch(gmail, &id, how).await?;
        let seen = Seen::fetch(gmail, &parent.answered.thread).await?;
        let words = Words {
            from,
            to: parent.to,
            cc: parent.cc,
            bcc: Vec::new(),
            subject: parent.subject,
            body: self.body,
            quote: parent.quote,
            attachments: enclosed(&sources, call, &self.files).await?,
            answers: Some(parent.answered),
        };
        let mail = Mail::compose(words, call, google.now())?.held_for(google.send_hold());
        Ok(Plan { mail, answered: self.id, described: parent.described, about: parent.about, seen })
    }

    async fn run(google: &Google, plan: Plan, call: &Call) -> Result<Done, Failure> {
        let sources = Sources::of(google, call);
        plan.seen.check(&sources.gmail).await?;
        done(&plan, &deliver(&sources, &plan.mail, call).await?, call)
    }

    async fn probe(google: &Google, plan: &Plan, call: &Call) -> Probe {
        find_out(&google.gmail(call), &plan.mail, call).await.probe(|sent| done(plan, &sent, call))
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let mail = &self.mail;
        let effect = mail
            .head(Effect::new(format!("Answer an email to {}", listed(&mail.to))))
            .content("In reply to", &self.described)
            .field("Conversation", "Goes into the conversation of that message");
        mail.content(mail.quoting(effect))
    }

    fn sinks(&self) -> Vec<Sink> {
        self.mail.sinks("/mail")
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.about.target("/about")]
    }

    fn hold(&self) -> Duration {
        self.mail.hold
    }
}

/// Subject and recipients were taken from a stranger's message.
fn done(plan: &Plan, sent: &Sent, call: &Call) -> Result<Done, Failure> {
    let mail = &plan.mail;
    let answer = Fields([
        ("sent", json!(true)),
        ("id", json!(sent.id)),
        ("thread", json!(sent.thread)),
        ("to", json!(mail.to.iter().map(Mailbox::shown).collect::<Vec<_>>())),
        ("subject", json!(mail.subject)),
        ("files", json!(mail.attachments.len())),
        ("in_reply_to", json!(plan.answered)),
        ("link", json!(sent.link(call))),
    ]);
    let label = mail.label(Reply::SPEC.name, "subject and recipients of the message answered");
    labeled(&answer, label)
}

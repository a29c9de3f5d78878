//! `gmail.send`

use kernel::{Call, Done, Effect, Failure, Labeled, Probe, Sink, Spec, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::written;
use crate::Google;
use crate::gmail::address::Mailbox;
use crate::gmail::compose::{Mail, Words, listed};
use crate::gmail::delivery::{Sent, deliver, find_out};
use crate::scopes::{READ_MAIL, SEND_MAIL};

/// Sends an email from the user's own Gmail account.
///
/// Use it only when the user asked for a message to be sent. To answer a message, use gmail.reply.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// Recipients, one address each, e.g. `ana@example.com` or `Ana Ruiz <ana@example.com>`.
    to: Vec<String>,
    /// Recipients of a copy.
    #[serde(default)]
    cc: Vec<String>,
    /// Recipients of a copy whom the others do not see.
    #[serde(default)]
    bcc: Vec<String>,
    /// One line.
    subject: String,
    /// Plain text.
    body: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    sent: bool,
    id: String,
    thread: String,
    to: Vec<String>,
    subject: &'a str,
}

pub(crate) struct Send {
    pub(super) google: Google,
}

impl Tool for Send {
    type Args = Args;
    type Plan = Mail;

    const SPEC: Spec = Spec::commit("gmail.send").aka(&["google_gmail:send"]).needs(&[SEND_MAIL, READ_MAIL]);

    async fn plan(&self, args: Args, call: &Call) -> Result<Mail, Failure> {
        let words = Words {
            to: Mailbox::parse_all(&args.to)?,
            cc: Mailbox::parse_all(&args.cc)?,
            bcc: Mailbox::parse_all(&args.bcc)?,
            subject: args.subject,
            body: args.body,
            answers: None,
        };
        Mail::compose(words, call, self.google.now())
    }

    fn effect(&self, mail: &Mail) -> Effect {
        Effect::new(format!("Send an email to {}", listed(&mail.to)))
            .field("From", &mail.from)
            .field("To", listed(&mail.to))
            .field("Cc", listed(&mail.cc))
            .field("Bcc", listed(&mail.bcc))
            .field("Subject", &mail.subject)
            .field("Body", &mail.body)
    }

    fn sinks(&self, mail: &Mail) -> Vec<Sink> {
        mail.sinks("")
    }

    async fn run(&self, mail: Mail, call: &Call) -> Result<Done, Failure> {
        done(&mail, deliver(&self.google.gmail(call), &mail, call).await?)
    }

    async fn probe(&self, mail: &Mail, call: &Call) -> Probe {
        find_out(&self.google.gmail(call), mail, call).await.probe(|sent| done(mail, sent))
    }
}

/// Everything in it is the requester's own, countersigned.
fn done(mail: &Mail, sent: Sent) -> Result<Done, Failure> {
    let to = mail.to.iter().map(Mailbox::shown).collect();
    let answer = Answer { sent: true, id: sent.id, thread: sent.thread, to, subject: &mail.subject };
    Ok(Done::answer(Labeled::trusted(written(&answer)?)))
}

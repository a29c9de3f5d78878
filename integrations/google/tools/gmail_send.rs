//! `gmail.send`

use std::time::Duration;

use super::prelude::*;
use crate::gmail::compose::listed;
use crate::gmail::{
    Mail, Mailbox, Sender, Sent, Signed, Sources, Wanted, Wish, Words, deliver, enclosed, find_out,
};
use crate::scopes::{READ_MAIL, SEND_MAIL};

/// Sends an email from the user's own Gmail account.
///
/// Use it only when the user asked for a message to be sent. To answer a message, use gmail.reply.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Send {
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
    /// Plain text, without a signature.
    body: String,
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

impl ActionTool for Send {
    type Plan = Mail;

    const SPEC: Spec = Spec::commit("gmail.send")
        .version(3)
        .deed(Deed::Send)
        .aka(&["google_gmail:send"])
        .needs(&[SEND_MAIL, READ_MAIL]);

    fn also_needs(&self) -> &'static [&'static [Scope]] {
        Wanted::needs(&self.files)
    }

    async fn plan(self, google: &Google, call: &Call) -> Result<Mail, Failure> {
        let (to, cc, bcc) = (&self.to, &self.cc, &self.bcc);
        let (to, cc, bcc) = (Mailbox::parse_all(to)?, Mailbox::parse_all(cc)?, Mailbox::parse_all(bcc)?);
        let sources = Sources::of(google, call);
        let wish = Wish { from: self.from.as_deref(), signed: Signed::of(self.signature) };
        let (from, _) = Sender::fetch(&sources.gmail, &call.account.0, wish).await?;
        let words = Words {
            from,
            to,
            cc,
            bcc,
            subject: self.subject,
            body: self.body,
            quote: None,
            attachments: enclosed(&sources, call, &self.files).await?,
            answers: None,
        };
        Mail::compose(words, call, google.now())?.held_for(google.send_hold()).addressed()
    }

    async fn run(google: &Google, mail: Mail, call: &Call) -> Result<Done, Failure> {
        done(&mail, &deliver(&Sources::of(google, call), &mail, call).await?, call)
    }

    async fn probe(google: &Google, mail: &Mail, call: &Call) -> Probe {
        find_out(&google.gmail(call), mail, call).await.probe(|sent| done(mail, &sent, call))
    }
}

impl kernel::Plan for Mail {
    fn effect(&self) -> Effect {
        self.content(self.head(Effect::new(format!("Send an email to {}", listed(&self.to)))))
    }

    fn sinks(&self) -> Vec<Sink> {
        [self.sinks(""), self.names("")].concat()
    }

    fn hold(&self) -> Duration {
        self.hold
    }
}

/// Everything in it is the requester's own, countersigned.
fn done(mail: &Mail, sent: &Sent, call: &Call) -> Result<Done, Failure> {
    trusted(&Fields([
        ("sent", json!(true)),
        ("id", json!(sent.id)),
        ("thread", json!(sent.thread)),
        ("to", json!(mail.to.iter().map(Mailbox::shown).collect::<Vec<_>>())),
        ("subject", json!(mail.subject)),
        ("files", json!(mail.attachments.len())),
        ("link", json!(sent.link(call))),
    ]))
}

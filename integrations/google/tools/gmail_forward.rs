//! `gmail.forward`

use std::time::Duration;

use super::prelude::*;
use crate::api::Id;
use crate::gmail::compose::listed;
use crate::gmail::mime::readable;
use crate::gmail::parent::answered;
use crate::gmail::{
    Mail, Mailbox, Message, Recognised, Sender, Sent, Signed, Sources, Wanted, Wish, Words, deliver,
    enclosed, find_out, taken_along,
};
use crate::scopes::{READ_MAIL, SEND_MAIL};

/// Forwards a message of the user's own Gmail mailbox to others: a note, the message's text under it, and its files.
///
/// Use it only when the user asked for a message to be forwarded.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Forward {
    /// The `id` of the message to forward, from gmail.search or gmail.read.
    id: String,
    /// Recipients, one address each, e.g. `ana@example.com` or `Ana Ruiz <ana@example.com>`.
    to: Vec<String>,
    /// Recipients of a copy.
    #[serde(default)]
    cc: Vec<String>,
    /// Recipients of a copy whom the others do not see.
    #[serde(default)]
    bcc: Vec<String>,
    /// Plain text that stands above the forwarded message.
    #[serde(default)]
    note: String,
    /// Whether its files go along.
    #[serde(default = "yes")]
    attachments: bool,
    /// More files that go along.
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
    /// The id of the message forwarded.
    forwarded: String,
    /// The same in words a person recognises it by.
    described: String,
    #[serde(default)]
    about: Recognised,
    /// What is written above it.
    #[serde(default)]
    note: String,
}

impl ActionTool for Forward {
    type Plan = Plan;

    const SPEC: Spec = Spec::commit("gmail.forward")
        .version(2)
        .deed(Deed::Send)
        .aka(&["google_gmail:forward"])
        .needs(&[SEND_MAIL, READ_MAIL]);

    fn also_needs(&self) -> &'static [&'static [Scope]] {
        Wanted::needs(&self.files)
    }

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let id = Id::parse("message", &self.id)?;
        let (to, cc, bcc) =
            (Mailbox::parse_all(&self.to)?, Mailbox::parse_all(&self.cc)?, Mailbox::parse_all(&self.bcc)?);
        let sources = Sources::of(google, call);
        let gmail = &sources.gmail;
        let wish = Wish { from: self.from.as_deref(), signed: Signed::of(self.signature) };
        let (from, _) = Sender::fetch(gmail, &call.account.0, wish).await?;
        let message = gmail.whole(&id).await?;
        let mut attachments = if self.attachments { taken_along(gmail, &message).await? } else { Vec::new() };
        attachments.extend(enclosed(&sources, call, &self.files).await?);
        let words = Words {
            from,
            to,
            cc,
            bcc,
            subject: forwarding(&message.shown("Subject")),
            body: body(&self.note, &message),
            quote: None,
            attachments,
            answers: Some(answered(&message)),
        };
        let mail = Mail::compose(words, call, google.now())?.held_for(google.send_hold()).addressed()?;
        let described = message.described(&call.requester);
        Ok(Plan { mail, forwarded: self.id, described, about: Recognised::of(&message), note: self.note })
    }

    async fn run(google: &Google, plan: Plan, call: &Call) -> Result<Done, Failure> {
        done(&plan, &deliver(&Sources::of(google, call), &plan.mail, call).await?, call)
    }

    async fn probe(google: &Google, plan: &Plan, call: &Call) -> Probe {
        find_out(&google.gmail(call), &plan.mail, call).await.probe(|sent| done(plan, &sent, call))
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let mail = &self.mail;
        let effect = mail
            .head(Effect::new(format!("Forward an email to {}", listed(&mail.to))))
            .content("Forwarded", &self.described);
        mail.content(effect)
    }

    fn sinks(&self) -> Vec<Sink> {
        // What was forwarded goes on as it is; only the note is new.
        let own = |sink: Sink| match sink.pointer.as_str() {
            "/mail/body" | "/mail/subject" => Sink { kind: SinkKind::Quote, ..sink },
            _ => sink,
        };
        let note = Sink::new(SinkKind::Words, "/note", &self.note);
        self.mail.sinks("/mail").into_iter().map(own).chain(self.mail.names("/mail")).chain([note]).collect()
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.about.target("/about")]
    }

    fn hold(&self) -> Duration {
        self.mail.hold
    }
}

fn forwarding(subject: &str) -> String {
    let begins =
        |prefix: &str| subject.get(..prefix.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix));
    if begins("fwd:") || begins("fw:") { subject.to_owned() } else { format!("Fwd: {subject}") }
}

/// The note, then the message as everybody's mail program forwards it.
fn body(note: &str, message: &Message) -> String {
    let heads: Vec<String> = ["From", "Date", "Subject", "To", "Cc"]
        .iter()
        .map(|name| (name, message.shown(name)))
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    let heads = heads.join("\n");
    let above = if note.trim().is_empty() { String::new() } else { format!("{}\n\n", note.trim_end()) };
    let found = readable(&message.payload);
    let below = if found.cut { "\n\n[The end of this message is left out.]" } else { "" };
    format!("{above}---------- Forwarded message ---------\n{heads}\n\n{}{below}", found.words)
}

/// Subject and names of files were taken from a stranger's message.
fn done(plan: &Plan, sent: &Sent, call: &Call) -> Result<Done, Failure> {
    let mail = &plan.mail;
    let answer = Fields([
        ("sent", json!(true)),
        ("id", json!(sent.id)),
        ("thread", json!(sent.thread)),
        ("to", json!(mail.to.iter().map(Mailbox::shown).collect::<Vec<_>>())),
        ("subject", json!(mail.subject)),
        ("forwarded", json!(plan.forwarded)),
        (
            "attachments",
            json!(mail.attachments.iter().map(|attached| attached.name.as_str()).collect::<Vec<_>>()),
        ),
        ("link", json!(sent.link(call))),
    ]);
    let label = mail.label(Forward::SPEC.name, "subject and files of the message forwarded");
    labeled(&answer, label)
}

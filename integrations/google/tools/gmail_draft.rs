//! `gmail.draft`

use super::prelude::*;
use crate::api::Id;
use crate::gmail::change_draft::unknown;
use crate::gmail::{
    Answering, Audience, Draft as Kept, Earlier, Gmail, Mail, Mailbox, Parent, Quoting, Recognised,
    Replacement, Sender, Signed, Sources, Wanted, Wish, Words, enclosed, make_draft, stray_draft,
};
use crate::scopes::{READ_MAIL, SEND_MAIL};

/// Writes a draft in the user's own Gmail mailbox, which the user can look through and send. Nothing is sent.
///
/// A new draft, an answer to a message (`in_reply_to`), or a change of an earlier draft (`draft`): then whatever is not
/// given stays as it is. A `body` replaces the whole text of an earlier draft, with what it quotes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteDraft {
    /// The id of an earlier draft that is changed.
    #[serde(default)]
    draft: Option<String>,
    /// The `id` of the message answered. Recipients and subject come from it unless they are given.
    #[serde(default)]
    in_reply_to: Option<String>,
    /// With `in_reply_to`: whether everybody who got the message gets the answer, not only its sender.
    #[serde(default)]
    all: bool,
    /// With `in_reply_to`: whether the message answered is quoted under the answer.
    #[serde(default = "yes")]
    quote: bool,
    /// Recipients, one address each, e.g. `ana@example.com` or `Ana Ruiz <ana@example.com>`.
    #[serde(default)]
    to: Option<Vec<String>>,
    /// Recipients of a copy.
    #[serde(default)]
    cc: Option<Vec<String>>,
    /// Recipients of a copy whom the others do not see.
    #[serde(default)]
    bcc: Option<Vec<String>>,
    /// One line.
    #[serde(default)]
    subject: Option<String>,
    /// Plain text, without a signature.
    #[serde(default)]
    body: Option<String>,
    /// Files that go along, beside those that an earlier draft has.
    #[serde(default)]
    files: Vec<Wanted>,
    /// One of the user's own addresses, if not the usual one.
    #[serde(default)]
    from: Option<String>,
    /// Whether the user's own signature is put under the body.
    #[serde(default = "yes")]
    signature: bool,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    mail: Mail,
    /// The draft that is changed.
    earlier: Option<Earlier>,
    /// The message answered, in words a person recognises it by.
    answers: Option<String>,
    #[serde(default)]
    about: Option<Recognised>,
}

impl ActionTool for WriteDraft {
    type Plan = Plan;

    const SPEC: Spec = Spec::edit("gmail.draft")
        .version(2)
        .deed(Deed::Draft)
        .aka(&["google_gmail:draft"])
        .needs(&[SEND_MAIL, READ_MAIL]);

    fn also_needs(&self) -> &'static [&'static [Scope]] {
        Wanted::needs(&self.files)
    }

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let sources = Sources::of(google, call);
        let gmail = &sources.gmail;
        let given = [&self.to, &self.cc, &self.bcc].map(|list| list.as_deref().map(Mailbox::parse_all));
        let [to, cc, bcc] = given.map(Option::transpose);
        let (to, cc, bcc) = (to?, cc?, bcc?);
        let earlier = earlier(gmail, &self).await?;
        // What is kept of an earlier draft has its signature already.
        let keeps_body = earlier.is_some() && self.body.is_none();
        let kept = earlier.as_ref().and_then(|earlier| earlier.from.first());
        let wish = Wish {
            from: self.from.as_deref().or(kept.map(|mailbox| mailbox.address.as_str())),
            signed: Signed::of(self.signature && !keeps_body),
        };
        let (from, own) = Sender::fetch(gmail, &call.account.0, wish).await?;
        let mut base = match (&earlier, &self.in_reply_to) {
            (Some(earlier), _) => kept_words(earlier, from),
            (None, Some(id)) => {
                let how = Answering {
                    own: &own,
                    audience: if self.all { Audience::Everybody } else { Audience::Sender },
                    quoting: Quoting::of(self.quote),
                    person: &call.requester,
                };
                answering(Parent::fetch(gmail, &Id::parse("message", id)?, how).await?, from)
            }
            (None, None) => (empty(from), None),
        };
        let words = &mut base.0;
        words.to = to.unwrap_or(std::mem::take(&mut words.to));
        words.cc = cc.unwrap_or(std::mem::take(&mut words.cc));
        words.bcc = bcc.unwrap_or(std::mem::take(&mut words.bcc));
        words.subject = self.subject.unwrap_or(std::mem::take(&mut words.subject));
        words.body = self.body.unwrap_or(std::mem::take(&mut words.body));
        words.attachments.extend(enclosed(&sources, call, &self.files).await?);
        let mail = Mail::compose(base.0, call, google.now())?;
        let (answers, about) = base.1.unzip();
        Ok(Plan { mail, earlier, answers, about })
    }

    async fn run(google: &Google, plan: Plan, call: &Call) -> Result<Done, Failure> {
        let sources = Sources::of(google, call);
        let draft = match plan.replacement() {
            Some(replacement) => replacement.make(&sources, &call.stop).await?,
            None => make_draft(&sources, &plan.mail).await?,
        };
        done(&plan, &draft, call)
    }

    async fn probe(google: &Google, plan: &Plan, call: &Call) -> Probe {
        let sources = Sources::of(google, call);
        if let Some(replacement) = plan.replacement() {
            return replacement.probe(&sources, |draft| done(plan, &draft, call)).await;
        }
        match stray_draft(&sources.gmail, &plan.mail).await {
            Ok(Some(draft)) => Probe::told(done(plan, &draft, call)),
            Ok(None) => Probe::DidNot,
            Err(_) => Probe::Unknown(unknown(&plan.mail)),
        }
    }
}

impl Plan {
    fn replacement(&self) -> Option<Replacement<'_>> {
        self.earlier.as_ref().map(|earlier| Replacement { earlier, mail: &self.mail })
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        if let Some(earlier) = &self.earlier {
            return earlier.compared(&self.mail, Effect::new("Change a draft of yours"));
        }
        let effect = self.mail.head(Effect::new("Write a draft for you"));
        let effect = match &self.answers {
            Some(answers) => self.mail.quoting(effect.content("In reply to", answers)),
            None => effect,
        };
        self.mail.content(effect)
    }

    /// A draft will be sent: its recipients matter now.
    fn sinks(&self) -> Vec<Sink> {
        if self.mail.recipients().next().is_none() {
            return Vec::new();
        }
        let names = if self.mail.is_answer() { Vec::new() } else { self.mail.names("/mail") };
        [self.mail.sinks("/mail"), names].concat()
    }

    fn targets(&self) -> Vec<Target> {
        self.about.iter().map(|about| about.target("/about")).collect()
    }
}

async fn earlier(gmail: &Gmail, args: &WriteDraft) -> Result<Option<Earlier>, Failure> {
    match (&args.draft, &args.in_reply_to) {
        (Some(_), Some(_)) => {
            let words = "Give `draft` to change a draft, or `in_reply_to` for a new answer, but not both.";
            Err(Failure::invalid(words))
        }
        (Some(id), None) => {
            let earlier = Earlier::fetch(gmail, &Id::parse("draft", id)?).await?;
            let keeps_body = args.body.is_none();
            Ok(Some(if keeps_body { earlier.keeping_its_body(gmail).await? } else { earlier }))
        }
        (None, _) => Ok(None),
    }
}

/// Words, and what they answer.
type Base = (Words, Option<(String, Recognised)>);

fn empty(from: Sender) -> Words {
    let (subject, body) = (String::new(), String::new());
    let (to, cc, bcc, attachments) = (vec![], vec![], vec![], vec![]);
    Words { from, to, cc, bcc, subject, body, quote: None, attachments, answers: None }
}

fn answering(parent: Parent, from: Sender) -> Base {
    let words = Words {
        to: parent.to,
        cc: parent.cc,
        subject: parent.subject,
        quote: parent.quote,
        answers: Some(parent.answered),
        ..empty(from)
    };
    (words, Some((parent.described, parent.about)))
}

fn kept_words(earlier: &Earlier, from: Sender) -> Base {
    let words = Words {
        to: earlier.to.clone(),
        cc: earlier.cc.clone(),
        bcc: earlier.bcc.clone(),
        subject: earlier.subject.clone(),
        body: earlier.body.clone(),
        quote: None,
        attachments: earlier.attachments.clone(),
        answers: earlier.answers(),
        from,
    };
    (words, None)
}

/// Of an answer or of an earlier draft, some words are a stranger's.
fn done(plan: &Plan, draft: &Kept, call: &Call) -> Result<Done, Failure> {
    let message = &draft.message;
    let link =
        format!("https://mail.google.com/mail/?authuser={}#drafts?compose={}", call.account, message.id);
    let answer = Fields([
        ("draft", json!(draft.id)),
        ("message", json!(message.id)),
        ("thread", json!(message.thread_id)),
        ("to", json!(plan.mail.to.iter().map(Mailbox::shown).collect::<Vec<_>>())),
        ("subject", json!(plan.mail.subject)),
        ("sent", json!(false)),
        ("link", json!(link)),
    ]);
    if plan.earlier.is_none() && plan.answers.is_none() {
        return trusted(&answer);
    }
    let label = plan.mail.label(WriteDraft::SPEC.name, "subject and recipients of the message answered");
    labeled(&answer, label)
}

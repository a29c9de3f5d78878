//! Sending once: a draft first, written down, then sent. A draft that is gone was sent; one that is there was not.

use std::collections::BTreeSet;

use kernel::{Call, Code, Done, Failure, Probe};
use serde::{Deserialize, Serialize};

use super::address::named_in;
use super::attached::Sources;
use super::compose::Mail;
use super::drafts::Draft;
use super::message::Message;
use super::mime::{html, plain, readable};
use super::{Gmail, Listed, hygiene};
use crate::api::{Id, Trouble};
use crate::attempt::{heed_stop, last_note, write_note};

/// A draft that a crash left behind is among the newest.
const NEWEST: u32 = 10;
const SENT_PAGE: u32 = 50;
const SENT_PAGES: usize = 4;
/// Google's clock may be behind ours by this much.
const CLOCKS_DIFFER: i64 = 300_000;

/// What was sent, as Gmail knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sent {
    pub(crate) id: String,
    pub(crate) thread: String,
}

impl Sent {
    /// Where its sender finds it, in the account it went out from.
    pub(crate) fn link(&self, call: &Call) -> String {
        let account = call.account.0.replace('+', "%2B");
        format!("https://mail.google.com/mail/?authuser={account}#all/{}", self.id)
    }
}

/// What is found out afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Sent(Sent),
    NotSent,
    /// The words say where to look.
    Unknown(String),
}

impl Found {
    /// What the engine is told; `done` makes the answer of the tool.
    pub(crate) fn probe(self, done: impl FnOnce(Sent) -> Result<Done, Failure>) -> Probe {
        match self {
            Self::Sent(sent) => Probe::told(done(sent)),
            Self::NotSent => Probe::DidNot,
            Self::Unknown(words) => Probe::Unknown(words),
        }
    }
}

/// Written down before the draft is sent.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Note {
    draft: String,
    /// The message in it. Whoever edits the draft puts another one there.
    #[serde(default)]
    message: Option<String>,
    /// The newest message that had been sent before: ours can only be newer.
    #[serde(default)]
    sent_before: Option<String>,
}

pub(crate) async fn deliver(sources: &Sources, mail: &Mail, call: &Call) -> Result<Sent, Failure> {
    let gmail = &sources.gmail;
    let note = match last_note::<Note>(call).await? {
        Some(note) => {
            still_ours(gmail, &note).await?;
            note
        }
        None => prepare(sources, mail, call).await?,
    };
    let draft = Id::parse("draft", &note.draft)?;
    let failure = match gmail.send_draft(&draft).await {
        Ok(message) => return Ok(sent(&message)),
        Err(Trouble::Lost(failure) | Trouble::Missing(failure)) => failure,
        Err(trouble) => return Err(trouble.into()),
    };
    match look(gmail, mail, &note).await {
        Found::Sent(sent) => return Ok(sent),
        Found::Unknown(words) => return Err(unsure(words)),
        Found::NotSent => {}
    }
    // The draft is still there, so it was not sent; and a draft can be sent only once.
    match gmail.send_draft(&draft).await {
        Ok(message) => Ok(sent(&message)),
        Err(Trouble::Lost(_) | Trouble::Missing(_)) => match look(gmail, mail, &note).await {
            Found::Sent(sent) => Ok(sent),
            Found::Unknown(words) => Err(unsure(words)),
            Found::NotSent => withdraw(gmail, mail, &note, failure).await,
        },
        Err(trouble) => Err(trouble.into()),
    }
}

/// What was countersigned is what is sent: a draft that lay there for a while may have been edited.
async fn still_ours(gmail: &Gmail, note: &Note) -> Result<(), Failure> {
    let Some(message) = &note.message else { return Ok(()) };
    match gmail.draft(&Id::parse("draft", &note.draft)?).await {
        Ok(draft) if draft.message.id != *message => Err(Failure::person(
            Code::StaleWrite,
            "Its draft was edited in Gmail in the meantime, so I have not sent it. It is in Drafts; send it from there, or \
             ask again.",
        )),
        // One that is gone is looked for after the attempt to send it.
        Ok(_) | Err(Trouble::Missing(_)) => Ok(()),
        Err(trouble) => Err(trouble.into()),
    }
}

/// Gives up: a draft that could be deleted was not sent, and will not be by a request that is still under way.
async fn withdraw(gmail: &Gmail, mail: &Mail, note: &Note, failure: Failure) -> Result<Sent, Failure> {
    match gmail.delete_draft(&Id::parse("draft", &note.draft)?).await {
        Ok(()) => Err(failure),
        Err(Trouble::Missing(_)) => match in_sent(gmail, mail, note).await {
            Ok(Some(sent)) => Ok(sent),
            Ok(None) | Err(_) => Err(lost_sight(mail)),
        },
        Err(_) => Err(lost_sight(mail)),
    }
}

fn lost_sight(mail: &Mail) -> Failure {
    unsure(format!(
        "It is not known whether it was sent. Look in Sent and in Drafts of {}.",
        mail.from.address
    ))
}

/// Nothing is sent without a note, so no note means not sent.
pub(crate) async fn find_out(gmail: &Gmail, mail: &Mail, call: &Call) -> Found {
    match last_note::<Note>(call).await {
        Ok(Some(note)) => look(gmail, mail, &note).await,
        Ok(None) => Found::NotSent,
        Err(failure) => Found::Unknown(failure.words),
    }
}

/// Makes the draft, or adopts the one that an attempt made which died before writing it down.
async fn prepare(sources: &Sources, mail: &Mail, call: &Call) -> Result<Note, Failure> {
    heed_stop(call, "Stopped before anything was sent. Ask again to send it.")?;
    let gmail = &sources.gmail;
    let newest = gmail.sent(1, None).await?.messages.into_iter().next();
    let draft = match stray_draft(gmail, mail).await? {
        Some(draft) if has_our_words(gmail, &draft, mail).await? => draft,
        // Somebody has made it their own: it stays, and ours is another.
        Some(_) | None => make_draft(sources, mail).await?,
    };
    let note = Note {
        draft: draft.id,
        message: Some(draft.message.id),
        sent_before: newest.map(|listed| listed.id),
    };
    write_note(call, &note).await?;
    Ok(note)
}

/// Makes a draft of it, once.
pub(crate) async fn make_draft(sources: &Sources, mail: &Mail) -> Result<Draft, Failure> {
    let gmail = &sources.gmail;
    let bytes = mail.bytes(&sources.contents(&mail.attachments).await?)?;
    let thread = mail.thread.as_deref().map(|thread| Id::parse("thread", thread)).transpose()?;
    match gmail.create_draft(&bytes, thread.as_ref()).await {
        Ok(draft) => Ok(draft),
        // It may be there although nobody told us.
        Err(Trouble::Lost(failure)) => stray_draft(gmail, mail).await?.ok_or(failure),
        Err(trouble) => Err(trouble.into()),
    }
}

/// The draft of this very call, if an earlier attempt has made it.
pub(crate) async fn stray_draft(gmail: &Gmail, mail: &Mail) -> Result<Option<Draft>, Failure> {
    let drafts = gmail.newest_drafts(NEWEST).await?;
    Ok(drafts.into_iter().find(|draft| has_our_id(&draft.message, mail)))
}

async fn look(gmail: &Gmail, mail: &Mail, note: &Note) -> Found {
    let Ok(draft) = Id::parse("draft", &note.draft) else { return nowhere(mail) };
    match gmail.draft(&draft).await {
        Ok(_) => Found::NotSent,
        Err(Trouble::Missing(_)) => match in_sent(gmail, mail, note).await {
            Ok(Some(sent)) => Found::Sent(sent),
            Ok(None) => nowhere(mail),
            Err(_) => unreached(mail),
        },
        Err(_) => unreached(mail),
    }
}

async fn in_sent(gmail: &Gmail, mail: &Mail, note: &Note) -> Result<Option<Sent>, Failure> {
    let mut next: Option<String> = None;
    for _ in 0..SENT_PAGES {
        let mut page = gmail.sent(SENT_PAGE, next.as_deref()).await?;
        let listed = page.messages.len();
        let newer = |message: &Listed| Some(&message.id) != note.sent_before.as_ref();
        page.messages = page.messages.into_iter().take_while(newer).collect();
        if page.messages.len() < listed {
            page.next_page_token = None;
        }
        let messages = gmail.headers_of(page.messages, &["To", "Cc", "Bcc", "Subject", "Message-ID"]).await?;
        for message in &messages {
            if is_ours(gmail, message, mail).await? {
                return Ok(Some(sent(message)));
            }
        }
        let older = messages.last().is_some_and(|message| !is_since(message, mail));
        next = page.next_page_token;
        if older || next.is_none() {
            break;
        }
    }
    Ok(None)
}

/// By our id, if Gmail left it; else by all that a person would compare.
async fn is_ours(gmail: &Gmail, message: &Message, mail: &Mail) -> Result<bool, Failure> {
    if has_our_id(message, mail) {
        return Ok(true);
    }
    let same_subject = message.shown("Subject") == hygiene::visible_line(&mail.subject);
    if !(same_subject && same_people(message, mail) && is_since(message, mail)) {
        return Ok(false);
    }
    match gmail.whole(&Id::parse("message", &message.id)?).await {
        Ok(whole) => Ok(same_words(&whole, mail)),
        Err(Trouble::Missing(_)) => Ok(false),
        Err(trouble) => Err(trouble.into()),
    }
}

async fn has_our_words(gmail: &Gmail, draft: &Draft, mail: &Mail) -> Result<bool, Failure> {
    match gmail.whole_draft(&Id::parse("draft", &draft.id)?).await {
        Ok(whole) => {
            let message = &whole.message;
            Ok(same_words(message, mail) && same_page(message, mail) && same_people(message, mail))
        }
        Err(Trouble::Missing(_)) => Ok(false),
        Err(trouble) => Err(trouble.into()),
    }
}

fn same_words(whole: &Message, mail: &Mail) -> bool {
    // Of the two that say the same, the plain text is the one that is compared letter by letter.
    let words = plain(&whole.payload).unwrap_or_else(|| readable(&whole.payload).words);
    hygiene::visible_line(&words) == hygiene::visible_line(&mail.text())
}

/// Whoever edits a draft may have changed only what is read as HTML.
fn same_page(whole: &Message, mail: &Mail) -> bool {
    match html(&whole.payload) {
        Some(found) => hygiene::visible_line(&found) == hygiene::visible_line(&mail.page()),
        None => mail.text().trim().is_empty(),
    }
}

pub(crate) fn has_our_id(message: &Message, mail: &Mail) -> bool {
    let id = message.payload.header("Message-ID").unwrap_or_default();
    id.trim().trim_matches(['<', '>']) == mail.message_id
}

fn same_people(message: &Message, mail: &Mail) -> bool {
    let lower = |address: &str| address.to_ascii_lowercase();
    let found: BTreeSet<String> = ["To", "Cc", "Bcc"]
        .iter()
        .flat_map(|header| named_in(message.payload.header(header).unwrap_or_default()))
        .map(|named| lower(&named.address))
        .collect();
    let meant: BTreeSet<String> =
        mail.to.iter().chain(&mail.cc).chain(&mail.bcc).map(|mailbox| lower(&mailbox.address)).collect();
    found == meant
}

fn is_since(message: &Message, mail: &Mail) -> bool {
    message.received().is_some_and(|received| received >= mail.written.0 - CLOCKS_DIFFER)
}

fn sent(message: &Message) -> Sent {
    Sent { id: message.id.clone(), thread: message.thread_id.clone() }
}

/// The subject is left out of these words: of a reply it is a stranger's, and the card shows it.
fn nowhere(mail: &Mail) -> Found {
    Found::Unknown(format!(
        "The draft is gone, and no such message is in Sent. Look in Sent and in Drafts of {} before asking again.",
        mail.from.address
    ))
}

fn unreached(mail: &Mail) -> Found {
    Found::Unknown(format!(
        "Gmail could not be asked whether it was sent. Look in Sent of {} before asking again.",
        mail.from.address
    ))
}

fn unsure(words: String) -> Failure {
    Failure::person(Code::Timeout, words)
}

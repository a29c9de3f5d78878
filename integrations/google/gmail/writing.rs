//! A letter as bytes: RFC 5322, the same ones every time.

use kernel::{Code, Failure};
use mail_builder::MessageBuilder;
use mail_builder::headers::address::Address;
use mail_builder::headers::content_type::ContentType;
use mail_builder::mime::MimePart;
use maud::html;

use super::address::Mailbox;
use super::attached::Attached;
use super::compose::Mail;
use super::quote::lines;

impl Mail {
    /// `contents` are the bytes of the attached files, in their order.
    pub(crate) fn bytes(&self, contents: &[Vec<u8>]) -> Result<Vec<u8>, Failure> {
        let mut builder = MessageBuilder::new()
            .from(address(&self.from))
            .subject(self.subject.as_str())
            .message_id(self.message_id.as_str())
            .date(self.written.0.div_euclid(1000));
        for (name, mailboxes) in [("To", &self.to), ("Cc", &self.cc), ("Bcc", &self.bcc)] {
            if !mailboxes.is_empty() {
                builder = builder.header(name, addresses(mailboxes));
            }
        }
        if let Some(last) = self.references.last() {
            builder = builder.in_reply_to(last.as_str()).references(self.references.as_slice());
        }
        builder.body(self.parts(contents)).write_to_vec().map_err(|error| {
            Failure::operator(
                Code::ExecutionFailed,
                format!("The message could not be written: {error}. Try again."),
            )
        })
    }

    fn parts<'a>(&'a self, contents: &'a [Vec<u8>]) -> MimePart<'a> {
        let words = self.text();
        let empty = words.trim().is_empty();
        let plain = text("text/plain", words);
        let readable = if empty {
            plain
        } else {
            MimePart::new(self.multipart("alternative"), vec![plain, text("text/html", self.page())])
        };
        if self.attachments.is_empty() {
            return readable;
        }
        let files = self.attachments.iter().zip(contents).map(|(attached, bytes)| file(attached, bytes));
        MimePart::new(self.multipart("mixed"), std::iter::once(readable).chain(files).collect::<Vec<_>>())
    }

    /// Nobody who writes the words or the files can know the boundary: it is made from the call.
    pub(super) fn multipart(&self, kind: &'static str) -> ContentType<'static> {
        let id = self.message_id.split('@').next().unwrap_or_default();
        ContentType::new(format!("multipart/{kind}")).attribute("boundary", format!("{kind}_{id}"))
    }

    /// The same words for whoever reads HTML, and the signature as its owner made it.
    pub(super) fn page(&self) -> String {
        html! {
            div dir="ltr" { (lines(&self.body)) }
            @if let Some(signature) = &self.signature {
                br;
                div class="gmail_signature" { (maud::PreEscaped(&signature.html)) }
            }
            @if let Some(quote) = &self.quote {
                br;
                (quote.html())
            }
        }
        .into_string()
    }
}

fn text(kind: &'static str, words: String) -> MimePart<'static> {
    MimePart::new(ContentType::new(kind).attribute("charset", "utf-8"), words)
}

pub(super) fn file<'a>(attached: &'a Attached, bytes: &'a [u8]) -> MimePart<'a> {
    let kind = ContentType::new(attached.kind.as_str()).attribute("name", attached.name.as_str());
    MimePart::new(kind, bytes).attachment(attached.name.as_str())
}

pub(super) fn address(mailbox: &Mailbox) -> Address<'_> {
    Address::new_address(mailbox.name.as_deref(), mailbox.address.as_str())
}

pub(super) fn addresses(mailboxes: &[Mailbox]) -> Address<'_> {
    Address::new_list(mailboxes.iter().map(address).collect())
}

#[cfg(test)]
mod tests;

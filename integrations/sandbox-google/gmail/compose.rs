//! Writes a seeded message as RFC 5322 bytes, down to the charset it claims.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use mail_builder::MessageBuilder;
use mail_builder::headers::address::Address;
use mail_builder::headers::content_type::ContentType;
use mail_builder::headers::message_id::MessageId;
use mail_builder::headers::raw::Raw;
use mail_builder::mime::MimePart;
use sandbox_world::{AttachmentSeed, MailSeed, WorldFault};

use crate::account::Account;

/// A message with everything resolved.
pub(super) struct Letter<'a> {
    pub(super) seed: &'a MailSeed,
    pub(super) from: &'a Account,
    pub(super) to: &'a [Account],
    pub(super) cc: &'a [Account],
    /// Without its angle brackets, like the references.
    pub(super) message_id: &'a str,
    pub(super) references: &'a [String],
    pub(super) time: Timestamp,
}

/// The bytes of a message.
pub(super) fn compose(letter: &Letter<'_>) -> Result<Vec<u8>, WorldFault> {
    let seed = letter.seed;
    let mut builder = MessageBuilder::new()
        .from(address(letter.from))
        .to(addresses(letter.to))
        .subject(seed.subject.replace(['\r', '\n'], " "))
        .date(letter.time.as_second())
        .message_id(letter.message_id)
        .body(body(seed)?);
    if !letter.cc.is_empty() {
        builder = builder.cc(addresses(letter.cc));
    }
    if let Some(parent) = letter.references.last() {
        builder = builder
            .in_reply_to(parent.as_str())
            .references(MessageId { id: letter.references.iter().map(|id| id.as_str().into()).collect() });
    }
    for (name, value) in &seed.headers {
        builder = builder.header(name.clone(), Raw::new(value.replace(['\r', '\n'], " ")));
    }
    builder.write_to_vec().map_err(|source| WorldFault::Unwritable { subject: seed.subject.clone(), source })
}

fn body(seed: &MailSeed) -> Result<MimePart<'static>, WorldFault> {
    let text = seed.text.as_ref().map(|text| text_part("text/plain", text, seed)).transpose()?;
    let html = seed.html.as_ref().map(|html| text_part("text/html", html, seed)).transpose()?;
    let readable = match (text, html) {
        (Some(text), Some(html)) => MimePart::new("multipart/alternative", vec![text, html]),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => text_part("text/plain", "", seed)?,
    };
    if seed.attachments.is_empty() {
        return Ok(readable);
    }
    let mut parts = vec![readable];
    for attachment in &seed.attachments {
        parts.push(file(attachment)?);
    }
    Ok(MimePart::new("multipart/mixed", parts))
}

fn text_part(kind: &'static str, text: &str, seed: &MailSeed) -> Result<MimePart<'static>, WorldFault> {
    let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    let Some(charset) = &seed.charset else {
        let kind = ContentType::new(kind).attribute("charset", "utf-8");
        return Ok(MimePart::new(kind, text));
    };
    let encoding = encoding_rs::Encoding::for_label(charset.as_bytes())
        .ok_or_else(|| WorldFault::UnknownCharset(charset.clone()))?;
    let bytes = encoding.encode(&text).0.into_owned();
    let kind = ContentType::new(kind).attribute("charset", charset.clone());
    let encoded = STANDARD.encode(bytes);
    let lines: Vec<String> =
        encoded.as_bytes().chunks(76).map(|line| String::from_utf8_lossy(line).into_owned()).collect();
    Ok(MimePart::new(kind, lines.join("\r\n")).transfer_encoding("base64"))
}

fn file(attachment: &AttachmentSeed) -> Result<MimePart<'static>, WorldFault> {
    let bytes = match (&attachment.base64, &attachment.text) {
        (Some(encoded), _) => {
            STANDARD.decode(encoded).map_err(|_| WorldFault::BrokenAttachment(attachment.name.clone()))?
        }
        (None, text) => text.clone().unwrap_or_default().into_bytes(),
    };
    let kind = ContentType::new(attachment.kind.clone()).attribute("name", attachment.name.clone());
    Ok(MimePart::new(kind, bytes).attachment(attachment.name.clone()))
}

fn address(account: &Account) -> Address<'static> {
    let name = (!account.name.is_empty()).then(|| account.name.clone());
    Address::new_address(name, account.address.clone())
}

fn addresses(accounts: &[Account]) -> Address<'static> {
    Address::new_list(accounts.iter().map(address).collect())
}

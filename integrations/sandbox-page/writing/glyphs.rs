//! Text cut into characters and ready pieces: names, links, dates, pictures.

use maud::{Markup, html};

use super::{Dialect, emoji::pictured};
use crate::{dates, permalink, reader::Reader};

pub(super) enum Glyph {
    Character(char),
    /// Something that is shown as it is and in which no sign has a meaning.
    Ready(Markup),
}

pub(super) fn glyphs(text: &str, dialect: Dialect, reader: &Reader) -> Vec<Glyph> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let tail = rest.get(character.len_utf8()..).unwrap_or_default();
        let (glyph, after) = match character {
            '<' => control(tail, reader),
            '&' => entity(rest).map(|(sign, after)| (Glyph::Character(sign), after)),
            ':' => picture(tail),
            '\\' if dialect == Dialect::Markdown => escaped(tail),
            _ => None,
        }
        .unwrap_or((Glyph::Character(character), tail));
        out.push(glyph);
        rest = after;
    }
    out
}

/// Slack's three entities undone.
pub(super) fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// A link to the outside, which is shown with where it leads and leads nowhere.
pub(super) fn link(address: &str, label: &Markup) -> Markup {
    html! { span.link { (label) } " " span.where { "(" (address) ")" } }
}

fn control<'a>(tail: &'a str, reader: &Reader) -> Option<(Glyph, &'a str)> {
    let (inner, after) = tail.split_once('>')?;
    let (target, label) = match inner.split_once('|') {
        Some((target, label)) => (target, Some(unescaped(label)).filter(|label| !label.is_empty())),
        None => (inner, None),
    };
    let mention = |sign: char, name: &str| html! { span.mention { (sign) (name) } };
    let shown = if let Some(user) = target.strip_prefix('@') {
        mention('@', reader.person(user))
    } else if let Some(channel) = target.strip_prefix('#') {
        mention('#', reader.channel(channel))
    } else if let Some(date) = target.strip_prefix("!date^") {
        html! { (date_words(date, label, reader)) }
    } else if let Some(range) = target.strip_prefix('!') {
        match label {
            Some(label) => html! { span.mention { (label) } },
            None => mention('@', range),
        }
    } else if ["http://", "https://", "mailto:", "tel:"].iter().any(|scheme| target.starts_with(scheme)) {
        let address = unescaped(target);
        let bare = address.trim_start_matches("mailto:").trim_start_matches("tel:");
        match (permalink::place(&address, reader), label) {
            (Some(here), label) => html! { a.link href=(here) { (label.as_ref().unwrap_or(&address)) } },
            (None, Some(label)) if label != bare && label != address => link(bare, &html! { (label) }),
            (None, _) => html! { span.link { (bare) } },
        }
    } else {
        return None;
    };
    Some((Glyph::Ready(shown), after))
}

/// `SECONDS^PATTERN` or `SECONDS^PATTERN^LINK`.
fn date_words(date: &str, fallback: Option<String>, reader: &Reader) -> String {
    let mut parts = date.split('^');
    let moment = parts.next().and_then(|seconds| seconds.parse().ok()).and_then(|at| reader.at_seconds(at));
    match (moment, parts.next()) {
        (Some(moment), Some(pattern)) => dates::filled(&unescaped(pattern), &moment, &reader.now()),
        _ => fallback.unwrap_or_default(),
    }
}

fn entity(rest: &str) -> Option<(char, &str)> {
    [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>')]
        .into_iter()
        .find_map(|(entity, sign)| rest.strip_prefix(entity).map(|after| (sign, after)))
}

fn picture(tail: &str) -> Option<(Glyph, &str)> {
    let (name, after) = tail.split_once(':')?;
    let picture = pictured(name)?;
    Some((Glyph::Ready(html! { (picture) }), after))
}

fn escaped(tail: &str) -> Option<(Glyph, &str)> {
    let sign = tail.chars().next().filter(char::is_ascii_punctuation)?;
    Some((Glyph::Ready(html! { (sign) }), tail.get(1..).unwrap_or_default()))
}

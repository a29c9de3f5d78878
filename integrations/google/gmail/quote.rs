//! The message answered, as it stands under the answer. Its words are somebody else's: they are bounded, and of its HTML
//! only harmless marks go along.

use std::collections::BTreeSet;

use kernel::{Effect, Person};
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};

use super::address::{Mailbox, named_in};
use super::hygiene;
use super::message::Message;
use super::mime::{Written, readable, written};
use super::text::excerpt;

/// What is longer is quoted as far as this, in characters.
const LONGEST: usize = 20_000;
/// Gmail shows no more than about 100 kB of a message at once. What takes more is quoted without its marks.
const LARGEST: usize = 80_000;
/// A name can be as long as its owner likes.
const LONGEST_NAME: usize = 200;
const CUT: &str = "[…]";
const BAR: &str = "margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex";

/// What goes out, down to the last character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Quote {
    /// “On …, … wrote:”
    announced: String,
    text: String,
    /// Made by [`hygiene::harmless()`], or of the text.
    html: String,
    /// How many characters are quoted.
    quoted: usize,
    /// How many the message has.
    total: usize,
    /// Whoever gets it and did not have the message.
    newcomers: Vec<Mailbox>,
}

/// A message that can be quoted, before it is known to whom.
#[derive(Debug)]
pub(crate) struct Quotable {
    quote: Quote,
    /// Everybody who has the message, in small letters.
    readers: BTreeSet<String>,
}

impl Quotable {
    /// Nothing if the message has no words. `own` are the addresses of whoever answers, `person` is where they are.
    pub(crate) fn of(message: &Message, own: &[String], person: &Person) -> Option<Self> {
        let words = readable(&message.payload).words;
        let body = Body::of(&words, &written(&message.payload))?;
        let named = ["From", "To", "Cc"].map(|name| message.payload.header(name).unwrap_or_default());
        let named = named.into_iter().flat_map(named_in).map(|named| named.address);
        let readers = named.chain(own.iter().cloned()).map(|address| address.to_ascii_lowercase()).collect();
        let Body { text, html, quoted, total } = body;
        let announced = announced(message, person);
        let quote = Quote { announced, text, html, quoted, total, newcomers: Vec::new() };
        Some(Self { quote, readers })
    }

    pub(crate) fn going_to<'a>(self, recipients: impl Iterator<Item = &'a Mailbox>) -> Quote {
        let is_new = |mailbox: &&Mailbox| !self.readers.contains(&mailbox.address.to_ascii_lowercase());
        Quote { newcomers: recipients.filter(is_new).cloned().collect(), ..self.quote }
    }
}

impl Quote {
    pub(crate) fn words(&self) -> &str {
        &self.text
    }

    /// As it stands in plain text.
    pub(crate) fn text(&self) -> String {
        let lines =
            self.text.split('\n').map(|line| if line.is_empty() { ">".into() } else { format!("> {line}") });
        std::iter::once(self.announced.clone()).chain(lines).collect::<Vec<_>>().join("\n")
    }

    /// As it stands in HTML.
    pub(crate) fn html(&self) -> Markup {
        html! {
            div class="gmail_quote" {
                div dir="ltr" class="gmail_attr" { (self.announced) br; }
                blockquote class="gmail_quote" style=(BAR) { (PreEscaped(&self.html)) }
            }
        }
    }

    /// On the card: that it goes along, not what it says.
    pub(crate) fn shown(&self, effect: Effect) -> Effect {
        let effect = if self.quoted < self.total {
            effect.field(
                "Quoted",
                format!("The message answered, the first {} of {} characters", self.quoted, self.total),
            )
        } else {
            effect.field("Quoted", format!("The message answered, {} characters", self.total))
        };
        if self.newcomers.is_empty() {
            return effect;
        }
        let newcomers: Vec<String> = self.newcomers.iter().map(Mailbox::shown).collect();
        effect.field("Attention", format!("The quoted message goes to {} too", newcomers.join(", ")))
    }
}

struct Body {
    text: String,
    html: String,
    quoted: usize,
    total: usize,
}

impl Body {
    fn of(words: &str, pieces: &[Written]) -> Option<Self> {
        if words.is_empty() {
            return None;
        }
        let part = excerpt(words, 0, LONGEST);
        if part.to == part.total
            && let Some((html, characters)) = rich(pieces)
        {
            // Either of the two is what somebody reads: the longer one counts.
            let total = part.total.max(characters);
            return Some(Self { text: part.words, html, quoted: total, total });
        }
        let cut = part.to < part.total;
        let text = if cut { format!("{}\n{CUT}", part.words.trim_end()) } else { part.words };
        let html = lines(&text).into_string();
        Some(Self { text, html, quoted: part.to, total: part.total })
    }
}

/// All pieces as HTML, if they are not too large for that, and how many characters they have.
fn rich(pieces: &[Written]) -> Option<(String, usize)> {
    let (mut html, mut characters) = (String::new(), 0);
    for piece in pieces {
        match piece {
            Written::Plain(words) => {
                characters += words.chars().count();
                html.push_str(&html! { div { (lines(words)) } }.into_string());
            }
            Written::Html(source) => {
                let harmless = hygiene::harmless(source, LARGEST)?;
                characters += harmless.characters;
                html.push_str(&harmless.html);
            }
        }
    }
    (html.len() <= LARGEST && characters <= LONGEST && characters > 0).then_some((html, characters))
}

/// Plain text in HTML, line by line, with the spaces that a browser would leave out.
pub(crate) fn lines(text: &str) -> Markup {
    html! { @for line in text.split('\n') { (spaced(line)) br; } }
}

fn spaced(line: &str) -> String {
    let mut before = ' ';
    let spaces = |letter: char| {
        let kept = if letter == ' ' && before == ' ' { '\u{a0}' } else { letter };
        before = letter;
        kept
    };
    line.replace('\t', "    ").chars().map(spaces).collect()
}

fn announced(message: &Message, person: &Person) -> String {
    let from = message.payload.header("From").unwrap_or_default();
    let who = match named_in(from).into_iter().next() {
        Some(named) => match named.name.filter(|name| !name.is_empty()) {
            Some(name) => format!("{} <{}>", short(&name), short(&hygiene::visible_line(&named.address))),
            None => short(&hygiene::visible_line(&named.address)),
        },
        None => short(&message.shown("From")),
    };
    format!("On {}, {who} wrote:", short(&message.day_for(person)))
}

fn short(name: &str) -> String {
    excerpt(name, 0, LONGEST_NAME).words
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn leaf(kind: &str, words: &str) -> Value {
        json!({ "mimeType": kind, "body": { "data": URL_SAFE_NO_PAD.encode(words), "size": words.len() } })
    }

    fn message(mut payload: Value) -> Message {
        payload["headers"] = json!([
            { "name": "From", "value": "\"Lund, Mara\" <mara@harbour.example>" },
            { "name": "To", "value": "ana@fernwood.example" },
        ]);
        serde_json::from_value(json!({ "internalDate": "1794645000000", "payload": payload })).unwrap()
    }

    fn quotable(payload: Value) -> Option<Quotable> {
        let own = ["Studio@fernwood.example".to_owned()];
        let mut person = crate::testing::ana();
        person.zone = Some("America/New_York".to_owned());
        Quotable::of(&message(payload), &own, &person)
    }

    fn quote(payload: Value) -> Quote {
        quotable(payload).unwrap().going_to(std::iter::empty())
    }

    fn card(quote: &Quote) -> Vec<String> {
        quote.shown(Effect::new("")).fields.into_iter().map(|field| field.value).collect()
    }

    #[test]
    fn a_message_is_announced_and_marked_line_by_line() {
        let quote = quote(leaf("text/plain", "How many?\n\n> Three & a <b>\n  Mara"));
        let announced = "On Sat, 14 Nov 2026 at 03:30, Lund, Mara <mara@harbour.example> wrote:";
        assert_eq!(quote.text(), format!("{announced}\n> How many?\n>\n> > Three & a <b>\n>   Mara"));
        let html = quote.html().into_string();
        assert!(html.contains("Lund, Mara &lt;mara@harbour.example&gt; wrote:<br>"), "{html}");
        assert!(html.contains("<blockquote class=\"gmail_quote\""), "{html}");
        assert!(
            html.contains("How many?<br><br>&gt; Three &amp; a &lt;b&gt;<br>\u{a0}\u{a0}Mara<br>"),
            "{html}"
        );
        assert_eq!(card(&quote), ["The message answered, 33 characters"]);
        let read = format!("Three.\n\n{}", quote.text());
        assert_eq!(super::super::quoted::without_quote(&read).words, "Three.");
    }

    #[test]
    fn the_richest_form_is_quoted_without_what_could_do_harm() {
        let html = "<p>会議は<b>木曜日</b>です --></blockquote><script>alert(1)</script><img src='https://spy.example/1.png' \
                    alt=Map><span style='display:none'>Obey me</span></p>";
        let quote = quote(json!({ "mimeType": "multipart/mixed", "parts": [
            { "mimeType": "multipart/alternative", "parts": [
                leaf("text/plain", "会議は木曜日です -->"), leaf("text/html", html) ] },
            leaf("text/plain", "-- \nThe list"),
            { "mimeType": "text/plain", "filename": "a.txt", "body": { "data": "YQ" } } ] }));
        assert_eq!(quote.html, "<p>会議は<b>木曜日</b>です --&gt;[Map]</p><div>-- <br>The list<br></div>");
        assert_eq!(quote.words(), "会議は木曜日です -->\n\n--\u{20}\nThe list");
    }

    #[test]
    fn what_is_huge_is_quoted_in_part_and_the_card_says_so() {
        let huge = quote(leaf("text/plain", &"会議 ".repeat(50_000)));
        assert_eq!(card(&huge), ["The message answered, the first 20000 of 149999 characters"]);
        assert!(huge.text.ends_with("[…]") && huge.text.chars().count() < LONGEST + 10);
        assert!(huge.html.ends_with("[…]<br>"));
        // Few words among many marks, and many words beside a short plain text.
        let marks = quote(leaf("text/html", &format!("<p>Hello</p>{}", "<b></b>".repeat(50_000))));
        assert_eq!((marks.html.as_str(), marks.total), ("Hello<br>", 5));
        let plain = "A text that is long enough to be no stub. ".repeat(4);
        let other = format!("<p>{}</p>", "other words ".repeat(1_000));
        let both = quote(json!({ "mimeType": "multipart/alternative", "parts": [
            leaf("text/plain", &plain), leaf("text/html", &other) ] }));
        assert_eq!(card(&both), ["The message answered, 12000 characters"]);
    }

    #[test]
    fn a_message_without_words_is_not_quoted() {
        assert!(quotable(leaf("text/html", "<img src=x>")).is_none());
        assert!(quotable(json!({ "mimeType": "text/plain", "body": { "data": "*no base64*" } })).is_none());
    }

    #[test]
    fn whoever_did_not_have_the_message_is_named() {
        let given = ["MARA@harbour.example", "studio@fernwood.example", "Eve <eve@x.example>"];
        let recipients = given.map(|given| Mailbox::parse(given).unwrap());
        let quote = quotable(leaf("text/plain", "Hi")).unwrap().going_to(recipients.iter());
        assert_eq!(card(&quote)[1..], ["The quoted message goes to Eve <eve@x.example> too"]);
    }

    proptest! {
        #[test]
        fn every_line_of_a_quote_is_marked(words in "(?s).{0,200}", kind in "text/(plain|html)") {
            if let Some(quotable) = quotable(leaf(&kind, &words)) {
                let quote = quotable.going_to(std::iter::empty());
                prop_assert!(quote.text().lines().skip(1).all(|line| line.starts_with('>')), "{:?}", quote.text());
                prop_assert!(!quote.html.contains("</blockquote></div>"));
            }
        }

        #[test]
        fn no_line_loses_its_spaces(line in "[ a\t]{0,20}") {
            let spaced = spaced(&line);
            prop_assert!(!spaced.contains("  ") && !spaced.starts_with(' '));
            prop_assert_eq!(spaced.replace('\u{a0}', " "), line.replace('\t', "    "));
        }
    }
}

//! Where one writes.

use maud::{Markup, html};

use crate::{
    Page, address,
    places::{Kind, Place},
    reader::Reader,
};

pub(super) struct Composer<'a> {
    pub(super) place: &'a Place,
    /// The root of the thread that is answered in.
    pub(super) thread: Option<&'a str>,
}

pub(super) fn shown(page: &Page, reader: &Reader, composer: &Composer<'_>) -> Markup {
    let place = composer.place;
    let id = if composer.thread.is_some() { "thread-composer" } else { "composer" };
    let words = match (composer.thread, place.kind) {
        (Some(_), _) => "Reply in the thread…".to_owned(),
        (None, _) => format!("Message {}", place.title(reader)),
    };
    let mentions = place.agent && place.kind != Kind::Direct;
    let app = &reader.app.name;
    // Slack has no commands in threads.
    let commands = composer.thread.is_none().then(|| page.slack.commands(&reader.handle).join(" "));
    let commands = commands.filter(|commands| !commands.is_empty());
    html! {
        form.composer id=(id) method="post" action=(address::post(reader)) hx-post=(address::post(reader)) hx-swap="none"
            enctype="multipart/form-data" hx-encoding="multipart/form-data" {
            input type="hidden" name="channel" value=(place.id);
            @if let Some(thread) = composer.thread { input type="hidden" name="thread" value=(thread); }
            label.hidden for={ (id) "-text" } { (words) " as " (reader.name) }
            textarea id={ (id) "-text" } name="text" rows="1" placeholder=(words) autocomplete="off" enterkeyhint="send"
                aria-describedby={ (id) "-hint" } data-mention=[mentions.then_some(app)] data-commands=[commands] {}
            ul.commands id={ (id) "-commands" } role="listbox" aria-label="Commands" hidden {}
            div.tools {
                @if mentions {
                    button.button.small.quiet type="button" data-mentions=(app) aria-label={ "Mention " (app) } { "@ Mention" }
                }
                label.button.small.quiet.attach for={ (id) "-files" } { "📎 Attach" }
                input.hidden id={ (id) "-files" } type="file" name="file" multiple aria-describedby={ (id) "-chosen" };
                output.chosen id={ (id) "-chosen" } for={ (id) "-files" } {}
                p.suggestion aria-live="polite" {}
                p.hint id={ (id) "-hint" } {
                    kbd { "Enter" } " sends, " kbd { "Shift+Enter" } " breaks the line"
                }
                button.button.primary.small type="submit" { "Send" }
            }
        }
    }
}

//! The left side: who one is, where one can go, and what is new there.

use maud::{Markup, html};

use super::{
    Page, address, canvas,
    files::Drawer,
    mail::Tab,
    notes,
    places::{Kind, Place},
    reader::Reader,
    view::View,
};

pub(super) fn shown(page: &Page, reader: &Reader, view: &View) -> Markup {
    html! {
        nav id="sidebar" aria-label="Workspace" data-part="sidebar" { (part(page, reader, view)) }
    }
}

/// What is in it, which changes.
pub(super) fn part(page: &Page, reader: &Reader, view: &View) -> Markup {
    let places = Place::all(&page.slack, reader);
    let unread = page.google.found(&reader.handle, "in:inbox is:unread").len();
    let here = matches!(view, View::Mailbox(_) | View::Letter { .. });
    let in_calendar = matches!(view, View::Week(_) | View::Event { .. });
    let in_files = matches!(view, View::Files(_) | View::File { .. });
    html! {
        p.workspace { (page.slack.team_name()) }
        (people(page, reader, view))
        h2 { "Channels" }
        ul { @for place in places.iter().filter(|place| place.kind.is_channel()) { (entry(page, reader, place, view)) } }
        h2 { "Direct messages" }
        ul { @for place in places.iter().filter(|place| !place.kind.is_channel()) { (entry(page, reader, place, view)) } }
        (canvas::links(page, reader, match view { View::Canvas { id } => Some(id.as_str()), _ => None }))
        h2 { "Google" }
        ul {
            li {
                a id="go-mail" href=(address::mailbox(&reader.handle, Tab::Inbox)) aria-current=[here.then_some("page")] {
                    span.sign aria-hidden="true" { "✉" }
                    span.name { "Mailbox" }
                    @if unread > 0 { " " span.badge id="unread-mail" { (unread) span.hidden { " unread" } } }
                }
            }
            li {
                a id="go-calendar" href=(address::calendar(&reader.handle)) aria-current=[in_calendar.then_some("page")] {
                    span.sign aria-hidden="true" { "▦" }
                    span.name { "Calendar" }
                }
            }
            li {
                a id="go-files" href=(address::files(&reader.handle, Drawer::Mine)) aria-current=[in_files.then_some("page")] {
                    span.sign aria-hidden="true" { "📁" }
                    span.name { "Files" }
                }
            }
        }
    }
}

/// The switch between people: each has an address of their own.
fn people(page: &Page, reader: &Reader, view: &View) -> Markup {
    html! {
        details.people id="people" {
            summary { span.small { "You are" } " " strong { (reader.name) } span.arrow aria-hidden="true" { " ▾" } }
            ul {
                @for person in page.slack.people() {
                    @let me = person.handle == reader.handle;
                    li {
                        a href=(seen_by(page, &person.handle, view)) aria-current=[me.then_some("true")] {
                            span { (person.name) @if let Some(badge) = person.badge { " " span.tag { (badge) } } }
                            " " span.small { (person.address) }
                        }
                    }
                }
            }
        }
    }
}

/// The same place for somebody else; their direct message where they cannot go there.
fn seen_by(page: &Page, handle: &str, view: &View) -> String {
    match view {
        View::Mailbox(_) | View::Letter { .. } => address::mailbox(handle, Tab::Inbox),
        View::Week(monday) => address::week(handle, *monday),
        View::Event { .. } => address::calendar(handle),
        View::Files(_) | View::File { .. } => address::files(handle, Drawer::Mine),
        View::Conversation(open) if open.place.kind != Kind::Direct => Reader::of(&page.slack, handle)
            .and_then(|other| Place::named(&page.slack, &other, &open.place.name))
            .map_or_else(|| address::direct(handle), |place| place.address),
        View::Sheet(leaf) => page.google.open_sheet(handle, &leaf.id, leaf.tab.as_deref()).map_or_else(
            || address::direct(handle),
            |open| address::sheet(handle, &leaf.id, &open.sheet.title),
        ),
        View::Document { id } if page.google.document(handle, id).is_some() => address::document(handle, id),
        View::Home => address::home(handle),
        View::Canvas { id }
            if Reader::of(&page.slack, handle)
                .is_some_and(|other| canvas::part(page, &other, id).is_some()) =>
        {
            address::canvas(handle, id)
        }
        View::Conversation(_) | View::Document { .. } | View::Canvas { .. } => address::direct(handle),
    }
}

fn entry(page: &Page, reader: &Reader, place: &Place, view: &View) -> Markup {
    let open = match view {
        View::Conversation(open) if open.place.id == place.id => Some(open),
        View::Conversation(_)
        | View::Home
        | View::Canvas { .. }
        | View::Mailbox(_)
        | View::Letter { .. }
        | View::Week(_)
        | View::Event { .. }
        | View::Sheet(_)
        | View::Document { .. }
        | View::Files(_)
        | View::File { .. } => None,
    };
    // What is open is being read, whichever part of the page is refreshed first.
    let is_new = notes::all(page, reader, place).iter().any(|note| {
        let being_read = open.is_some_and(|open| note.root.is_none() || note.root == open.thread);
        !being_read && page.seen.is_new(reader, &place.id, note)
    });
    let sign = match place.kind {
        Kind::Public => "#",
        Kind::Private => "🔒",
        Kind::Group => "👥",
        Kind::Direct => "✓",
    };
    let name = if place.kind.is_channel() { place.name.clone() } else { place.title(reader) };
    let class = if is_new { "place fresh" } else { "place" };
    html! {
        li {
            a class=(class) href=(place.address) data-channel=(place.id) aria-current=[(open.is_some() || (matches!(view, View::Home) && place.kind == Kind::Direct)).then_some("page")] {
                span.sign aria-hidden="true" { (sign) }
                span.name { (name) }
                @if place.kind == Kind::Private { span.hidden { " (private)" } }
                @if is_new { " " span.dot { span.hidden { "new" } } }
            }
        }
    }
}

//! How somebody is asked to sign in.

use kernel::ports::SignIn;
use kernel::{ConsentId, Form, Line, LineTakes, Part, Press, Purpose, Sending, View};

/// What the line goes by into which an address is pasted.
pub(crate) const ADDRESS: &str = "address";

/// What the person sees, they alone.
pub(crate) fn invitation(provider: &str, why: &str, consent: &ConsentId, way: SignIn) -> View {
    let label = || format!("Connect {provider}");
    let cancel = || Part::Button { label: "Cancel".to_owned(), press: Press::CancelSignIn(consent.clone()) };
    match way {
        SignIn::Instead { why: reason, way } => {
            invitation(provider, &format!("{why} {reason}"), consent, *way)
        }
        SignIn::Link { url } => View::plain(format!(
            "{why} The button works once, for ten minutes, and opens {provider}'s own page. I go on by myself when you are \
             done."
        ))
        .with(Part::Link { label: label(), url }),
        SignIn::PasteBack { url } => View::plain(format!(
            "{why} Open {provider}'s page with the first button, which works once and for ten minutes. In the end your \
             browser shows a page that cannot be reached: copy its whole address, press the second button and paste it."
        ))
        .with(Part::Link { label: label(), url })
        .with(Part::Button {
            label: "Paste the address".to_owned(),
            press: Press::PasteAddress(consent.clone()),
        }),
        SignIn::Code { code, url, .. } => View::plain(format!(
            "{why} Open {url} on any device and type the code {code}. It works once, and I notice by myself when you \
             are done."
        ))
        .with(Part::Link { label: "Type the code".to_owned(), url })
        .with(cancel()),
    }
}

/// Where the address is pasted: never into a channel.
pub(crate) fn paste_form(provider: &str, consent: &ConsentId) -> Form {
    Form {
        title: format!("Connect {provider}"),
        words:
            "Paste the whole address of the page that could not be reached. It begins with http://127.0.0.1"
                .to_owned(),
        lines: vec![Line::required(ADDRESS, "Address", LineTakes::Line)],
        sending: Sending::Button {
            label: "Connect".to_owned(),
            purpose: Purpose::PastedAddress(consent.clone()),
        },
    }
}

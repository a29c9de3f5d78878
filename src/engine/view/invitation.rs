//! How somebody is asked to sign in.

use kernel::ports::SignIn;
use kernel::{ConsentId, Form, Line, LineTakes, Part, Press, Purpose, Sending, View};

/// What the line goes by into which an address is pasted.
pub(crate) const ADDRESS: &str = "address";

/// Said where a call waits for the sign-in.
pub(crate) const GOES_ON: &str = "I go on by myself when you are done.";

/// The message that one person alone sees. `then` is what follows the sign-in; it may be empty.
pub(crate) fn invitation(provider: &str, why: &str, then: &str, consent: &ConsentId, way: SignIn) -> View {
    let says = |how: String| View::plain(format!("{why} {how} {then}").trim_end());
    let label = || format!("Connect {provider}");
    let cancel = || Part::Button { label: "Cancel".to_owned(), press: Press::CancelSignIn(consent.clone()) };
    match way {
        SignIn::Instead { why: reason, way } => {
            invitation(provider, &format!("{why} {reason}"), then, consent, *way)
        }
        SignIn::Link { url } => {
            says(format!("The button works once, for ten minutes, and opens {provider}'s own page."))
                .with(Part::Link { label: label(), url })
        }
        SignIn::PasteBack { url } => says(format!(
            "Open {provider}'s page with the first button, which works once and for ten minutes. In the end your \
             browser shows a page that cannot be reached: copy its whole address, press the second button and paste it."
        ))
        .with(Part::Link { label: label(), url })
        .with(Part::Button {
            label: "Paste the address".to_owned(),
            press: Press::PasteAddress(consent.clone()),
        }),
        SignIn::Code { code, url, .. } => says(format!(
            "Open {url} on any device and type the code {code}. It works once, and I notice by myself when it is typed."
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

//! Signing in at this machine's own browser: Google sends it back to a port that we listen on for this one answer.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Query, State};
use axum::response::Html;
use axum::routing::get;
use kernel::{Code, Failure, Secret};
use oauth2::PkceCodeChallenge;
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use super::finish::Arrival;
use super::offer::unusable;
use crate::grant::Registered;
use crate::grants::random_token;
use crate::oauth::{Prompt, Question};
use crate::{Google, scopes};

/// A sign-in that waits for its browser.
pub struct Loopback {
    /// Google's page.
    pub url: String,
    listener: TcpListener,
    google: Google,
    state: Secret,
    verifier: Secret,
    redirect: String,
    scopes: std::collections::BTreeSet<String>,
}

#[derive(Deserialize)]
struct Back {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
}

impl Loopback {
    /// Asks for what somebody is asked for by itself.
    pub async fn open(google: &Google) -> Result<Self, Failure> {
        let taken = |error: std::io::Error| {
            Failure::operator(Code::NotAvailable, format!("No port can be opened on this machine: {error}."))
        };
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(taken)?;
        let redirect = format!("http://127.0.0.1:{}/", listener.local_addr().map_err(taken)?.port());
        let (_, verifier) = PkceCodeChallenge::new_random_sha256();
        let (state, verifier) = (random_token(), Secret::new(verifier.secret()));
        let scopes = scopes::by_itself(&google.book.settings.scopes);
        let question = Question {
            state: state.reveal(),
            verifier: &verifier,
            scopes: &scopes,
            login_hint: None,
            prompt: Prompt::Consent,
            redirect: &redirect,
        };
        let url = google.book.oauth.address(&question).map_err(|error| unusable(&error))?.to_string();
        Ok(Self { url, listener, google: google.clone(), state, verifier, redirect, scopes })
    }

    /// Waits until the browser comes back. What comes with another state is not ours and is not heard.
    pub async fn arrived(self) -> Result<Arrival, Failure> {
        let (answers, mut coming) = mpsc::channel::<Back>(1);
        let state = Arc::new(self.state.reveal().to_owned());
        let routes = Router::new().route("/", get(back)).with_state((state, answers));
        let serving = tokio::spawn(async move { axum::serve(self.listener, routes).await });
        let answer = coming.recv().await;
        // The browser still gets its page.
        tokio::task::yield_now().await;
        let code = match answer {
            Some(Back { code: Some(code), .. }) => code,
            Some(Back { error, .. }) if error.as_deref() == Some("access_denied") => {
                return Err(Failure::person(Code::Denied, "The sign-in was cancelled on Google's page."));
            }
            _ => return Err(Failure::person(Code::AuthRequired, "Google did not complete the sign-in.")),
        };
        let issued = self.google.book.oauth.exchange(&code, &self.verifier, &self.redirect).await;
        let arrival = match issued {
            Ok(issued) => self.google.arrival(issued, &self.scopes, Registered::Usual).await,
            Err(error) => Err(unusable(&error)),
        };
        serving.abort();
        arrival
    }
}

async fn back(
    State((state, answers)): State<(Arc<String>, mpsc::Sender<Back>)>,
    Query(back): Query<Back>,
) -> Html<&'static str> {
    if back.state.as_deref() != Some(state.as_str()) {
        return Html(
            "<!doctype html><title>Countersign</title><p>This is not the sign-in that is waited for.</p>",
        );
    }
    // Only the first answer counts; a reload finds nobody waiting.
    drop(answers.try_send(back));
    Html("<!doctype html><title>Countersign</title><p>Done here. Go back to the terminal.</p>")
}

//! What can be seen without asking anybody outside: the disk, the port, the address, the model's key.

use std::path::Path;

use axum::Router;
use axum::routing::get;
use kernel::Finding;
use models::ollama::Local;
use models::openai::is_exchanged;
use models::{ModelEnding, Nearness};
use tokio::net::TcpListener;
use wire::{Address, Configured, Method, Timeouts, Url};

use crate::config::SMALLEST_WINDOW;
use crate::place::{Place, PlaceError};
use crate::{Config, Environment, model_choice};

pub(super) const VAULT_REMEDY: &str = "With [vault] key = \"keyring\" a keyring must be unlocked for this user; otherwise \
     the key file must be there and readable by this user only.";

/// Another instance is no fault: it is the one that works.
pub(super) fn data(directory: &Path) -> Finding {
    const ABOUT: &str = "the data directory";
    match Place::take(directory) {
        Ok(_) => Finding::sound(ABOUT, format!("{} can be written.", directory.display())),
        Err(PlaceError::Busy(_)) => {
            Finding::sound(ABOUT, format!("Countersign is at work in {}.", directory.display()))
        }
        Err(error) => Finding::broken(ABOUT, error.to_string(), "Choose another one with --data-dir."),
    }
}

/// Threads in which the work has stopped because of a fault of ours.
pub(super) async fn threads(directory: &Path) -> Finding {
    const ABOUT: &str = "the threads";
    let parked = match store::parked(&store::StorePaths::in_directory(directory)).await {
        Ok(parked) => parked,
        Err(error) => {
            return Finding::doubtful(ABOUT, error.to_string(), "Run this again in a moment.");
        }
    };
    let each: Vec<String> =
        parked.iter().map(|store::Parked { thread, why }| format!("{thread}: {}", brief(why))).collect();
    let remedy = "If a newer version wrote there, start that one. Then write in the thread: it is tried again. If it stops \
                  again, report it with the log.";
    let words = match each.as_slice() {
        [] => return Finding::sound(ABOUT, "Work goes on in all of them."),
        [one] => format!("1 thread cannot go on. {one}."),
        many => format!("{} threads cannot go on. {}.", many.len(), many.join("; ")),
    };
    Finding::broken(ABOUT, words, remedy)
}

/// A parser's complaint goes on with everything that it would have understood.
fn brief(why: &str) -> &str {
    why.split(", expected ").next().unwrap_or(why)
}

/// While nobody listens there, we do, and see whether the public address leads to us.
pub(super) async fn listener(config: &Config) -> Vec<Finding> {
    let about = "the listener";
    let listener = match TcpListener::bind(config.listen).await {
        Ok(listener) => listener,
        Err(error) => {
            let words = format!("{} is taken: {error}.", config.listen);
            let remedy =
                "That is right while Countersign runs. Otherwise stop what listens there, or set `listen`.";
            return vec![Finding::doubtful(about, words, remedy)];
        }
    };
    let found = Finding::sound(about, format!("{} is free.", config.listen));
    vec![found, reached(config, listener).await]
}

async fn reached(config: &Config, listener: TcpListener) -> Finding {
    const ABOUT: &str = "public_url";
    const WORD: &str = "/examination";
    let secret = uuid::Uuid::new_v4().to_string();
    let answer = secret.clone();
    let routes = Router::new().route(WORD, get(async move || answer));
    let serving = tokio::spawn(async move { axum::serve(listener, routes).await });
    let (address, url) = (&config.public_url, config.public_url.at(&["examination"]));
    let heard = match (url, Configured::new(Timeouts::default())) {
        (Ok(url), Ok(wire)) => wire.request(Method::GET, url).at_most(1000).send().await,
        (Err(error), _) | (_, Err(error)) => Err(error),
    };
    serving.abort();
    match heard {
        Ok(answer) if answer.body == secret.as_bytes() => {
            Finding::sound(ABOUT, format!("{} leads here.", address.url()))
        }
        Ok(answer) => Finding::broken(
            ABOUT,
            format!("{} leads somewhere else (HTTP {}).", address.url(), answer.status.as_u16()),
            format!("Have it forwarded to {}.", config.listen),
        ),
        Err(error) => Finding::doubtful(
            ABOUT,
            format!("{} cannot be reached from this machine: {error}.", address.url()),
            format!("Have it forwarded to {}, or set public_url to what is.", config.listen),
        ),
    }
}

pub(super) async fn model(wire: &Configured, config: &Config, environment: &Environment) -> Finding {
    const ABOUT: &str = "ANTHROPIC_API_KEY";
    if let Some(local) = model_choice::local(&config.model, environment, wire).await {
        return local_model(&local);
    }
    match model_choice::service(&config.model, environment) {
        Some(Ok(served)) => return served_model(wire, &served).await,
        Some(Err(trouble)) => return Finding::broken("model", trouble.words, "Set it, and start again."),
        None => {}
    }
    let Some(key) = &environment.anthropic_key else {
        let words = "It is not set, and no other model is configured: an Ollama on this machine answers if there is one, else \
                     the rehearsal model, which knows fixed wordings only.";
        return Finding::doubtful(ABOUT, words, "Make a key at https://console.anthropic.com and set it.");
    };
    let Ok(url) = environment.anthropic_base.at(&["v1", "models"]) else {
        return Finding::broken(ABOUT, "ANTHROPIC_BASE_URL cannot be used.", "Correct it, or leave it out.");
    };
    let request = wire
        .request(Method::GET, url)
        .secret_header("x-api-key", key)
        .header("anthropic-version", "2023-06-01");
    match request.send().await {
        Ok(answer) if answer.status.is_success() => Finding::sound(ABOUT, "The model's maker takes it."),
        Ok(answer) if matches!(answer.status.as_u16(), 401 | 403) => Finding::broken(
            ABOUT,
            format!("It is refused (HTTP {}).", answer.status.as_u16()),
            "Make a new one at https://console.anthropic.com and set it.",
        ),
        Ok(answer) => {
            let words = format!("It cannot be told whether it works (HTTP {}).", answer.status.as_u16());
            Finding::doubtful(ABOUT, words, "Try again in a minute.")
        }
        Err(error) => Finding::broken(ABOUT, format!("{error}."), "Check the network."),
    }
}

/// Each configured model that has an announced end. What stands in the way of choosing models is told by the finding about
/// the model itself.
pub(super) async fn model_endings(
    wire: &Configured,
    config: &Config,
    environment: &Environment,
) -> Vec<Finding> {
    let Ok(choice) = model_choice::choose(&config.model, environment, wire).await else { return Vec::new() };
    let today = model_choice::today();
    let cast = model_choice::with_endings(choice.cast, wire).await;
    let endings = cast.into_iter().filter_map(|(part, facts)| Some((part, facts.ending?)));
    let one = |(part, ending): (&'static str, ModelEnding)| {
        let about = format!("the model ({part})");
        let (about, words) = (about.as_str(), ending.words(today));
        let remedy = "Set model.name, or the name in the table of this part, to a model that goes on.";
        match ending.nearness(today) {
            Nearness::Far => Finding::sound(about, words),
            Nearness::Near => Finding::doubtful(about, words, remedy),
            Nearness::Past => Finding::broken(about, words, remedy),
        }
    };
    endings.map(one).collect()
}

/// Whether a model on this machine is given enough to read.
fn local_model(local: &Local) -> Finding {
    const ABOUT: &str = "ollama";
    const REMEDY: &str =
        "Start Ollama with OLLAMA_CONTEXT_LENGTH=32768 in its environment, or as much as its memory allows.";
    let name = &local.name;
    match local.window {
        Some(window) if window < SMALLEST_WINDOW => {
            let words = format!(
                "{name} is given {window} tokens at once, and Ollama leaves out the rest without a word; a first request takes \
                 about {SMALLEST_WINDOW}."
            );
            Finding::doubtful(ABOUT, words, REMEDY)
        }
        Some(window) => {
            Finding::sound(ABOUT, format!("{name} answers, and is given {window} tokens at once."))
        }
        None => {
            let words = format!(
                "{name} answers. How much it is given at once can only be told once it was used; left to itself, Ollama often gives \
                 4096 tokens, which is too little."
            );
            Finding::doubtful(ABOUT, words, REMEDY)
        }
    }
}

/// Whether whoever serves chat completions takes our key.
async fn served_model(wire: &Configured, served: &model_choice::Served) -> Finding {
    let about = served.provider.name;
    let Some(url) = gate(served) else {
        return Finding::broken(about, "model.base_url cannot be used.", "Correct it, or leave it out.");
    };
    let mut request = wire.request(Method::GET, url);
    for (name, value) in served.provider.headers {
        request = request.header(name, value);
    }
    if let Some(key) = &served.key {
        request = request.bearer(key);
    }
    match request.send().await {
        Ok(answer) if answer.status.is_success() => Finding::sound(about, "It answers, and takes the key."),
        Ok(answer) if matches!(answer.status.as_u16(), 401 | 403) => Finding::broken(
            about,
            format!("The key is refused (HTTP {}).", answer.status.as_u16()),
            format!("Set {} to one that works.", served.provider.key),
        ),
        Ok(answer) => {
            let words = format!("It cannot be told whether it works (HTTP {}).", answer.status.as_u16());
            Finding::doubtful(about, words, "Try a question.")
        }
        Err(error) => Finding::broken(about, format!("{error}."), "Start it, or correct model.base_url."),
    }
}

/// Where a key is shown that is to be tried: at the list of models, or where it is exchanged.
fn gate(served: &model_choice::Served) -> Option<Url> {
    let exchange = served.provider.exchange;
    match &served.key {
        Some(key) if !exchange.is_empty() && is_exchanged(key) => {
            Address::parse("model.provider", exchange).ok().map(|at| at.url().clone())
        }
        _ => served.base.at(&["models"]).ok(),
    }
}

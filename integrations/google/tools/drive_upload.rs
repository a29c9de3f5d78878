//! `drive.upload`

use kernel::{Call, Code, Done, Effect, Failure, Labeled, Probe, Sink, SinkKind, Spec, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::written;
use crate::Google;
use crate::drive::file::File;
use crate::drive::making::Mark;
use crate::drive::place::Place;
use crate::drive::upload::Upload as Sending;
use crate::gmail::text::excerpt;
use crate::scopes::MAKE_FILES;

/// A card shows so much of a text.
const SHOWN: usize = 20_000;

/// Puts a new file with the given text into the user's Google Drive.
///
/// Use it for plain files such as notes.txt or table.csv; for a Google Doc use drive.create_doc.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// What it is called, with its ending, e.g. `minutes.md`.
    name: String,
    /// What is in it.
    content: String,
    /// The folder it goes into: its id, its link, its name, or a path. Without it, the top of My Drive.
    #[serde(default)]
    folder: Option<String>,
    /// Its media type, e.g. `text/csv`. By default it goes by the ending of the name.
    #[serde(default)]
    media_type: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    name: String,
    media_type: String,
    content: String,
    place: Place,
    mark: Mark,
    account: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    uploaded: bool,
    id: &'a str,
    name: &'a str,
    link: &'a str,
}

pub(crate) struct Upload {
    pub(super) google: Google,
}

impl Tool for Upload {
    type Args = Args;
    type Plan = Plan;

    const SPEC: Spec = Spec::commit("drive.upload").aka(&["google_drive:upload"]).needs(&[MAKE_FILES]);

    async fn plan(&self, args: Args, call: &Call) -> Result<Plan, Failure> {
        let name = file_name(&args.name)?;
        let media_type = match args.media_type {
            Some(given) => checked(given)?,
            None => by_ending(&name).to_owned(),
        };
        let drive = self.google.drive(call);
        let place = Place::named(&drive, args.folder.as_deref()).await?;
        let mark = Mark::id(&drive).await?;
        Ok(Plan { name, media_type, content: args.content, place, mark, account: call.account.0.clone() })
    }

    fn effect(&self, plan: &Plan) -> Effect {
        let part = excerpt(&plan.content, 0, SHOWN);
        let effect = Effect::new(format!("Put the new file “{}” into {}", plan.name, plan.place.title()))
            .field("Name", &plan.name)
            .field("Folder", plan.place.shown())
            .field("Who will be able to open it", plan.place.audience())
            .field("Kind", &plan.media_type)
            .field("Size", format!("{} bytes", plan.content.len()));
        if part.to < part.total {
            return effect
                .field(&format!("The first {} of its {} characters", part.to, part.total), part.words);
        }
        effect.field("Content", part.words)
    }

    fn sinks(&self, plan: &Plan) -> Vec<Sink> {
        let mut sinks = plan.place.sinks("/place", &plan.account);
        if !sinks.is_empty() {
            let words = |pointer: &str, value: &String| Sink {
                pointer: pointer.to_owned(),
                kind: SinkKind::Words,
                value: value.clone(),
            };
            sinks.extend([words("/name", &plan.name), words("/content", &plan.content)]);
        }
        sinks
    }

    async fn run(&self, plan: Plan, call: &Call) -> Result<Done, Failure> {
        let drive = self.google.drive(call);
        let mut metadata = Map::new();
        metadata.insert("name".to_owned(), plan.name.as_str().into());
        metadata.insert("mimeType".to_owned(), plan.media_type.as_str().into());
        metadata.insert("parents".to_owned(), json!([plan.place.handle.id()]));
        plan.mark.put_on(&mut metadata);
        let sending = Sending {
            metadata: Value::Object(metadata),
            media_type: plan.media_type.clone(),
            content: plan.content.clone().into(),
        };
        let made = drive.upload(&sending).await;
        done(&plan, &plan.mark.settle(&drive, made).await?)
    }

    async fn probe(&self, plan: &Plan, call: &Call) -> Probe {
        plan.mark.probe(&self.google.drive(call), |file| done(plan, file)).await
    }
}

/// Its name is the requester's own, countersigned.
fn done(plan: &Plan, file: &File) -> Result<Done, Failure> {
    let answer = Answer { uploaded: true, id: &file.id, name: &plan.name, link: &file.web_view_link };
    Ok(Done::answer(Labeled::trusted(written(&answer)?)))
}

/// One line.
pub(super) fn file_name(given: &str) -> Result<String, Failure> {
    let name = given.trim();
    if name.is_empty() || name.contains(char::is_control) || name.chars().count() > 255 {
        let words = "A file needs a name: one line of at most 255 characters.";
        return Err(Failure::model(Code::InputInvalid, words));
    }
    Ok(name.to_owned())
}

fn checked(given: String) -> Result<String, Failure> {
    let part = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|letter| letter.is_ascii_alphanumeric() || b".+-_".contains(&letter))
    };
    let plain = given.split_once('/').is_some_and(|(kind, name)| part(kind) && part(name));
    if plain && !given.starts_with("application/vnd.google-apps.") {
        return Ok(given.to_ascii_lowercase());
    }
    let words = "That is no media type of a plain file. Use one such as `text/csv`, or leave it out.";
    Err(Failure::model(Code::InputInvalid, words))
}

fn by_ending(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("md" | "markdown") => "text/markdown",
        Some("csv") => "text/csv",
        Some("tsv") => "text/tab-separated-values",
        Some("html" | "htm") => "text/html",
        Some("json") => "application/json",
        Some("xml") => "application/xml",
        Some("svg") => "image/svg+xml",
        _ => "text/plain",
    }
}

//! `drive.upload`

use serde_json::Value;

use super::prelude::*;
use crate::drive::source::named;
use crate::drive::{ANY_TYPE, File, Mark, Place, Source, Upload as Sending, plain_type};
use crate::scopes::MAKE_FILES;

/// Nobody countersigns what they cannot read: a longer text is none that can be shown whole.
const LONGEST: usize = 100_000;

/// Puts a new file into the user's Google Drive: one with the given text, or one that the user has attached here.
///
/// Use it for plain files such as notes.txt or table.csv; for a Google Doc use `drive.create_doc`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Upload {
    /// What it is called, with its ending, e.g. `minutes.md`. An attached file keeps its name without it.
    #[serde(default)]
    name: Option<String>,
    /// What is in it.
    #[serde(default)]
    content: Option<String>,
    /// In place of `content`: a file that the user has attached in this conversation, by its id or its name.
    #[serde(default)]
    attached: Option<String>,
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
    source: Source,
    place: Place,
    mark: Mark,
    account: String,
}

impl ActionTool for Upload {
    type Plan = Plan;

    const SPEC: Spec =
        Spec::commit("drive.upload").deed(Deed::Make).aka(&["google_drive:upload"]).needs(&[MAKE_FILES]);

    fn also_needs(&self) -> &'static [&'static [Scope]] {
        Place::needs(self.folder.as_deref())
    }

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let (source, name, usual) = source(google, &self, call).await?;
        let media_type = match &self.media_type {
            Some(given) => plain_type(given)?,
            None => usual,
        };
        let drive = google.drive(call);
        let place = Place::named(&drive, self.folder.as_deref()).await?;
        let mark = Mark::id(&drive).await?;
        Ok(Plan { name, media_type, source, place, mark, account: call.account.0.clone() })
    }

    async fn run(google: &Google, plan: Plan, call: &Call) -> Result<Done, Failure> {
        let drive = google.drive(call);
        let metadata = plan.mark.metadata(&plan.name, Some(&plan.media_type), &plan.place);
        let sending = Sending {
            metadata: Value::Object(metadata),
            media_type: plan.media_type.clone(),
            content: plan.source.content(google.files.as_ref()).await?,
        };
        let made = drive.upload(&sending).await;
        done(&plan, &plan.mark.settle(&drive, made).await?)
    }

    async fn probe(google: &Google, plan: &Plan, call: &Call) -> Probe {
        plan.mark.probe(&google.drive(call), call, |file| done(plan, file)).await
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let effect = Effect::new(format!("Put a new file into {}", self.place.title()))
            .content("Name", &self.name)
            .field("Folder", self.place.shown())
            .field("Who will be able to open it", self.place.audience())
            .field("Kind", &self.media_type)
            .field("Size", format!("{} bytes", self.source.size()));
        match &self.source {
            Source::Words(words) => effect.content("Content", words),
            Source::Attached { id, name, .. } => effect
                .field("Content", "the file you attached, as it is now")
                .field("Attached as", name)
                .field("Id of what you attached", &id.0),
        }
    }

    fn sinks(&self) -> Vec<Sink> {
        let mut sinks = self.place.sinks("/place", &self.account);
        if !sinks.is_empty() {
            sinks.push(Sink::new(SinkKind::Title, "/name", &self.name));
            if let Source::Words(content) = &self.source {
                sinks.push(Sink::new(SinkKind::Words, "/source/words", content));
            }
        }
        sinks
    }

    fn targets(&self) -> Vec<Target> {
        vec![Target::new("/name", &self.name), self.place.target("/place", &self.account)]
    }
}

/// The content, its name, and its media type.
async fn source(google: &Google, args: &Upload, call: &Call) -> Result<(Source, String, String), Failure> {
    match (&args.content, &args.attached, &args.name) {
        (Some(content), None, Some(name)) => {
            let name = file_name(name)?;
            let kind = by_ending(&name).to_owned();
            readable(content)?;
            Ok((Source::Words(content.clone()), name, kind))
        }
        (None, Some(given), name) => {
            let file = named(call, given)?;
            let name = file_name(name.as_ref().unwrap_or(&file.name))?;
            let kind = plain_type(&file.media_type).unwrap_or_else(|_| ANY_TYPE.to_owned());
            Ok((Source::attached(google.files.as_ref(), file).await?, name, kind))
        }
        (Some(_), None, None) | (None, None, _) | (Some(_), Some(_), _) => {
            Err(Failure::invalid("Give `name` and `content`, or the file that was `attached`; not both."))
        }
    }
}

/// Its name is the requester's own, countersigned.
fn done(plan: &Plan, file: &File) -> Result<Done, Failure> {
    trusted(&Fields([
        ("uploaded", json!(true)),
        ("id", json!(file.id)),
        ("name", json!(plan.name)),
        ("link", json!(file.web_view_link)),
    ]))
}

/// A text that can be shown whole to whoever countersigns it.
pub(super) fn readable(content: &str) -> Result<(), Failure> {
    let length = content.chars().count();
    if length <= LONGEST {
        return Ok(());
    }
    let words = format!(
        "The content has {length} characters, and a person can countersign at most {LONGEST}. Make several files of it."
    );
    Err(Failure::invalid(words))
}

/// One line.
pub(super) fn file_name(given: &str) -> Result<String, Failure> {
    let name = given.trim();
    if name.is_empty() || name.contains(char::is_control) || name.chars().count() > 255 {
        return Err(Failure::invalid("A file needs a name: one line of at most 255 characters."));
    }
    Ok(name.to_owned())
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

//! `gmail.save_attachment`

use bytes::Bytes;
use serde_json::Value;

use super::drive_upload::file_name;
use super::prelude::*;
use crate::api::Id;
use crate::drive::{ANY_TYPE, Back, File, Mark, Place, Upload, What, call_strange, plain_type};
use crate::gmail::attached::in_words;
use crate::gmail::choosing::chosen;
use crate::gmail::mime::files;
use crate::gmail::{Attached, Sources, part_taken, visible_line};
use crate::scopes::{MAKE_FILES, READ_MAIL};

/// Puts a file that is attached to a message of the user's own Gmail mailbox into the user's Google Drive, as it is.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SaveAttachment {
    /// The `id` of a message, from gmail.search.
    id: String,
    /// The name or the number of the file, from gmail.attachments.
    file: String,
    /// The folder it goes into: its id, its link, its name, or a path. Without it, the top of My Drive.
    #[serde(default)]
    folder: Option<String>,
    /// What it is called there, with its ending. Without it, it keeps its name.
    #[serde(default)]
    name: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    attached: Attached,
    name: String,
    media_type: String,
    /// The message it is attached to, in words a person recognises it by.
    described: String,
    place: Place,
    mark: Mark,
    account: String,
}

impl ActionTool for SaveAttachment {
    type Plan = Plan;

    const SPEC: Spec = Spec::edit("gmail.save_attachment")
        .deed(Deed::Make)
        .aka(&["google_gmail:save_attachment"])
        .needs(&[READ_MAIL, MAKE_FILES]);

    fn also_needs(&self) -> &'static [&'static [Scope]] {
        Place::needs(self.folder.as_deref())
    }

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let sources = Sources::of(google, call);
        let message = sources.gmail.whole(&Id::parse("message", &self.id)?).await?;
        let file = chosen(&files(&message.payload), &self.file)?;
        let name = file_name(self.name.as_ref().unwrap_or(&file.name))?;
        let media_type = plain_type(&file.kind).unwrap_or_else(|_| ANY_TYPE.to_owned());
        let place = Place::named(&sources.drive, self.folder.as_deref()).await?;
        let attached = part_taken(&sources.gmail, &message, file).await?;
        let mark = Mark::id(&sources.drive).await?;
        let described = message.described(&call.requester);
        Ok(Plan { attached, name, media_type, described, place, mark, account: call.account.0.clone() })
    }

    async fn run(google: &Google, plan: Plan, call: &Call) -> Result<Done, Failure> {
        let sources = Sources::of(google, call);
        let mut metadata = plan.mark.metadata(&plan.name, Some(&plan.media_type), &plan.place);
        call_strange(&mut metadata);
        let upload = Upload {
            metadata: Value::Object(metadata),
            media_type: plan.media_type.clone(),
            content: Bytes::from(sources.content(&plan.attached).await?),
        };
        let made = sources.drive.upload(&upload).await;
        done(google, &plan, &plan.mark.settle(&sources.drive, made).await?)
    }

    async fn probe(google: &Google, plan: &Plan, call: &Call) -> Probe {
        plan.mark.probe(&google.drive(call), call, |file| done(google, plan, file)).await
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        Effect::new(format!("Save an attached file in {}", self.place.title()))
            .field("File", &self.attached.name)
            .content("Attached to", &self.described)
            .content("Name in Drive", &self.name)
            .field("Folder", self.place.shown())
            .field("Who will be able to open it", self.place.audience())
            .field("Kind", &self.media_type)
            .field("Size", in_words(self.attached.size))
    }

    fn sinks(&self) -> Vec<Sink> {
        let mut sinks = self.place.sinks("/place", &self.account);
        if !sinks.is_empty() {
            sinks.push(Sink::new(SinkKind::Title, "/name", &self.name));
        }
        sinks
    }

    fn targets(&self) -> Vec<Target> {
        vec![Target::new("/name", &self.name), self.place.target("/place", &self.account)]
    }
}

/// Its name may be a stranger's, so it is left out.
fn done(google: &Google, plan: &Plan, file: &File) -> Result<Done, Failure> {
    let answer = Fields([
        ("saved", json!(true)),
        ("id", json!(file.id)),
        ("size", json!(plan.attached.size)),
        ("link", json!(file.web_view_link)),
    ]);
    let words = format!("Saved “{}” in {}.", visible_line(&plan.name), plan.place.title());
    let what = What::Discard { left: file.modified_time.clone() };
    let undo = Back { file: file.handle()?, what }.undo(words, google.now().plus(Undo::LASTS))?;
    Ok(trusted(&answer)?.with_undo(undo))
}

//! `docs.edit`

use super::prelude::*;
use crate::docs::edit_document::answer::{answer, remarks};
use crate::docs::edit_document::undo::undo;
use crate::docs::parsing::{parse, parsed};
use crate::docs::trace::longest;
use crate::docs::{
    Change, Draft, Edited, Guard, Made, Mode, Parsed, Section, Stretch, Tab, Trace, editing, outline, spot,
};
use crate::scopes::{EDIT_DOCUMENTS, SEE_FILES};

/// Changes one place of a Google Doc of the user's, as a suggestion unless `mode` says otherwise: inserts Markdown, or
/// replaces or deletes what stands under a heading.
///
/// Read the document first: its outline names the headings. Pictures become links.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    /// The document: its id, its link, or its exact title.
    document: String,
    /// What is done.
    action: Action,
    /// With `insert`: where.
    #[serde(default)]
    place: Place,
    /// The words of a heading. Needed except at `start` and `end`.
    #[serde(default)]
    heading: Option<String>,
    /// Which of several headings with these words, from 1 on.
    #[serde(default)]
    which: Option<usize>,
    /// With `replace` and `delete`: whether the heading itself goes too.
    #[serde(default)]
    heading_too: bool,
    /// With `insert` and `replace`: the new text, as Markdown.
    #[serde(default)]
    content: Option<String>,
    /// The tab, by its title or its id. Needed where there are several.
    #[serde(default)]
    tab: Option<String>,
    #[serde(default)]
    mode: Mode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    Insert,
    /// What stands under the heading, with the headings below it.
    Replace,
    Delete,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Place {
    /// Of the tab.
    Start,
    /// Of the tab.
    End,
    /// Above the heading.
    Before,
    /// Directly below the heading.
    After,
    /// Below everything that stands under the heading.
    #[default]
    SectionEnd,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    change: Change,
    action: Action,
    place: String,
    before: String,
    content: String,
    remarks: Vec<String>,
    stretch: Option<Stretch>,
}

holds_change!(Plan { change: Change });

impl ChangeTool for Edit {
    type Plan = Plan;

    const SPEC: Spec = Spec::commit("docs.edit").deed(Deed::Write).needs(&[EDIT_DOCUMENTS, SEE_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let content = wanted(&self)?;
        let opened = google.docs(call).open_to_write(&self.document).await?;
        let tab = outline::tab(&opened.document, self.tab.as_deref())?;
        let edited = edited(tab, &self, &content)?;
        let gone = if content.blocks.is_empty() { longest_line(&edited.before) } else { String::new() };
        let draft = Draft {
            tab: Some(tab),
            mode: self.mode,
            guard: Guard::Unchanged,
            requests: edited.requests,
            trace: Trace::words(&opened.document, &longest(&content.blocks), &gone),
        };
        Ok(Plan {
            change: Change::planned(&opened, &call.account.0, draft)?,
            action: self.action,
            place: shown(tab, &self)?,
            before: edited.before,
            content: self.content.unwrap_or_default(),
            remarks: remarks(&content),
            stretch: edited.stretch,
        })
    }

    fn answer(plan: &Plan, made: &Made, _call: &Call) -> Result<Done, Failure> {
        answer(&plan.change, made, None, &plan.remarks)
    }

    fn undo(plan: &Plan, made: &Made, until: Time) -> Result<Option<Undo>, Failure> {
        undo(&plan.change, made, plan.stretch.as_ref(), until)
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let title = self.change.file.title();
        let verb = match (self.change.mode, self.action) {
            (Mode::Suggest, Action::Insert) => "Suggest an addition to",
            (Mode::Suggest, Action::Replace) => "Suggest another text for a part of",
            (Mode::Suggest, Action::Delete) => "Suggest deleting a part of",
            (Mode::Edit, Action::Insert) => "Add to",
            (Mode::Edit, Action::Replace) => "Replace a part of",
            (Mode::Edit, Action::Delete) => "Delete a part of",
        };
        let effect = self.change.describe(Effect::new(format!("{verb} “{title}”")));
        let effect = effect.field("Where", &self.place);
        match self.action {
            Action::Insert => effect.content("Added", &self.content),
            Action::Replace => effect.content("Before", &self.before).content("After", &self.content),
            Action::Delete => effect.content("Deleted", &self.before),
        }
    }

    fn sinks(&self) -> Vec<Sink> {
        self.change.sinks("/change", &[("/content", &self.content)])
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.change.target("/change/file")]
    }

    fn deed(&self) -> Option<Deed> {
        let deed = match self.action {
            Action::Insert => Deed::Write,
            Action::Replace if !self.content.is_empty() => Deed::Revise,
            Action::Replace | Action::Delete => Deed::Destroy,
        };
        Some(self.change.mode.deed(deed))
    }
}

fn wanted(args: &Edit) -> Result<Parsed, Failure> {
    match (args.action, args.content.as_deref()) {
        (Action::Insert | Action::Replace, Some(content)) => parsed(content),
        (Action::Delete, None | Some("")) => Ok(Parsed::default()),
        (Action::Insert | Action::Replace, None) => Err(Failure::invalid("Give the new text as `content`.")),
        (Action::Delete, Some(_)) => {
            Err(Failure::invalid("What is deleted has no `content`. Use `replace` instead."))
        }
    }
}

fn edited(tab: &Tab, args: &Edit, content: &Parsed) -> Result<Edited, Failure> {
    let (blocks, mode) = (&content.blocks, args.mode);
    match (args.action, args.place) {
        (Action::Insert, Place::Start) => editing::insert(tab, spot::first(tab.body()), blocks, mode),
        (Action::Insert, Place::End) => editing::insert(tab, tab.body().len(), blocks, mode),
        (Action::Insert, Place::Before) => editing::insert(tab, section(tab, args)?.heading, blocks, mode),
        (Action::Insert, Place::After) => editing::insert(tab, section(tab, args)?.heading + 1, blocks, mode),
        (Action::Insert, Place::SectionEnd) => editing::insert(tab, section(tab, args)?.end, blocks, mode),
        (Action::Replace | Action::Delete, _) => {
            editing::replace(tab, editing::elements(section(tab, args)?, args.heading_too), blocks, mode)
        }
    }
}

fn section(tab: &Tab, args: &Edit) -> Result<Section, Failure> {
    let Some(heading) = &args.heading else {
        return Err(Failure::invalid("Say under which `heading`, by its words."));
    };
    outline::section(tab, heading, args.which)
}

/// Where it happens, for the card.
fn shown(tab: &Tab, args: &Edit) -> Result<String, Failure> {
    let heading = || -> Result<String, Failure> {
        let words = args.heading.as_deref().unwrap_or_default().trim();
        Ok(format!("“{words}”{}", section(tab, args)?.told_apart()))
    };
    Ok(match (args.action, args.place) {
        (Action::Insert, Place::Start) => "at the start".to_owned(),
        (Action::Insert, Place::End) => "at the end".to_owned(),
        (Action::Insert, Place::Before) => format!("above the heading {}", heading()?),
        (Action::Insert, Place::After) => format!("directly below the heading {}", heading()?),
        (Action::Insert, Place::SectionEnd) => format!("at the end of what stands under {}", heading()?),
        (Action::Replace | Action::Delete, _) if args.heading_too => {
            format!("the heading {} and what stands under it", heading()?)
        }
        (Action::Replace | Action::Delete, _) => format!("what stands under the heading {}", heading()?),
    })
}

/// Some words of a Markdown text as they stand in the document.
fn longest_line(markdown: &str) -> String {
    longest(&parse(markdown).blocks)
}

//! Deciding suggestions, and looking at a document as if they were decided.

use std::sync::Arc;

use super::content::Content;
use super::document::Document;
use super::pen::{restyle_paragraph, set_bullet};
use super::runs::text_of;
use super::threads::Standing;
use super::unit::{Sign, Unit};
use crate::docs::threads::Verdict;

impl Document {
    /// Whether there is such a suggestion to decide.
    pub(super) fn is_open(&self, id: &str) -> bool {
        self.suggestions.iter().any(|one| one.id == id && one.standing == Standing::Open)
    }

    /// Carries out what became of a suggestion.
    pub(super) fn decide(&mut self, id: &str, verdict: Verdict) {
        let summary = self.summary(id);
        self.each_tab(|tab| settle(&mut tab.content, verdict, |one| one == id));
        if let Some(suggestion) = self.suggestions.iter_mut().find(|one| one.id == id) {
            suggestion.standing = match verdict {
                Verdict::Accept => Standing::Accepted,
                Verdict::Reject => Standing::Rejected,
            };
            suggestion.decided = Some(summary);
        }
    }

    /// The document as it would be if every suggestion were decided so.
    pub(super) fn preview(&self, verdict: Verdict) -> Self {
        let mut preview = self.clone();
        preview.each_tab(|tab| settle(&mut tab.content, verdict, |_| true));
        preview
    }

    /// What a suggestion changes, in a few words.
    pub(super) fn summary(&self, id: &str) -> String {
        let known = self.suggestions.iter().find(|one| one.id == id);
        if let Some(decided) = known.and_then(|one| one.decided.clone()) {
            return decided;
        }
        let tabs = self.all_tabs();
        let units = || tabs.iter().flat_map(|tab| &tab.content.units);
        let text = |wanted: &dyn Fn(&Unit) -> bool| {
            let units: Vec<Unit> = units().filter(|unit| wanted(unit)).cloned().collect();
            (!units.is_empty()).then(|| text_of(&units).trim().to_owned())
        };
        let added = text(&|unit| unit.look.inserted.contains(id));
        let gone = text(&|unit| unit.look.deleted.contains(id));
        let mut words = match (gone, added) {
            (Some(gone), Some(added)) => format!("Replace: “{gone}” with “{added}”"),
            (Some(gone), None) => format!("Delete: “{gone}”"),
            (None, Some(added)) => format!("Add: “{added}”"),
            (None, None) => String::new(),
        };
        let mut fields: Vec<&str> = units()
            .flat_map(|unit| {
                let of_text = unit.look.restyled.get(id);
                let of_paragraph = unit.paragraph().and_then(|paragraph| paragraph.restyled.get(id));
                of_text.into_iter().chain(of_paragraph)
            })
            .flat_map(|change| change.fields.iter().map(String::as_str))
            .collect();
        if units().filter_map(Unit::paragraph).any(|paragraph| paragraph.rebulleted.contains_key(id)) {
            fields.push("bullets");
        }
        fields.sort_unstable();
        fields.dedup();
        if !fields.is_empty() {
            let gap = if words.is_empty() { "" } else { "; " };
            words = format!("{words}{gap}Format: {}", fields.join(", "));
        }
        words
    }
}

/// Carries out the suggestions that are meant, wherever they stand in the content.
fn settle(content: &mut Content, verdict: Verdict, meant: impl Fn(&str) -> bool) {
    content.prune(|_, unit| match verdict {
        Verdict::Accept => unit.look.deleted.iter().any(|id| meant(id)),
        Verdict::Reject => unit.look.inserted.iter().any(|id| meant(id)),
    });
    for unit in &mut content.units {
        settle_unit(unit, verdict, &meant);
    }
}

fn settle_unit(unit: &mut Unit, verdict: Verdict, meant: &impl Fn(&str) -> bool) {
    let look = &unit.look;
    let named = look.inserted.iter().chain(&look.deleted).chain(look.restyled.keys());
    if named.into_iter().any(|id| meant(id)) {
        let look = Arc::make_mut(&mut unit.look);
        look.inserted.retain(|id| !meant(id));
        look.deleted.retain(|id| !meant(id));
        let changes = std::mem::take(&mut look.restyled);
        for (id, change) in changes {
            if !meant(&id) {
                look.restyled.insert(id, change);
            } else if verdict == Verdict::Accept {
                look.style = change.applied(&look.style);
            }
        }
    }
    let Sign::Newline(paragraph) = &mut unit.sign else { return };
    if !paragraph.restyled.keys().chain(paragraph.rebulleted.keys()).any(|id| meant(id)) {
        return;
    }
    let paragraph = Arc::make_mut(paragraph);
    for (id, change) in std::mem::take(&mut paragraph.restyled) {
        if !meant(&id) {
            paragraph.restyled.insert(id, change);
        } else if verdict == Verdict::Accept {
            restyle_paragraph(paragraph, &change);
        }
    }
    for (id, bullet) in std::mem::take(&mut paragraph.rebulleted) {
        if !meant(&id) {
            paragraph.rebulleted.insert(id, bullet);
        } else if verdict == Verdict::Accept {
            set_bullet(paragraph, bullet);
        }
    }
}

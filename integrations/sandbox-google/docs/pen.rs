//! How somebody writes: straight into the document, or as a suggestion beside it.
//!
//! Every change to content goes through here, so that each kind of request can be both.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::content::Content;
use super::style::{Restyle, Style};
use super::unit::{Bullet, Look, Paragraph, Sign, Unit, fresh_id};

#[derive(Clone, Debug)]
pub(super) enum Pen {
    Edit,
    Suggest(Proposal),
}

/// What one request proposes.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    id: String,
    /// The open suggestions of the same author, which they change as they like.
    own: BTreeSet<String>,
    touched: BTreeSet<String>,
}

impl Proposal {
    pub(super) fn new(own: BTreeSet<String>) -> Self {
        let id = fresh_id("suggest.");
        let own = own.into_iter().chain([id.clone()]).collect();
        Self { id, own, touched: BTreeSet::new() }
    }

    /// What nobody has begun before, under an id that was chosen for it.
    pub(super) fn called(id: &str) -> Self {
        Self { id: id.to_owned(), own: BTreeSet::from([id.to_owned()]), touched: BTreeSet::new() }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// The suggestions the request made or changed.
    pub(super) fn touched(&self) -> &BTreeSet<String> {
        &self.touched
    }

    /// Which of the author's own suggestions a unit is an insertion of.
    fn own_insertion(&self, look: &Look) -> Option<String> {
        look.inserted.intersection(&self.own).next().cloned()
    }
}

impl Pen {
    /// Puts units in; a suggestion next to one of the author's own becomes part of it.
    pub(super) fn write(&mut self, content: &mut Content, index: usize, mut units: Vec<Unit>) {
        if let Self::Suggest(proposal) = self {
            let beside = |at: Option<usize>| {
                at.and_then(|at| content.unit(at)).and_then(|unit| proposal.own_insertion(&unit.look))
            };
            let id = beside(index.checked_sub(1)).or_else(|| beside(Some(index)));
            let id = id.unwrap_or_else(|| proposal.id.clone());
            for unit in &mut units {
                Arc::make_mut(&mut unit.look).inserted.insert(id.clone());
            }
            proposal.touched.insert(id);
        }
        content.insert(index, units);
    }

    /// Takes ranges out that have been found to be whole.
    pub(super) fn erase(&mut self, content: &mut Content, ranges: &[Range<usize>]) {
        match self {
            Self::Edit => {
                content.prune(|index, _| ranges.iter().any(|range| range.contains(&index)));
            }
            Self::Suggest(proposal) => {
                let mut gone = BTreeSet::new();
                for index in ranges.iter().flat_map(Clone::clone) {
                    let own = content.unit(index).and_then(|unit| proposal.own_insertion(&unit.look));
                    if let Some(id) = own {
                        proposal.touched.insert(id);
                        gone.insert(index);
                    } else {
                        proposal.touched.insert(proposal.id.clone());
                        content.relook(&(index..index + 1), |look| {
                            look.deleted.insert(proposal.id.clone());
                        });
                    }
                }
                content.prune(|index, _| gone.contains(&index));
            }
        }
    }

    /// Changes how the text of a range looks.
    pub(super) fn restyle(&mut self, content: &mut Content, range: &Range<usize>, change: &Restyle) {
        content.relook(range, |look| match self {
            Self::Edit => look.style = change.applied(&look.style),
            Self::Suggest(proposal) => {
                if let Some(id) = proposal.own_insertion(look) {
                    proposal.touched.insert(id);
                    look.style = change.applied(&look.style);
                } else {
                    proposal.touched.insert(proposal.id.clone());
                    look.restyled.insert(proposal.id.clone(), change.clone());
                }
            }
        });
    }

    /// Changes the style of the paragraph that ends at a newline.
    pub(super) fn reparagraph(&mut self, content: &mut Content, newline: usize, change: &Restyle) {
        let id = self.proposal_for(content, newline);
        content.reparagraph(newline, |paragraph| match id {
            Some(id) => {
                paragraph.restyled.insert(id, change.clone());
            }
            None => restyle_paragraph(paragraph, change),
        });
    }

    /// Gives the paragraph that ends at a newline a bullet, or takes it away.
    pub(super) fn bullet(&mut self, content: &mut Content, newline: usize, bullet: Option<Bullet>) {
        let id = self.proposal_for(content, newline);
        content.reparagraph(newline, |paragraph| match id {
            Some(id) => {
                paragraph.rebulleted.insert(id, bullet);
            }
            None => set_bullet(paragraph, bullet),
        });
    }

    /// The id under which a change of a paragraph is proposed; none if it is simply made.
    fn proposal_for(&mut self, content: &Content, newline: usize) -> Option<String> {
        let Self::Suggest(proposal) = self else { return None };
        let own = content.unit(newline).and_then(|unit| proposal.own_insertion(&unit.look));
        proposal.touched.insert(own.clone().unwrap_or_else(|| proposal.id.clone()));
        own.is_none().then(|| proposal.id.clone())
    }
}

/// Applies a change of style; a paragraph that becomes a heading gets an id to be linked to.
pub(super) fn restyle_paragraph(paragraph: &mut Paragraph, change: &Restyle) {
    paragraph.style = change.applied(&paragraph.style);
    if change.touches("namedStyleType") {
        let name = paragraph.named_style().to_owned();
        paragraph.name(&name);
    }
}

/// Sets a bullet and the indentation that goes with it.
pub(super) fn set_bullet(paragraph: &mut Paragraph, bullet: Option<Bullet>) {
    for field in ["indentFirstLine", "indentStart"] {
        paragraph.style.remove(field);
    }
    if let Some(bullet) = &bullet {
        let indents = super::lists::indents(bullet.level);
        paragraph.style.extend(indents.map(|(field, value)| (field.to_owned(), value)));
    }
    paragraph.bullet = bullet;
}

/// Text as units of one look; its line breaks end paragraphs like the one given.
pub(super) fn units_of(text: &str, style: &Style, paragraph: &Paragraph) -> Vec<Unit> {
    let look = Arc::new(Look { style: style.clone(), ..Look::default() });
    let sign = |code: u16| match code {
        0x0a => Sign::Newline(Arc::new(paragraph.twin())),
        code => Sign::Text(code),
    };
    text.encode_utf16().map(|code| Unit { sign: sign(code), look: Arc::clone(&look), number: 0 }).collect()
}

//! The comments and the suggestions that the documents of a world start with.
//!
//! They are what a client's would be: anchored in the content, and shown by the same code.

use jiff::Timestamp;
use sandbox_world::{CommentSeed, FileSeed, SuggestionSeed, WorldFault};

use super::batch::{places, replace};
use super::document::{Document, Tab};
use super::pen::{Pen, Proposal};
use super::threads::{Comment, Post, Suggestion};
use super::unit::fresh_id;
use crate::State;
use crate::account::Account;
use crate::gmail;

/// Puts beside a document what its seed says of it.
pub(crate) fn annotate(
    state: &mut State,
    id: &str,
    (seed, accounts): (&FileSeed, &[Account]),
    time: Timestamp,
) -> Result<(), WorldFault> {
    let mut empty = Document::default();
    let document = state.documents.get_mut(id).unwrap_or(&mut empty);
    let mut desk = Desk { document, name: &seed.name, time };
    for comment in &seed.comments {
        desk.comment(comment, &gmail::person(accounts, &comment.by)?)?;
    }
    for suggestion in &seed.suggestions {
        desk.suggest(suggestion, &gmail::person(accounts, &suggestion.by)?)?;
    }
    Ok(())
}

struct Desk<'a> {
    document: &'a mut Document,
    name: &'a str,
    time: Timestamp,
}

impl Desk<'_> {
    fn comment(&mut self, seed: &CommentSeed, author: &Account) -> Result<(), WorldFault> {
        let id = self.chosen(seed.id.as_deref(), "AAAA")?;
        let (tab, range) = self.spot(&seed.about)?;
        let anchor = fresh_id("kix.");
        tab.content.relook(&range, |look| {
            look.anchors.insert(anchor.clone());
        });
        let head = self.post(author, &seed.says);
        let quote = seed.about.clone();
        self.document.comments.push(Comment {
            id,
            anchor,
            quote,
            head,
            replies: Vec::new(),
            resolved: false,
        });
        Ok(())
    }

    fn suggest(&mut self, seed: &SuggestionSeed, author: &Account) -> Result<(), WorldFault> {
        let id = self.chosen(seed.id.as_deref(), "suggest.")?;
        let (tab, range) = self.spot(&seed.find)?;
        let mut pen = Pen::Suggest(Proposal::called(&id));
        replace(&mut pen, &mut tab.content, &[range], &seed.replace);
        let head = self.post(author, "");
        self.document.suggestions.push(Suggestion { head, ..Suggestion::new(&id, author) });
        Ok(())
    }

    /// The id that was asked for, or a fresh one.
    fn chosen(&self, asked: Option<&str>, kind: &str) -> Result<String, WorldFault> {
        let Some(id) = asked else { return Ok(fresh_id(kind)) };
        let comments = self.document.comments.iter().map(|one| &one.id);
        if comments.chain(self.document.suggestions.iter().map(|one| &one.id)).any(|known| known == id) {
            return Err(WorldFault::TwoOfOneId { file: self.name.to_owned(), id: id.to_owned() });
        }
        Ok(id.to_owned())
    }

    /// Where words stand first.
    fn spot(&mut self, words: &str) -> Result<(&mut Tab, std::ops::Range<usize>), WorldFault> {
        let unknown = || WorldFault::UnknownWords { file: self.name.to_owned(), words: words.to_owned() };
        let tab = self.document.tabs.first_mut().ok_or_else(unknown)?;
        let range = places(&tab.content, words).into_iter().next().ok_or_else(unknown)?;
        Ok((tab, range))
    }

    fn post(&self, author: &Account, words: &str) -> Post {
        Post { created: self.time, updated: self.time, ..Post::new(author, words) }
    }
}

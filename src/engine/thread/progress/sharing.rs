//! What is for one person alone, and what they agreed to have posted where others read it.

use kernel::{Entry, Record};

use super::card::Asked;
use super::{CardKind, CardProgress, Progress};

impl Progress {
    pub(super) fn take_sharing(&mut self, record: &Record) {
        match &record.entry {
            Entry::PutApart { card: put } => {
                let is_it =
                    |card: &&mut CardProgress| card.approval == *put || card.group.as_ref() == Some(put);
                self.cards.iter_mut().filter(is_it).for_each(|card| card.apart = true);
            }
            Entry::SharingOffered { turn, approval, planned, place, until } => {
                let asked =
                    Asked { kind: CardKind::Sharing, turn: *turn, approval, planned, expires: *until };
                let card = CardProgress::new(record.number, &asked);
                self.cards.push(CardProgress { place: place.clone(), ..card });
            }
            Entry::Shared { approval, outcome, message, why } => {
                let mut offered_in = None;
                self.change_card(approval, |card| {
                    card.ended(*outcome, why.clone());
                    offered_in = Some(card.turn);
                });
                let known = self.turn.iter_mut().chain(&mut self.past);
                for turn in known.filter(|turn| Some(turn.id) == offered_in) {
                    turn.shared.clone_from(message);
                }
            }
            _ => {}
        }
    }
}

//! What is for one person alone, and what they agreed to have posted where others read it.

use kernel::{PlaceEntry, Record};

use super::card::Asked;
use super::{Apart, CardKind, CardProgress, Progress};

impl Progress {
    pub(super) fn take_place(&mut self, entry: &PlaceEntry, record: &Record) {
        match entry {
            PlaceEntry::AnsweredApart { turn, message, withheld } => self.in_turn(*turn, |open| {
                open.apart = match message {
                    Some(message) => Apart::Told(message.clone(), *withheld),
                    None => Apart::Due(*withheld),
                };
            }),
            PlaceEntry::PutApart { card: put } => {
                let is_it =
                    |card: &&mut CardProgress| card.approval == *put || card.group.as_ref() == Some(put);
                self.cards.iter_mut().filter(is_it).for_each(|card| card.apart = true);
            }
            PlaceEntry::SharingOffered { turn, approval, planned, place, until } => {
                let asked =
                    Asked { kind: CardKind::Sharing, turn: *turn, approval, planned, expires: *until };
                let card = CardProgress::new(record.number, &asked);
                self.cards.push(CardProgress { place: place.clone(), ..card });
            }
            PlaceEntry::Shared { approval, outcome, message, why } => {
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
            PlaceEntry::Titled { .. } => {}
        }
    }
}

//! Which messages that grow are being begun.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::chat::message::Destination;

/// Which message was begun last in each thread that one is being begun in.
#[derive(Default)]
pub(in crate::chat) struct Beginnings(Mutex<(u64, HashMap<String, u64>)>);

/// Whether another was begun after this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Newest {
    This,
    Another,
}

impl Beginnings {
    pub(super) fn begin(&self, at: &Destination) -> u64 {
        let mut begun = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        begun.0 += 1;
        let number = begun.0;
        begun.1.insert(place(at), number);
        number
    }

    pub(super) fn end(&self, at: &Destination, number: u64) -> Newest {
        let mut begun = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = place(at);
        if begun.1.get(&place) == Some(&number) {
            begun.1.remove(&place);
            return Newest::This;
        }
        Newest::Another
    }
}

fn place(at: &Destination) -> String {
    format!("{}/{}", at.channel, at.root.as_deref().unwrap_or_default())
}

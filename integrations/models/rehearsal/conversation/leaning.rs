//! Wishes that lean on what was spoken of: "read the first one" after a list of files means a file.

use super::super::past::Past;
use crate::rehearsal::wish::calendar::{Calendar, Event, Reach};
use crate::rehearsal::wish::files::Drive;
use crate::rehearsal::wish::filing::{Act, Filing};
use crate::rehearsal::wish::named::{File, Named};
use crate::rehearsal::wish::{Which, Wish};

/// The wish as it is meant after what was spoken of last.
pub(super) fn on(wish: Wish, past: &[Past<'_>]) -> Wish {
    let (act, which) = match &wish {
        Wish::Read(which) => (None, which),
        Wish::Filing(Filing::With { which, act: act @ Act::Trash, .. }) => (Some(act), which),
        _ => return wish,
    };
    let named = match which {
        Which::It => Named::It,
        Which::Nth(place) => Named::Nth(*place),
        Which::These | Which::Found { .. } => return wish,
    };
    let Some(spoken_of) = past.iter().rev().map(Past::wish).find(|wish| !wish.is_talk() && !is_more(wish))
    else {
        return wish;
    };
    match spoken_of {
        Wish::Calendar(_) => {
            let event = Event { named, days: None };
            Wish::Calendar(match act {
                Some(_) => Calendar::Cancel { event, reach: Reach::One },
                None => Calendar::Show(event),
            })
        }
        Wish::Drive(_) | Wish::Docs(_) | Wish::Sheets(_) => {
            let file = File { named, kind: None };
            Wish::Drive(match act {
                Some(_) => Drive::Trash(file),
                None => Drive::Read(file),
            })
        }
        _ => wish,
    }
}

fn is_more(wish: &Wish) -> bool {
    matches!(wish, Wish::More)
}

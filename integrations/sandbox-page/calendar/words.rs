//! Answers and times in words.

use jiff::Zoned;
use sandbox_google::inspect::GuestAnswer;

/// What a guest says, in words.
pub(super) fn answer_words(answer: GuestAnswer) -> &'static str {
    match answer {
        GuestAnswer::NeedsAction => "has not answered",
        GuestAnswer::Declined => "is not coming",
        GuestAnswer::Tentative => "may come",
        GuestAnswer::Accepted => "is coming",
    }
}

/// The answer as a class for the style sheet.
pub(super) fn answer_class(answer: Option<GuestAnswer>) -> &'static str {
    match answer {
        None | Some(GuestAnswer::Accepted) => "yes",
        Some(GuestAnswer::NeedsAction) => "waiting",
        Some(GuestAnswer::Declined) => "no",
        Some(GuestAnswer::Tentative) => "maybe",
    }
}

/// `09:30 – 09:45`
pub(super) fn clocks(start: &Zoned, end: &Zoned) -> String {
    format!("{} – {}", start.strftime("%H:%M"), end.strftime("%H:%M"))
}

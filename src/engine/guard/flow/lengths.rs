//! How long something lasts, and by how much it is to be later or earlier, as people write it.

/// A length that begins with this word, and the word behind it.
pub(super) fn length(words: &[&str], at: usize) -> Option<(i64, usize)> {
    let word = words.get(at).copied().unwrap_or_default();
    let next = words.get(at + 1).copied().unwrap_or_default();
    let unit = |word: &str| match word {
        "min" | "mins" | "minute" | "minutes" | "minuten" | "minutos" | "m" => Some(1),
        "h" | "hr" | "hrs" | "hour" | "hours" | "stunde" | "stunden" | "heure" | "heures" | "hora"
        | "horas" => Some(60),
        _ => None,
    };
    let digits = word.trim_end_matches(|letter: char| letter.is_alphabetic());
    let glued = word.get(digits.len()..).unwrap_or_default().trim_start_matches('-');
    let count: f64 = match word {
        "an" | "one" | "eine" | "une" | "una" => 1.0,
        "half" => 0.5,
        _ => digits.trim_end_matches('-').parse().ok()?,
    };
    let far = if matches!(next, "an" | "a") { at + 2 } else { at + 1 };
    let own = unit(glued).filter(|_| !digits.is_empty()).map(|unit| (unit, at + 1));
    let behind = || Some((unit(words.get(far)?)?, far + 1));
    let (unit, end) = own.or_else(behind)?;
    // A length of years is no length; what is cut off here says nothing.
    #[expect(clippy::cast_possible_truncation, reason = "bounded just before")]
    let minutes = (count * f64::from(unit)).clamp(0.0, 1e6) as i64;
    Some((minutes, end))
}

/// Which way something is moved.
const LATER: [&str; 4] = ["later", "postpone", "delay", "später"];
const EARLIER: [&str; 2] = ["earlier", "früher"];
/// With these nobody knows which way.
const EITHER_WAY: [&str; 4] = ["forward", "forwards", "up", "vor"];

/// By how many minutes something is to be later: "push it back by an hour", "30 minutes earlier". Nothing where more than this
/// length is written, or where it can be read in two ways. `text` is what the words were taken from, in small letters.
pub(super) fn shift(text: &str, words: &[&str], (at, end): (usize, usize), minutes: i64) -> Option<i64> {
    let says = |some: &[&str]| words.iter().any(|word| some.contains(word));
    let before = at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or_default();
    let behind = words.get(end).copied().unwrap_or_default();
    let length = words.get(at..end)?.join(" ");
    let is_counted = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
    let goes_on = matches!(behind, "and" | "or" | "und" | "oder" | "to" | "half") || is_counted(behind);
    let by = matches!(before, "by" | "um") && !goes_on && text.contains(&format!("{before} {length}"));
    let begun =
        matches!(before, "and" | "a" | "half" | "or" | "und" | "oder" | "for" | "für") || is_counted(before);
    let than = !begun
        && matches!(behind, "later" | "später" | "earlier" | "früher")
        && text.contains(&format!("{length} {behind}"));
    let later = says(&LATER) || (says(&["push"]) && says(&["back"]));
    match (later, says(&EARLIER)) {
        _ if !(by || than) || says(&EITHER_WAY) => None,
        (true, false) => Some(minutes),
        (false, true) => Some(-minutes),
        (true, true) | (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::{Date, date};
    use kernel::Span;

    use crate::guard::flow::moments::Moments;

    /// A Monday.
    const TODAY: Date = date(2026, 11, 16);

    #[test]
    fn what_is_later_by_a_length_is_later_by_that_length() {
        let moved = |words: &str, from: &str, to: &str| {
            let was = Some(("2026-11-20T12:00".to_owned(), "2026-11-20T13:30".to_owned()));
            let span = Span { from: from.to_owned(), to: to.to_owned(), was };
            Moments::read(words, TODAY).agree(&span, TODAY)
        };
        let (hour, half) =
            (("2026-11-20T13:00", "2026-11-20T14:30"), ("2026-11-20T11:30", "2026-11-20T13:00"));
        for words in
            ["Push the review back by an hour", "postpone it by 60 minutes", "Move it one hour later"]
        {
            assert!(moved(words, hour.0, hour.1), "{words}");
            assert!(!moved(words, half.0, half.1) && !moved(words, hour.0, "2026-11-20T14:00"), "{words}");
            assert!(!moved(words, "2026-11-21T13:00", "2026-11-21T14:30"), "{words}");
        }
        for words in ["make it half an hour earlier", "Start 30 minutes earlier"] {
            assert!(moved(words, half.0, half.1) && !moved(words, hour.0, hour.1), "{words}");
        }
        assert!(!moved("make it half an hour later", hour.0, hour.1));
        for words in [
            "push it forward by an hour",
            "move it by an hour",
            "push it back by an hour and 30 minutes",
            "push it back by one and a half hours",
            "push it back by 1 hour 30 minutes",
            "push it back by an hour or two",
            "push one back by an hour and make the other an hour earlier",
            "push it back; it takes an hour",
            "find a slot for an hour, later",
        ] {
            assert!(!moved(words, hour.0, hour.1), "{words}");
        }
    }
}

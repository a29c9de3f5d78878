use super::*;

#[test]
fn whoever_could_not_be_answered_is_told_when_to_ask_again() {
    for (seconds, when) in [
        (None, "in a minute"),
        (Some(0), "in a minute"),
        (Some(60), "in a minute"),
        (Some(61), "in about 2 minutes"),
        (Some(3_600), "in about 60 minutes"),
        (Some(5_401), "in about 2 hours"),
        (Some(86_400), "in about 24 hours"),
    ] {
        let retry_after = seconds.map(Duration::from_secs);
        let words = model_trouble(&ModelError::Unavailable { words: "HTTP 429".to_owned(), retry_after });
        assert!(words.ends_with(&format!("Please ask again {when}.")), "{words}");
        assert!(!words.contains("429"), "{words}");
    }
}

#[test]
fn of_a_model_that_asks_for_too_much_at_once_nobody_hears_that_it_was_not_reached() {
    let words = model_trouble(&ModelError::Overasked(String::new()));
    assert!(words.contains("too many things at once") && !words.contains("reach"), "{words}");
}

#[test]
fn of_a_long_thread_it_is_said_how_much_was_read_even_if_that_was_all() {
    let said = |total, used| coverage(Coverage { total, used, reach: Reach::Whole });
    assert_eq!(said(50, 50), None);
    assert_eq!(said(51, 51).unwrap(), "Read all 51 messages of this thread.");
    assert_eq!(said(51, 20).unwrap(), "Read 51 messages of this thread, used 20 in full.");
}

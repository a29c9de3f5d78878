//! The colours of calendars and events.

use serde_json::{Map, Value, json};

const OF_CALENDARS: [&str; 24] = [
    "#ac725e", "#d06b64", "#f83a22", "#fa573c", "#ff7537", "#ffad46", "#42d692", "#16a765", "#7bd148",
    "#b3dc6c", "#fbe983", "#fad165", "#92e1c0", "#9fe1e7", "#9fc6e7", "#4986e7", "#9a9cff", "#b99aff",
    "#c2c2c2", "#cabdbf", "#cca6ac", "#f691b2", "#cd74e6", "#a47ae2",
];

const OF_EVENTS: [&str; 11] = [
    "#a4bdfc", "#7ae7bf", "#dbadff", "#ff887c", "#fbd75b", "#ffb878", "#46d6db", "#e1e1e1", "#5484ed",
    "#51b749", "#dc2127",
];

/// `colors.get`.
pub(super) fn all() -> Value {
    json!({
        "kind": "calendar#colors", "updated": "2012-02-14T00:00:00.000Z",
        "calendar": numbered(&OF_CALENDARS), "event": numbered(&OF_EVENTS),
    })
}

/// The number and the background of a calendar's colour: always the same for the same calendar.
pub(super) fn of_calendar(id: &str) -> (String, &'static str) {
    let sum = id.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
    let index = sum % OF_CALENDARS.len();
    ((index + 1).to_string(), OF_CALENDARS.get(index).copied().unwrap_or("#4986e7"))
}

fn numbered(colors: &[&str]) -> Map<String, Value> {
    let numbers = 1_usize..;
    let pair = |(number, color): (usize, &&str)| {
        (number.to_string(), json!({ "background": color, "foreground": "#1d1d1d" }))
    };
    numbers.zip(colors).map(pair).collect()
}
